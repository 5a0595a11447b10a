"use strict";
// A region that follows the log is not fetched anew while somebody types in it, or while what they sent is under way:
// it says that something happened instead.
(() => {
  const typed = new WeakSet();
  const note = (event) => {
    const region = event.target.closest("[data-keep-typed]");
    if (region && event.isTrusted) typed.add(region);
  };
  const tell = (region) => {
    const notice = region.querySelector(".changed");
    if (notice) notice.hidden = false;
  };
  document.addEventListener("input", note);
  document.addEventListener("change", note);
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const region = event.detail.elt;
    if (!region.matches("[data-keep-typed]")) return;
    const isSent = region.querySelector("form.htmx-request") !== null;
    if (!isSent && !typed.has(region)) return;
    event.preventDefault();
    if (!isSent) tell(region);
  });
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const region = event.target.closest("[data-keep-typed]");
    if (!region || !typed.has(region)) return;
    event.preventDefault();
    tell(region);
  });
})();
