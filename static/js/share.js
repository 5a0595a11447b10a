"use strict";
// Copies a link, or hands it to the device's own ways of sending one. Without script it stands beside its code.
(() => {
  const row = document.querySelector("#share");
  if (!row) return;
  const { link } = row.dataset;
  const copy = row.querySelector("[data-copy]");
  const share = row.querySelector("[data-share]");
  row.hidden = false;
  copy.addEventListener("click", async () => {
    if (await copied(link)) copy.querySelector("span").textContent = copy.dataset.copied;
  });
  if (navigator.share) {
    share.hidden = false;
    // Whoever closes the device's list without a choice has done nothing wrong.
    share.addEventListener("click", () => navigator.share({ url: link }).catch(() => {}));
  }

  async function copied(text) {
    if (navigator.clipboard) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        // Refused: the old way is left.
      }
    }
    // On a plain-HTTP network there is no clipboard but that of a selection.
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    row.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    copy.focus();
    return done;
  }
})();
