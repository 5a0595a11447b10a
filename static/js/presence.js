"use strict";
// Says that somebody is at the page: whoever touches nothing for two minutes is shown as quiet until they do.
(() => {
  const form = document.querySelector("#say-presence");
  if (!form) return;
  const PAUSE_MS = 60000;
  // Opening a page, or coming back to it, opens its stream, and says so by itself.
  let said = Date.now();
  document.addEventListener("visibilitychange", () => { said = Date.now(); });

  function touched() {
    if (Date.now() - said < PAUSE_MS) return;
    said = Date.now();
    fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" }).catch(() => {});
  }
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touched, { passive: true });
})();
