// Keeping house: files that are dropped, and secrets that are copied.
"use strict";

const form = document.getElementById("drop");
if (form) {
  const at = (id) => document.getElementById(id);
  const [field, going, bar, share, doing, outcome] =
    ["file", "going", "going-bar", "going-share", "doing", "outcome"].map(at);
  let sending = null;

  const say = (text) => { if (doing.textContent !== text) doing.textContent = text; };
  const show = (part) => {
    bar.value = part;
    share.textContent = `${Math.floor(part * 100)} %`;
  };

  const end = (text) => {
    sending = null;
    going.hidden = true;
    say(text);
  };

  // What the server has said so far: a line of JSON each time; the last has the report.
  const listen = (request) => {
    const lines = request.responseText.split("\n");
    const whole = lines.slice(0, -1);
    if (!whole.length) return;
    const said = JSON.parse(whole[whole.length - 1]);
    if (said.report === undefined) {
      show(said.share);
      say(form.dataset[said.doing]);
      return;
    }
    end("");
    outcome.innerHTML = said.report; // our own page, in which everything is escaped
    form.reset();
    outcome.focus();
  };

  const send = (file) => {
    if (sending) return;
    if (file.size > form.dataset.most * 1024 * 1024) return say(form.dataset.large);
    const request = (sending = new XMLHttpRequest());
    outcome.replaceChildren();
    at("going-name").textContent = file.name;
    going.hidden = false;
    show(0);
    say(form.dataset.sending);
    const whose = at("whose").value.trim();
    request.open("POST", whose ? `${form.action}?user=${encodeURIComponent(whose)}` : form.action);
    request.setRequestHeader("X-Holdfast-Token", form.dataset.token);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = (event) => event.lengthComputable && show(event.loaded / event.total);
    request.onprogress = () => request.status === 200 && isLines(request) && listen(request);
    request.onload = () => {
      if (request.status === 401 || request.status === 403) return end(form.dataset.ended);
      if (isLines(request)) listen(request);
      else if (request.status === 400) {
        const page = new DOMParser().parseFromString(request.responseText, "text/html");
        outcome.replaceChildren(...page.getElementById("outcome").childNodes);
        end("");
        outcome.focus();
      }
      if (sending === request) end(form.dataset.broken);
    };
    request.onerror = () => end(form.dataset.broken);
    request.onabort = () => end(form.dataset.cancelled);
    request.send(file);
  };

  const isLines = (request) => (request.getResponseHeader("Content-Type") || "").includes("ndjson");

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.files.length) send(field.files[0]);
  });
  at("stop").addEventListener("click", () => sending && sending.abort());

  // The whole page takes a file, so that one that misses the box does not replace the page.
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("over");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    if (event.dataTransfer.files.length) send(event.dataTransfer.files[0]);
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const secret = document.getElementById(button.dataset.copy);
  secret.select();
  button.hidden = false;
  button.addEventListener("click", async () => {
    secret.select();
    try {
      await navigator.clipboard.writeText(secret.value);
    } catch {
      document.execCommand("copy"); // where the page has no right to the clipboard
    }
    document.getElementById("copied").textContent = button.dataset.copied;
  });
}
