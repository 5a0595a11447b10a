"use strict";
// The log on the table grows at its end. It keeps its place while somebody reads further back, and counts what is new.
(() => {
  const log = document.querySelector("#log[data-scrolls]");
  const rows = document.querySelector("#log-rows");
  const pill = document.querySelector("#new-pill");
  if (!log || !rows || !pill) return;
  const count = pill.querySelector("[data-new-count]");
  let unread = 0;

  const isShown = () => rows.getClientRects().length > 0;
  const box = () => (log.scrollHeight > log.clientHeight + 4 ? log : document.scrollingElement);
  const toEnd = () => {
    const here = box();
    here.scrollTop = here.scrollHeight;
  };
  const say = (number) => {
    unread = number;
    pill.hidden = unread === 0;
    if (count) count.textContent = count.textContent.replace(/\d+/, String(unread));
  };

  rows.addEventListener("rows-added", (event) => {
    if (event.detail.atEnd) toEnd();
    else say(unread + event.detail.added);
  });
  for (const target of [log, document])
    target.addEventListener("scroll", () => {
      const here = box();
      if (unread && isShown() && here.scrollHeight - here.scrollTop - here.clientHeight < 60) say(0);
    }, { passive: true });
  pill.addEventListener("click", (event) => {
    event.preventDefault(); // the address stays, so that a phone stays on its leaf
    say(0);
    toEnd();
  });

  const openLeaf = () => {
    if (document.querySelector(".table-page > section:target")) document.body.dataset.leaf = location.hash; // for the bar of a phone
    else delete document.body.dataset.leaf;
    if (location.hash === "#log" && isShown()) { say(0); toEnd(); }
    else if (log.scrollHeight > log.clientHeight + 4) toEnd();
  };
  window.addEventListener("hashchange", () => requestAnimationFrame(openLeaf));
  requestAnimationFrame(openLeaf);

  // The words about a lost connection take some of its room: who was at its end still sees the newest entry.
  let wasAtEnd = false;
  log.addEventListener("scroll", () => {
    wasAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  }, { passive: true });
  new ResizeObserver(() => { if (wasAtEnd && box() === log) toEnd(); }).observe(log);

  // A difficulty has no score, whatever the list that is not shown says.
  document.body.addEventListener("htmx:configRequest", (event) => {
    const sent = event.detail.parameters;
    if (event.target.closest?.(".quick-roll") && !sent["opposing.id"]) delete sent["opposing.score"];
  });

  // On a phone those who may roll stand in a strip: the one who is chosen stays in sight.
  const showChosen = (root) => {
    const strip = root.querySelector?.("[data-strip]");
    const chosen = strip?.querySelector("[aria-current]");
    if (chosen && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = chosen.offsetLeft - strip.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2;
  };
  showChosen(document);
  document.addEventListener("htmx:load", (event) => showChosen(event.detail.elt));

  // What came of a roll is shown where the form was.
  document.addEventListener("htmx:load", (event) => {
    const rolled = event.detail.elt.querySelector?.("#rolled");
    if (rolled) rolled.focus();
  });
})();
