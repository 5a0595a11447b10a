"use strict";
// A stage is told when something moved, as pages are, and asks what it shows now. It is left on for a night: one
// connection and one element that is filled anew, nothing that grows.
(() => {
  const QUIET_MS = 4500;
  const DIM_MS = 300000;
  const about = document.getElementById("stage-live");
  if (!about) { // it waits to be let in
    setTimeout(() => location.reload(), 3000);
    return;
  }
  const stage = document.getElementById("stage");
  const away = document.getElementById("stage-away");
  let source = null;
  let timer = 0;
  let dim = 0;
  let heard = "";
  let isAsking = false;

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(lost, QUIET_MS);
  };

  function lost() {
    if (source) source.close();
    source = null;
    away.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(open, 2000);
    ask();
  }

  function open() {
    if (source) source.close();
    source = new EventSource(about.dataset.liveUrl);
    for (const kind of ["entry", "ping"]) source.addEventListener(kind, hear);
    source.addEventListener("state", wait); // the database is away: what stands here stays
    source.addEventListener("bye", () => location.reload());
    source.onerror = lost;
    wait();
  }

  function hear(event) {
    wait();
    away.hidden = true;
    if (event.data === heard) return;
    heard = event.data;
    ask();
  }

  async function ask() {
    if (isAsking) return;
    isAsking = true;
    const told = heard;
    try {
      const answer = await fetch(`${about.dataset.since}?mark=${stage.dataset.part}`, { cache: "no-store" });
      if (answer.status === 205) location.reload(); // it was ended: back to the code
      else if (answer.ok) fill(await answer.text());
    } catch (_error) {
      away.hidden = false;
    }
    isAsking = false;
    if (heard !== told) ask();
  }

  function fill(text) {
    const found = new DOMParser().parseFromString(text, "text/html").getElementById("stage");
    if (!found) return;
    stage.replaceChildren(...found.childNodes);
    stage.dataset.part = found.dataset.part;
    light();
  }

  function light() {
    document.body.classList.remove("is-dim");
    clearTimeout(dim);
    dim = setTimeout(() => document.body.classList.add("is-dim"), DIM_MS);
  }

  // The pointer and the one button are there only while somebody moves the pointer.
  const full = document.getElementById("stage-full");
  let touched = 0;
  const touch = () => {
    document.body.classList.add("is-touched");
    clearTimeout(touched);
    touched = setTimeout(() => document.body.classList.remove("is-touched"), 3000);
  };
  addEventListener("pointermove", touch);
  if (document.fullscreenEnabled) {
    full.hidden = false;
    full.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => {}));
    document.addEventListener("fullscreenchange", () => { full.hidden = document.fullscreenElement !== null; });
  }

  // Kept lit where the browser can; elsewhere the television's own settings decide.
  const keep = () => { if (navigator.wakeLock && document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", keep);
  keep();
  light();
  open();
})();
