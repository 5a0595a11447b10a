// A round of Action: whoever watches is brought to the cards once they are flipped.
(() => {
  "use strict";

  const fresh = (root) => root.querySelector(".is-fresh") !== null;

  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.id !== "clashes" || fresh(target) || !fresh(fragment)) return;
    requestAnimationFrame(() => document.getElementById("clashes").scrollIntoView());
  });
})();
