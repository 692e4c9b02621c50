/**
 * The content of the bar beside the board, as data: whose decision it is, the question in words, the ways to answer it
 * without the board, the stretch so far, and what can be done with it. bar.js draws it.
 *
 * @import {Step, View, Why} from "../../types.js"
 * @import {HintContent, HintStep} from "./hints.js"
 * @import {Offer, Picture} from "./offers.js"
 * @import {Question} from "./pointing.js"
 * @import {TableState} from "./state.js"
 * @import {Context} from "./words.js"
 */

import { t } from "../../lib/i18n.js";
import { nextStepBack, undoable } from "./actions.js";
import { changesFor, outWords } from "./changes.js";
import { toldSteps } from "./disclosure.js";
import { hintContent, hintNow, hintStep } from "./hints.js";
import { placing } from "./marks.js";
import { lookedAt, offersOf, subjectOf } from "./offers.js";
import { openingWords } from "./news.js";
import { lookersAt, question } from "./pointing.js";
import { askedWords } from "./prefaces.js";
import { previewOf } from "./preview.js";
import { isPuzzleOver } from "./puzzle.js";
import { endOf } from "./standing.js";
import { current, decider, isBegun, isOpen, isOver, pointable, trialOf } from "./state.js";
import { verdict } from "./verdict.js";
import { capital, deedWords, endedSince, stepWords } from "./words.js";

/**
 * @typedef {object} Done a decision of the stretch
 * @property {number} index
 * @property {string} words
 * @property {string} move
 * @property {boolean} auto it was the only one
 * @property {boolean} waiting the server has not answered yet
 *
 * @typedef {object} Note something to know before deciding
 * @property {"hand" | "only" | "warn" | "eye" | "stop" | "bulb"} icon
 * @property {string} text
 *
 * @typedef {object} BarContent
 * @property {"yours" | "theirs" | "past" | "over" | "film" | "waiting"} tone
 * @property {number | null} seat whose decision it is
 * @property {string} text
 * @property {Picture | null} picture what the question is about
 * @property {Offer[]} offers
 * @property {Done[]} done
 * @property {boolean} undo
 * @property {boolean} isPointed something has been pointed at that can be taken back
 * @property {ReturnType<typeof nextStepBack>} step what is taken back next
 * @property {"" | "confirm" | "pass" | "keep"} primary
 * @property {boolean} isClosing it is asked which aqueduct to close by choice
 * @property {boolean} canClose an aqueduct can be closed by choice, and nobody has asked for it
 * @property {string} doubt a closing without a podium, which is asked about once more
 * @property {boolean} canHelp the rest of the set-up can be left to the program
 * @property {boolean} isHelped
 * @property {Note[]} notes
 * @property {{ why: Why | null, name: string, isEarly?: boolean } | null} why the answer to a question
 * @property {boolean} canPlayAgain the game is over and counted, and a rematch can be asked for at once
 * @property {boolean} isSteady the buttons keep their places: what cannot be used is disabled, not hidden
 * @property {HintStep | null} hintStep what the button for hints brings next; null for no such button
 * @property {HintContent | null} hint
 */

/** @type {Readonly<BarContent>} */
const NOTHING = Object.freeze({
  tone: "waiting",
  seat: null,
  text: "",
  picture: null,
  offers: [],
  done: [],
  undo: false,
  isPointed: false,
  step: "",
  primary: "",
  isClosing: false,
  canClose: false,
  doubt: "",
  canHelp: false,
  isHelped: false,
  notes: [],
  why: null,
  canPlayAgain: false,
  isSteady: false,
  hintStep: null,
  hint: null,
});

/**
 * @param {TableState} state
 * @param {readonly string[]} names
 * @param {{ isMoving?: boolean }} [board] `isMoving`: what was decided last here is still on its way over the board
 * @returns {BarContent}
 */
export function barContent(state, names, { isMoving = false } = {}) {
  if (!state.view) return { ...NOTHING, text: t("table.opening") };
  const seat = state.view.mover;
  const why = state.asked?.answered ? state.asked : null;
  const stop = refusedStep(state);
  if (state.lesson?.done && !isOver(state) && !state.travel) return { ...NOTHING, why };
  if (isPuzzleOver(state) && !state.travel) return { ...NOTHING, why };
  if (state.travel) return { ...NOTHING, tone: "past", seat, text: pastWords(state), why };
  if (isOver(state)) {
    const told = verdict(state.view, names, state.table?.players ?? []);
    const notes = lastEndings(state, names).map((text) => ({ icon: /** @type {const} */ ("stop"), text }));
    const text = state.scoring ? t("table.finale.begin") : told;
    return { ...NOTHING, tone: "over", text, notes, why, canPlayAgain: canPlayAgain(state) };
  }
  if (decider(state) === null) {
    const [own] = state.yours;
    /** @type {Note[]} */
    const notes = own === undefined ? [{ icon: "eye", text: t("table.watching") }] : [];
    if (state.yours.length === 1) notes.push(...sinceNotes(state, own, names));
    notes.push(...openingNotes(state, names));
    return { ...NOTHING, tone: "theirs", seat, text: theirsWords(state, names), notes, why };
  }
  return { ...yours(state, seat, names, isMoving), why: why ?? stop };
}

/**
 * Whether the same people can begin another game from here; a match says itself how it goes on.
 *
 * @param {TableState} state
 */
function canPlayAgain({ scoring, lesson, table, yours, host }) {
  return !scoring && !lesson && table !== null && !table.options?.match && !table.next && (yours.length > 0 || host);
}

/**
 * What a lesson says of a decision that it does not want.
 *
 * @param {TableState} state
 */
function refusedStep({ refusal }) {
  return refusal?.code.startsWith("lesson/") ? { why: refusal, name: "" } : null;
}

/**
 * While the board animates what somebody else has decided: who does what kind of thing, and what has come of it so far.
 *
 * @param {Step} step
 * @param {Step | null} told the last decision of that seat that has been shown to its end
 * @param {Context} context
 * @returns {BarContent}
 */
export function narrating(step, told, context) {
  const text = told ? stepWords(told, context, { isShown: false }) : t(`table.acts.${step.type}`);
  return { ...NOTHING, tone: "film", seat: step.seat, text };
}

/**
 * @param {TableState} state
 * @param {number} seat
 * @param {readonly string[]} names
 * @param {boolean} isMoving
 * @returns {BarContent}
 */
function yours(state, seat, names, isMoving) {
  const { view, choices, complete } = current(state);
  const isHelped = state.helped.includes(seat) && state.view?.phase === "setup";
  const first = state.lesson?.asks || undefined;
  const asked = isOpen(state) && !isHelped ? question(pointable(state), state.parts, first) : null;
  const isPass = choices.some((choice) => choice.type === "pass");
  const primary = complete ? "confirm" : state.doubt ? "keep" : isPass ? "pass" : "";
  return {
    ...NOTHING,
    tone: "yours",
    seat,
    text: state.caution ? "" : yoursWords(state, names, isMoving ? null : asked, isHelped), // the coach asks instead
    picture: asked ? subjectOf(choices, state.parts, asked) : null,
    offers: asked && view && !state.doubt ? marked(offersOf(asked, view, names), state) : [],
    done: doneOf(state, names, isMoving),
    undo: isOpen(state) && undoable(state) !== null,
    isPointed: state.parts.length > 0 || (state.closing && !state.doubt),
    step: nextStepBack(state),
    primary: isOpen(state) && !state.caution ? primary : "",
    isSteady: !state.lesson && !state.puzzle,
    hintStep: isHelped ? { name: "title", isReady: false, isBusy: false } : hintStep(state),
    hint: hintContent(state, names),
    isClosing: state.closing,
    canClose: isOpen(state) && !state.closing && choices.some((choice) => choice.type === "close"),
    doubt: isOpen(state) ? state.doubt : "",
    canHelp: state.view?.phase === "setup",
    isHelped,
    notes: view ? [...notesOf(state, view, seat, names, complete), ...jokerNotes(asked, view)] : [],
  };
}

/**
 * The same with marks on what is previewed and on the kind that a hint names.
 *
 * @param {Offer[]} all
 * @param {TableState} state
 */
function marked(all, state) {
  const offers = lookedAt(all, previewOf(state));
  const place = hintNow(state)?.told?.place;
  if (place?.what !== "kind") return offers;
  return offers.map((offer) => (offer.part.kind === place.name ? { ...offer, isHinted: true } : offer));
}

/** @param {TableState} state */
function pastWords({ travel, steps }) {
  const turn = steps.find(({ ply }) => ply + 1 === travel?.ply)?.turn;
  return turn ? t("table.past", { turn }) : t("table.past-setup");
}

/**
 * @param {TableState} state
 * @param {readonly string[]} names
 */
function theirsWords({ view, table }, names) {
  const name = names[view?.mover ?? 0] ?? "";
  const { kind, stand_in: bot } = table?.players[view?.mover ?? 0] ?? {};
  if (kind === "open") return t("table.waits", { name });
  if (kind !== "bot" && bot) {
    return name === t("common.you") ? t("table.thinks-for-you") : t("table.thinks-for", { name });
  }
  return t(kind === "bot" ? "table.thinks" : "table.decides", { name });
}

/**
 * @param {TableState} state
 * @param {readonly string[]} names
 * @param {Question | null} asked
 * @param {boolean} isHelped
 */
function yoursWords(state, names, asked, isHelped) {
  if (state.sent || state.isWeighing) return t("table.sending");
  if (isHelped) return t("table.helping");
  const { view, choices, complete } = current(state);
  if (complete) return completeWords(state, names);
  const trial = trialOf(state);
  if (trial && choices.length) return t("lesson.try", { path: trial });
  if (state.doubt && view) return doubtWords(state.doubt, view);
  if (!state.closing && choices.some((choice) => choice.type === "pass")) return t("table.ask.close");
  return asked && view ? askedWords(state, asked, view) : t("table.computing");
}

/**
 * That a stretch can be confirmed. Who only took builders, in somebody else's turn, is told what comes next: their own
 * turn is not over.
 *
 * @param {TableState} state
 * @param {readonly string[]} names
 */
function completeWords(state, names) {
  const { view, steps } = current(state);
  const isTaken = steps.length > 0 && steps.every(({ type }) => type === "take");
  if (!view || !isTaken || view.phase === "over" || state.lesson || state.puzzle) return t("table.complete");
  if (view.mover === decider(state)) return t("table.complete-taken-you");
  return t("table.complete-taken", { name: names[view.mover] ?? "" });
}

/**
 * Why a closing by choice is asked about once more: the workman would get no podium (R5.2).
 *
 * @param {string} move
 * @param {View} view
 */
function doubtWords(move, view) {
  const aqueduct = view.aqueducts.find((one) => one.open && endOf(one) === move.slice(1));
  const length = aqueduct?.length ?? 0;
  return t(length ? "table.ask.close-full" : "table.ask.close-empty", { length });
}

/**
 * The decisions made so far, each with what came of it if the server has told that and the board has shown it. A lesson
 * does not speak of closing where there was nothing to choose.
 *
 * @param {TableState} state
 * @param {readonly string[]} names
 * @param {boolean} isMoving
 * @returns {Done[]}
 */
function doneOf(state, names, isMoving) {
  const { steps } = current(state);
  const { yours } = state;
  const context = state.view && { names, view: state.view, steps: [...state.steps, ...steps], yours };
  const all = state.decisions.map(({ move, auto }, index) => {
    const step = steps[index];
    const isShown = step && !(isMoving && index === steps.length - 1);
    const words = isShown && context ? stepWords(step, context) : `${capital(offeredWords(state, index))}.`;
    return { index, words, move, auto, waiting: !step };
  });
  return state.lesson ? all.filter(({ move, auto }) => !auto || move !== "-") : all;
}

/**
 * What was decided without asking because nothing else was possible; nothing if everything was chosen.
 *
 * @param {TableState} state
 */
export function forcedWords(state) {
  const { steps } = current(state);
  const done = state.decisions.flatMap(({ move, auto }, index) => {
    if (!auto || (state.lesson && move === "-")) return [];
    return [steps[index] ? deedWords(steps[index]) : offeredWords(state, index)];
  });
  if (!done.length) return "";
  return t("table.only", { words: done.reduce((first, second) => t("log.both", { first, second })) });
}

/**
 * A decision in the words of the choice that it was: before the server has told what it did.
 *
 * @param {TableState} state
 * @param {number} index
 */
function offeredWords({ decisions, frames, choices }, index) {
  const { move } = decisions[index];
  const offered = index ? frames[index - 1]?.choices : choices;
  const found = offered?.find((choice) => choice.move === move);
  return found ? deedWords(found) : move;
}

/**
 * Who would see a builder on the path square that is looked at, pointed at, or has just been decided for.
 *
 * @param {TableState} state
 * @param {View} view
 * @param {readonly string[]} names
 * @returns {Note | null}
 */
function lookersNote(state, view, names) {
  const path = placing(state);
  if (path === null || !view.sights) return null;
  if (!path) return state.lesson ? null : { icon: "eye", text: t("table.sights.hint") };
  const isYou = (/** @type {number} */ seat) => state.yours.length === 1 && state.yours[0] === seat;
  const lookers = lookersAt(view, path).sort((one, other) => Number(isYou(other.seat)) - Number(isYou(one.seat)));
  if (!lookers.length) return { icon: "eye", text: t("table.sights.nobody", { path }) };
  const whose = lookers.map(({ seat, count }) => {
    if (isYou(seat)) return t("table.sights.yours", { count });
    return t("table.sights.theirs", { name: names[seat] ?? "", count });
  });
  return { icon: "eye", text: t("table.sights.seen", { path, whose }) };
}

/**
 * What others have done to somebody who decided before: which aqueducts they ended with which tiles, which bonus they
 * took; and who has no workman left.
 *
 * @param {TableState} state
 * @param {number} seat
 * @param {readonly string[]} names
 * @returns {Note[]}
 */
function sinceNotes(state, seat, names) {
  const { view } = state;
  if (!view) return [];
  const steps = toldSteps(state);
  const since = steps.slice(steps.findLastIndex((step) => step.seat === seat) + 1);
  const reader = { names, yours: [seat] };
  const changed = changesFor(since, seat, reader);
  const { points = 0 } = view.seats[seat] ?? {};
  const out = !view.aqueducts.some((one) => one.open && one.seat === seat);
  if (out) changed.push(outWords({ seat, points, out }, reader));
  return [
    ...endedSince(steps, seat, { names, view, steps }).map((text) => ({ icon: /** @type {const} */ ("stop"), text })),
    ...changed.map((text) => ({ icon: /** @type {const} */ ("only"), text: `${capital(text)}.` })),
  ];
}

/**
 * The aqueducts of the person at this screen that others ended in the last turns of a game, when they themselves no
 * longer had one.
 *
 * @param {TableState} state
 * @param {readonly string[]} names
 */
export function lastEndings(state, names) {
  const { view, yours } = state;
  if (!view || !isOver(state) || yours.length !== 1) return [];
  const steps = toldSteps(state);
  return endedSince(steps, yours[0], { names, view, steps });
}

/**
 * @param {TableState} state
 * @param {readonly string[]} names
 * @returns {Note[]}
 */
function openingNotes(state, names) {
  const text = openingWords(state, names);
  return text ? [{ icon: state.table?.origin === "rematch" ? "hand" : "bulb", text }] : [];
}

/**
 * What the joker is for, where it can be chosen.
 *
 * @param {Question | null} asked
 * @param {View} view
 * @returns {Note[]}
 */
function jokerNotes(asked, view) {
  const isJoker = ({ kind = "", builder = 0 }) => (asked?.type === "take" ? kind : view.builders[builder]) === "J";
  const isAsked = asked?.field === "builder" ? asked.type === "build" : asked?.type === "take";
  if (!asked || !isAsked || !asked.options.some(({ left }) => isJoker(left[0]))) return [];
  return [{ icon: "bulb", text: t("table.joker") }];
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {number} seat
 * @param {readonly string[]} names
 * @param {boolean} complete
 */
function notesOf(state, view, seat, names, complete) {
  /** @type {Note[]} */
  const notes = isBegun(state) ? [] : [...openingNotes(state, names), ...sinceNotes(state, seat, names)];
  if (state.handed === seat) notes.push({ icon: "hand", text: t("table.handed", { name: names[seat] }) });
  const forced = forcedWords(state);
  if (forced) notes.push({ icon: "only", text: forced });
  const looks = lookersNote(state, view, names);
  if (looks) notes.push(looks);
  const isAtStake = view.phase === "close" || (complete && view.phase !== "over" && view.phase !== "setup");
  if (isAtStake && view.seats[seat]?.blind) notes.push({ icon: "warn", text: t("table.blind") });
  return notes;
}
