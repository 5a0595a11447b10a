"use strict";
// Gives the browser's own randomness as the word for the draws. Without script a typed word does as well.
(() => {
  const button = document.querySelector("[data-random-word]");
  if (!button || !window.crypto || !crypto.getRandomValues) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const word = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    document.querySelector("#seat [name=word]").value = word;
  });
})();
