"use strict";
// A form that found the database busy or away is sent again by itself, with its own key, a good number of times.
// Of a page of its own the tries are counted in the session's storage, since every try is a new page.
(() => {
  const MOST = 20;
  const tries = new WeakMap();

  // Says in the notice that it goes on, and does so after as many seconds as the server asked for; false when it was tried enough.
  function goOn(notice, count, send) {
    const goesOn = count < MOST;
    notice.querySelector("[data-sending]").hidden = !goesOn;
    notice.querySelector("[data-gave-up]").hidden = goesOn;
    return goesOn ? setTimeout(send, Number(notice.dataset.againAfter) * 1000) : 0;
  }

  function ownPage(notice, form) {
    const name = `again:${form.elements.key ? form.elements.key.value : location.pathname}`;
    const count = Number(sessionStorage.getItem(name) || 0);
    const timer = goOn(notice, count, () => {
      sessionStorage.setItem(name, String(count + 1));
      // Not submit(), which passes over the checks and the handlers of the form.
      form.requestSubmit();
    });
    form.addEventListener("submit", () => clearTimeout(timer));
  }

  // In a page of HTMX: the answer's own words above the form, and the button that was pressed is pressed again.
  const buttons = new WeakMap();
  const timers = new WeakMap();
  document.addEventListener("submit", (event) => {
    buttons.set(event.target, event.submitter);
    clearTimeout(timers.get(event.target));
  }, true);
  function inPlace(form, words) {
    form.insertAdjacentHTML("afterbegin", words);
    const notice = form.firstElementChild;
    notice.scrollIntoView({ block: "nearest" });
    if (!notice.dataset.againAfter) return;
    const count = tries.get(form) || 0;
    tries.set(form, count + 1);
    timers.set(form, goOn(notice, count, () => {
      const button = buttons.get(form);
      if (form.isConnected) form.requestSubmit(button && button.isConnected && button.form === form ? button : null);
    }));
  }
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) tries.delete(event.detail.elt);
  });
  window.Again = { inPlace };

  const notice = document.querySelector("#unplayable[data-again-after]");
  const form = document.querySelector("form#typed");
  if (notice && form) ownPage(notice, form);
})();
