/**
 * The actions of people at the table, as transitions of the state: point, decide, undo, confirm, ask, look back.
 *
 * @import {Choice, SayMessage, Step, Subject, View, Wish} from "../../types.js"
 * @import {Part} from "./pointing.js"
 * @import {Decision, TableState} from "./state.js"
 */

import { point, remaining } from "./pointing.js";
import {
  current, decided, decider, givenWay, isClosing, isOpen, NOTHING_BEGUN, pointable, trialOf,
} from "./state.js";

/**
 * Point at something that a choice has; null if none has it. The last choice that is left is taken. But a tile that
 * closes an aqueduct is shown first and has to be pointed at itself, and a closing without a podium is asked about once
 * more.
 *
 * @param {TableState} state
 * @param {Part} part
 * @returns {TableState | null}
 */
export function pointed(state, part) {
  const choices = pointable(state);
  const parts = isOpen(state) ? point(choices, state.parts, part) : null;
  if (!parts) return null;
  const rest = remaining(choices, parts);
  const next = givenWay({ ...state, parts, doubt: "", asked: null, handed: null });
  if (rest.length !== 1 || !parts.length) return next;
  if (rest[0].type === "close") return closed(next, rest[0]);
  return isClosing(rest[0]) && !parts.some((one) => one.face) ? next : decided(next, rest[0].move, { parts });
}

/**
 * Ask which aqueduct to close by choice, or no longer.
 *
 * @param {TableState} state
 * @param {boolean} closing
 * @returns {TableState}
 */
export function closes(state, closing) {
  const canClose = isOpen(state) && current(state).choices.some((choice) => choice.type === "close");
  if (closing && !canClose) return state;
  return { ...state, closing, doubt: "", parts: [], hover: null, asked: null, handed: null };
}

/**
 * Somebody points at a workman whose aqueduct could be closed, but has not asked for that: say how it is done.
 *
 * @param {TableState} state
 * @param {string} name the workman
 * @returns {TableState}
 */
export function closesEarly(state, name) {
  return { ...state, asked: { id: "", subject: "workman", name, answered: true, why: null, isEarly: true } };
}

/**
 * Somebody chooses something else than what a lesson wants to be tried first: say what that is.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
export function triesLater(state) {
  const path = trialOf(state);
  const why = { code: "lesson/try-first", args: { path } };
  return { ...state, asked: { id: "", subject: "builder", name: String(path), answered: true, why } };
}

/**
 * Close an aqueduct by choice; without a podium only when it is asked for once more.
 *
 * @param {TableState} state
 * @param {Choice} choice
 * @returns {TableState}
 */
export function closed(state, { move, podium }) {
  const isSure = Boolean(podium) || state.doubt === move;
  return isSure ? decided(state, move) : { ...state, closing: true, doubt: move, parts: [], hover: null, asked: null };
}

/**
 * Forget what was pointed at last, and what was looked at with it.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
export function unpointed(state) {
  if (state.closing && !state.parts.length) return closes(state, state.doubt !== "");
  return { ...state, parts: state.parts.slice(0, -1), hover: null, asked: null };
}

/**
 * @param {TableState} state
 * @param {Part | null} part
 * @returns {TableState}
 */
export function hovered(state, part) {
  return { ...state, hover: part };
}

/**
 * Make this decision and confirm the stretch with it.
 *
 * @param {TableState} state
 * @param {string} move
 * @returns {TableState}
 */
export function finished(state, move) {
  return isOpen(state) ? { ...decided(state, move), finishing: true } : state;
}

/**
 * How many decisions stay when the last one that was chosen is taken back; null if there is none.
 *
 * @param {TableState} state
 * @returns {number | null}
 */
export function undoable(state) {
  const last = state.decisions.findLastIndex((decision) => !decision.auto);
  return last < 0 || state.sent ? null : last;
}

/**
 * Take back decisions until so many are left; without a number the last one that was chosen.
 *
 * @param {TableState} state
 * @param {number | null} [left]
 * @returns {TableState}
 */
export function undone(state, left = undoable(state)) {
  if (left === null || state.sent) return state;
  const decisions = state.decisions.slice(0, left);
  return { ...state, ...NOTHING_BEGUN, decisions, frames: state.frames.slice(0, left) };
}

/**
 * Take back one step: what was pointed at last, also where it completed a decision.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
export function steppedBack(state) {
  if (state.closing || state.parts.length) return unpointed(state);
  const left = undoable(state);
  if (left === null) return state;
  return { ...undone(state, left), parts: state.decisions[left].parts?.slice(0, -1) ?? [] };
}

/**
 * Point once more at what completed the stretch: that takes it back. Null if it was something else.
 *
 * @param {TableState} state
 * @param {Part} part
 * @returns {TableState | null}
 */
export function pointedAgain(state, part) {
  const last = state.decisions[undoable(state) ?? -1]?.parts?.at(-1);
  const place = last?.builder ?? last?.square;
  const isSame = place !== undefined && place === (part.builder ?? part.square);
  return isSame && isOpen(state) && current(state).complete ? steppedBack(state) : null;
}

/**
 * What the next step back would take: a thing that was pointed at, or a whole decision.
 *
 * @param {TableState} state
 * @returns {"" | "workman" | "builder" | "path" | "square" | "tile" | "kind" | "move"} nothing if there is none
 */
export function nextStepBack(state) {
  const left = undoable(state);
  if (!state.parts.length && left === null) return "";
  const at = state.parts.length || left === null ? state.decisions.length : left;
  const part = state.parts.at(-1) ?? state.decisions[at].parts?.at(-1);
  if (!part) return "move";
  const { phase } = (at ? state.frames[at - 1]?.view : state.view) ?? {};
  if (part.builder !== undefined) return phase === "setup" || phase === "reserve" ? "path" : "builder";
  if (part.face) return "tile";
  return part.workman ? "workman" : part.square ? "square" : part.kind ? "kind" : "move";
}

/**
 * Take up a stretch that was begun before the page was loaded.
 *
 * @param {TableState} state
 * @param {{ version: number, decisions: readonly Decision[] } | null} saved
 * @returns {TableState}
 */
export function restored(state, saved) {
  const isFresh = saved && saved.version >= state.moved && saved.version <= state.version;
  if (!isFresh || decider(state) === null || state.decisions.length) return state;
  return { ...state, decisions: saved.decisions };
}

/**
 * The decisions to preview next, or null if none are waiting.
 *
 * @param {TableState} state
 * @returns {string[] | null}
 */
export function nextPreview(state) {
  const { decisions, frames, previewing, link } = state;
  if (previewing || frames.length === decisions.length || link !== "online") return null;
  return decisions.slice(0, frames.length + 1).map((decision) => decision.move);
}

/**
 * @param {TableState} state
 * @param {string} id
 * @returns {TableState}
 */
export function previews(state, id) {
  return { ...state, previewing: id };
}

/**
 * Confirm the stretch, if it is complete.
 *
 * @param {TableState} state
 * @param {string} id a new one
 * @returns {TableState}
 */
export function confirmed(state, id) {
  const seat = decider(state);
  if (seat === null || !isOpen(state) || !current(state).complete) return state;
  const moves = state.decisions.map((decision) => decision.move);
  return played(state, id, moves);
}

/**
 * Play these decisions without showing them first.
 *
 * @param {TableState} state
 * @param {string} id a new one
 * @param {string[]} moves
 * @returns {TableState}
 */
export function played(state, id, moves) {
  const seat = decider(state);
  if (seat === null || state.sent) return state;
  return {
    ...state,
    sent: { type: "play", id, version: state.version, seat, moves },
    finishing: false,
    parts: [],
    asked: null,
    refusal: null,
    handed: null,
  };
}

/**
 * @param {TableState} state
 * @param {string} id
 * @param {Subject} subject
 * @param {string} name
 * @returns {TableState}
 */
export function asks(state, id, subject, name) {
  return givenWay({ ...state, asked: { id, subject, name, answered: false, why: null } });
}

/**
 * Forget the last answer and the last refusal.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
export function heard(state) {
  return { ...state, asked: null, refusal: null };
}

/** Whether somebody has decided something that is not confirmed. @param {TableState} state */
const isBegun = ({ decisions }) => decisions.some(({ auto }) => !auto);

/**
 * Let the set-up of a seat be done for it, or no longer. What it has begun itself stays, and is confirmed first.
 *
 * @param {TableState} state
 * @param {number} seat
 * @param {boolean} on
 * @returns {TableState}
 */
export function helped(state, seat, on) {
  const others = state.helped.filter((other) => other !== seat);
  const finishing = on && state.view?.phase === "setup" && isBegun(state);
  return { ...state, helped: on ? [...others, seat] : others, parts: [], hover: null, finishing };
}

/**
 * The seat for which a set-up decision has to be made now, or null; one that it has begun itself goes first.
 *
 * @param {TableState} state
 */
export function needsHelp(state) {
  const seat = decider(state);
  const isSetUp = state.view?.phase === "setup" && !state.sent && !isBegun(state);
  return seat !== null && isSetUp && state.helped.includes(seat) ? seat : null;
}

// What else people want.

/**
 * Want something that changes the table. The same thing is not wanted twice at once.
 *
 * @param {TableState} state
 * @param {string} id a new one
 * @param {Wish} wish
 * @returns {TableState}
 */
export function wanted(state, id, wish) {
  if (state.intents.some((intent) => intent.type === wish.type)) return state;
  const intent = /** @type {import("./state.js").Intent} */ ({ ...wish, id, version: Math.max(0, state.version) });
  return { ...state, intents: [...state.intents, intent], refusal: null };
}

/**
 * Say something.
 *
 * @param {TableState} state
 * @param {string} id a new one
 * @param {Pick<SayMessage, "seat" | "text" | "phrase">} words
 * @returns {TableState}
 */
export function spoken(state, id, words) {
  return { ...state, intents: [...state.intents, { type: "say", id, ...words }], refusal: null };
}

/**
 * Ask for the links that may be handed out.
 *
 * @param {TableState} state
 * @param {string} id a new one
 * @returns {TableState}
 */
export function linksAsked(state, id) {
  if (state.intents.some((intent) => intent.type === "links")) return state;
  return { ...state, intents: [...state.intents, { type: "links", id }] };
}

/**
 * Where a takeback would lead to: the beginning of the last stretch that was made on this screen, and whose it was.
 * Null if there is none.
 *
 * @param {TableState} state
 * @returns {{ seat: number, ply: number, decisions: number } | null}
 */
export function takeback({ steps, yours, ply }) {
  let first = steps.findLastIndex((step) => yours.includes(step.seat));
  if (first < 0) return null;
  const { seat, turn } = steps[first];
  while (steps[first - 1]?.seat === seat && steps[first - 1].turn === turn) first -= 1;
  return { seat, ply: steps[first].ply, decisions: ply - steps[first].ply };
}

// What is shown.

/**
 * Look at the game after so many decisions; the last one is now.
 *
 * @param {TableState} state
 * @param {number} ply
 * @returns {TableState}
 */
export function travelled(state, ply) {
  const to = Math.max(0, Math.min(ply, state.ply));
  if (to === state.ply) return returned(state);
  return { ...state, travel: { ply: to, view: null }, parts: [], hover: null, asked: null };
}

/**
 * @param {TableState} state
 * @param {number} ply
 * @param {View} view
 * @returns {TableState}
 */
export function arrived(state, ply, view) {
  return state.travel?.ply === ply ? { ...state, travel: { ply, view } } : state;
}

/**
 * @param {TableState} state
 * @returns {TableState}
 */
export function returned(state) {
  return { ...state, travel: null, hover: null, shown: state.ply };
}

/**
 * The decisions that the board has not shown yet.
 *
 * @param {TableState} state
 * @returns {Step[]}
 */
export function unseen(state) {
  return state.steps.filter((step) => step.ply >= state.shown);
}

/**
 * The board has shown the game up to this decision; after a takeback what it has shown counts no longer.
 *
 * @param {TableState} state
 * @param {number} ply
 * @param {number} [rewound] how often decisions had been taken back then
 * @returns {TableState}
 */
export function seen(state, ply, rewound = state.rewound) {
  return ply > state.shown && rewound === state.rewound ? { ...state, shown: ply } : state;
}

/**
 * What others have decided since somebody at this screen decided last, at most a round; if there is none, what was
 * decided last in a row.
 *
 * @param {TableState} state
 * @returns {Step[]}
 */
export function lastMoves({ steps, yours, table }) {
  const last = steps.at(-1);
  if (!last) return [];
  const others = steps.slice(steps.findLastIndex((step) => yours.includes(step.seat)) + 1);
  const isRecent = (/** @type {Step} */ step) => step.turn > last.turn - (table?.players.length ?? 0);
  if (yours.length && others.length) return others.filter(isRecent);
  return steps.slice(steps.findLastIndex((step) => step.seat !== last.seat || step.turn !== last.turn) + 1);
}

/**
 * What has to survive a reload.
 *
 * @param {TableState} state
 * @returns {{ version: number, decisions: readonly Decision[], helped: readonly number[] }}
 */
export function lasting({ version, decisions, helped: seats }) {
  return { version, decisions, helped: seats };
}
