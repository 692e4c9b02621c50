// Sounds: off unless somebody wants them, and never an error.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { install } from "./fake_dom.js";

install();

/** @type {{ wave: string, begins: number, ends: number }[]} */
let heard = [];
let loudest = 0;
let made = 0;

/** As much of an audio context as is used; it notes what would be heard. */
class FakeAudio {
  constructor() {
    made += 1;
    Object.assign(this, { currentTime: 1, sampleRate: 100, state: "running", destination: {} });
  }

  createGain() {
    return { gain: { ...ramps((value) => (loudest = Math.max(loudest, value))) }, connect() {} };
  }

  createOscillator() {
    return { ...source(() => "tone"), frequency: ramps() };
  }

  createBufferSource() {
    return source(() => "noise");
  }

  createBiquadFilter() {
    return { frequency: ramps(), connect() {} };
  }

  /** @param {number} channels @param {number} length */
  createBuffer(channels, length) {
    return { getChannelData: () => new Float32Array(length * channels) };
  }
}

function ramps(/** @type {(value: number) => void} */ note = () => {}) {
  return { setValueAtTime: note, linearRampToValueAtTime: note, exponentialRampToValueAtTime: note };
}

/** @param {() => string} wave */
function source(wave) {
  let begins = 0;
  return {
    connect() {},
    start: (/** @type {number} */ at) => (begins = at),
    stop: (/** @type {number} */ ends) => heard.push({ wave: wave(), begins, ends }),
  };
}

const activation = { hasBeenActive: true };
Object.defineProperty(globalThis, "navigator", { value: { userActivation: activation }, configurable: true });
/** @param {boolean} hidden */
const hide = (hidden) => Object.defineProperty(document, "hidden", { value: hidden, configurable: true });

const { SOUNDS, play, playStep, soundsOf } = await import("../../../src/aquaromana/web/js/lib/sound.js");
const { settings } = await import("../../../src/aquaromana/web/js/lib/settings.js");
const NAMES = /** @type {(keyof typeof SOUNDS)[]} */ (Object.keys(SOUNDS));

beforeEach(() => {
  Object.assign(globalThis, { AudioContext: FakeAudio });
  activation.hasBeenActive = true;
  hide(false);
  settings.sounds = "turn";
  heard = [];
});

test("nothing sounds before somebody has used the page: browsers would complain", () => {
  settings.sounds = "all";
  activation.hasBeenActive = false;
  for (const name of NAMES) play(name);
  assert.deepEqual([heard.length, made], [0, 0]);
});

test("by default nothing sounds, except that it is your turn while the page is hidden", () => {
  for (const name of NAMES) play(name);
  assert.equal(heard.length, 0);
  hide(true);
  for (const name of NAMES) play(name);
  assert.equal(heard.length, SOUNDS.turn.length);
  settings.sounds = "off";
  play("turn");
  assert.equal(heard.length, SOUNDS.turn.length);
});

test("whoever wants all of them hears short and soft ones, and none of the board while it is out of sight", () => {
  settings.sounds = "all";
  for (const name of NAMES) if (name !== "turn") play(name);
  assert.equal(heard.length, NAMES.filter((name) => name !== "turn").flatMap((name) => SOUNDS[name]).length);
  assert.ok(heard.every(({ begins, ends }) => begins >= 1 && ends > begins && ends < 2));
  assert.ok(loudest <= 0.5);
  heard = [];
  hide(true);
  for (const name of /** @type {const} */ (["tile", "water", "walk", "close"])) play(name);
  assert.equal(heard.length, 0);
  play("chat");
  assert.equal(heard.length, SOUNDS.chat.length);
});

test("what a decision does is heard in its order", () => {
  const grown = [/** @type {any} */ ({})];
  const effects = { laid: ["Be@E5"], walk: [4, 5], grown };
  assert.deepEqual(soundsOf({ type: "build", effects }), ["tile", "water", "walk"]);
  assert.deepEqual(soundsOf({ type: "close", effects: { closes: grown } }), ["close"]);
  assert.deepEqual(soundsOf({ type: "place" }), ["walk"]);
  assert.deepEqual(soundsOf({ type: "pass" }), []);
  settings.sounds = "all";
  playStep(["tile", "walk"], 2);
  const starts = heard.map(({ begins }) => begins);
  assert.ok((starts.at(-2) ?? 0) > (starts[0] ?? 0));
});

test("without audio, or where it is refused, nothing goes wrong", () => {
  settings.sounds = "all";
  hide(true);
  Object.assign(globalThis, {
    AudioContext: class {
      constructor() {
        throw new Error("no device");
      }
    },
  });
  play("turn");
  Reflect.deleteProperty(globalThis, "AudioContext");
  play("turn");
});
