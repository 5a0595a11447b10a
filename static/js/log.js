"use strict";
// Times in the viewer's own zone. The server writes UTC, which stays where there is no script.
(() => {
  const forms = {
    "": { hour: "2-digit", minute: "2-digit" },
    full: { dateStyle: "long", timeStyle: "short" },
  };

  function localise(root) {
    for (const time of root.querySelectorAll("time[data-local]")) {
      const at = new Date(time.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      time.textContent = at.toLocaleString(undefined, forms[time.dataset.local] || forms[""]);
      time.title = at.toLocaleString(undefined, forms.full);
      time.removeAttribute("data-local");
    }
  }

  localise(document);
  // Rows come in later as well, by whichever script.
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes) if (node.nodeType === Node.ELEMENT_NODE) localise(node.parentNode || node);
  }).observe(document.body, { childList: true, subtree: true });
})();

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
