"use strict";
// Finds while typing. "/" leads to the box, arrows through what was found, Enter opens it, Escape leads back and clears.
// Without script the form asks the server.
(() => {
  const form = document.querySelector("[data-palette]");
  if (!form) return;
  const box = form.querySelector("input[type=search]");
  const told = document.querySelector("[data-palette-count]");
  const none = document.querySelector("[data-palette-none]");
  const entries = [...document.querySelectorAll("[data-palette-entry]")].map((entry) => ({
    entry,
    link: entry.querySelector("h3 a"),
    label: entry.querySelector("h3").textContent.toLowerCase(),
    text: entry.textContent.toLowerCase(),
  }));

  const wanted = () => box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const links = () => entries.filter((one) => !one.entry.hidden && one.link && !one.entry.closest("details:not([open])")).map((one) => one.link);
  const best = () => {
    const words = wanted();
    if (words.length === 0) return null;
    const open = entries.filter((one) => !one.entry.hidden && one.link);
    const named = open.find((one) => words.every((word) => one.label.includes(word)));
    return (named || open[0])?.link || null;
  };

  const find = () => {
    const words = wanted();
    for (const one of entries) one.entry.hidden = !words.every((word) => one.text.includes(word));
    for (const group of document.querySelectorAll("[data-palette-group]")) {
      group.hidden = !group.querySelector("[data-palette-entry]:not([hidden])");
      if (group instanceof HTMLDetailsElement) group.open = words.length > 0;
    }
    const count = entries.filter((one) => !one.entry.hidden).length;
    if (none) none.hidden = count > 0;
    const first = best();
    const sentence = first ? told.dataset.opens.replace("%s", first.textContent) : "";
    told.textContent = words.length ? `${told.dataset.found.replace("%s", String(count))} ${sentence}`.trim() : matchMedia("(min-width: 48rem)").matches ? told.dataset.how : "";
  };

  const step = (by) => {
    const all = links();
    const at = all.indexOf(document.activeElement) + by;
    if (at < 0) box.focus();
    else all[Math.min(at, all.length - 1)]?.focus();
  };

  const leave = () => {
    if (document.activeElement === box && box.value) {
      box.value = "";
      find();
    } else box.focus();
  };

  box.addEventListener("input", find);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    best()?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const here = event.target === box || event.target.closest("[data-palette-entry]");
    if (event.key === "/" && !event.target.closest("input, textarea, select")) {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (here && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (here && event.key === "Escape") {
      event.preventDefault();
      leave();
    }
  });
  find();
})();
