"use strict";
// What somebody has chosen for this browser: the theme, movement, sound, vibration, keys. Loaded in <head> without defer, so
// that the chosen theme stands before the first paint. The first button of each group is what holds where nothing is chosen.
(() => {
  const VALUES = {
    theme: ["light", "dark"],
    motion: ["full", "short", "off"],
    sound: ["low", "medium", "high"],
    vibration: ["on"],
    keys: ["off"],
  };
  const root = document.documentElement;
  const key = (name) => `pactbook-${name}`;

  const stored = (name) => {
    try {
      return localStorage.getItem(key(name));
    } catch {
      return null; // storage may be forbidden: what holds for all it is
    }
  };

  const apply = (name, value) => {
    if (VALUES[name].includes(value)) root.dataset[name] = value;
    else delete root.dataset[name];
  };

  const keep = (name, value) => {
    try {
      if (VALUES[name].includes(value)) localStorage.setItem(key(name), value);
      else localStorage.removeItem(key(name));
    } catch {
      // Not kept, still applied to this page.
    }
  };

  const mark = (group) => {
    const buttons = [...group.querySelectorAll("[value]")];
    const chosen = buttons.find((button) => button.value === root.dataset[group.dataset.choice]) || buttons[0];
    for (const button of buttons) button.setAttribute("aria-pressed", String(button === chosen));
  };
  const markAll = () => document.querySelectorAll("[data-choice]").forEach(mark);

  for (const name of Object.keys(VALUES)) apply(name, stored(name));

  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-choice]")) {
      group.hidden = group.dataset.choice === "vibration" && !navigator.vibrate; // not every device can
    }
    markAll();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-choice] [value]");
    if (!button) return;
    const group = button.closest("[data-choice]");
    keep(group.dataset.choice, button.value);
    apply(group.dataset.choice, button.value);
    mark(group);
    group.dispatchEvent(new CustomEvent("chosen", { bubbles: true }));
  });
  addEventListener("storage", (event) => {
    const name = Object.keys(VALUES).find((one) => key(one) === event.key);
    if (!name) return;
    apply(name, event.newValue);
    markAll();
  });
})();
