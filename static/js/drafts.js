"use strict";
// What is typed in a step is put away as a draft while it is typed, so that whoever leaves by the menu finds it again.
// Without script a step is put away when it is left by its buttons.
(() => {
  const form = document.querySelector("[data-creation][data-keeps]");
  if (!form) return;
  const PAUSE_MS = 800;
  const LONGEST_MS = 5000; // then nobody waits for it any more
  let timer = 0;
  let isNew = false; // something was typed since it was last sent
  let sending = null;
  let isWaiting = false;

  async function send() {
    const said = new URLSearchParams(new FormData(form));
    said.set("command", "keep");
    try {
      const answer = await fetch(form.action, { method: "POST", body: said, signal: AbortSignal.timeout(LONGEST_MS) });
      if (answer.ok) return;
    } catch { /* nobody answers */ }
    isNew = true; // the next key tries again
  }
  function keep() {
    clearTimeout(timer);
    if (!isNew) return;
    if (sending) { // one at a time
      timer = setTimeout(keep, PAUSE_MS);
      return;
    }
    isNew = false;
    sending = send().finally(() => { sending = null; });
  }
  function typed() {
    isNew = true;
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE_MS);
  }

  form.addEventListener("input", typed);
  form.addEventListener("change", typed);
  form.addEventListener("focusout", keep); // whoever goes to the menu leaves the field first
  // A step's button goes at once: its words are newer, and what comes after them is not kept. Whoever is made waits for what
  // is under way, or a draft of theirs might come back.
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    isNew = false;
    if (!sending || event.submitter?.name) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isWaiting) return;
    isWaiting = true;
    sending.finally(() => {
      isWaiting = false;
      form.requestSubmit(event.submitter);
    });
  }, true);
})();
