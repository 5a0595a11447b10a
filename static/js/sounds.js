"use strict";
// What a moment sounds and feels like, for whoever has chosen it for this device: bone on wood for each die, paper for
// cards, a low bell for what weighs and for a call that nobody looks at; one pulse when called, two when hurt. Made
// here, without files; never for one's own act.
(() => {
  const VOLUMES = { low: 0.12, medium: 0.35, high: 0.8 };
  const MOST_TICKS = 12;
  const choices = document.documentElement.dataset;
  let audio = null;

  // A browser lets a page sound only once somebody has touched it.
  function wake() {
    if (!VOLUMES[choices.sound]) return;
    audio = audio || new AudioContext();
    if (audio.state === "suspended") audio.resume();
  }
  for (const name of ["pointerdown", "keydown", "chosen"]) document.addEventListener(name, wake);

  // A burst of noise through a filter: short and bright is bone, longer and softer is paper.
  function noise(at, seconds, pitch, sharpness, loud) {
    const length = Math.ceil(audio.sampleRate * seconds);
    const buffer = audio.createBuffer(1, length, audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let place = 0; place < length; place += 1) samples[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 3;
    const source = new AudioBufferSourceNode(audio, { buffer });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: sharpness });
    source.connect(filter).connect(new GainNode(audio, { gain: loud })).connect(audio.destination);
    source.start(at);
  }

  function bell(at, loud) {
    for (const [partial, share] of [[1, 1], [2.4, 0.4], [3.8, 0.2]]) {
      const tone = new OscillatorNode(audio, { frequency: 98 * partial });
      const fade = new GainNode(audio, { gain: 0 });
      fade.gain.setValueAtTime(0.0001, at);
      fade.gain.exponentialRampToValueAtTime(loud * share, at + 0.02);
      fade.gain.exponentialRampToValueAtTime(0.0001, at + 1.6 / partial);
      tone.connect(fade).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 1.7);
    }
  }

  function sound(moment, pace, loud) {
    const now = audio.currentTime;
    const dice = Math.min(moment.querySelectorAll(".die").length, MOST_TICKS);
    for (let place = 0; place < dice; place += 1) noise(now + pace * (0.2 + 0.04 * place), 0.05, 1900 + 500 * Math.random(), 4, loud);
    if (moment.querySelector(".hand-of-cards")) noise(now + pace * 0.2, 0.28, 3200, 0.7, loud * 0.6);
    if (moment.classList.contains("is-weighty")) bell(now + pace * 1.1, loud);
  }

  document.addEventListener("moment-staged", ({ detail: { moment, pace, isStill } }) => {
    const loud = VOLUMES[choices.sound];
    if (loud && audio?.state === "running") sound(moment, isStill ? 0 : pace, loud);
    if (choices.vibration && moment.classList.contains("is-lost")) navigator.vibrate?.([60, 90, 60]);
  });

  // Something waits for somebody who does not look (calls.js).
  document.addEventListener("call-rings", () => {
    const loud = VOLUMES[choices.sound];
    if (loud && audio?.state === "running") bell(audio.currentTime, loud);
    if (choices.vibration) navigator.vibrate?.(60);
  });
})();
