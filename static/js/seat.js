"use strict";
// Gives the browser's own randomness as the word for the draws. Without script a typed word does as well.
(() => {
  if (!window.crypto || !crypto.getRandomValues) return;
  const offer = () => {
    for (const button of document.querySelectorAll("[data-random-word]")) button.hidden = false;
  };
  offer();
  document.body.addEventListener("htmx:oobAfterSwap", offer);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-random-word]")) return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const word = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    document.querySelector("#seat [name=word]").value = word;
  });
})();
