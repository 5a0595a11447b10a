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

// On the log's own page: what is new while somebody reads, and a witness against a log that was made anew.
(() => {
  const rows = document.querySelector("#log-rows");
  const witness = document.querySelector("#log-witness");
  if (!rows || !witness) return;
  const pill = document.querySelector("#new-pill");
  const count = pill?.querySelector("[data-new-count]");
  const key = `pactbook-log-${witness.dataset.campaign}`;
  let unread = 0;

  const show = () => {
    if (!pill) return;
    pill.hidden = unread === 0;
    if (count) count.textContent = count.textContent.replace(/\d+/, String(unread));
  };

  // The browser remembers the newest entry that it has seen. The same number with another hash is another log.
  function compare() {
    try {
      const [seq, hash] = (localStorage.getItem(key) || "0 ").split(" ");
      const again = rows.querySelector(`[data-seq="${Number(seq)}"]`);
      witness.hidden = !again || again.dataset.hash === hash;
      const newest = rows.querySelector("[data-seq]:last-of-type");
      if (witness.hidden && newest && Number(newest.dataset.seq) >= Number(seq))
        localStorage.setItem(key, `${newest.dataset.seq} ${newest.dataset.hash}`);
    } catch (_error) { /* storage may be refused; then this browser is no witness */ }
  }

  rows.addEventListener("rows-added", (event) => {
    if (event.detail.atEnd) window.scrollTo(0, document.documentElement.scrollHeight);
    else unread += event.detail.added;
    show();
    compare();
  });
  pill?.addEventListener("click", () => { unread = 0; show(); });
  compare();
})();
