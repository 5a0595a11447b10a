"use strict";
// The page that checks the dice: reads the log's lines as this reader may have them, walks through them with verify.js,
// and shows what it found. Works over plain HTTP.
(() => {
  const place = document.querySelector("#dice-check");
  if (!place || !window.PactbookVerify) return;
  const AT_ONCE = 100;
  const find = (name, within = place) => within.querySelector(`[data-${name}]`);
  const start = find("start");
  const progress = find("progress");
  const verdict = find("verdict");
  const entry = (seq) => `${place.dataset.entry}${seq}/`;
  const faces = (values) => values.map((one) => (typeof one === "symbol" ? "?" : one)).join(" "); // sealed from this reader
  start.hidden = false;

  const breathe = () => new Promise((done) => { setTimeout(done); });

  async function* lines(after = 0, head = Number(place.dataset.seq)) {
    while (after < head) {
      const answer = await fetch(`${place.dataset.url}?after=${after}`);
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      const page = (await answer.text()).split("\n").filter(Boolean);
      if (!page.length) return;
      for (const text of page) {
        const line = JSON.parse(text);
        if (line.seq > head) return; // played since this page was opened
        yield line;
        after = line.seq;
      }
    }
  }

  async function check() {
    const walk = new PactbookVerify.Walk(JSON.parse(place.dataset.recordPaths));
    const ready = performance.now();
    let shown = ready;
    try {
      for await (const line of lines()) {
        if (!walk.take(line)) break;
        if (performance.now() - shown < 50) continue;
        report(walk.seq);
        await breathe();
        shown = performance.now();
      }
      // Words that were taken out while this was read are told of by what was played since this page was opened.
      if (!walk.faults.length && walk.unsaid().length)
        for await (const line of lines(walk.seq, Infinity)) walk.hears(PactbookVerify.read(line) || { steps: [] });
      walk.finish({ seq: Number(place.dataset.seq), hash: place.dataset.hash });
    } catch (_error) {
      walk.faults.push({ seq: walk.seq + 1, what: "network" });
    }
    report(walk.seq);
    return walk;
  }

  function report(seq) {
    find("so-far").textContent = String(seq);
    progress.querySelector("progress").value = seq;
  }

  function judge(walk) {
    const fault = walk.faults[0];
    find("holds").hidden = Boolean(fault);
    find("broken").hidden = !fault;
    find("fault").hidden = !fault;
    if (fault) {
      find("fault-entry").href = entry(fault.seq);
      find("fault-entry").querySelector("b").textContent = String(fault.seq);
      find("fault").lastElementChild.textContent = find(`fault-is="${fault.what}"`).textContent;
    }
    const waiting = walk.waiting.reduce((sum, act) => sum + act.draws.length, 0);
    const counts = { ...walk, waiting, mine: ownNonces(walk) };
    for (const cell of place.querySelectorAll("[data-count]")) cell.textContent = String(counts[cell.dataset.count]);
    verdict.hidden = false;
  }

  // The nonces that this browser sent stand in the log as they were sent.
  function ownNonces(walk) {
    let sent = [];
    try { sent = JSON.parse(localStorage.getItem("pactbook-nonces") || "[]"); } catch (_error) { /* not kept here */ }
    return [...walk.checked, ...walk.waiting].filter((act) => act.actor === place.dataset.member && sent.includes(act.nonce)).length;
  }

  function periodsOf(walk) {
    const section = document.querySelector("#dice-periods");
    section.querySelectorAll("article").forEach((old) => old.remove());
    for (const period of walk.periods.values()) {
      const card = section.querySelector("#dice-period").content.cloneNode(true).firstElementChild;
      const cell = (name) => card.querySelector(`[data-of="${name}"]`);
      for (const name of ["number", "opened", "seats"]) cell(name).textContent = String(period[name]);
      for (const of of ["open", "sealed"]) {
        const stream = period[of];
        cell(`${of}-commitment`).textContent = stream.commitment;
        if (stream.secret) cell(`${of}-secret`).textContent = stream.secret;
        cell(`${of}-draws`).textContent = String(stream.draws);
      }
      cell("opened").href = entry(period.opened);
      acts(card.querySelector("details"), [...walk.checked, ...walk.waiting].filter((act) => act.period === period.number));
      section.append(card);
    }
    section.hidden = false;
  }

  function acts(details, all) {
    const drawn = all.filter((act) => act.draws.length);
    const more = find("more", details);
    let shown = 0;
    const grow = () => {
      details.querySelector("tbody").append(...drawn.slice(shown, shown + AT_ONCE).map(row));
      shown += AT_ONCE;
      more.hidden = shown >= drawn.length;
    };
    more.firstElementChild.addEventListener("click", grow);
    details.hidden = drawn.length === 0;
    grow();
  }

  function row(act) {
    const made = document.querySelector("#dice-act").content.cloneNode(true).firstElementChild;
    const link = made.querySelector("a");
    link.href = entry(act.seq);
    link.textContent = String(act.seq);
    const cell = (name) => made.querySelector(`[data-of="${name}"]`);
    cell("came").textContent = faces(act.draws.map(([, came]) => came));
    cell("again").textContent = act.again ? faces(act.again) : "…";
    cell("mark").textContent = act.again ? (act.holds ? "✓" : "✗") : "";
    made.querySelector("button").addEventListener("click", () => fill(act));
    return made;
  }

  // By hand: any tool that knows the method gives the same.
  const hand = document.querySelector("#dice-by-hand");
  const form = hand.querySelector("form");
  hand.hidden = false;

  function fill(act) {
    const values = { secret: act.secret || "", seed: act.seed, slot: act.slot, nonce: act.nonce, asked: faces(act.draws.map(([asked]) => asked)) };
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
    workOut();
    hand.scrollIntoView();
    form.elements.secret.focus();
  }

  function workOut() {
    const given = Object.fromEntries(new FormData(form));
    const asked = given.asked.trim().split(/[\s,]+/);
    const isDie = (one) => /^(index:)?\d{1,4}$/.test(one) && Number(one.replace("index:", "")) >= 1;
    const isSound =
      [given.secret, given.seed].every((one) => /^[0-9a-f]{64}$/.test(one.trim())) && /^\d{1,10}$/.test(given.slot) && asked.every(isDie);
    find("faulty", hand).hidden = isSound;
    const kinds = asked.map((one) => (one.startsWith("index:") ? one : Number(one)));
    const drawn = isSound ? PactbookFair.draw(given.secret.trim(), Number(given.slot), given.seed.trim(), given.nonce.trim(), kinds) : [];
    find("came", hand).textContent = faces(drawn);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    workOut();
  });

  start.firstElementChild.addEventListener("click", async (event) => {
    event.target.disabled = true;
    verdict.hidden = true;
    progress.hidden = false;
    const walk = await check();
    progress.hidden = true;
    judge(walk);
    periodsOf(walk);
    event.target.disabled = false;
  });
})();
