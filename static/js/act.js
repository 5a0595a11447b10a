"use strict";
// Gives each act a nonce from this browser: the player's own share in the dice. Works on plain-HTTP networks too.
(() => {
  const fill = (root) => {
    for (const button of root.querySelectorAll("[data-without-script]")) button.hidden = true; // odds come by themselves
    for (const input of root.querySelectorAll("input[data-nonce]")) {
      if (input.value) continue;
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      input.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  };

  // The nonces that were sent are remembered, so that the check of the dice can tell this browser's own.
  const MOST = 500;
  const remember = (form) => {
    const sent = Array.from(form.querySelectorAll("input[data-nonce]"), (input) => input.value).filter(Boolean);
    if (!sent.length) return;
    try {
      const before = JSON.parse(localStorage.getItem("pactbook-nonces") || "[]");
      localStorage.setItem("pactbook-nonces", JSON.stringify([...before, ...sent].slice(-MOST)));
    } catch (_error) { /* storage may be refused; the dice are the same */ }
  };

  document.addEventListener("submit", (event) => remember(event.target));
  document.addEventListener("DOMContentLoaded", () => fill(document));
  document.addEventListener("htmx:load", (event) => fill(event.detail.elt));
  document.addEventListener("htmx:load", (event) => {
    const focus = event.detail.elt.querySelector("#refusal, #form-errors") || (event.detail.elt.id === "played" && event.detail.elt);
    if (!focus) return;
    focus.focus();
    // What is in sight already is not scrolled to by focus; and it is not in sight behind the bars at the top.
    const bars = Math.max(0, ...Array.from(document.querySelectorAll(".head, .head-lines"), (one) => one.getBoundingClientRect().bottom));
    const under = Math.ceil(bars - focus.getBoundingClientRect().top);
    if (under > 0) window.scrollBy(0, -under);
  });
  if (document.readyState !== "loading") fill(document);
})();
