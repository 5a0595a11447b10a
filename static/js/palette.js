"use strict";
// Finds while typing; "/" leads to the box. Without script the form asks the server.
(() => {
  const form = document.querySelector("[data-palette]");
  if (!form) return;
  const box = form.querySelector("input[type=search]");
  const told = document.querySelector("[data-palette-count]");

  const find = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of document.querySelectorAll("[data-palette-group]")) {
      let here = 0;
      for (const entry of group.querySelectorAll("[data-palette-entry]")) {
        const text = entry.textContent.toLowerCase();
        entry.hidden = !words.every((word) => text.includes(word));
        if (!entry.hidden) here += 1;
      }
      group.hidden = here === 0;
      found += here;
    }
    told.textContent = String(found);
  };

  box.addEventListener("input", find);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
})();
