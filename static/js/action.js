// A round of Action: whoever watches is brought to the cards once they are flipped.
(() => {
  "use strict";

  const fresh = (root) => root.querySelector(".is-fresh") !== null;

  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.id !== "clashes" || fresh(target) || !fresh(fragment)) return;
    requestAnimationFrame(() => document.getElementById("clashes").scrollIntoView());
  });

  // Whoever ticks faster than the answers come has their last tick wait for its turn, which it loses where the page takes
  // over a part of it meanwhile. So after each answer it is seen whether the ticks are still those that were sent.
  const TURN_MS = 200;
  const ticked = (form) => new URLSearchParams(new FormData(form)).toString();
  const sent = new Map();
  const form = ({ detail }) => (detail.elt.matches("form[hx-trigger='change']") ? detail.elt : null);

  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const of = form(event);
    if (of) sent.set(of.id, ticked(of));
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    const id = form(event)?.id;
    if (id) setTimeout(() => {
      const now = document.getElementById(id);
      if (now && !now.matches(".htmx-request") && ticked(now) !== sent.get(id)) window.htmx.trigger(now, "change");
    }, TURN_MS);
  });
})();
