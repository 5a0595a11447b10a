"use strict";
// A region that follows the log is not replaced once someone has typed in it or sent a form of it: it says that
// something has changed instead. That includes an answer that was requested before they began to type.
(() => {
  const KEPT = "[data-keep-typed]";
  const touched = new WeakSet();
  const note = (event) => {
    const region = event.target.closest(KEPT);
    if (region) touched.add(region);
  };
  for (const name of ["input", "change"]) document.addEventListener(name, note);

  // Two things come without an event: what the browser restores when someone returns to the page, and what the server
  // sends back in a form that it refused.
  const written = (form) => new URLSearchParams(new FormData(form)).toString();
  const isFilled = (form) => {
    const fresh = form.cloneNode(true);
    // A copy as the server sent it: what differs from that was written by somebody.
    fresh.reset();
    return written(fresh) !== written(form) || form.querySelector("#form-errors, .field-error, :scope > .refusal") !== null;
  };

  // Whether a region has to stay. It says so, unless a form of it is being sent: the answer to that says what happened.
  const stays = (region) => {
    if (!touched.has(region) && ![...region.querySelectorAll("form")].some(isFilled)) return false;
    const notice = region.querySelector(".changed");
    if (notice && !region.querySelector("form.htmx-request")) notice.hidden = false;
    return true;
  };
  const anyStays = (target, asking) => {
    const regions = [target.closest(KEPT), ...target.querySelectorAll(KEPT)].filter(Boolean);
    const isOwn = (region) => asking && asking !== region && region.contains(asking); // a form's answer, its odds
    return regions.filter((region) => !isOwn(region) && stays(region)).length > 0;
  };

  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (elt.matches("form")) note(event);
    else if (elt.matches(KEPT) && stays(elt)) event.preventDefault();
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { target, shouldSwap, requestConfig } = event.detail;
    if (shouldSwap && anyStays(target, requestConfig.elt)) event.detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (anyStays(event.detail.target)) event.preventDefault();
  });
})();
