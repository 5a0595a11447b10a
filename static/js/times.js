"use strict";
// Times in the viewer's own zone. The server writes UTC, which stays where there is no script.
(() => {
  const forms = {
    "": { timeStyle: "short" },
    full: { dateStyle: "long", timeStyle: "short" },
  };

  function localise(root) {
    for (const time of root.querySelectorAll("time[data-local]")) {
      const at = new Date(time.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      // Whatever ends on the day that it began on needs no second date.
      const isSameDay = time.dataset.since && new Date(time.dataset.since).toDateString() === at.toDateString();
      time.textContent = at.toLocaleString(undefined, (!isSameDay && forms[time.dataset.local]) || forms[""]);
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
