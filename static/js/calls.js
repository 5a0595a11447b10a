"use strict";
// Calls whoever something waits for: the bar slides in, the page's icon is marked, and the server is told once it was
// looked at. What nobody looks at for twenty seconds rings once, by what this browser was allowed: never before that,
// not once it is answered, and not while a page of theirs is looked at anywhere.
(() => {
  const page = document.querySelector("#live");
  const bar = document.querySelector("#calls");
  const icon = document.querySelector("link[rel=icon]");
  const form = document.querySelector("#see-calls");
  if (!page || !bar) return;
  const LOOK_MS = 1000;
  const RING_MS = 20000;
  const MOST = 20;
  const LISTENS = `pactbook-listens-${page.dataset.campaign}`;
  const NOTIFIES = "pactbook-notification";
  const me = `${Date.now()}-${Math.random()}`;
  const said = new Set();
  let shown = "";
  let looking = 0;
  let ringing = 0;
  let notice = null;

  // Storage may be refused: then nothing rings here.
  const kept = (name) => { try { return localStorage.getItem(name) || ""; } catch (_error) { return ""; } };
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch (_error) { /* as above */ } };
  const isOn = (name) => !["", "off"].includes(kept(name));
  const canNotify = () => window.isSecureContext && "Notification" in window;
  const mayNotify = () => isOn(NOTIFIES) && canNotify() && Notification.permission === "granted";
  const rings = () => isOn("pactbook-sound") || isOn("pactbook-vibration") || mayNotify();
  const isHidden = () => document.visibilityState === "hidden";
  const line = () => bar.querySelector("[data-calls]");
  const seen = document.querySelector("#unseen");
  const unseen = () => (seen.firstElementChild.dataset.unseen || "").split(" ").filter((key) => key && !said.has(key));

  function look() {
    clearTimeout(looking);
    if (!form || isHidden() || !unseen().length) return;
    looking = setTimeout(() => {
      const keys = unseen();
      const body = new FormData(form);
      for (const key of keys) {
        said.add(key);
        body.append("call", key);
      }
      fetch(form.action, { method: "POST", body, keepalive: true }).catch(() => { for (const key of keys) said.delete(key); });
    }, LOOK_MS);
  }

  // Every page of this browser knows what has rung, so that a call rings once.
  const rung = () => kept("pactbook-rung").split(" ");
  const due = () => unseen().filter((key) => !rung().includes(key));

  function wait() {
    if (!isHidden() || !due().length) {
      clearTimeout(ringing);
      ringing = 0;
    } else if (!ringing && rings()) ringing = setTimeout(doubt, RING_MS);
  }

  // It may have been seen or answered elsewhere meanwhile, which is asked first.
  function doubt() {
    ringing = 0;
    const keys = due();
    // What is on its way already may not know of it.
    page.addEventListener("htmx:beforeRequest", () => page.addEventListener("htmx:afterRequest", (event) => {
      if (event.detail.successful) ring(keys);
      wait();
    }, { once: true }), { once: true });
    document.body.dispatchEvent(new CustomEvent("calls-doubted"));
  }

  function ring(keys) {
    const still = due().filter((key) => keys.includes(key));
    if (!isHidden() || !still.length) return;
    keep("pactbook-rung", [...rung(), ...still].slice(-MOST).join(" ").trim());
    document.dispatchEvent(new CustomEvent("call-rings")); // heard and felt where that is chosen (sounds.js)
    if (mayNotify()) notify();
  }

  // It says nothing of the game: others may see this screen.
  function notify() {
    try {
      notice = new Notification("Pactbook", { body: bar.dataset.words, tag: page.dataset.campaign });
      notice.addEventListener("click", () => window.focus()); // which closes it, as the page is looked at
    } catch (_error) { /* browsers of phones show none for a page alone */ }
  }

  function show() {
    const key = line()?.dataset.call || "";
    if (icon) {
      const href = key ? icon.dataset.called : icon.dataset.plain;
      if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
    }
    if (key && key !== shown && page.dataset.shows) line().classList.add("is-new");
    page.dataset.shows = "yes"; // what stands there as the page opens does not slide in
    shown = key;
    if (notice && (!isHidden() || !unseen().length)) {
      notice.close();
      notice = null;
    }
    look();
    wait();
  }

  // Of a browser's hidden pages the one that was hidden last listens on: six connections to a host are all it has.
  function turn() {
    page.dataset.rings = rings() ? "yes" : "";
    if (isHidden() && rings()) keep(LISTENS, me);
    show();
  }
  document.addEventListener("visibilitychange", turn, { capture: true });
  document.addEventListener("chosen", turn);
  window.addEventListener("storage", (event) => {
    if (event.key !== LISTENS || !isHidden() || event.newValue === me) return;
    page.dataset.rings = "";
    document.body.dispatchEvent(new CustomEvent("rings-changed"));
  });
  document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => { if (detail.target === bar || detail.target === seen) show(); });
  turn();

  const choice = document.querySelector("#notify");
  if (!choice || !canNotify()) return;
  const button = choice.querySelector("button");
  const say = () => {
    button.setAttribute("aria-pressed", String(mayNotify()));
    choice.querySelector("[data-denied]").hidden = kept(NOTIFIES) !== "on" || Notification.permission !== "denied";
  };
  button.addEventListener("click", async () => {
    const was = mayNotify();
    keep(NOTIFIES, was ? "off" : "on");
    if (!was) await Notification.requestPermission();
    say();
    turn();
  });
  choice.hidden = false;
  say();
})();
