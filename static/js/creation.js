"use strict";
// Shows the numbers that follow from the typed scores while they are typed. The server works them out again.
(() => {
  const form = document.querySelector("[data-creation]");
  if (!form) return;
  const number = (name) => Math.max(0, Number.parseInt(form.elements[name]?.value, 10) || 0);
  const show = (key, value) => {
    for (const place of form.querySelectorAll(`[data-derived="${key}"]`)) {
      if (place.textContent !== String(value)) place.textContent = String(value);
    }
  };
  const abilities = () =>
    [...form.elements].filter((one) => /^demon\.abilities\.\d+\.name$/.test(one.name) && one.value.trim()).length;

  function tell() {
    const [stamina, will, lore] = ["stamina", "will", "lore"].map((score) => number(`character.${score}`));
    show("left", 10 - stamina - will - lore);
    show("humanity", Math.max(stamina, will));
    const cover = form.elements["character.cover.score"]?.value;
    show("cover", cover === "will" ? will : stamina);
    const known = abilities();
    const demonWill = Math.max(number("demon.stamina"), known) + 1;
    show("demon_lore", known);
    show("demon_will", demonWill);
    show("demon_power", form.elements["demon.power"]?.value ? number("demon.power") : demonWill);
  }

  // On a phone the rules are one tap away instead of between the fields.
  if (window.matchMedia("(max-width: 63.99rem)").matches) {
    for (const rules of form.querySelectorAll(".margin > details")) rules.open = false;
  }

  form.addEventListener("input", tell);
  form.addEventListener("change", tell);
  tell();
})();
