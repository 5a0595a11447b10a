"use strict";
// Loaded in <head> without defer, so that the chosen theme stands before the first paint.
(() => {
  const KEY = "pactbook-theme";
  const root = document.documentElement;

  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage may be forbidden: the system's theme it is
    }
  };

  const apply = (choice) => {
    if (choice === "light" || choice === "dark") root.dataset.theme = choice;
    else delete root.dataset.theme;
  };

  const keep = (choice) => {
    try {
      if (choice === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, choice);
    } catch {
      // Not kept, still applied to this page.
    }
  };

  const mark = () => {
    const current = root.dataset.theme || "system";
    for (const button of document.querySelectorAll("[data-theme-choice] [value]")) {
      button.setAttribute("aria-pressed", String(button.value === current));
    }
  };

  apply(stored());

  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-theme-choice]")) group.hidden = false;
    mark();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice] [value]");
    if (!button) return;
    keep(button.value);
    apply(button.value);
    mark();
  });
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    apply(event.newValue);
    mark();
  });
})();
