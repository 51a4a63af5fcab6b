// A page that is told when it has changed, asks for itself again, and takes over what is new.
//
// Nothing that somebody is at work on is touched: a field with something typed or ticked in it, a
// form in its place (.editing), what is marked data-keep (as app.js does with what was opened). An element is known again by its data-key,
// id or label, otherwise by what is in it, otherwise by its place; known again, it stays, and so do
// focus and scrolling. A form that is data-whole stays as it was while anything in it is typed: what it
// says it was made from must not change under the words. Messages are counted by .turn, or by what
// data-messages says of an element. A page that is data-still is the answer to something done: it
// cannot be asked for again, and only says that more has changed.
"use strict";

(() => {
  const main = document.querySelector("main[data-live]");
  const news = document.getElementById("news");
  const pulse = document.getElementById("pulse");
  if (!main || !window.EventSource) return;

  const REST = 1000; // between two looks, in milliseconds; longer where a look takes long
  const AGAIN = 5000;
  const still = "still" in main.dataset;
  const FIELDS = "input:not([type=hidden]), textarea, select";

  // The page as it was asked for. Where nobody was named, somebody was chosen: it stays with them.
  let here = place();
  document.addEventListener("htmx:replacedInHistory", () => { here = place(); }); // a search, say

  let stream = null;
  let looking = false;
  let wanted = false;
  let rest = REST;
  let last = 0;
  let over = false;

  function place() {
    const found = new URL(location.href);
    const picker = main.querySelector("form.picker");
    if (picker && !found.searchParams.get("user"))
      for (const [name, value] of new FormData(picker)) found.searchParams.set(name, value);
    found.searchParams.delete("did");
    found.hash = "";
    return found;
  }

  function show(state) {
    pulse.hidden = false;
    pulse.dataset.state = state;
  }

  function listen() {
    if (stream || over || document.hidden) return;
    const address = new URL(main.dataset.live, location.href);
    const user = here.searchParams.get("user");
    if (user) address.searchParams.set("user", user);
    stream = new EventSource(address);
    stream.onopen = () => show("on");
    stream.addEventListener("changed", (event) => {
      address.searchParams.set("since", event.lastEventId);
      main.dataset.live = address.pathname + address.search;
      want();
    });
    stream.addEventListener("ended", end);
    stream.addEventListener("full", () => { stop(); show("off"); });
    stream.onerror = () => {
      show("off");
      if (stream.readyState !== EventSource.CLOSED) return; // the browser tries again
      stop();
      setTimeout(() => { if (!still) want(); listen(); }, AGAIN);
    };
  }

  function stop() {
    if (stream) stream.close();
    stream = null;
  }

  function end() {
    over = true;
    stop();
    show("over");
  }

  // Nothing more is to be seen here; why that is stays to be read.
  function leave(why) {
    over = true;
    stop();
    pulse.hidden = true;
    clearTimeout(say.timer);
    news.textContent = why;
  }

  // At most one look at a time, and no more often than the server bears easily.
  function want() {
    if (wanted || over) return;
    if (still) { leave(news.dataset.since); return; }
    wanted = true;
    const wait = looking ? rest : Math.max(0, last + rest - performance.now());
    setTimeout(look, wait);
  }

  async function look() {
    if (looking) { setTimeout(look, 100); return; }
    looking = true;
    wanted = false;
    const began = performance.now();
    try {
      const answer = await fetch(here, { credentials: "same-origin" });
      if (answer.redirected && new URL(answer.url).pathname.endsWith("/sign-in")) end();
      else if (answer.status === 404) leave(news.dataset.gone);
      else if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      show("off"); // the stream knows when the server is back
    } finally {
      looking = false;
      last = performance.now();
      rest = Math.max(REST, 10 * (last - began));
    }
  }

  function take(page) {
    const fresh = page.querySelector("main");
    if (!fresh) return;
    const focus = document.activeElement;
    const [anchor, top] = lookedAt(focus);
    const log = { added: [], messages: 0 };
    children(main, fresh, log);
    if (focus && focus.isConnected && document.activeElement !== focus) focus.focus({ preventScroll: true });
    if (anchor && anchor.isConnected) scrollBy(0, anchor.getBoundingClientRect().top - top);
    for (const element of log.added) {
      if (window.htmx) htmx.process(element);
      element.classList.add("fresh");
      log.messages += element.matches(".turn") ? 1 : Number(element.dataset.messages || 0);
    }
    say(log.messages, log.added.length);
  }

  // What must not move on the screen: what has the focus, or else what is read at the top.
  function lookedAt(focus) {
    const y = (element) => element.getBoundingClientRect().top;
    const seen = (element) => y(element) > 0 && y(element) < innerHeight;
    if (scrollY === 0) return [null, 0];
    if (focus && main.contains(focus) && focus !== main && seen(focus)) return [focus, y(focus)];
    const first = [...main.querySelectorAll("li, tr, h2, p")].find(seen);
    return first ? [first, y(first)] : [null, 0];
  }

  function say(messages, all) {
    const text = messages > 1 ? news.dataset.many.replace("#", messages)
      : messages ? news.dataset.one : all ? news.dataset.changed : "";
    if (!text) return;
    news.textContent = text;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => { news.textContent = ""; }, 8000);
  }

  // A form has its fields for properties: one that is called "id" would be found under node.id.
  const name = (node) => node.nodeType === 1
    ? node.dataset.key || node.getAttribute("id") || node.getAttribute("aria-labelledby") || "" : "";
  const alike = (a, b) => a.nodeName === b.nodeName && name(a) === name(b);
  const kept = (node) => node.nodeType === 1
    && (node.matches("[data-keep], [data-checkup], .did, datalist, .editing") || Boolean(node.querySelector(":scope > .editing")));

  function changed(field) {
    if (field === document.activeElement) return true;
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
    if (field.matches("select")) return [...field.options].some((each) => each.selected !== each.defaultSelected);
    return field.value !== field.defaultValue;
  }

  const busy = (node) => node.nodeType === 1 && (kept(node) || node.contains(document.activeElement)
    || [node, ...node.querySelectorAll(FIELDS)].some((each) => each.matches(FIELDS) && changed(each)));

  function morph(old, fresh, log) {
    if (old.isEqualNode(fresh) || kept(old)) return;
    if (old.nodeType !== 1) { old.data = fresh.data; return; }
    if (old.matches(FIELDS) && changed(old)) return;
    if (old.matches("[data-whole]") && busy(old)) return;
    const more = Number(fresh.dataset.messages || 0) - Number(old.dataset.messages || 0);
    for (const { name: key } of [...old.attributes])
      if (!fresh.hasAttribute(key) && key !== "open") old.removeAttribute(key);
    for (const { name: key, value } of fresh.attributes)
      if (old.getAttribute(key) !== value) old.setAttribute(key, value);
    children(old, fresh, log);
    if (old.matches("textarea")) old.value = old.defaultValue;
    if (more > 0) {
      log.messages += more;
      old.classList.add("fresh");
    }
  }

  function children(old, fresh, log) {
    const wanted = [...fresh.childNodes];
    const named = new Map([...old.childNodes].filter(name).map((node) => [name(node), node]));
    let at = old.firstChild;
    wanted.forEach((node, index) => {
      const same = name(node) ? named.get(name(node)) : null;
      const later = wanted.slice(index + 1);
      const due = (other) => later.some((each) => alike(each, other));
      const itself = (other) => other.isEqualNode(node) || !later.some((each) => each.isEqualNode(other));
      while (at && at !== same && !alike(at, node) && !due(at)) at = drop(at);
      const fits = at && !name(node) && alike(at, node) && itself(at);
      const found = same && alike(same, node) ? same : fits ? at : null;
      if (!found) {
        const taken = old.insertBefore(document.importNode(node, true), at);
        if (taken.nodeType === 1) log.added.push(taken);
        return;
      }
      if (found === at) at = at.nextSibling;
      else old.insertBefore(found, at);
      morph(found, node, log);
    });
    while (at) at = drop(at);
  }

  // What somebody is at work on stays, though it is not there any more: it is theirs to send.
  function drop(node) {
    const next = node.nextSibling;
    if (!busy(node)) node.remove();
    return next;
  }

  document.addEventListener("visibilitychange", () => document.hidden ? stop() : listen());
  addEventListener("pagehide", stop);
  addEventListener("pageshow", listen);
  addEventListener("focus", listen);
  listen();
})();
