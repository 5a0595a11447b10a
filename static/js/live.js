"use strict";
// One stream per visible page. It says only "there are entries up to n, and something else stirred m times"; the page
// fetches what it shows itself.
// A hidden page gives its connection back (browsers allow six to a host) and catches up when it is shown again.
(() => {
  const page = document.querySelector("[data-live-url]");
  if (!page) return;
  // Two pings of the server and a little: a lost connection shows within five seconds.
  const QUIET_MS = 4500;
  const RETRY_MS = 1000;
  const rows = document.querySelector("[data-live-rows]");
  let source = null;
  let timer = 0;
  let retry = 0;
  let seen = Number(page.dataset.liveAfter || 0);
  let stirred = Number(page.dataset.liveStir || 0);
  let fetching = false;
  let wasLost = false;
  let failures = 0;

  const say = (state) => { document.body.dataset.live = state; };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(lost, QUIET_MS);
  };

  function lost() {
    wasLost = true;
    say("retry");
    close();
    clearTimeout(retry);
    retry = setTimeout(open, RETRY_MS);
    failures += 1;
    if (failures > 1) ask();
  }

  // A stream that is refused tells no reason. Whoever was signed out, or has left, is told so instead of trying on.
  async function ask() {
    try {
      const answer = await fetch(page.getAttribute("hx-get"), { redirect: "manual" });
      if (answer.status === 503) say("stuck"); // the server is there, its database is not
      if (answer.type !== "opaqueredirect" && answer.status !== 403 && answer.status !== 404) return;
      clearTimeout(retry);
      close();
      say("closed");
    } catch (_error) { /* out of reach: it goes on trying */ }
  }

  function close() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  function heard(event) {
    say("open");
    failures = 0;
    wait();
    const { seq: newest, stir } = JSON.parse(event.data);
    if (newest > seen || stir !== stirred || wasLost) { // what was asked for while the connection was lost never came: ask again
      seen = Math.max(seen, newest);
      stirred = stir;
      wasLost = false;
      document.body.dispatchEvent(new CustomEvent("entry-logged", { detail: { seq: newest } }));
    }
    catchUp();
  }

  // Connected, but the database cannot be asked: nothing can be played until the stream speaks of entries again.
  function stuck() {
    say("stuck");
    wasLost = true;
    wait();
  }

  function open() {
    clearTimeout(retry);
    if (source || document.visibilityState === "hidden") return;
    source = new EventSource(page.dataset.liveUrl);
    source.addEventListener("entry", heard);
    source.addEventListener("ping", heard);
    source.addEventListener("state", stuck);
    source.addEventListener("bye", () => { close(); say("closed"); });
    source.onerror = lost;
    wait();
  }

  // Rows come after the last one shown, in order, one fetch at a time: none is missed or doubled.
  async function catchUp() {
    if (!rows || fetching || Number(rows.dataset.after) >= seen) return;
    fetching = true;
    try {
      while (Number(rows.dataset.after) < seen) {
        const answer = await fetch(`${rows.dataset.liveRows}${rows.dataset.liveRows.includes("?") ? "&" : "?"}after=${rows.dataset.after}`, { headers: { "X-Requested-With": "live" } });
        if (!answer.ok) break;
        const upTo = Number(answer.headers.get("X-Last-Seq") || 0);
        if (upTo <= Number(rows.dataset.after)) break;
        const atEnd = isAtEnd();
        const before = rows.querySelectorAll("[data-seq]").length;
        rows.insertAdjacentHTML("beforeend", await answer.text());
        rows.dataset.after = String(upTo);
        if (window.htmx) window.htmx.process(rows);
        const added = rows.querySelectorAll("[data-seq]").length - before;
        rows.dispatchEvent(new CustomEvent("rows-added", { bubbles: true, detail: { added, atEnd } }));
      }
    } catch (_error) {
      lost();
    } finally {
      fetching = false;
    }
  }

  function isAtEnd() {
    if (!rows.getClientRects().length) return false; // on a phone the log is on another leaf
    const own = rows.closest("[data-scrolls]");
    const box = own && own.scrollHeight > own.clientHeight + 4 ? own : document.scrollingElement;
    return box.scrollHeight - box.scrollTop - box.clientHeight < 120;
  }

  // A line of the log whose act was undone is struck through as soon as the undo is there, and not any more where the
  // undo was undone itself: the newest decides. A struck line keeps no button, and of all lines only the newest has one.
  function strike() {
    const undos = [...document.querySelectorAll("[data-undoes]")].sort((one, other) => other.dataset.seq - one.dataset.seq);
    const decided = new Set();
    for (const undo of undos)
      for (const seq of undo.dataset.undoes.split(" ").filter((one) => !decided.has(one))) {
        decided.add(seq);
        document.getElementById(`entry-${seq}`)?.classList.toggle("is-corrected", !undo.classList.contains("is-corrected"));
      }
    const buttons = [...document.querySelectorAll(".log [data-undo]")];
    const newest = Math.max(...buttons.map((button) => button.dataset.undo));
    for (const button of buttons) if (Number(button.dataset.undo) < newest || button.closest(".is-corrected")) button.remove();
  }
  document.addEventListener("rows-added", strike);

  // A part that takes its own place is gone, with what it still had to ask for, when its answer comes. What was told while
  // it asked, it asks for in its new place.
  const owed = new Set();
  document.body.addEventListener("entry-logged", () => {
    for (const part of document.querySelectorAll("[id][hx-trigger*=entry-logged].htmx-request")) owed.add(part.id);
  });
  document.body.addEventListener("htmx:load", ({ detail: { elt: part } }) => {
    if (owed.delete(part.id)) window.htmx.ajax("GET", part.getAttribute("hx-get"), { source: part });
  });

  // What was just done is offered to be undone for two minutes: the head must not grow over what somebody reads.
  let offered = 0;
  function offer() {
    clearTimeout(offered);
    const line = document.querySelector("#just-done [data-until]");
    if (line) offered = setTimeout(() => line.remove(), Math.min(120000, Number(line.dataset.until) * 1000 - Date.now()));
  }
  offer();

  // What waits, and what happened and is not yet put away, stands in the title too, where a tab in the background shows it.
  const title = document.title.replace(/^\(\d+\) /, "");
  function entitle() {
    const calls = Number(document.querySelector("[data-calls]")?.dataset.calls || 0);
    const number = calls + document.querySelectorAll("[data-news]").length;
    document.title = number ? `(${number}) ${title}` : title;
  }
  page.addEventListener("htmx:afterRequest", () => { entitle(); offer(); });
  document.body.addEventListener("htmx:afterSwap", entitle);
  // What stands there already is not told again to whoever listens, nor news taken from under a finger.
  const told = (root) => [...root.querySelectorAll("[data-news], [data-told]")].map((line) => line.dataset.news || line.dataset.told).join(" ");
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (!event.detail.target.matches("#news, [data-tells-once]")) return;
    if (told(event.detail.fragment) === told(event.detail.target)) event.detail.shouldSwap = false;
  });
  entitle();

  // A page in the background has no stream. Once a minute it asks for its frame, so that its title can call.
  const BACKGROUND_MS = 60000;
  let asking = 0;
  const askForFrame = () => window.htmx?.ajax("GET", page.getAttribute("hx-get"), { source: page, swap: "none" });

  document.addEventListener("visibilitychange", () => {
    clearInterval(asking);
    if (document.visibilityState !== "hidden") return open();
    close();
    asking = setInterval(askForFrame, BACKGROUND_MS);
  });
  // The page may be kept for the way back, and must not keep its connection meanwhile.
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  window.addEventListener("online", open);
  open();
})();
