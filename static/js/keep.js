"use strict";
// A region that follows the log is not fetched anew while somebody types in it: it says that something happened instead.
(() => {
  const typed = new WeakSet();
  document.addEventListener("input", (event) => {
    const region = event.target.closest("[data-keep-typed]");
    if (region) typed.add(region);
  });
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const region = event.detail.elt;
    if (!region.matches("[data-keep-typed]") || !typed.has(region)) return;
    event.preventDefault();
    const notice = region.querySelector(".changed");
    if (notice) notice.hidden = false;
  });
})();
