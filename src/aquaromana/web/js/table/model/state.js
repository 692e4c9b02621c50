/**
 * The state of the page for playing: one object, and selectors.
 *
 * Transitions are `verb(state, …) -> state`; they change nothing and know neither document nor socket. Those for what
 * the server says are in incoming.js, those for what people do in actions.js. game.js applies them and sends what they
 * want sent; screen.js draws the result.
 *
 * @import {
 *   AnyIntent, AskLinksMessage, Choice, Clocks, Judgement, LessonView, LinksMessage, News, Pending, PlayMessage,
 *   PresenceMessage, PreviewedMessage, PuzzleView, RefusedMessage, SaidMessage, SayMessage, Step, Subject, TableInfo,
 *   ThinkingMessage, View, Why
 * } from "../../types.js"
 * @import {HintState} from "./hints.js"
 * @import {Part} from "./pointing.js"
 * @import {ScoringStage} from "./verdict.js"
 */

/**
 * A request other than a decision that the server has not answered yet.
 * @typedef {AnyIntent | SayMessage | AskLinksMessage} Intent
 *
 * A decision of the stretch that is being composed; `auto` if it was the only one, `parts` if it was pointed at.
 * @typedef {{ move: string, auto: boolean, parts?: readonly Part[] }} Decision
 *
 * A question why something cannot be done, and its answer when it is there; no `why` means that it can.
 * With `isEarly` it is answered here: an aqueduct is closed by choice only after that was asked for.
 * @typedef {{ subject: Subject, name: string, why: Why | null }} Answer
 * @typedef {Answer & { id: string, answered: boolean, isEarly?: boolean }} Question
 *
 * @typedef {object} TableState
 * @property {string} id the table
 * @property {"connecting" | "online" | "offline"} link how the socket is
 * @property {string} gone a code if the table does not exist, or no longer, or we have no access
 * @property {TableInfo | null} table who plays; null until the first state comes
 * @property {number} version of the table, as far as we know it; -1 until the first state comes
 * @property {number} ply decisions made by then
 * @property {number} moved the version of the last change to the game itself
 * @property {number} rewound how often decisions we knew were taken back
 * @property {View | null} view the game at that version
 * @property {readonly Step[]} steps all decisions up to that version, oldest first
 * @property {readonly News[]} news all other events, oldest first
 * @property {number[]} yours seats that are played on this screen
 * @property {boolean} host this screen may do what the host may
 * @property {Clocks | null} clocks
 * @property {Pending | null} pending what people are asked to agree to
 * @property {PresenceMessage | null} presence who is at the table
 * @property {LessonView | null} lesson the step of the lesson that is given here
 * @property {string} tried the step of the lesson in which the impossible has been tried
 * @property {PuzzleView | null} puzzle the puzzle that is solved here
 * @property {boolean} chat whether people may talk
 * @property {readonly SaidMessage[]} said what they have said, oldest first
 * @property {LinksMessage | null} links those that this screen may share, once it has asked
 * @property {number} offset seconds that the server's clock is ahead of ours
 * @property {readonly Intent[]} intents what is wanted and not yet answered, oldest first; sent again after a cut
 * @property {readonly Choice[] | null} choices what the mover may do at that version; null until they arrive
 * @property {readonly Decision[]} decisions the stretch that is being composed
 * @property {readonly PreviewedMessage[]} frames what the server has shown of it: one for each of its first decisions
 * @property {string} previewing the id of the preview that is on its way, or nothing
 * @property {readonly Part[]} parts what has been pointed at for the next decision, oldest first
 * @property {Part | null} hover what pointer or keyboard are on
 * @property {boolean} closing somebody wants to close an aqueduct by choice, and is asked which
 * @property {string} doubt a closing without a podium, which is asked about once more
 * @property {boolean} finishing the stretch is confirmed as soon as it is complete, which the next preview should say
 * @property {PlayMessage | null} sent a stretch that is confirmed and not yet answered; it is sent again after a cut
 * @property {number} shown the decisions up to which the board has shown the game
 * @property {ScoringStage | null} scoring how far the final scoring has been told; null where nothing is held back
 * @property {readonly number[]} counted the points of the seats before the decision that ended the game
 * @property {{ ply: number, view: View | null } | null} travel an earlier moment that people look at, and
 *   its view once it has arrived
 * @property {Question | null} asked the last question why something cannot be done
 * @property {readonly ThinkingMessage[]} thoughts what bots think, or thought before they decided last: the latest of
 * each seat, newest first
 * @property {readonly number[]} helped seats whose set-up is chosen automatically
 * @property {HintState | null} hint the last hint that was asked for; hints.js says whether it still fits
 * @property {boolean} isWeighing the coach looks at the stretch before it is sent
 * @property {Judgement | null} caution what the coach says about it
 * @property {number} coached the version of the game at which the coach has looked last
 * @property {boolean} isLocal everybody plays on this machine, so that nobody has to agree to hints
 * @property {number | null} handed the seat to which the screen has just been handed over
 * @property {RefusedMessage | null} refusal the last refusal that people should read
 */

/**
 * @param {string} id
 * @returns {TableState}
 */
export function opened(id) {
  return {
    id,
    link: "connecting",
    gone: "",
    table: null,
    version: -1,
    ply: 0,
    moved: 0,
    rewound: 0,
    view: null,
    steps: [],
    news: [],
    yours: [],
    host: false,
    clocks: null,
    pending: null,
    presence: null,
    lesson: null,
    tried: "",
    puzzle: null,
    chat: true,
    said: [],
    links: null,
    offset: 0,
    intents: [],
    choices: null,
    decisions: [],
    frames: [],
    previewing: "",
    parts: [],
    hover: null,
    closing: false,
    doubt: "",
    finishing: false,
    sent: null,
    shown: -1,
    scoring: null,
    counted: [],
    travel: null,
    asked: null,
    thoughts: [],
    helped: [],
    hint: null,
    isWeighing: false,
    caution: null,
    coached: -1,
    isLocal: false,
    handed: null,
    refusal: null,
  };
}

/** A stretch that has not been begun. */
export const NOTHING_BEGUN = Object.freeze({
  decisions: Object.freeze([]),
  frames: Object.freeze([]),
  previewing: "",
  parts: Object.freeze([]),
  hover: null,
  closing: false,
  doubt: "",
  finishing: false,
  asked: null,
  isWeighing: false,
  caution: null,
});

/**
 * The decision that is open now: where the stretch has led, what may come next, and whether it can be confirmed.
 *
 * @param {TableState} state
 * @returns {{ view: View | null, choices: readonly Choice[], complete: boolean, steps: readonly Step[] }}
 */
export function current(state) {
  const frame = state.frames[state.frames.length - 1];
  if (state.decisions.length > state.frames.length) {
    return { view: frame?.view ?? state.view, choices: [], complete: false, steps: frame?.steps ?? [] };
  }
  if (!frame) return { view: state.view, choices: state.choices ?? [], complete: false, steps: [] };
  return { view: frame.view, choices: frame.choices ?? [], complete: frame.complete ?? false, steps: frame.steps };
}

/**
 * The path square of the builder whom a lesson wants to be tried first, although he cannot be used; 0 if there is none.
 *
 * @param {TableState} state
 */
export function trialOf({ lesson, tried }) {
  return lesson && !lesson.done && tried !== lesson.key ? (lesson.trial ?? 0) : 0;
}

/**
 * The choices that can be pointed at. To close an aqueduct is asked for first: nobody does it by pointing at what is
 * there to be pointed at.
 *
 * @param {TableState} state
 * @returns {readonly Choice[]}
 */
export function pointable(state) {
  if (trialOf(state)) return [];
  const { choices } = current(state);
  if (!choices.some((choice) => choice.type === "pass")) return choices;
  return state.closing ? choices.filter((choice) => choice.type === "close") : [];
}

/**
 * Whether a choice lays a tile that closes an aqueduct.
 *
 * @param {Choice} choice
 */
export function isClosing({ type, effects }) {
  return type === "build" && Boolean(effects?.closes?.length);
}

/**
 * The seat on this screen that decides now, or null.
 *
 * @param {TableState} state
 */
export function decider(state) {
  const { view, yours, table } = state;
  if (!view || view.phase === "over" || table?.status !== "playing" || !yours.includes(view.mover)) return null;
  return table.players[view.mover]?.stand_in ? null : view.mover;
}

/**
 * The seat that a person at this screen acts for: the one that decides, if it is theirs, else their first.
 *
 * @param {TableState} state
 */
export function actingSeat({ table, yours, view }) {
  const own = (table?.players ?? []).filter(({ seat, resigned }) => yours.includes(seat) && !resigned);
  return (own.find(({ seat }) => seat === view?.mover) ?? own[0])?.seat;
}

/**
 * Whether the game is over: played to its end, or given up before.
 *
 * @param {Pick<TableState, "view" | "table">} state
 */
export function isOver({ view, table }) {
  return view?.phase === "over" || table?.status === "over";
}

/**
 * Whether people at other screens take part.
 *
 * @param {TableState} state
 */
export function isCompany({ table, yours }) {
  return table?.players.some(({ kind, seat }) => kind !== "bot" && !yours.includes(seat)) ?? false;
}

/**
 * Whether people at this screen can choose or confirm something now.
 *
 * @param {TableState} state
 */
export function isOpen(state) {
  return decider(state) !== null && !state.sent && !state.travel && !state.gone && !state.isWeighing;
}

/**
 * Whether somebody has decided something in the stretch; what was the only choice they have not.
 *
 * @param {TableState} state
 */
export const isBegun = ({ decisions }) => decisions.some(({ auto }) => !auto);

/**
 * Where there is only one choice it is taken, unless it closes an aqueduct: nobody should lose one unasked.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
export function settle(state) {
  const { choices } = current(state);
  const isTaken = decider(state) !== null && choices.length === 1 && !isClosing(choices[0]);
  return isTaken ? decided(state, choices[0].move, { auto: true }) : state;
}

/**
 * Add a decision to the stretch; the server is asked what it leads to.
 *
 * @param {TableState} state
 * @param {string} move
 * @param {{ auto?: boolean, parts?: readonly Part[] }} [how]
 * @returns {TableState}
 */
export function decided(state, move, { auto = false, parts } = {}) {
  const decisions = [...state.decisions, { move, auto, ...(parts && { parts }) }];
  const next = { ...state, decisions, parts: [], hover: null, closing: false, doubt: "", asked: null, refusal: null };
  return givenWay(next);
}

/**
 * Something was chosen, or answered: a hint gives way to what is asked now.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
export function givenWay(state) {
  return state.hint && !state.hint.isFolded ? { ...state, hint: { ...state.hint, isFolded: true } } : state;
}
