/**
 * Short sounds, synthesized in the browser: no files, nothing fetched.
 *
 *   play("tile")                     if the settings want it
 *   playStep(soundsOf(step), speed)  what a decision sounds like, one after the other
 *
 * Names: tile, water, walk, close, chat, turn. `settings.sounds` is "off", "turn" (the default: only that it is your
 * turn, while the page is hidden) or "all". Browsers let a page play sound only after somebody has used it; until then,
 * and where there is no audio at all, nothing happens.
 */

import { settings } from "./settings.js";

/** @import {Step} from "../types.js" */

/**
 * A tone that glides from one frequency to another, or noise in a band that does; seconds and hertz.
 * @typedef {object} Part
 * @property {OscillatorType | "noise"} wave
 * @property {number} from
 * @property {number} to
 * @property {number} at when it begins
 * @property {number} lasts
 * @property {number} gain at its loudest, 0 to 1
 */
/** @typedef {keyof typeof SOUNDS} Sound */

const VOLUME = 0.5;
/** Seconds in which a part becomes loud: without it there would be a click. */
const ATTACK = 0.008;

/** @type {(wave: Part["wave"], from: number, to: number, at: number, lasts: number, gain: number) => Part} */
const part = (wave, from, to, at, lasts, gain) => ({ wave, from, to, at, lasts, gain });

export const SOUNDS = {
  /** Stone on earth. */
  tile: [part("sine", 150, 70, 0, 0.12, 0.6), part("noise", 900, 300, 0, 0.07, 0.5)],
  /** Water that comes along. */
  water: [part("noise", 500, 1500, 0, 0.5, 0.22), part("sine", 420, 760, 0.08, 0.09, 0.1)],
  /** Two steps in sandals. */
  walk: [part("noise", 420, 260, 0, 0.05, 0.35), part("noise", 480, 280, 0.17, 0.05, 0.3)],
  /** Three notes upwards: somebody steps onto a podium. */
  close: [
    part("triangle", 392, 392, 0, 0.22, 0.3),
    part("triangle", 523, 523, 0.13, 0.24, 0.3),
    part("triangle", 659, 659, 0.26, 0.5, 0.3),
  ],
  /** A small drop. */
  chat: [part("sine", 740, 990, 0, 0.09, 0.22)],
  /** Two notes that call. */
  turn: [part("sine", 523, 523, 0, 0.22, 0.35), part("sine", 784, 784, 0.18, 0.45, 0.35)],
};

/** Seconds after which the next sound of the same decision comes. */
const PAUSE = 0.35;

/** @type {AudioContext | null} */
let context = null;
/** Whether this browser has refused once: it is not asked again. */
let isRefused = false;

/**
 * What a decision sounds like.
 * @param {Pick<Step, "type" | "effects">} step
 * @returns {Sound[]}
 */
export function soundsOf({ type, effects = {} }) {
  /** @type {Sound[]} */
  const found = [];
  if (effects.laid?.length) found.push("tile");
  if (effects.grown?.length) found.push("water");
  if (effects.walk?.length || type === "place") found.push("walk");
  if (effects.closes?.length) found.push("close");
  return found;
}

/**
 * Whether the settings want a sound now.
 * @param {Sound} name
 */
function isWanted(name) {
  if (name === "turn") return settings.sounds !== "off" && document.hidden;
  if (settings.sounds !== "all") return false;
  return name === "chat" || !document.hidden;
}

/**
 * @param {Sound} name
 * @param {number} [later] seconds from now
 */
export function play(name, later = 0) {
  if (!isWanted(name)) return;
  const audio = ready();
  if (audio) perform(audio, SOUNDS[name], audio.currentTime + later);
}

/**
 * @param {readonly Sound[]} names
 * @param {number} [speed]
 */
export function playStep(names, speed = 1) {
  names.forEach((name, index) => play(name, (index * PAUSE) / speed));
}

/** @returns {AudioContext | null} */
function ready() {
  if (isRefused || !navigator.userActivation?.hasBeenActive) return null;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  } catch {
    isRefused = true;
    context = null;
  }
  return context;
}

/**
 * @param {AudioContext} audio
 * @param {readonly Part[]} parts
 * @param {number} when
 */
function perform(audio, parts, when) {
  for (const { wave, from, to, at, lasts, gain } of parts) {
    const begins = when + at;
    const ends = begins + lasts;
    const loudness = audio.createGain();
    loudness.gain.setValueAtTime(0.0001, begins);
    loudness.gain.linearRampToValueAtTime(gain * VOLUME, begins + ATTACK);
    loudness.gain.exponentialRampToValueAtTime(0.0001, ends);
    loudness.connect(audio.destination);
    const source = wave === "noise" ? noise(audio, loudness, [from, to, begins, ends]) : tone(audio, wave, loudness);
    if ("frequency" in source) glide(source.frequency, [from, to, begins, ends]);
    source.start(begins);
    source.stop(ends);
  }
}

/** @typedef {readonly [from: number, to: number, begins: number, ends: number]} Glide */

/**
 * @param {AudioContext} audio
 * @param {OscillatorType} wave
 * @param {AudioNode} out
 */
function tone(audio, wave, out) {
  const source = audio.createOscillator();
  source.type = wave;
  source.connect(out);
  return source;
}

/**
 * @param {AudioContext} audio
 * @param {AudioNode} out
 * @param {Glide} course
 */
function noise(audio, out, course) {
  const length = Math.ceil(audio.sampleRate * (course[3] - course[2]));
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = Math.random() * 2 - 1;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  glide(band.frequency, course);
  band.connect(out);
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(band);
  return source;
}

/**
 * @param {AudioParam} frequency
 * @param {Glide} course
 */
function glide(frequency, [from, to, begins, ends]) {
  frequency.setValueAtTime(from, begins);
  frequency.exponentialRampToValueAtTime(to, ends);
}
