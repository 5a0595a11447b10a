// Checks a log in the browser: that each entry follows from the one before, that each part is what was committed to,
// and that each die follows from the secret, the seats and the nonces. It reads the lines that docs/log-format.md
// describes, one after the other, and needs fair.js alone.
const PactbookVerify = (() => {
  "use strict";

  const fair = typeof window === "undefined" ? globalThis.PactbookFair : window.PactbookFair;
  const GENESIS = "0".repeat(64);
  const HIDDEN = Symbol("hidden");

  // The one way to write a value: keys in the order of their code points, no spaces.
  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const keys = Object.keys(value).sort(byCodePoint);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }

  // sort() goes by UTF-16 units, canonical JSON by code points: beyond U+FFFF they differ.
  function byCodePoint(one, other) {
    const [a, b] = [Array.from(one), Array.from(other)];
    for (let i = 0; i < Math.min(a.length, b.length); i++)
      if (a[i] !== b[i]) return a[i].codePointAt(0) - b[i].codePointAt(0);
    return a.length - b.length;
  }

  // A document with the value of part n in the place of each {"$": n}.
  function restored(value, valueOf) {
    if (Array.isArray(value)) return value.map((one) => restored(one, valueOf));
    if (value === null || typeof value !== "object") return value;
    const keys = Object.keys(value);
    if (keys.length === 1 && keys[0] === "$") return valueOf(value.$);
    return Object.fromEntries(keys.map((key) => [/^\$+$/.test(key) ? key.slice(1) : key, restored(value[key], valueOf)]));
  }

  // What an entry says to whoever holds these parts; null where the act itself is sealed from them.
  function read(line) {
    const texts = line.parts.map((part) => (part && typeof part.text === "string" ? part.text : null));
    if (texts[0] === null) return null;
    return restored(JSON.parse(texts[0]), (n) => (texts[n] == null ? HIDDEN : JSON.parse(texts[n])));
  }

  class Fault extends Error {
    constructor(seq, what) {
      super(what);
      this.seq = seq;
    }
  }

  const refuse = (seq, what) => { throw new Fault(seq, what); };

  // One walk through a log. `take` each line in order, then `finish`; what does not hold is in `faults`.
  class Walk {
    // `recordPaths` says of each action where its input names records.
    constructor(recordPaths, start = { seq: 0, hash: GENESIS }) {
      this.recordPaths = recordPaths;
      this.seq = start.seq;
      this.hash = start.hash;
      this.entries = 0;
      this.parts = 0;
      this.sealed = 0;
      this.redacted = 0;
      this.draws = 0;
      this.unread = 0;
      this.cards = 0;
      this.byHand = 0;
      this.faults = [];
      this.periods = new Map();
      this.checked = [];
      this.period = null;
      this.turned = new Map();
      this.drawn = new Map();
      this.lastUnread = 0;
      this.taken = new Map();
    }

    // Whether the line holds. After the first that does not, the rest would prove nothing.
    take(line) {
      if (this.faults.length) return false;
      try {
        this.chain(line);
        this.committed(line);
        const document = read(line);
        if (document === null) this.aside();
        else this.told(line.seq, document);
        this.entries += 1;
        return true;
      } catch (error) {
        const isOurs = error instanceof Fault;
        this.faults.push({ seq: isOurs ? error.seq : this.seq + 1, what: isOurs ? error.message : "damaged" });
        return false;
      }
    }

    // After the last line: whether the log ends where the head says.
    finish(head) {
      if (this.faults.length) return false;
      if (head.seq === this.seq && head.hash === this.hash) {
        const [unsaid] = this.unsaid();
        if (unsaid) this.faults.push({ seq: unsaid.seq, what: "taken" });
        return !unsaid;
      }
      this.faults.push(head.seq > this.seq ? { seq: this.seq + 1, what: "missing" } : { seq: this.seq, what: "head" });
      return false;
    }

    // The parts without their words of which no entry says so.
    unsaid() {
      return [...this.taken.values()].filter(({ isSaid }) => !isSaid);
    }

    // What an entry says of words that were taken out; also one that came after the head, while the log was read.
    hears(document) {
      for (const { action, input } of document.steps)
        if (action === "table.redact" && this.taken.has(`${input.entry}/${input.part}`)) this.taken.get(`${input.entry}/${input.part}`).isSaid = true;
    }

    chain(line) {
      const head = line.header;
      if (line.seq !== this.seq + 1 || head.seq !== line.seq) refuse(this.seq + 1, "missing");
      if (head.prev !== this.hash) refuse(line.seq, "follows");
      if (fair.hashOf(canonical(head)) !== line.hash) refuse(line.seq, "header");
      this.seq = line.seq;
      this.hash = line.hash;
    }

    committed(line) {
      const told = line.header.parts;
      if (told.length !== line.parts.length) refuse(line.seq, "part");
      line.parts.forEach((part, position) => {
        if (part && typeof part.text === "string") {
          if (fair.committed(part.nonce, part.text) !== told[position].commitment) refuse(line.seq, "part");
          this.parts += 1;
        } else if (part && part.why === "redacted") {
          this.redacted += 1;
          this.taken.set(`${line.seq}/${position}`, { seq: line.seq, isSaid: false });
        } else this.sealed += 1;
      });
    }

    aside() {
      this.sealedAside();
      this.lastUnread = this.seq; // what it says may be an undo
    }

    // Only sealed draws are made where not everybody sees that they are: their seed is then only told by the next.
    sealedAside() {
      if (this.period) Object.assign(this.period.sealed, { sure: false, unseen: true });
    }

    told(seq, document) {
      const { by, of = "open", sealed: apart } = document.from;
      const draws = drawsOf(document.steps);
      if (by === "hand") this.byHand += draws.length;
      else this.cards += draws.filter(([asked]) => asked === "card").length; // what was turned up, or shuffled before
      if (by === "fair") this.drew(seq, document, document.from, of, false);
      if (apart === HIDDEN) this.sealedAside();
      else if (apart) this.drew(seq, document, apart, "sealed", true);
      for (const step of document.steps) {
        if (step.action === "table.open_draws") this.opens(seq, step.input);
        if (step.action === "table.reveal_draws") this.reveals(seq, step.input.number, step.input.secret, "sealed");
        if (step.action === "table.take_seat") this.seats(step.input);
        if (step.action === "table.fresh_draws") this.letsGo(step.input);
      }
      this.turnsRound(seq, document);
      this.hears(document);
    }

    opens(seq, given) {
      if (given.revealed) this.reveals(seq, given.number - 1, given.revealed, "open");
      const begin = (commitment) => ({ commitment, secret: null, seed: fair.firstSeed(commitment), last: 0, sure: true, unseen: false, slots: new Map(), uses: new Map(), left: new Map(), waiting: [], draws: 0 });
      this.period = { number: given.number, opened: seq, seats: 0, open: begin(given.open), sealed: begin(given.sealed) };
      this.periods.set(given.number, this.period);
    }

    seats(given) {
      this.period.seats += 1;
      const { open } = this.period;
      if (given.word === HIDDEN) open.sure = false; // taken out of the log since
      else open.seed = fair.seated(open.seed, given.member, given.word);
    }

    // Of an open act those draws are `apart` that only the GM may read: they have a slot of their own.
    drew(seq, document, { period: number, slot, seed, nonce }, of, isApart) {
      if (!this.period || this.period.number !== number) refuse(seq, "period");
      const stream = this.period[of];
      const known = stream.slots.get(slot);
      if (known && (known.seed !== seed || known.nonce !== nonce)) refuse(seq, "slot");
      const use = { seq, since: seq, purpose: this.purposeOf(document, isApart), leftBy: null, isDropped: false };
      if (!known) this.takes(seq, stream, slot, seed, nonce, use.purpose);
      this.heldBy(seq, stream, slot, use);
      const derived = drawsOf(document.steps.filter((step) => "of" in step === isApart)).filter(([asked]) => asked !== "card");
      stream.waiting.push({ seq, period: number, slot, seed, nonce, actor: document.actor, draws: derived });
      stream.draws += derived.length;
    }

    // A new slot is the next one and takes the seed as it is; one left by an undone act keeps its own. Where acts are
    // sealed from this reader, a slot and seed that came from them are taken as told.
    takes(seq, stream, slot, seed, nonce, purpose) {
      const isNext = stream.sure ? slot === stream.last + 1 && seed === stream.seed : slot > stream.last;
      const isLeft = stream.unseen && slot <= stream.last;
      if (!isNext && !isLeft) refuse(seq, "slot");
      stream.slots.set(slot, { seed, nonce });
      // A slot that was left moves no seed: it did when it was first drawn from.
      if (isLeft) return;
      if ((stream.left.get(purpose.key) || []).some((one) => this.waits(stream.uses.get(one)))) refuse(seq, "passed");
      stream.last = slot;
      stream.seed = fair.afterAct(seed, slot, nonce);
      stream.sure = true;
    }

    // Whether a slot waits for its act, which never draws anew then. What is not readable may have let go of it.
    waits(use) {
      return use.leftBy > this.lastUnread && !use.isDropped;
    }

    // A slot is drawn from again only after its act was undone, by the same act, and until it is let go of.
    heldBy(seq, stream, slot, use) {
      const earlier = stream.uses.get(slot);
      if (earlier) {
        if (!earlier.leftBy && earlier.since > this.lastUnread) refuse(seq, "again");
        if (earlier.isDropped) refuse(seq, "dropped");
        if (!mayBe(earlier.purpose, use.purpose)) refuse(seq, "another");
      }
      stream.uses.set(slot, use);
      const others = (this.drawn.get(use.seq) || []).filter((one) => one.stream !== stream);
      this.drawn.set(use.seq, [...others, { stream, slot, use }]);
    }

    // What an undo does to slots: it leaves those of what falls, and takes those of what stands again.
    turnsRound(seq, document) {
      const turned = document.steps.filter((step) => step.action === "table.undo").flatMap((step) => step.input.entries);
      if (!turned.length) return;
      this.turned.set(seq, turned);
      const todo = turned.map((one) => [one, false]);
      while (todo.length) {
        const [one, stands] = todo.pop();
        for (const drawn of this.drawn.get(one) || []) {
          if (stands) this.heldBy(seq, drawn.stream, drawn.slot, { ...drawn.use, since: seq, leftBy: null, isDropped: false });
          else this.leaves(seq, drawn);
        }
        todo.push(...(this.turned.get(one) || []).map((next) => [next, !stands]));
      }
    }

    leaves(seq, { stream, slot, use }) {
      use.leftBy = seq;
      const { key } = use.purpose;
      if (key) stream.left.set(key, [...(stream.left.get(key) || []), slot]);
    }

    // The first release of the rules did not say whose draws were let go of.
    letsGo(given) {
      if (given.entry) {
        const drew = (this.drawn.get(given.entry) || []).map(({ stream, slot }) => stream.uses.get(slot));
        for (const use of drew) if (use.leftBy) use.isDropped = true; // of an act's two slots one may be in use again
        return;
      }
      const period = this.periods.get(given.period);
      const left = (period ? [period.open, period.sealed] : []).map((stream) => stream.uses.get(given.slot)).filter((use) => use && use.leftBy && !use.isDropped);
      if (left.length === 1) left[0].isDropped = true;
    }

    // What an act is for: its action, the acting record and its targets; `told` unless one of them is sealed from this
    // reader. By its `key` the slot that an undone act left is found again.
    purposeOf(document, isApart) {
      const step = drawingStep(document.steps, isApart);
      if (!step) return { action: "", named: [], told: true, key: null };
      const paths = this.recordPaths[step.action] || [];
      const [acting, ...targets] = paths.flatMap((path) => valuesAt(step.input, path));
      const named = [acting, ...targets.sort((one, other) => byCodePoint(String(one), String(other)))];
      const told = !named.includes(HIDDEN);
      // The first release of the rules looked for the slot of an undone act in another way.
      const key = told && step.version > 1 ? canonical([step.action, ...named]) : null;
      return { action: step.action, named, told, key };
    }

    // A secret is shown: every die that waited for it is worked out anew.
    reveals(seq, number, secret, of) {
      const period = this.periods.get(number);
      if (!period) return;
      const stream = period[of];
      if (fair.commitment(secret) !== stream.commitment) refuse(seq, "secret");
      stream.secret = secret;
      for (const act of stream.waiting) {
        const asked = readable(act.draws).map(([wanted]) => wanted);
        act.again = fair.draw(secret, act.slot, act.seed, act.nonce, asked);
        act.holds = act.again.every((found, place) => [found, HIDDEN].includes(act.draws[place][1]));
        act.secret = secret;
        this.checked.push(act);
        if (!act.holds) refuse(act.seq, "draw");
        const seen = readable(act.draws).filter(([, came]) => came !== HIDDEN).length;
        this.draws += seen;
        this.unread += act.draws.length - seen;
      }
      stream.waiting = [];
    }

    // The acts whose dice wait for a secret.
    get waiting() {
      return [...this.periods.values()].flatMap((period) => [...period.open.waiting, ...period.sealed.waiting]);
    }
  }

  const mayBe = (one, other) => one.action === other.action && (!one.told || !other.told || canonical(one.named) === canonical(other.named));

  // The step for which an act drew first; of cards from a stored deck, the throw that took them, or their draw.
  function drawingStep(steps, isApart) {
    const takesCards = (step) => "decks" in step.input;
    const deals = (step) => step.action === "demon_city.turn_up" || step.action === "demon_city.draw";
    const first = steps.findIndex((step) => drawsOf([step]).length && !takesCards(step) && "of" in step === isApart);
    if (first < 0) return null;
    const rest = steps.slice(first);
    return deals(rest[0]) ? rest.find(takesCards) || rest.filter(deals).pop() : rest[0];
  }

  // What an input has at a path; through a list it leads to every element.
  function valuesAt(value, path) {
    if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
    if (path.length && value !== null && typeof value === "object") return valuesAt(value[path[0]], path.slice(1));
    return value === null || value === undefined ? [] : [value];
  }

  const drawsOf = (steps) => steps.flatMap((step) => (step.draws === HIDDEN ? [] : step.draws));

  // What a reader may not see cannot be compared, such as how a pile was shuffled; nor what was drawn after a draw of
  // which not even the kind is told.
  const readable = (draws) => draws.slice(0, [...draws.map(([asked]) => asked), HIDDEN].indexOf(HIDDEN));

  return { Walk, canonical, read, HIDDEN, GENESIS };
})();

if (typeof window !== "undefined") window.PactbookVerify = PactbookVerify;
