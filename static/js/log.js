"use strict";
// On the log's own page: what is new while somebody reads.
(() => {
  const rows = document.querySelector("#log-rows");
  if (!rows) return;
  const pill = document.querySelector("#new-pill");
  const count = pill?.querySelector("[data-new-count]");
  let unread = 0;

  const show = () => {
    if (!pill) return;
    pill.hidden = unread === 0;
    if (count) count.textContent = count.textContent.replace(/\d+/, String(unread));
  };

  rows.addEventListener("rows-added", (event) => {
    if (event.detail.atEnd) window.scrollTo(0, document.documentElement.scrollHeight);
    else unread += event.detail.added;
    show();
  });
  pill?.addEventListener("click", () => { unread = 0; show(); });
})();

// Filters that are not set need no place in the address.
(() => {
  const controls = (form) => [...form.elements].filter((one) => one.name);
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-narrow]")) return;
    for (const one of controls(event.target)) if (one.value === "") one.disabled = true;
  });
  window.addEventListener("pageshow", () => { // come back to, the form is as it was
    for (const form of document.querySelectorAll("form[data-narrow]")) for (const one of controls(form)) one.disabled = false;
  });
})();
