/**
 * Hints and the coach at the table, as transitions of the state and as content to draw: a place with a question, then
 * the whole stretch with its reasons; and the coach's question before a stretch is sent. hint_panel.js draws it.
 *
 * @import {Choice, Hint, HintRequest, Idea, Judgement, Marks, News, Spot, Step, View} from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { factText } from "../../lib/facts.js";
import { number, percent, t } from "../../lib/i18n.js";
import { squareName } from "../../lib/reasons.js";
import { seatName } from "../../lib/seats.js";
import { confirmed } from "./actions.js";
import { remaining } from "./pointing.js";
import { current, decider, givenWay, isOpen } from "./state.js";
import { builderName, stepWords } from "./words.js";

/** Decisions of the others that are told after a stretch. */
const EXPECTED = 2;

/** The rung that people get first: it says where to look. One below it only asks. */
export const FIRST = 2;

/** The rung that tells everything. */
export const WHOLE = 3;

/**
 * A hint that was asked for. It belongs to a part of a stretch: the decisions of `base`.
 * @typedef {object} HintState
 * @property {number} moved the version of the game that it is about
 * @property {readonly string[]} base
 * @property {number} rung how much was asked for
 * @property {Hint | null} told what the server has told; on a higher rung it still has the one below until it answers
 * @property {Hint | null} newer what the computer has found since it told the whole stretch; told does not change by it
 * @property {boolean} [isFolded] it has given way to what is asked now; false: somebody has opened it again
 *
 * @typedef {object} HintContent
 * @property {"hint" | "coach"} kind
 * @property {string} title
 * @property {string[]} lines
 * @property {string[]} reasons
 * @property {string} more small print
 * @property {string} newer says that there is another stretch to show; "" if there is none
 * @property {boolean} isBusy
 * @property {boolean} [isFolded] only its first line is shown; false: it was, and all of it is shown again
 * @property {("change" | "play" | "off")[]} actions
 *
 * @typedef {object} HintStep what the button for hints brings next
 * @property {"title" | "whole" | "use"} name a hint, the move of it, or that move on the board
 * @property {boolean} isReady
 * @property {boolean} isBusy the computer is thinking about it
 */

/** Whether hints are allowed at this table. @param {TableState} state */
export function areAllowed({ table, isLocal }) {
  if (!table || table.origin === "lesson" || table.origin === "puzzle") return false;
  return isLocal || Boolean(table.options?.hints) || table.players.filter(({ kind }) => kind !== "bot").length === 1;
}

/** Whether somebody at this screen can ask for a hint now. @param {TableState} state */
export function canAsk(state) {
  const { choices, complete } = current(state);
  return isOpen(state) && areAllowed(state) && !complete && choices.length > 1 && !state.caution;
}

/** @param {TableState} state */
const movesOf = ({ decisions }) => decisions.map(({ move }) => move);

/** @type {(some: readonly string[], all: readonly string[]) => boolean} */
const begins = (some, all) => some.length <= all.length && some.every((one, index) => one === all[index]);

/**
 * The hint about what is decided now; null if there is none. A whole stretch stays while somebody follows it.
 *
 * @param {TableState} state
 * @returns {HintState | null}
 */
export function hintNow(state) {
  const { hint, moved } = state;
  if (!hint || hint.moved !== moved || decider(state) === null || state.sent) return null;
  const made = movesOf(state);
  if (!begins(hint.base, made)) return null;
  return begins(made, [...hint.base, ...(hint.told?.moves ?? [])]) ? hint : null;
}

/**
 * Ask for a hint, for its next rung, or for the stretch that was found since.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
export function asked(state) {
  const now = hintNow(state);
  const fresh = { ...state, asked: null, refusal: null };
  if (now) {
    const isFolded = now.isFolded === undefined ? undefined : false;
    if (hasNewer(state, now)) return { ...fresh, hint: { ...now, told: now.newer, newer: null, isFolded } };
    if (now.rung === WHOLE || !now.told) return state;
    return { ...fresh, hint: { ...now, rung: now.rung + 1, isFolded } };
  }
  if (!canAsk(state)) return state;
  return { ...fresh, hint: { moved: state.moved, base: movesOf(state), rung: FIRST, told: null, newer: null } };
}

/**
 * Whether there is another stretch to show: not while somebody follows the one that is shown.
 *
 * @param {TableState} state
 * @param {HintState} hint
 */
const hasNewer = ({ decisions }, { newer, base }) => newer !== null && decisions.length === base.length;

/**
 * What the button for hints brings next; null where hints are not allowed.
 *
 * @param {TableState} state
 * @returns {HintStep | null}
 */
export function hintStep(state) {
  if (!areAllowed(state) || state.lesson || state.puzzle) return null;
  const hint = hintNow(state);
  if (!hint) return { name: "title", isReady: canAsk(state), isBusy: false };
  const told = hint.told?.rung ?? 0;
  const isBusy = told < hint.rung;
  if (hint.told && told < WHOLE && !isForced(hint.told)) {
    return { name: "whole", isReady: !isBusy && canAsk(state), isBusy };
  }
  const isUsable = told === WHOLE && state.decisions.length === hint.base.length && isOpen(state) && !state.caution;
  return { name: isUsable ? "use" : "title", isReady: isUsable, isBusy };
}

/** @param {Hint} hint */
const isForced = ({ question }) => question.code === "question/only";

/**
 * Whether a hint goes another way than what has been pointed at.
 *
 * @param {TableState} state
 * @param {Hint} hint
 */
function isElsewhere(state, { place, moves }) {
  const { choices } = current(state);
  const { parts } = state;
  if (!parts.length) return false;
  const [move] = moves ?? [];
  const advised = choices.filter((one) => (move ? one.move === move : !place || leadsTo(one, place)));
  return advised.length > 0 && !remaining(advised, parts).length;
}

/** @param {Choice} choice @param {Spot} place */
function leadsTo({ workman, builder, square, kind }, { what, name }) {
  if (what === "workman") return workman === name;
  if (what === "square") return square === name;
  if (what === "kind") return kind === name;
  return what === "none" || String(builder) === name;
}

/**
 * What to send for a hint.
 *
 * @param {TableState} state
 * @param {HintState} hint
 * @returns {HintRequest}
 */
export function requestOf(state, { base, rung, told, newer }) {
  const after = told && told.rung === rung ? ((newer ?? told).stage ?? 0) : -1;
  return { version: state.version, rung, moves: [...base], after };
}

/**
 * The server has told a rung, or a better answer to it. Once somebody reads a whole stretch, another one waits beside
 * it until they want it: they could be about to use the one they see.
 *
 * @param {TableState} state
 * @param {HintState} wanted
 * @param {Hint} told
 * @returns {TableState}
 */
export function told(state, wanted, told) {
  const { hint } = state;
  if (hint?.moved !== wanted.moved || hint.rung !== wanted.rung || !same(hint.base, wanted.base)) return state;
  const shown = hint.told;
  if (shown?.rung !== WHOLE) return { ...state, hint: { ...hint, told } };
  if (told.rung !== WHOLE) return state; // the game has moved on
  if (!same(shown.moves ?? [], told.moves ?? [])) return { ...state, hint: { ...hint, newer: told } };
  return { ...state, hint: { ...hint, told: { ...shown, stage: told.stage }, newer: null } };
}

/** @type {(some: readonly string[], others: readonly string[]) => boolean} */
const same = (some, others) => some.length === others.length && begins(some, others);

/** @param {TableState} state @returns {TableState} */
export const hidden = (state) => ({ ...state, hint: null });

/** Show all of a hint that has given way. @param {TableState} state @returns {TableState} */
export const unfolded = (state) => ({ ...state, hint: state.hint && { ...state.hint, isFolded: false } });

/**
 * Take the stretch of a hint over; it is not confirmed yet.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
export function used(state) {
  const hint = hintNow(state);
  if (!hint?.told?.moves?.length || !isOpen(state)) return state;
  const moves = [...hint.base, ...hint.told.moves];
  const rest = moves.slice(state.decisions.length).map((move) => ({ move, auto: false }));
  const decisions = [...state.decisions, ...rest];
  return givenWay({ ...state, decisions, parts: [], hover: null, closing: false, doubt: "" });
}

// The coach.

/**
 * Whether the coach should look at the stretch before it is sent: at most once a turn.
 *
 * @param {TableState} state
 */
export function needsCoach(state) {
  const isWanted = !state.lesson && !state.puzzle && state.view?.phase !== "setup";
  return areAllowed(state) && isWanted && state.coached !== state.moved;
}

/** @param {TableState} state @returns {TableState} */
export const weighed = (state) => ({ ...state, isWeighing: true });

/**
 * The coach has answered, or stays silent: then the stretch is confirmed.
 *
 * @param {TableState} state
 * @param {Judgement | null} judgement
 * @param {string} id a new one
 * @returns {TableState}
 */
export function judged(state, judgement, id) {
  const next = { ...state, isWeighing: false, coached: state.moved };
  if (!judgement?.again) return confirmed(next, id);
  return { ...next, finishing: false, caution: judgement };
}

/** Do not listen to the coach. @param {TableState} state @param {string} id a new one @returns {TableState} */
export const insisted = (state, id) => confirmed({ ...state, caution: null }, id);

// What is drawn.

/**
 * What the bar shows of a hint, or of the coach's question; null for nothing.
 *
 * @param {TableState} state
 * @param {readonly string[]} names
 * @returns {HintContent | null}
 */
export function hintContent(state, names) {
  if (state.caution) return coachContent(state.caution, names);
  const hint = hintNow(state);
  if (!hint || !state.view) return null;
  const shown = hint.told;
  const isBusy = !shown || shown.rung < hint.rung;
  /** @type {HintContent} */
  const content = {
    kind: "hint", title: t("hints.title"), lines: [], reasons: [], more: "", newer: "", isBusy, actions: [],
  };
  if (!shown) return { ...content, lines: [t("hints.thinking")] };
  const question = questionText(shown.question, names);
  if (isForced(shown)) return { ...content, lines: [question] };
  const instead = isElsewhere(state, shown) ? [t("hints.instead")] : [];
  const place = shown.place ? [placeText(shown.place)] : [];
  const { isFolded } = hint;
  if (shown.rung < WHOLE) return { ...content, isFolded, lines: [[...instead, ...place, question].join(" ")] };
  const whole = wholeContent(content, hint, shown, state, names);
  const all = { ...whole, isFolded, lines: [...instead, ...whole.lines] };
  return isFolded ? { ...content, isFolded, lines: all.lines.slice(0, 1) } : all;
}

/**
 * @param {HintContent} content
 * @param {HintState} hint
 * @param {Hint} shown
 * @param {TableState} state
 * @param {readonly string[]} names
 * @returns {HintContent}
 */
function wholeContent(content, hint, shown, state, names) {
  const { steps = [], line = [], facts = [] } = shown;
  const view = /** @type {View} */ (current(state).view ?? state.view);
  const context = { names, view, steps: [...state.steps, ...steps, ...line], yours: state.yours };
  const words = (/** @type {Step} */ step) => stepWords(step, context);
  const telling = steps.filter((step) => step.type !== "pass" || steps.length === 1);
  const [first = "", ...rest] = telling.map(words);
  const lines = [`${t("hints.turn")} ${first}`.trim(), ...rest];
  const reasons = facts.map((fact) => factText(asFact(fact), { names }));
  const others = line
    .filter(({ type }) => type !== "pass")
    .slice(0, EXPECTED)
    .map((step) => t("hints.expected", { name: names[step.seat] ?? "", words: words(step) }));
  const points = number(Math.round(shown.points ?? 0));
  const expects = t("hints.expects", { points, percent: percent(shown.share ?? 0) });
  const more = [others.length ? t("hints.line", { moves: others.join(" ") }) : "", expects].filter(Boolean).join(" ");
  return { ...content, lines, reasons, more, newer: hasNewer(state, hint) ? t("hints.newer") : "" };
}

/**
 * @param {Judgement} caution
 * @param {readonly string[]} names
 * @returns {HintContent}
 */
function coachContent({ fact, share = 0 }, names) {
  const gives = t("hints.coach.gives", { percent: percent(share) });
  const reasons = fact ? [factText(asFact(fact), { names })] : [];
  return {
    kind: "coach",
    title: t("hints.coach.title"),
    lines: fact ? [] : [gives],
    reasons,
    more: fact ? gives : "",
    newer: "",
    isBusy: false,
    actions: ["change", "play", "off"],
  };
}

/** @param {import("../../types.js").Fact} fact */
const asFact = ({ code, clause = "", args = {}, grade = "fact" }) => ({ code, clause, args, grade });

/**
 * @param {Idea} idea
 * @param {readonly string[]} names
 */
function questionText({ code, args = {} }, names) {
  const words = Object.entries(args).map(([name, value]) => {
    if (name === "seat") return [name, seatName(names, Number(value))];
    return [name, String(value)];
  });
  return t(`hints.${code}`, Object.fromEntries(words));
}

/** @param {Spot} spot */
function placeText({ what, name = "" }) {
  const kind = what === "kind" ? builderName(/** @type {any} */ (name)) : "";
  return t(`hints.place.${what}`, { name: squareName(name), kind });
}

/**
 * What the board marks for a hint: the place, and with everything told the tiles and walks of the stretch.
 *
 * @param {TableState} state
 * @returns {Marks["hint"]}
 */
export function hintMarks(state) {
  const hint = hintNow(state);
  const place = hint?.told?.place;
  if (!hint?.told || !place || isElsewhere(state, hint.told)) return undefined;
  const left = (hint.told?.steps ?? []).slice(state.decisions.length - hint.base.length);
  const isBegun = state.decisions.length > hint.base.length || state.parts.length > 0;
  return {
    workman: !isBegun && place.what === "workman" ? place.name : undefined,
    path: !isBegun && (place.what === "path" || place.what === "builder") ? Number(place.name) : undefined,
    square: !isBegun && place.what === "square" ? place.name : undefined,
    tiles: left.flatMap(({ effects }) =>
      effects?.laid ? [{ square: effects.laid[0], face: effects.laid[1], grown: effects.grown }] : [],
    ),
    walks: left.flatMap(({ effects }) =>
      effects?.walk ? [{ from: effects.walk[0], to: effects.walk[1], fountain: effects.fountain ?? false }] : [],
    ),
    placed: left.flatMap(({ effects }) => (effects?.placed ? [Number(effects.placed[1])] : [])),
  };
}

/**
 * How many hints each seat took, for the end of the game: the decisions with a hint, those with the whole stretch, and
 * how often the coach asked.
 *
 * @param {readonly News[]} news
 * @returns {{ seat: number, hints: number, whole: number, coached: number }[]}
 */
export function hintsTaken(news) {
  /** @type {Map<number, { seat: number, hints: number, whole: number, coached: number }>} */
  const taken = new Map();
  /** The last rung each seat was told. @type {Map<number, number>} */
  const last = new Map();
  for (const { event } of news) {
    if (event.what !== "hinted") continue;
    const own = taken.get(event.seat) ?? { seat: event.seat, hints: 0, whole: 0, coached: 0 };
    taken.set(event.seat, own);
    if (event.rung === 0) own.coached += 1;
    // Games recorded before, and other clients, begin with the question.
    if (event.rung === 1 || (event.rung === FIRST && last.get(event.seat) !== 1)) own.hints += 1;
    if (event.rung === WHOLE) own.whole += 1;
    last.set(event.seat, event.rung);
  }
  return [...taken.values()].sort((one, other) => one.seat - other.seat);
}

/**
 * The same in words, a line each.
 *
 * @param {readonly News[]} news
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function hintsTakenWords(news, names) {
  return hintsTaken(news).flatMap(({ seat, hints, whole, coached }) => {
    const name = names[seat] ?? "";
    const count = hints;
    const words = whole ? t("hints.taken-whole", { name, count, whole }) : t("hints.taken", { name, count });
    return [...(hints ? [words] : []), ...(coached ? [t("hints.coached", { name, count: coached })] : [])];
  });
}
