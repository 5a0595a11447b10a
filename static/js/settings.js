"use strict";
// On a phone the settings of a game lie in folds, one for each part of its rules, each saying what is in it. An address that
// names a setting opens its fold, as does a fault. Without script, and on a wide screen, all of them stand on the page.
(() => {
  if (!window.matchMedia("(max-width: 63.99rem)").matches) return;
  const made = (name, text, className = "") => Object.assign(document.createElement(name), { textContent: text, className });

  function fold(area, settings) {
    const found = made("details", "", "fold of-area");
    const summary = made("summary", "");
    const words = made("span", "");
    const isChanged = settings.some((one) => one.querySelector(".waits"));
    words.append(made("b", area), " ", made("span", settings.map((one) => one.dataset.name).join(" · "), `note${isChanged ? " waits" : ""}`));
    summary.append(words);
    settings[0].before(found);
    found.append(summary, ...settings);
    found.open = settings.some((one) => one.querySelector(".field-error"));
  }

  for (const form of document.querySelectorAll("[data-by-area]")) {
    const areas = new Map();
    for (const one of form.querySelectorAll(":scope > [data-area]")) {
      areas.set(one.dataset.area, [...(areas.get(one.dataset.area) ?? []), one]);
    }
    for (const [area, settings] of areas) fold(area, settings);
  }

  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const around = target?.closest("details.of-area");
    if (around) around.open = true;
    target?.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal);
  if (location.hash) reveal();
})();
