"use strict";
// One stream per visible page. It says only "there are entries up to n, and something else stirred m times"; the page
// asks once what of it is another by now, and is sent the parts whose content changed (since).
// A hidden page gives its connection back (browsers allow six to a host) and catches up when it is shown again; the one
// that may ring goes on listening.
(() => {
  const page = document.querySelector("[data-live-url]");
  if (!page) return;
  // Two pings of the server and a little: a lost connection shows within five seconds.
  const QUIET_MS = 4500;
  const RETRY_MS = 1000;
  const rows = document.querySelector("[data-after]");
  let source = null;
  let timer = 0;
  let retry = 0;
  let heard = { seq: Number(page.dataset.seq), stir: Number(page.dataset.stir) };
  let shown = heard;
  let isOwed = false; // to be asked for although nothing was heard: the connection was lost, or somebody says so
  let isAsking = false;
  let failures = 0;
  let isAgain = false; // a connection that was lost comes back; nobody opened the page just now

  const say = (state) => { document.body.dataset.live = state; };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(lost, QUIET_MS);
  };

  function lost() {
    isOwed = true;
    isAgain = true;
    say("retry");
    close();
    clearTimeout(retry);
    retry = setTimeout(open, RETRY_MS);
    failures += 1;
    if (failures > 1) follow();
  }

  function close() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  function hear(event) {
    say("open");
    failures = 0;
    wait();
    heard = JSON.parse(event.data);
    if (owes()) document.body.dispatchEvent(new CustomEvent("entry-logged", { detail: { seq: heard.seq } }));
  }

  // Connected, but the database cannot be asked: nothing can be played until the stream speaks of entries again.
  function stuck() {
    say("stuck");
    isOwed = true;
    wait();
  }

  function open() {
    clearTimeout(retry);
    const isHidden = document.visibilityState === "hidden";
    if (source || (isHidden && !page.dataset.rings)) return;
    source = new EventSource(page.dataset.liveUrl + (isHidden ? "?hidden" : isAgain ? "?again" : ""));
    source.addEventListener("entry", hear);
    source.addEventListener("ping", hear);
    source.addEventListener("state", stuck);
    source.addEventListener("bye", () => { close(); say("closed"); });
    source.onerror = lost;
    wait();
  }

  // One request at a time. What is heard meanwhile is asked for afterwards, so that nothing is missed or doubled.
  const after = () => Number(rows ? rows.dataset.after : shown.seq);
  const owes = () => isOwed || heard.seq > shown.seq || heard.stir !== shown.stir;
  async function follow() {
    if (isAsking) return;
    isAsking = true;
    let isFurther = true;
    try {
      while (isFurther && (owes() || (rows && after() < heard.seq))) {
        const [before, told] = [after(), heard];
        isOwed = false;
        if (!await ask()) break;
        shown = told;
        isFurther = owes() || after() > before;
      }
    } catch (_error) {
      lost();
    } finally {
      isAsking = false;
    }
  }

  // Whether it was answered. A stream that is refused tells no reason: whoever was signed out, or has left, is told here.
  async function ask() {
    const parts = [...document.querySelectorAll("[data-part]")];
    const values = { page: page.dataset.page.slice(page.dataset.campaign.length), here: page.dataset.here, marks: parts.map((part) => `${part.id}:${part.dataset.part}`).join(" ") };
    if (rows) values.marks += ` ${rows.id}:`;
    let answer = null;
    const keep = ({ detail: { xhr } }) => { answer = xhr; };
    page.addEventListener("htmx:beforeSwap", keep); // what is held back while something is pressed comes to none
    try {
      await window.htmx.ajax("GET", `${page.dataset.campaign}since/${after()}.${shown.stir}/`, { source: page, swap: "none", values });
    } finally {
      page.removeEventListener("htmx:beforeSwap", keep);
    }
    if (window.Moment) { // the parts wait for the verdict of what is staged
      await window.Moment.shown();
      entitle();
      offer();
    }
    if (answer && answer.status === 503) say("stuck"); // the server is there, its database is not
    if (answer && [401, 403, 404].includes(answer.status)) {
      clearTimeout(retry);
      close();
      say("closed");
    }
    if (!answer || answer.status !== 200) return false;
    if (rows) rows.dataset.after = answer.getResponseHeader("X-Shown");
    return true;
  }

  const owe = () => { isOwed = true; follow(); };
  for (const told of ["entry-logged", "calls-doubted"]) document.body.addEventListener(told, owe);
  page.addEventListener("let-go", owe);

  // A part keeps what was unfolded in it, and the focus where it was. Rows that stand there already are left out.
  // A fold without an id is known by its summary, and by how many of the same stand before it.
  function foldsIn(target) {
    const folds = new Map();
    for (const one of target.querySelectorAll("details")) {
      const name = one.id || one.querySelector("summary")?.textContent.trim();
      let nth = 0;
      while (folds.has(`${nth} ${name}`)) nth += 1;
      folds.set(`${nth} ${name}`, one);
    }
    return folds;
  }
  // Of a long part, only the pieces that are other ones are put in, so that a slow phone lays out no more than those. What
  // each answer brings another of does not make a piece another: it is used up only by what changes the piece.
  const ANOTHER_EACH_TIME = "input[name='csrfmiddlewaretoken'], input[name='key']";
  function isSame(one, other) {
    const [kept, fresh] = [one, other].map((piece) => [...piece.querySelectorAll(ANOTHER_EACH_TIME)]);
    const values = fresh.map((field) => field.value);
    fresh.forEach((field, at) => field.setAttribute("value", kept[at]?.value));
    const found = one.isEqualNode(other);
    fresh.forEach((field, at) => field.setAttribute("value", values[at]));
    return found;
  }
  function isSameAround(one, other) {
    if (one.dataset?.piece && one.dataset.piece === other.dataset?.piece) return true;
    if (!one.querySelector?.("[data-piece]")) return one.isEqualNode(other);
    return one.cloneNode().isEqualNode(other.cloneNode()) && areSameAround(one, other);
  }
  function areSameAround(target, fragment) {
    const [nodes, others] = [[...target.childNodes], [...fragment.childNodes]];
    return nodes.length === others.length && nodes.every((one, at) => isSameAround(one, others[at]));
  }
  function putInPieces(target, fragment) {
    const pieces = [...target.querySelectorAll("[data-piece]")];
    if (!pieces.length || !areSameAround(target, fragment)) return false;
    for (const [at, fresh] of fragment.querySelectorAll("[data-piece]").entries()) {
      if (isSame(pieces[at], fresh)) continue;
      pieces[at].className = fresh.className;
      const asked = { eventInfo: { requestConfig: { elt: page } } };
      window.htmx.swap(pieces[at], fresh.innerHTML, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 }, asked);
    }
    return true;
  }
  let kept = null;
  document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    if (target === rows) {
      for (const row of fragment.querySelectorAll("[data-seq]")) if (document.getElementById(row.id)) row.remove();
      kept = { target, atEnd: isAtEnd(), added: fragment.querySelectorAll("[data-seq]").length };
    } else if (target.dataset.part && fragment.dataset) { // one that is replaced whole brings its own mark
      const at = target.contains(document.activeElement) ? document.activeElement : null;
      kept = {
        target,
        mark: fragment.dataset.part,
        folds: foldsIn(target),
        at: at && { id: at.id, href: at.getAttribute("href"), fold: at.closest("summary")?.parentElement },
      };
      if (!putInPieces(target, fragment)) return;
      detail.shouldSwap = false;
      restore();
    }
  });
  document.body.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => { if (kept?.target === target) restore(); });
  function restore() {
    const { target, ...before } = kept;
    kept = null;
    if (target === rows) {
      rows.dispatchEvent(new CustomEvent("rows-added", { bubbles: true, detail: before }));
      return;
    }
    target.dataset.part = before.mark;
    let summary = null;
    for (const [name, one] of foldsIn(target)) {
      const was = before.folds.get(name);
      if (was) one.open = was.open;
      if (was && was === before.at?.fold) summary = one.querySelector("summary");
    }
    if (!before.at || target.contains(document.activeElement)) return;
    const same = before.at.id && document.getElementById(before.at.id);
    const link = before.at.href && [...target.querySelectorAll("a")].find((one) => one.getAttribute("href") === before.at.href);
    (summary || same || link || null)?.focus({ preventScroll: true });
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

  // A page in the background has no stream, unless it may ring (calls.js). Once a minute it asks, so that its title can call.
  const BACKGROUND_MS = 60000;
  let asking = 0;

  function turn() {
    clearInterval(asking);
    isAgain = false;
    close();
    open();
    if (!source) asking = setInterval(() => { isOwed = true; follow(); }, BACKGROUND_MS);
  }
  document.addEventListener("visibilitychange", turn);
  document.body.addEventListener("rings-changed", turn);
  // The page may be kept for the way back, and must not keep its connection meanwhile.
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  window.addEventListener("online", open);
  open();
})();
