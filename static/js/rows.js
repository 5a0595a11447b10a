"use strict";
// A row goes at once; a new one comes from the server with everything typed kept. Without script the buttons send the form.
(() => {
  let added = "";

  const remove = (button) => {
    const row = button.closest("li");
    const group = row.closest("fieldset");
    const form = row.closest("form");
    row.remove();
    group.querySelector(":scope > button[name='form.command']").focus();
    form.dispatchEvent(new Event("change", { bubbles: true })); // the odds move with it
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[name='form.command']");
    if (!button) return;
    if (button.matches("[data-row-remove]")) {
      event.preventDefault();
      remove(button);
    } else if (button.value.startsWith("add ")) {
      added = button.closest("fieldset").id;
    }
  });

  // What stands in other controls hangs on this one: the form comes anew, as by its button.
  document.addEventListener("change", (event) => {
    const button = event.target.matches("[data-refreshes]") && event.target.form.querySelector("button[data-show]");
    if (button) button.click();
  });

  // Sides that are named here are offered to those who stand on them at once, not only with the next row.
  document.addEventListener("change", (event) => {
    const list = event.target.matches("[name^='sides.'][name$='.id']") && event.target.list;
    if (!list) return;
    const named = event.target.form.querySelectorAll("[name^='sides.'][name$='.id']");
    const names = new Set(Array.from(named, (input) => input.value.trim()).filter(Boolean));
    list.replaceChildren(...Array.from(names, (name) => Object.assign(document.createElement("option"), { value: name })));
  });

  // What is typed while the form is being sent is missing from the answer: it is copied into the new form.
  const since = new WeakMap();
  document.addEventListener("htmx:beforeRequest", (event) => since.set(event.detail.elt, new Set()));
  document.addEventListener("input", (event) => since.get(event.target.form)?.add(event.target));
  document.addEventListener("htmx:afterSwap", (event) => {
    for (const typed of since.get(event.detail.requestConfig.elt) || []) {
      const here = document.getElementById(typed.id);
      const said = typed.matches("[type=checkbox], [type=radio]") ? "checked" : "value";
      if (here) here[said] = typed[said];
    }
  });

  // What is pressed while the form comes anew is lost with the old one: it is pressed in the new form.
  const pressed = new WeakMap();
  const comesAnew = ({ triggeringEvent }) => triggeringEvent?.submitter?.name === "form.command";
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-action-form].htmx-request")) pressed.set(event.target, event.submitter);
  }, true);
  document.addEventListener("htmx:afterSettle", (event) => { // not before: until then it would be sent as a page
    const { elt, ...request } = event.detail.requestConfig;
    const button = pressed.get(elt);
    if (!button || !comesAnew(request)) return;
    pressed.delete(elt);
    const again = document.getElementById(elt.id)?.querySelectorAll("button") || [];
    const alike = (one) => ["name", "value", "textContent"].every((what) => one[what] === button[what]);
    Array.from(again).find(alike)?.click();
  });

  document.addEventListener("htmx:load", (event) => {
    const group = added ? document.getElementById(added) : null;
    if (!group || !event.detail.elt.contains(group)) return;
    added = "";
    group.querySelector("[data-rows] > li:last-child")?.querySelector("select, input, textarea")?.focus();
  });
})();
