"use strict";
// The log on the table grows at its end. It keeps its place while somebody reads further back, and counts what is new.
(() => {
  const log = document.querySelector("#log[data-scrolls]");
  const rows = document.querySelector("#log-rows");
  const pill = document.querySelector("#new-pill");
  if (!log || !rows || !pill) return;
  const count = pill.querySelector("[data-new-count]");
  let unread = 0;

  const box = () => (log.scrollHeight > log.clientHeight + 4 ? log : document.scrollingElement);
  const toEnd = () => { box().scrollTop = box().scrollHeight; };
  const show = () => {
    pill.hidden = unread === 0;
    if (count) count.textContent = count.textContent.replace(/\d+/, String(unread));
  };

  rows.addEventListener("rows-added", (event) => {
    if (event.detail.atEnd) toEnd();
    else unread += event.detail.added;
    show();
  });
  for (const target of [log, document])
    target.addEventListener("scroll", () => {
      const here = box();
      if (here.scrollHeight - here.scrollTop - here.clientHeight < 60) { unread = 0; show(); }
    }, { passive: true });
  pill.addEventListener("click", () => { unread = 0; show(); });
  if (log.scrollHeight > log.clientHeight + 4) toEnd(); // on a phone the page itself scrolls, and stays where it is
})();
