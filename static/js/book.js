"use strict";
// A session book by itself: finds entries, shows how everything stood after one, and verifies what it holds. All it
// needs is in the page; it asks no server.
(() => {
  const source = document.querySelector("#book-log");
  const tools = document.querySelector(".book-tools");
  if (!source || !tools) return;
  const log = JSON.parse(source.textContent);
  const { words, opening } = log;
  const { HIDDEN } = PactbookVerify;
  const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (_whole, name) => String(values[name]));

  // What an entry says to whoever holds this book; a damaged one says nothing here and is named by the check.
  const read = (line) => {
    try {
      return PactbookVerify.read(line);
    } catch {
      return null;
    }
  };

  const entries = log.lines.map((line) => {
    const told = read(line);
    const row = document.querySelector(`#entry-${Number(line.seq)}`);
    const changes = told ? told.changes : [];
    return {
      seq: line.seq,
      row,
      changes,
      person: told ? told.actor : "",
      actions: new Set(told ? told.steps.map((step) => step.action) : []),
      about: told ? JSON.stringify([told.steps.map((step) => [step.input, step.effects]), changes, told.names]) : "",
      text: row ? row.textContent.toLocaleLowerCase() : "",
    };
  });

  // Finding: what fits all that is asked for stays.
  const form = tools.querySelector("[data-filter]");
  const shown = tools.querySelector("[data-shown]");

  function filter() {
    const { person, record, action, text } = form.elements;
    const wanted = text.value.trim().toLocaleLowerCase();
    let count = 0;
    for (const entry of entries) {
      const fits =
        (!person.value || entry.person === person.value) &&
        (!record.value || entry.about.includes(record.value)) &&
        (!action.value || entry.actions.has(action.value)) &&
        (!wanted || entry.text.includes(wanted));
      if (entry.row) entry.row.hidden = !fits;
      if (fits) count += 1;
    }
    shown.textContent = filled(words.shown, { n: count, m: entries.length });
    for (const day of document.querySelectorAll(".book-day")) day.hidden = !follows(day);
  }

  // Whether an entry of a day is still shown.
  function follows(day) {
    for (let next = day.nextElementSibling; next && !next.matches(".book-day"); next = next.nextElementSibling)
      if (!next.hidden) return true;
    return false;
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  // A link to an entry that is filtered away shows everything again.
  addEventListener("hashchange", () => {
    const row = document.querySelector(`#entry-${Number(location.hash.replace("#entry-", "")) || 0}`);
    if (!row || !row.hidden) return;
    form.reset();
    filter();
    row.scrollIntoView();
  });

  // Looking back: every change up to an entry, from nothing, or from what the first change of a field says was before.
  const slider = tools.querySelector("#book-at");
  const state = tools.querySelector("[data-state]");

  function stateAfter(seq) {
    const records = new Map();
    const of = (record) => {
      if (!records.has(record)) records.set(record, { about: null, fields: new Map(), news: new Set() });
      return records.get(record);
    };
    // Backwards first: a book may begin in the middle, and what was before is told by the first change of each field.
    for (const entry of [...entries].reverse())
      for (const [record, field, before] of [...entry.changes].reverse()) set(of(record), field, before);
    for (const entry of entries) {
      if (entry.seq > seq) break;
      for (const [record, field, , after] of entry.changes) {
        set(of(record), field, after);
        if (entry.seq === seq) of(record).news.add(field);
      }
    }
    return records;
  }

  function set(record, field, value) {
    if (field === "record") record.about = value.length ? value[0] : null;
    else if (value.length) record.fields.set(field, value[0]);
    else record.fields.delete(field);
  }

  const isOpen = (value) => value !== HIDDEN && value !== null && typeof value === "object";

  // What a record is: what these entries say of it, or else what is known of it otherwise; null where it is not there.
  function known(id, record) {
    const born = entries.some((entry) => entry.changes.some(([one, field]) => one === id && field === "record"));
    if (born) return isOpen(record.about) ? [record.about.kind, told(record.about.name)] : null;
    return log.records[id] || null;
  }

  const told = (value) => (value === HIDDEN ? words.hidden : value);

  // Whose words are right for a kind of record: those of the table's own kinds are the first system's.
  const FIRST = "sorcerer";
  const systemOf = (kind) => (kind.includes(".") ? kind.split(".")[0] : FIRST);

  function moment(seconds) {
    const [hours, minutes] = [Math.floor((seconds % 86400) / 3600), Math.floor((seconds % 3600) / 60)];
    const clock = [hours, minutes].map((one) => String(one).padStart(2, "0")).join(":");
    return filled(words.moment, { day: Math.floor(seconds / 86400) + 1, clock });
  }

  function inWords(value, system, field = "") {
    if (value === HIDDEN) return words.hidden;
    if (value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0)) return words.none;
    if (value === true || value === false) return value ? words.yes : words.no;
    if (typeof value === "number" && log.moments.includes(field.split(".")[0])) return moment(value);
    if (typeof value === "number") return String(value).replace("-", "−");
    if (Array.isArray(value)) return value.map((one) => inWords(one, system)).join(", ");
    if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${label(key, system)} ${inWords(one, system, key)}`).join("; ");
    return opening.people[value] || (log.records[value] && nameOf(log.records[value])) || (log.choices[system] || {})[value] || value;
  }

  const noun = (kind) => kind.split(".").pop().replaceAll("_", " ");
  const nameOf = ([kind, name]) => name || log.kinds[kind] || noun(kind);

  function label(field, system) {
    const known = (log.labels[system] || {})[field];
    if (known) return known;
    const last = field.split(".").pop().replaceAll("_", " ");
    return last.charAt(0).toUpperCase() + last.slice(1);
  }

  function make(tag, text, inside = []) {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    made.append(...inside);
    return made;
  }

  // Whoever and whatever is played stands first, bookkeeping last; a question that is settled is no state any more.
  const LAST = ["thing", "pending", "scene", "session", "campaign"];
  const rank = (kind) => LAST.indexOf(kind) + 1;
  const isSettled = (kind, record) => kind === "pending" && record.fields.has("state") && record.fields.get("state") !== "open";

  // Draws and places have pages of their own in the log; here they would only hide the rest.
  const isSeen = (field) => !field.startsWith("draws.") && !field.startsWith("members.");

  function sheet(id, record) {
    const is = known(id, record);
    if (!is || (isSettled(is[0], record) && !record.news.size)) return null;
    const system = systemOf(is[0]);
    const rows = [...record.fields].filter(([field]) => isSeen(field)).map(([field, value]) => {
      const row = make("div", "", [make("dt", label(field, system)), make("dd", inWords(value, system, field))]);
      row.classList.toggle("is-new", record.news.has(field));
      return row;
    });
    const details = make("details", "", [make("summary", "", [make("b", nameOf(is)), make("span", is[1] ? noun(is[0]) : "")]), make("dl", "", rows)]);
    details.querySelector("span").className = "note";
    details.dataset.record = id;
    details.open = record.news.size > 0;
    return [details, record.news.size > 0, is[0], nameOf(is)];
  }

  function lookBack() {
    const seq = Number(slider.value);
    tools.querySelector("[data-at]").textContent = seq;
    slider.setAttribute("aria-valuetext", String(seq));
    tools.querySelector("[data-there]").href = `#entry-${seq}`;
    const unfolded = new Set([...state.querySelectorAll("details[open]")].map((one) => one.dataset.record));
    const sheets = [...stateAfter(seq)].map(([id, record]) => sheet(id, record)).filter(Boolean);
    sheets.sort((a, b) => Number(b[1]) - Number(a[1]) || rank(a[2]) - rank(b[2]) || a[2].localeCompare(b[2]) || a[3].localeCompare(b[3]));
    for (const [details] of sheets) if (unfolded.has(details.dataset.record)) details.open = true;
    state.replaceChildren(...(sheets.length ? sheets.map(([details]) => details) : [make("p", words.nothing)]));
  }

  let due = 0;
  slider.addEventListener("input", () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(lookBack);
  });
  for (const button of tools.querySelectorAll("[data-step]"))
    button.addEventListener("click", () => {
      slider.value = Number(slider.value) + Number(button.dataset.step);
      lookBack();
    });

  // Verifying: every line, some at a time so that the page stays alive.
  const AT_ONCE = 25;
  const verify = tools.querySelector("[data-verify]");
  const verdict = tools.querySelector("[data-verdict]");

  function say(text, tone = "") {
    const line = make("p", text);
    if (tone) line.className = `log-result ${tone}`;
    return line;
  }

  async function check() {
    verify.disabled = true;
    const [first, last] = opening.range;
    const begin = first > 1 && log.lines.length ? { seq: first - 1, hash: log.lines[0].header.prev } : undefined;
    const walk = new PactbookVerify.Walk(log.recordPaths, begin);
    for (let place = 0; place < log.lines.length && !walk.faults.length; place++) {
      walk.take(log.lines[place]);
      if (place % AT_ONCE) continue;
      verdict.replaceChildren(say(filled(words.reading, { n: place, m: log.lines.length })));
      await new Promise((done) => setTimeout(done));
    }
    if (!walk.faults.length && last === opening.head.seq) walk.finish(opening.head);
    if (!walk.faults.length && walk.seq !== last) walk.faults.push({ seq: walk.seq + 1, what: "missing" });
    verdict.replaceChildren(...result(walk, last));
    verify.disabled = false;
  }

  function result(walk, last) {
    const [fault] = walk.faults;
    if (fault) return [say(filled(words.broken, { n: fault.seq, why: words.faults[fault.what] || fault.what }), "loss")];
    const found = [say(filled(words.holds, walk), "gain")];
    if (walk.waiting.length) found.push(say(filled(words.waiting, { n: walk.waiting.length })));
    if (last < opening.head.seq) found.push(say(filled(words.part, { n: opening.head.seq })));
    return found;
  }

  verify.addEventListener("click", check);
  tools.hidden = false;
  filter();
  lookBack();
})();
