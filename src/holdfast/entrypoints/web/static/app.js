// What htmx does not do: forms that go when a choice is made, and figures that follow a slider.
"use strict";

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!field.matches("[data-go]") || !field.value) return;
  if (field.name === "user") {
    const agent = field.form.elements.namedItem("agent");
    if (agent) agent.disabled = true; // another user has other agents
  }
  field.form.requestSubmit();
});

document.addEventListener("input", (event) => {
  const shown = event.target.dataset.shownIn;
  if (shown) document.getElementById(shown).textContent = event.target.value;
});

// A line that has become a form is ready to be typed into: htmx sees to that a moment after the swap,
// by [autofocus]. It is not done twice, or the second time would take the focus from who was quicker.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.matches(".inside")) event.target.dataset.keep = ""; // opened, it stays to be read
});

// What was sent is cleared, and the next line can be typed; what came of it is in view.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target;
  if (!event.detail.successful || !form.matches("form[data-clears]")) return;
  form.reset();
  form.querySelector("textarea").focus();
  form.scrollIntoView({ block: "nearest" });
});

// Enter sends, as in other chats, but not while a Chinese word is being put together.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  if (!event.target.matches("textarea[data-enter]")) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});

// Times are shown as the clock on this wall shows them. The first page of all is asked for again.
const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone || "");
if (zone && !document.cookie.split("; ").includes(`holdfast_zone=${zone}`)) {
  document.cookie = `holdfast_zone=${zone}; path=/browse; max-age=31536000; samesite=strict`;
  if (document.cookie.includes("holdfast_zone=") && document.querySelector("time")) location.reload();
}
