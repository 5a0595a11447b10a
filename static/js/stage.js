"use strict";
// A stage is told when something moved, as pages are, and asks what it shows now. It is left on for a night: one
// connection and one element that is filled anew, nothing that grows.
(() => {
  const QUIET_MS = 4500;
  const DIM_MS = 300000;
  const LINE_MS = 850;
  const VERDICT_MS = 1100;
  const OVER_MS = 1800;
  const STEP_MS = 40;
  const MOST_MOVING = 20;
  const SMALLER = 0.88;
  const EASED = 0.94; // words beside dice stay readable for longer
  const SMALLEST = 0.25;
  const TEXT = 3; // of the width, in hundredths
  const SMALLEST_TEXT = 1.3;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
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
  let isBack = false; // after it was away: what it missed is not played again
  let beats = [];
  const seqShown = () => Number(stage.querySelector("[data-seq]")?.dataset.seq || 0);
  let newest = seqShown();

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(lost, QUIET_MS);
  };

  function lost() {
    if (source) source.close();
    source = null;
    away.hidden = false;
    isBack = true;
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
    end();
    stage.replaceChildren(...found.childNodes);
    stage.dataset.part = found.dataset.part;
    fit();
    const seq = seqShown();
    if (seq > newest && !isBack && !calm.matches && document.visibilityState === "visible") play();
    newest = Math.max(newest, seq);
    isBack = false;
    light();
  }

  // What has just been played is staged as on every page (moment.css), and stays as it ends.
  function play() {
    const throws = stage.querySelectorAll(".stage-throws");
    const dice = stage.querySelectorAll(".stage-throws .die");
    const moved = dice.length + 3 * stage.querySelectorAll(".stage-throws .card").length;
    throws.forEach((one) => { one.dataset.lands = moved <= MOST_MOVING ? "each" : "whole"; });
    dice.forEach((die, place) => die.style.setProperty("--at", `${150 + place * STEP_MS}ms`));
    stage.classList.add("is-staged", "is-open", "is-untold");
    const after = (ms, ...names) => beats.push(setTimeout(() => stage.classList.remove(...names), ms));
    after(LINE_MS, "is-open");
    after(VERDICT_MS, "is-untold");
    after(OVER_MS, "is-staged");
  }

  function end() {
    beats.forEach(clearTimeout);
    beats = [];
    stage.classList.remove("is-staged", "is-open", "is-untold");
  }

  // Very many dice, several Clashes or a long text: smaller, until nothing is cut off.
  function fit() {
    const shown = stage.querySelector(".stage-moment");
    const throws = shown ? [...shown.querySelectorAll(".stage-throws")] : [];
    const isCut = () => shown.scrollHeight > shown.clientHeight + 1 || shown.scrollWidth > shown.clientWidth + 1;
    if (!shown) return;
    [shown, ...throws].forEach((one) => one.removeAttribute("style"));
    let zoom = throws.length ? Number(getComputedStyle(throws[0]).zoom) || 1 : 1;
    let text = TEXT;
    while (isCut() && zoom > SMALLEST) {
      zoom *= SMALLER;
      text = Math.max(SMALLEST_TEXT, text * (throws.length ? EASED : SMALLER));
      throws.forEach((one) => { one.style.zoom = zoom; });
      shown.style.fontSize = `${text}cqi`;
    }
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
  fit();
  addEventListener("resize", fit);
  light();
  open();
})();
