"use strict";
// Shows the numbers that follow from what is typed, and what is still missing. The server works both out again.
(() => {
  const form = document.querySelector("[data-creation]");
  if (!form) return;
  // Each step has an address of its own, the one that is begun with too: so the browser's way back leads to it.
  const here = new URL(location.href);
  if (!here.searchParams.has("step") && form.elements.step) {
    here.searchParams.set("step", form.elements.step.value);
    history.replaceState(history.state, "", here);
  }
  const typed = (name) => Number.parseInt(form.elements[name]?.value, 10) || 0;
  const number = (name) => Math.max(0, typed(name));
  const write = (place, value) => {
    const told = value < 0 ? `−${-value}` : String(value);
    if (place.textContent !== told) place.textContent = told;
  };
  const show = (key, value) => {
    for (const place of form.querySelectorAll(`[data-derived="${key}"]`)) write(place, value);
  };
  const abilities = () =>
    [...form.elements].filter((one) => /^demon\.abilities\.\d+\.name$/.test(one.name) && one.value.trim()).length;

  function tellSorcerer() {
    const [stamina, will, lore] = ["stamina", "will", "lore"].map((score) => number(`character.${score}`));
    show("left", ["stamina", "will", "lore"].reduce((left, score) => left - typed(`character.${score}`), 10));
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
    const seen = [...form.querySelectorAll("[data-needed]")].filter((one) => !one.closest("[hidden]"));
    const needed = new Map(seen.map((one) => [one.name, called(one)]));
    const missing = [...needed].filter(([name]) => isEmpty(name)).map(([, words]) => words);
    write(place, missing.length ? `${place.dataset.some} ${missing.join(", ")}.` : place.dataset.none);
    place.hidden = false;
  }

  // What stands in a control, as the sheet that grows beside the form says it.
  const words = (one) => one.labels[0]?.querySelector("span")?.textContent.trim() || called(one);
  const parted = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean).join(" · ");
  function said(name, yes) {
    const all = [...form.elements].filter((one) => one.name === name && one.type !== "hidden");
    const [first] = all;
    if (!first) return "";
    if (first.tagName === "SELECT") return first.value && first.selectedOptions[0].textContent.trim();
    if (first.type === "radio" || (first.type === "checkbox" && all.length > 1)) {
      return all.filter((one) => one.checked).map(words).join(", ");
    }
    if (first.type === "checkbox") return first.checked ? yes : "";
    return parted(first.value);
  }
  const label = (name) => [...form.elements].find((one) => one.name === name && one.type !== "hidden")?.labels[0]?.textContent.trim();
  function line(place) {
    const { shows, yes } = place.dataset;
    const [first, ...others] = shows.split(" ");
    const [term, value] = place.children;
    if (!others.length) write(value, said(first, yes));
    else {
      const told = others.map((name) => [label(name), said(name, yes)]).filter(([, one]) => one);
      const pairs = told.map(([what, one]) => (one === yes ? what : `${what}: ${one}`));
      write(term, said(first, yes));
      write(value, said(first, yes) && (others.length === 1 ? told.map(([, one]) => one) : pairs).join("; "));
    }
    place.hidden = !value.textContent;
  }
  function tellSheet() {
    const head = form.querySelector("[data-empty]");
    if (!head) return;
    write(head, said("name", "") || head.dataset.empty);
    for (const part of form.querySelectorAll(".part-of-sheet")) {
      const lines = [...part.querySelectorAll("[data-shows]")];
      lines.forEach(line);
      part.hidden = lines.every((one) => one.hidden);
    }
  }

  function tell() {
    tellSheet();
    if (form.querySelector("[data-derived]")) tellSorcerer();
    for (const place of form.querySelectorAll("[data-sum]")) {
      write(place, place.dataset.sum.split(" ").reduce((sum, name) => sum + typed(name), 0));
    }
    tellMissing();
  }

  // The sheet has a scroll of its own beside the form: it shows the part that is being filled in.
  const sheet = form.querySelector(".growing");
  function follow(name) {
    const now = sheet?.querySelector(".part-of-sheet[data-now]");
    const own = name && [...(now?.querySelectorAll("[data-shows]:not([hidden])") ?? [])].find((one) => one.dataset.shows.split(" ").includes(name));
    if (!now || sheet.scrollHeight <= sheet.clientHeight) return;
    const line = own || now;
    if (!own && now === sheet.querySelector(".part-of-sheet")) return; // whose sheet it is stands above it
    const isInSight = line.offsetTop >= sheet.scrollTop && line.offsetTop + line.offsetHeight <= sheet.scrollTop + sheet.clientHeight;
    if (!isInSight || !own) sheet.scrollTop = line.offsetTop - (own ? sheet.clientHeight / 2 : 16);
  }
  form.addEventListener("focusin", (event) => { if (event.target.name) follow(event.target.name); });
  form.addEventListener("input", (event) => follow(event.target.name));

  // On a phone the rules are one tap away instead of between the fields.
  if (window.matchMedia("(max-width: 63.99rem)").matches) {
    for (const rules of form.querySelectorAll(".margin > details")) rules.open = false;
  }

  // An Ability that is chosen by its name begins as one of its Type often is; what stands there already is left alone.
  function beginAbility({ target: name }) {
    if (!name.matches?.("[data-ability]")) return;
    const own = [...(name.list?.options ?? [])].find((one) => one.value.toLowerCase() === name.value.trim().toLowerCase());
    if (!own) return;
    const type = form.elements["demon.type"]?.value;
    const usual = (own.dataset[type] ?? Object.values(own.dataset)[0]).split("|");
    const parts = ["user", "target", "effect"].map((part) => form.elements[name.name.replace(/name$/, part)]);
    if (parts.some((part) => part.value)) return;
    parts.forEach((part, at) => { part.value = usual[at]; });
  }
  form.addEventListener("change", beginAbility);
  form.addEventListener("input", tell);
  form.addEventListener("change", tell);
  tell();
  follow("");
})();
