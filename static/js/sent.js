"use strict";
// A form whose answer takes a while says so once it is sent, counts the seconds and what is done, and is not sent twice.
(() => {
  const form = document.querySelector("form[data-takes-long]");
  if (!form) return;
  const button = form.querySelector("button[type=submit]");
  const status = form.querySelector("[data-while-sent]");
  const clock = form.querySelector("[data-seconds]");
  const progress = form.querySelector("[data-progress]");
  let counting = 0;
  let asking = 0;

  const show = (isUnderWay) => {
    button.disabled = isUnderWay;
    clock.hidden = !isUnderWay;
    status.textContent = isUnderWay ? status.dataset.whileSent : "";
    progress.textContent = "";
    clearInterval(counting);
    clearInterval(asking);
  };

  async function ask() {
    try {
      const answer = await fetch(form.dataset.progressUrl);
      if (answer.ok) progress.textContent = (await answer.text()).trim();
    } catch (_error) { /* the answer itself is on its way, or nobody is there */ }
  }

  form.addEventListener("submit", () => {
    const since = Date.now();
    const seconds = clock.querySelector("span");
    show(true);
    counting = setInterval(() => { seconds.textContent = String(Math.round((Date.now() - since) / 1000)); }, 500);
    asking = setInterval(ask, 1000);
  });
  window.addEventListener("pageshow", () => show(false)); // come back to, nothing is under way
})();
