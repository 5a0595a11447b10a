// Fair draws, recomputed in the browser: the same numbers as rules/kernel/fair.py makes. docs/fair-draws.md tells the
// method. SHA-256 and HMAC are our own, since a page on a plain local network has no crypto.subtle.
const PactbookFair = (() => {
  "use strict";

  const WORD = 2 ** 32;
  const utf8 = new TextEncoder();

  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }

  // The first 32 bits of the fraction of a root, exactly: the largest whole r with r ** power <= prime << (32 * power).
  function fractionOfRoot(prime, power) {
    // BigInt, as a double holds 53 bits and the root of a larger number would be rounded.
    const target = BigInt(prime) << BigInt(32 * power);
    let low = 0n;
    let high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** BigInt(power) <= target) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn);
  }

  const START = primes.slice(0, 8).map((prime) => fractionOfRoot(prime, 2));
  const ROUND = primes.map((prime) => fractionOfRoot(prime, 3));

  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function padded(bytes) {
    const length = bytes.length;
    const whole = new Uint8Array((Math.floor((length + 8) / 64) + 1) * 64);
    whole.set(bytes);
    whole[length] = 0x80;
    const view = new DataView(whole.buffer);
    view.setUint32(whole.length - 8, Math.floor((length * 8) / WORD));
    view.setUint32(whole.length - 4, (length * 8) % WORD);
    return view;
  }

  function schedule(view, start) {
    const w = new Uint32Array(64);
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + a + w[i - 7] + b) | 0;
    }
    return w;
  }

  function compress(state, w) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const bigE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + bigE + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const bigA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (bigA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) >>> 0);
  }

  // SHA-256 of bytes, as 32 bytes.
  function sha256(bytes) {
    const view = padded(bytes);
    let state = START;
    for (let start = 0; start < view.byteLength; start += 64) state = compress(state, schedule(view, start));
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => out.setUint32(4 * i, word));
    return new Uint8Array(out.buffer);
  }

  // HMAC-SHA256 of bytes under a key, as 32 bytes.
  function hmac(key, bytes) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(joined(block.map((byte) => byte ^ 0x36), bytes));
    return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
  }

  function joined(first, second) {
    const both = new Uint8Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
  }

  const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  const digest = (...parts) => toHex(sha256(utf8.encode(parts.join("\n"))));

  const commitment = (secret) => toHex(sha256(fromHex(secret)));
  const firstSeed = (committed) => digest("pactbook seed 1", committed);
  const seated = (seed, member, word) => digest("seat", seed, member, word);
  const afterAct = (seed, slot, nonce) => digest("act", seed, String(slot), nonce);

  // The endless stream of 32-bit numbers of one slot.
  function* words(secret, slot, seed, nonce) {
    for (let block = 0; ; block++) {
      const message = ["pactbook draw 1", slot, seed, nonce, block].join("\n");
      const view = new DataView(hmac(fromHex(secret), utf8.encode(message)).buffer);
      for (let start = 0; start < 32; start += 4) yield view.getUint32(start);
    }
  }

  // What a slot draws: `asked` as the log has it, a number for a die of so many sides, "index:5" for 0 to 4.
  function draw(secret, slot, seed, nonce, asked) {
    const stream = words(secret, slot, seed, nonce);
    return asked.map((one) => {
      if (typeof one === "number") return below(stream, one) + 1;
      return below(stream, Number(one.slice("index:".length)));
    });
  }

  function below(stream, count) {
    const top = WORD - (WORD % count);
    for (;;) {
      const word = stream.next().value;
      if (word < top) return word % count;
    }
  }

  // Whether a part of an entry is what its commitment says: HMAC-SHA256 of the exact text under the part's nonce.
  const committed = (nonce, text) => toHex(hmac(fromHex(nonce), utf8.encode(text)));
  // The hash of an entry, from the exact canonical text of its header.
  const hashOf = (text) => toHex(sha256(utf8.encode(text)));

  return { sha256, hmac, toHex, fromHex, commitment, firstSeed, seated, afterAct, draw, committed, hashOf };
})();

if (typeof window !== "undefined") window.PactbookFair = PactbookFair;
