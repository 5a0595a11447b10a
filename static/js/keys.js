"use strict";
// Keys of every page of a campaign: "?" shows them, "g" and a letter goes to a page, "/" to all actions. They can be
// turned off in the menu, for whoever speaks to their browser; in a field they are letters.
(() => {
  const dialog = document.getElementById("keys");
  const GOES_MS = 1500;
  let pressed = -GOES_MS; // when "g" was

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    if (document.documentElement.dataset.keys === "off" || event.target.closest("input, textarea, select")) return;
    const isGoing = event.timeStamp - pressed < GOES_MS;
    pressed = event.key === "g" ? event.timeStamp : -GOES_MS;
    if (event.key === "?") {
      if (dialog.open) dialog.close();
      else dialog.showModal();
    } else {
      const name = event.key === "/" || (isGoing && /^[a-z]$/.test(event.key)) ? event.key : null;
      const link = name && dialog.querySelector(`[data-key="${name}"]`);
      if (!link || event.defaultPrevented) return; // all actions search by the same key
      link.click();
    }
    event.preventDefault();
  });
})();
