"use strict";
// The board of spells follows the log. What somebody has unfolded on it stays so, and the focus where it was.
(() => {
  let kept = null;
  const folds = () => [...document.querySelectorAll("#board details[id]")];

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const board = event.detail.target;
    if (board.id !== "board") return;
    const at = board.contains(document.activeElement) ? document.activeElement : null;
    kept = {
      open: new Set(folds().filter((one) => one.open).map((one) => one.id)),
      href: at?.getAttribute("href"),
      fold: at?.closest("summary")?.parentElement.id,
    };
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    if (!kept) return;
    for (const one of folds()) one.open = kept.open.has(one.id);
    const summary = kept.fold && document.getElementById(kept.fold)?.querySelector("summary");
    const link = kept.href && [...document.querySelectorAll("#board a")].find((one) => one.getAttribute("href") === kept.href);
    (summary || link)?.focus({ preventScroll: true });
    kept = null;
  });
})();
