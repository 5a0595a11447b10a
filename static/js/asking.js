"use strict";
// Finds an action while typing; without script the form asks the server. Whoever is named one by one is not everybody.
(() => {
  for (const form of document.querySelectorAll("[data-asking]")) {
    const box = form.querySelector("[data-asking-text]");
    const acts = [...form.querySelectorAll("[data-asking-act]")];
    box.addEventListener("input", () => {
      const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const act of acts) act.hidden = !words.every((word) => act.textContent.toLowerCase().includes(word));
    });
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      acts.find((act) => !act.hidden)?.querySelector("button").click();
    });
    const [everybody, ...people] = form.querySelectorAll("[name=who]");
    form.addEventListener("change", (event) => {
      if (event.target === everybody && everybody.checked) for (const one of people) one.checked = false;
      else if (people.includes(event.target) && event.target.checked) everybody.checked = false;
    });
  }
})();
