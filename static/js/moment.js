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
  const STEP_MS = 40;
  const TYPED_IN = "input:not([type='checkbox'], [type='radio'], [type='submit'], [type='button'], [type='range']), textarea, select, [contenteditable]";
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  let newest = Number(page.dataset.seq); // of which a moment was staged, or the page knew when it was opened
  let heard = newest;
  let staged = -CLOSE_MS; // when the last one began
  let shownAgain = performance.now();
  let release = null; // lets in the parts that wait
  let timers = [];
  let waits = Promise.resolve();

  const motion = () => document.documentElement.dataset.motion || (calm.matches ? "off" : "full");
  const after = (ms, then) => timers.push(setTimeout(then, ms));
  const isShown = () => document.visibilityState !== "hidden";

  function letIn() {
    const then = release;
    release = null;
    if (then) then();
  }

  // The end of what is staged: at once where somebody asks for it.
  function end() {
    timers.forEach(clearTimeout);
    timers = [];
    letIn();
    stage.hidden = true;
    stage.replaceChildren();
    stage.className = "moment-stage";
  }

  // Each die and card lands by itself where they are few; else each pool is one throw. Counted is what the stylesheet
  // moves, and nothing measured: the page is laid out once.
  function throwDice(moment) {
    const count = (what) => moment.querySelectorAll(what).length;
    moment.querySelectorAll(".die").forEach((die, place) => die.style.setProperty("--at", `${150 + place * STEP_MS}ms`));
    const others = 2 + count(".log-result, .contest-verdict, .contest-line, .is-winner .dice-above, .log-pool > .log-also, .crossed-name, .flame path, .flame-after, .chain");
    const each = count(".die") + count(".die.is-cancelled") + 3 * count(".hand-of-cards > li");
    const whole = count(".dice, .hand-of-cards, .hand-of-cards > .is-counted");
    const picture = moment.querySelector(".moment-picture");
    if (picture) picture.dataset.lands = others + each <= MOST_MOVING ? "each" : others + whole <= MOST_MOVING ? "whole" : "none";
  }

  const overlaps = (one, other) => one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;

  // Below what stays in sight at the top. Never over what is being typed: at the other end then, or not at all.
  function place(moment) {
    const at = document.activeElement?.matches(TYPED_IN) ? document.activeElement : null;
    const view = window.visualViewport;
    const tops = [...document.querySelectorAll(".head-bar, .head-lines")].map((one) => one.getBoundingClientRect().bottom);
    stage.style.setProperty("--above", `${Math.max(0, ...tops) + (view ? view.offsetTop : 0) + 8}px`);
    const covered = view ? Math.max(0, window.innerHeight - view.height - view.offsetTop) : 0;
    stage.style.setProperty("--below", covered ? `${covered + 8}px` : "");
    const isCalm = at || stage.dataset.pace === "still"; // a page that darkens at once would startle
    stage.classList.toggle("is-weighty", moment.classList.contains("is-weighty") && !isCalm);
    stage.dataset.place = "start";
    const veil = document.createElement("div");
    veil.className = "moment-veil";
    stage.replaceChildren(veil, moment);
    stage.hidden = false;
    if (!at || !overlaps(moment.getBoundingClientRect(), at.getBoundingClientRect())) return true;
    stage.dataset.place = "end";
    return !overlaps(moment.getBoundingClientRect(), at.getBoundingClientRect());
  }

  // One sentence, unless the page's own news tell this person of the same entry.
  function say(moment, seq) {
    if (document.querySelector(`[data-news="${seq}"], [data-told="${seq}"]`)) return;
    const words = [...moment.querySelectorAll(".log-sentence, .log-result")].map((one) => one.textContent.trim());
    said.textContent = words.join(" ");
  }

  function show(moment, seq, isLate) {
    const isClose = performance.now() - staged < CLOSE_MS;
    const how = motion();
    stage.dataset.pace = how === "off" || isLate ? "still" : how === "short" || isClose ? "short" : "full";
    const pace = stage.dataset.pace === "short" ? SHORT : 1;
    for (const link of moment.querySelectorAll("[href], [id]")) ["href", "id"].forEach((name) => link.removeAttribute(name));
    said.textContent = ""; // the same sentence twice is told twice
    throwDice(moment);
    const finds = place(moment);
    const length = (stage.classList.contains("is-weighty") && pace === 1 ? WEIGHTY_MS : USUAL_MS) * pace;
    staged = performance.now();
    const verdict = () => {
      moment.classList.remove("is-open", "is-untold");
      letIn();
      say(moment, seq);
    };
    stage.hidden = !finds;
    if (!finds || stage.dataset.pace === "still") verdict();
    else {
      moment.classList.add("is-open", "is-untold");
      after(LINE_MS * pace, () => moment.classList.remove("is-open"));
      after(VERDICT_MS * pace, verdict);
    }
    after(length - 120, () => stage.classList.add("is-over"));
    after(length, end);
    stage.dispatchEvent(new CustomEvent("moment-staged", { bubbles: true, detail: { moment, pace, isStill: stage.dataset.pace === "still" } }));
  }

  page.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, serverResponse } = event.detail;
    const seq = Number(xhr.getResponseHeader("X-Moment"));
    if (xhr.status !== 200 || !seq || seq <= newest) return;
    newest = seq;
    const told = new DOMParser().parseFromString(serverResponse, "text/html").querySelector("template[data-moment]");
    if (!told || !isShown()) return;
    end();
    event.detail.shouldSwap = false;
    waits = new Promise((done) => {
      release = () => {
        try {
          window.htmx.swap(page, serverResponse, { swapStyle: "none", swapDelay: 0, settleDelay: 0 }, { eventInfo: event.detail });
        } finally {
          done();
        }
      };
    });
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
  document.addEventListener("visibilitychange", () => {
    if (isShown()) shownAgain = performance.now();
    else end();
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) shownAgain = performance.now(); });

  /** When the parts that wait for a verdict are in. */
  window.Moment = { shown: () => waits };
})();
