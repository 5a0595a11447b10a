"use strict";
// A minus and a plus at each number of a long form, within its bounds. Without script, and by keyboard, the number is typed
// or moved by its arrows as before: the two are for fingers, and no stops of the Tab key.
(() => {
  const form = document.querySelector("[data-creation]");
  if (!form) return;
  const bound = (input, name, otherwise) => (input.getAttribute(name) === null || input.getAttribute(name) === "" ? otherwise : Number(input[name]));
  const least = (input) => bound(input, "min", 0);
  const most = (input) => bound(input, "max", Infinity);

  function allow(input) {
    const [less, more] = input.parentElement.querySelectorAll("button");
    const value = Number.parseInt(input.value, 10);
    less.disabled = Number.isNaN(value) || value <= least(input);
    more.disabled = value >= most(input);
  }

  function move(input, by) {
    const value = Number.parseInt(input.value, 10);
    // From nothing, more is the least that may stand there.
    const next = Number.isNaN(value) ? Math.max(least(input), Math.min(1, most(input))) : value + by;
    input.value = String(Math.min(most(input), Math.max(least(input), next)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function button(sign, words, called, input, by) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: sign, tabIndex: -1 });
    made.setAttribute("aria-label", `${words}: ${called}`);
    made.addEventListener("click", () => move(input, by));
    return made;
  }

  for (const input of form.querySelectorAll("input[type=number]")) {
    const around = Object.assign(document.createElement("div"), { className: "stepper" });
    const called = input.labels[0].firstChild.textContent.trim(); // it has none while it lies nowhere
    input.replaceWith(around);
    around.append(button("−", form.dataset.less, called, input, -1), input, button("+", form.dataset.more, called, input, 1));
    input.addEventListener("input", () => allow(input));
    allow(input);
  }
})();
