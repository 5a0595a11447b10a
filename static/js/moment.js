"use strict";
// Stages what somebody else has just played. It comes with what an open page is sent of its parts (live.js): the parts
// wait for the verdict's beat, so that no number is known before its dice lie; a tap, a key, a hidden page or a newer
// entry lets them in. The end of a moment is how the stylesheet has it without movements.
(() => {
  const page = document.querySelector("[data-live-url]");
  const stage = document.getElementById("moment");
  const said = document.getElementById("moment-said");
  if (!page || !stage || !said) return;
  const LINE_MS = 850;
  const VERDICT_MS = 1100;
  const USUAL_MS = 1500;
  const WEIGHTY_MS = 2500;
  const SHORT = 0.4; // of the usual length
  const CLOSE_MS = 3000; // what comes so soon after another moment is staged in short
  const MOST_MOVING = 20; // at once: each die and card by itself, else each pool as one, else none of them
  const FIRST_MS = 150;
  const STEP_MS = 40;
  const WHOLE_MS = 400; // a pool that is one throw
  const POOLS = ".contest-side, .log-pool, .log-rolls > li";
  const LEAST_OVER = 16; // a die that turns or a card that comes forward reaches a little out of its place
  const A_FRAMES_WORTH = 12; // of dice that a slow phone lays out and paints without a late frame; a card is three
  const TYPED_IN = "input:not([type='checkbox'], [type='radio'], [type='submit'], [type='button'], [type='range']), textarea, select, [contenteditable]";
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  let newest = Number(page.dataset.seq); // of which a moment was staged, or the page knew when it was opened
  let heard = newest;
  let staged = -CLOSE_MS; // when the last one began
  let shownAgain = performance.now();
  let parts = []; // what waits for the verdict, each an element as it came
  let answer = null; // with which they came
  let done = null; // for whoever waits until they are in
  let untold = null; // says it to whoever listens, once: also where a key ends it before its verdict
  let timers = [];
  let frame = 0;
  let waits = Promise.resolve();

  const motion = () => document.documentElement.dataset.motion || (calm.matches ? "off" : "full");
  const after = (ms, then) => timers.push(setTimeout(then, ms));
  const isShown = () => document.visibilityState !== "hidden";

  // A frame is painted before it: what is done in several of these makes no frame late on a slow phone.
  const inNextFrame = (then) => { frame = requestAnimationFrame(() => after(0, then)); };

  function oneIn() {
    const part = parts.shift();
    try {
      if (part) window.htmx.swap(page, part.outerHTML, { swapStyle: "none", swapDelay: 0, settleDelay: 0 }, { eventInfo: answer });
    } finally {
      if (!parts.length && done) done();
    }
  }

  function letIn() {
    while (parts.length) oneIn();
  }

  function letInByAndBy() {
    oneIn();
    if (parts.length) inNextFrame(letInByAndBy);
  }

  // The end of what is staged: at once where somebody asks for it.
  function end() {
    timers.forEach(clearTimeout);
    timers = [];
    cancelAnimationFrame(frame);
    tell();
    letIn();
    stage.hidden = true;
    stage.replaceChildren();
    stage.className = "moment-stage";
  }

  // What is staged is for the eye alone and for a moment: what is not seen of it is not laid out.
  const UNSEEN = ".visually-hidden, .log-list, .log-link, .rungs, .contest-reason, .parts-note, :not(.log-pool) > .log-also, .log-rolls .parts";

  // Each die and card lands by itself where they are few, within an outline that stands from the start; else each pool is
  // one throw. The parts of a pool light up one after another while its dice land. Counted is what the stylesheet moves,
  // and nothing measured: the page is laid out once.
  function throwDice(moment) {
    const picture = moment.querySelector(".moment-picture");
    if (!picture) return;
    const all = (what, within = moment) => [...within.querySelectorAll(what)];
    const count = (what) => all(what).length;
    const others = 3 + count(".log-result, .contest-verdict, .contest-line, .is-winner .dice-above, .log-pool > .log-also, .crossed-name, .flame path, .flame-after, .chain, .moment-grand");
    const each = count(".die") + count(".die.is-cancelled") + 3 * count(".hand-of-cards > li");
    const whole = count(".dice, .hand-of-cards, .hand-of-cards > .is-counted");
    const lit = { each: count(".parts > li"), whole: count(".parts") };
    const ways = [["each", "each"], ["each", "whole"], ["whole", "each"], ["whole", "whole"]];
    const moves = ([dice, light]) => others + (dice === "each" ? each : whole) + lit[light];
    const [lands, lights] = ways.find((way) => moves(way) <= MOST_MOVING) || ["none", "none"];
    Object.assign(picture.dataset, { lands, lights });
    const at = (one, ms) => one.style.setProperty("--at", `${Math.round(ms)}ms`);
    let landed = 0;
    for (const pool of all(POOLS, picture)) {
      const dice = all(".die", pool);
      const from = FIRST_MS + (lands === "each" ? landed * STEP_MS : 0);
      const span = lands === "each" && dice.length ? dice.length * STEP_MS : WHOLE_MS;
      if (lands === "each") dice.forEach((die, place) => at(die, from + place * STEP_MS));
      if (lights === "each") all(".parts > li", pool).forEach((part, place, { length }) => at(part, from + (place * span) / length));
      landed += dice.length;
    }
    if (lands === "each") for (const die of all(".die", picture)) putInto("die-place", [die]);
    if (lands === "whole") for (const dice of all(".dice", picture)) putInto("dice-thrown", [...dice.children]);
  }

  function putInto(name, dice) {
    const made = document.createElement("li");
    made.className = name;
    dice[0]?.before(made);
    made.append(...dice);
  }

  const overlaps = (one, other) => one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;
  const typedIn = () => (document.activeElement?.matches(TYPED_IN) ? document.activeElement : null);

  // Below what stays in sight at the top. Never over what is being typed: at the other end then, or not at all.
  function place(moment, at) {
    const view = window.visualViewport;
    const tops = [...document.querySelectorAll(".head-bar, .head-lines")].map((one) => one.getBoundingClientRect().bottom);
    stage.style.setProperty("--above", `${Math.max(0, ...tops) + (view ? view.offsetTop : 0) + 8}px`);
    const covered = view ? Math.max(0, window.innerHeight - view.height - view.offsetTop) : 0;
    stage.style.setProperty("--below", covered ? `${covered + 8}px` : "");
    stage.dataset.place = "start";
    const veil = document.createElement("div");
    veil.className = "moment-veil";
    stage.replaceChildren(veil, moment);
    stage.hidden = false;
    if (!at || !overlaps(moment.getBoundingClientRect(), at.getBoundingClientRect())) return true;
    stage.dataset.place = "end";
    return !overlaps(moment.getBoundingClientRect(), at.getBoundingClientRect());
  }

  const wordsOf = (moment) => [...moment.querySelectorAll(".log-sentence, .log-result")].map((one) => one.textContent.trim()).join(" ");

  // One sentence, unless the page's own news tell this person of the same entry, or are among the parts that wait.
  function say(words, seq) {
    const news = `[data-news="${seq}"], [data-told="${seq}"]`;
    const isTold = [document, ...parts].some((root) => root.querySelector(news));
    if (!isTold) said.textContent = words;
  }

  function tell() {
    const then = untold;
    untold = null;
    if (then) then();
  }

  function show(moment, seq, isLate) {
    const isClose = performance.now() - staged < CLOSE_MS;
    const how = motion();
    stage.dataset.pace = how === "off" || isLate ? "still" : how === "short" || isClose ? "short" : "full";
    const pace = stage.dataset.pace === "short" ? SHORT : 1;
    const isStill = stage.dataset.pace === "still";
    const words = wordsOf(moment);
    untold = () => say(words, seq);
    for (const link of moment.querySelectorAll("[href], [id]")) ["href", "id"].forEach((name) => link.removeAttribute(name));
    for (const one of moment.querySelectorAll(UNSEEN)) one.remove();
    said.textContent = ""; // the same sentence twice is told twice
    throwDice(moment);
    const at = typedIn();
    stage.classList.toggle("is-weighty", moment.classList.contains("is-weighty") && !at && !isStill); // a page that darkens at once would startle
    const length = (stage.classList.contains("is-weighty") && pace === 1 ? WEIGHTY_MS : USUAL_MS) * pace;
    staged = performance.now();
    const verdict = () => {
      moment.classList.remove("is-open", "is-untold");
      tell();
      inNextFrame(letInByAndBy);
    };
    const begin = () => {
      if (!isStill) {
        after(LINE_MS * pace, () => moment.classList.remove("is-open"));
        after(VERDICT_MS * pace, verdict);
      }
      after(length - 120, () => stage.classList.add("is-over"));
      after(length, end);
      stage.dispatchEvent(new CustomEvent("moment-staged", { bubbles: true, detail: { moment, pace, isStill } }));
      if (isStill || stage.hidden) inNextFrame(verdict);
    };
    if (!isStill) moment.classList.add("is-open", "is-untold");
    after(2 * WEIGHTY_MS, end); // wherever no frames come
    // First who and what, then the dice; beside what is being typed at once, as their place hangs on all of it.
    const steps = at ? [] : takenApart(moment);
    inNextFrame(() => {
      stage.hidden = !place(moment, at);
      const next = () => {
        steps.shift()?.();
        if (steps.length) return inNextFrame(next);
        inNextFrame(() => {
          fit(moment); // it lies there by now: to measure it costs nothing
          begin();
        });
      };
      if (steps.length) inNextFrame(next);
      else next();
    });
  }

  // Nothing is cut off: what is higher than its room becomes smaller.
  function fit(moment) {
    const picture = moment.querySelector(".moment-picture");
    if (!picture) return;
    const over = Math.max(moment.scrollHeight - moment.clientHeight, picture.scrollHeight - picture.clientHeight);
    if (over > LEAST_OVER) picture.style.zoom = String(Math.max(0.3, 1 - over / picture.scrollHeight));
  }

  // The picture leaves the moment, with its pools each for itself; what brings them back, a frame's worth at a time.
  function takenApart(moment) {
    const picture = moment.querySelector(".moment-picture");
    if (!picture) return [];
    const steps = [[]];
    let weight = 0;
    for (const pool of picture.querySelectorAll(POOLS)) {
      const own = pool.querySelectorAll(".die").length + 3 * pool.querySelectorAll(".card").length;
      if (weight + own > A_FRAMES_WORTH && steps.at(-1).length) {
        steps.push([]);
        weight = 0;
      }
      weight += own;
      const mark = document.createComment("");
      pool.replaceWith(mark);
      steps.at(-1).push(() => mark.replaceWith(pool));
    }
    picture.remove();
    steps[0].unshift(() => moment.append(picture));
    return steps.map((all) => () => all.forEach((one) => one()));
  }

  page.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const seq = Number(detail.xhr.getResponseHeader("X-Moment"));
    if (detail.xhr.status !== 200 || !seq || seq <= newest) return;
    newest = seq;
    const came = new DOMParser().parseFromString(`<template>${detail.serverResponse}</template>`, "text/html").querySelector("template").content;
    const told = came.querySelector("template[data-moment]");
    if (!told || !isShown()) return;
    end();
    detail.shouldSwap = false;
    told.remove();
    parts = [...came.children];
    answer = detail;
    waits = parts.length ? new Promise((then) => { done = then; }) : Promise.resolve();
    show(document.importNode(told.content, true).firstElementChild, seq, performance.now() - shownAgain < 1000);
  });

  document.body.addEventListener("entry-logged", ({ detail }) => {
    if (detail?.seq <= heard) return;
    heard = detail?.seq ?? heard;
    letIn();
  });
  // A tap on a darkened page ends the moment and does nothing else; anything else that is pressed works as ever.
  let isSpent = false;
  document.addEventListener("pointerdown", () => {
    isSpent = stage.classList.contains("is-weighty") && !stage.hidden;
    if (!stage.hidden) end();
  }, true);
  document.addEventListener("click", (event) => {
    if (isSpent && event.detail) {
      event.preventDefault();
      event.stopPropagation();
    }
    isSpent = false;
  }, true);
  document.addEventListener("keydown", () => { if (!stage.hidden) end(); }, true);
  // What is shown lies never over what is being typed. A class of the page: in a style sheet, to ask the whole page for
  // it would lay out all of it anew with each change.
  const typing = () => document.body.classList.toggle("is-typing", Boolean(typedIn()));
  for (const moved of ["focusin", "focusout"]) document.addEventListener(moved, () => setTimeout(typing));
  document.addEventListener("visibilitychange", () => {
    if (isShown()) shownAgain = performance.now();
    else end();
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) shownAgain = performance.now(); });

  /** When the parts that wait for a verdict are in. */
  window.Moment = { shown: () => waits };
})();
