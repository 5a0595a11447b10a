"use strict";
// Nothing moves under a finger: what comes while something is pressed is asked for again as soon as it is let go. What is
// pressed in one place and let go in another, because something above it grew meanwhile, would otherwise do nothing.
(() => {
  const LONGEST_MS = 2000; // whoever rests longer, or whose letting go the browser tells nobody, sees what came
  const held = new Set();
  let isPressed = false;
  let timer = 0;

  function letGo() {
    clearTimeout(timer);
    timer = setTimeout(() => { // after the click that it makes
      isPressed = false;
      for (const one of held) window.htmx.trigger(one, "let-go");
      held.clear();
    });
  }
  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    isPressed = true;
    clearTimeout(timer);
    timer = setTimeout(letGo, LONGEST_MS);
  }, true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, letGo, true);

  document.body.addEventListener("htmx:beforeOnLoad", (event) => {
    if (!isPressed || !event.target.matches("[data-live-url], .quick-odds")) return;
    event.preventDefault();
    held.add(event.target);
  });
})();
