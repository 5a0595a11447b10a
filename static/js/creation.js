"use strict";
// Shows the numbers that follow from what is typed, and what is still missing. The server works both out again.
(() => {
  const form = document.querySelector("[data-creation]");
  if (!form) return;
  const number = (name) => Math.max(0, Number.parseInt(form.elements[name]?.value, 10) || 0);
  const write = (place, value) => {
    if (place.textContent !== String(value)) place.textContent = String(value);
  };
  const show = (key, value) => {
    for (const place of form.querySelectorAll(`[data-derived="${key}"]`)) write(place, value);
  };
  const abilities = () =>
    [...form.elements].filter((one) => /^demon\.abilities\.\d+\.name$/.test(one.name) && one.value.trim()).length;

  function tellSorcerer() {
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

  // Of radio buttons the whole group counts, by its legend.
  const called = (control) =>
    (control.type === "radio" ? control.closest("fieldset")?.querySelector("legend") : control.labels[0])?.textContent.trim();
  const isEmpty = (name) => !String(form.elements[name]?.value ?? "").trim();

  function tellMissing() {
    const place = form.querySelector("[data-missing]");
    if (!place) return;
    const needed = new Map([...form.querySelectorAll("[data-needed]")].map((one) => [one.name, called(one)]));
    const missing = [...needed].filter(([name]) => isEmpty(name)).map(([, words]) => words);
    write(place, missing.length ? `${place.dataset.some} ${missing.join(", ")}.` : place.dataset.none);
    place.hidden = false;
  }

  function tell() {
    if (form.querySelector("[data-derived]")) tellSorcerer();
    for (const place of form.querySelectorAll("[data-sum]")) {
      write(place, place.dataset.sum.split(" ").reduce((sum, name) => sum + number(name), 0));
    }
    tellMissing();
  }

  // On a phone the rules are one tap away instead of between the fields.
  if (window.matchMedia("(max-width: 63.99rem)").matches) {
    for (const rules of form.querySelectorAll(".margin > details")) rules.open = false;
  }

  form.addEventListener("input", tell);
  form.addEventListener("change", tell);
  tell();
})();
