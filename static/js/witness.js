"use strict";
// The witness: this browser remembers the newest entry that it was shown, and warns where the log no longer holds it.
// Whoever rebuilt a log would have to reach into the browsers of everybody at the table as well.
(() => {
  const place = document.querySelector("#witness");
  if (!place) return;
  const PAUSE_MS = 30_000;
  const key = `pactbook-seen-${place.dataset.campaign}`;
  let asked = 0;

  const seen = () => JSON.parse(localStorage.getItem(key) || "null");
  const remember = (seq, hash) => localStorage.setItem(key, JSON.stringify({ seq, hash }));

  // What stands now against what was seen; `still` is the hash that the log gives for the number that was seen.
  function compare(head, before, still) {
    const holds = !before || still === before.hash;
    if (!holds) place.querySelector("[data-seq]").textContent = String(before.seq);
    place.hidden = holds;
    if (holds && (!before || head.seq > before.seq)) remember(head.seq, head.hash);
  }

  async function ask() {
    asked = Date.now();
    const before = seen();
    const answer = await fetch(`${place.dataset.url}?after=${before ? before.seq : 0}`);
    if (!answer.ok) return;
    const head = await answer.json();
    compare(head, before, head.seen);
  }

  function look() {
    const head = { seq: Number(place.dataset.seq), hash: place.dataset.hash };
    const before = seen();
    if (!before) remember(head.seq, head.hash);
    else if (before.seq === head.seq) compare(head, before, head.hash);
    else return ask();
    return Promise.resolve();
  }

  // Storage may be refused, a network may be gone; then this browser is no witness, and nothing else suffers.
  const quietly = (work) => { try { Promise.resolve(work()).catch(() => {}); } catch (_error) { /* as above */ } };

  place.querySelector("[data-forget]").addEventListener("click", () => {
    quietly(() => { localStorage.removeItem(key); return ask(); });
  });
  document.body.addEventListener("entry-logged", () => {
    if (Date.now() - asked > PAUSE_MS) quietly(ask);
  });
  quietly(look);
})();
