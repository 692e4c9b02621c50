/**
 * The state of the page on which people play: one object, and pure functions that make the next one of it.
 *
 * Transitions are `verb(state, …) -> state`; they change nothing and know neither document nor socket. page.js calls
 * them, sends what they want sent, and draws the result.
 *
 * @import {
 *   AcceptedMessage, Choice, ChoicesMessage, FromServer, PlayMessage, PreviewedMessage, RefusedMessage,
 *   StateMessage, Step, Subject, TableInfo, ThinkingMessage, View, Why
 * } from "../types.js"
 * @import {Part} from "./pointing.js"
 */

/**
 * A decision of the stretch that is being composed; `auto` if it was the only one.
 * @typedef {{ move: string, auto: boolean }} Decision
 *
 * A question why something cannot be done, and its answer when it is there; no `why` means that it can.
 * @typedef {{ id: string, subject: Subject, name: string, answered: boolean, why: Why | null }} Question
 *
 * @typedef {object} TableState
 * @property {string} id the table
 * @property {"connecting" | "online" | "offline"} link how the socket is
 * @property {string} gone a code if there is no such table, or no longer
 * @property {TableInfo | null} table who plays; null until the first state comes
 * @property {number} version decisions made at this table, as far as we know; -1 until the first state comes
 * @property {View | null} view the game at that version
 * @property {readonly Step[]} steps all decisions up to that version, oldest first
 * @property {number[]} yours seats that are played on this screen
 * @property {readonly Choice[] | null} choices what the mover may do at that version; null until it is told
 * @property {readonly Decision[]} decisions the stretch that is being composed
 * @property {readonly PreviewedMessage[]} frames what the server has shown of it: one for each of its first decisions
 * @property {string} previewing the id of the preview that is on its way, or nothing
 * @property {readonly Part[]} parts what has been pointed at for the next decision, oldest first
 * @property {Part | null} hover what pointer or keyboard are on
 * @property {boolean} finishing the stretch is confirmed as soon as it is complete, which the next preview should tell
 * @property {PlayMessage | null} sent a stretch that is confirmed and not yet answered; it is sent again after a cut
 * @property {number} shown the version up to which the board has shown the game
 * @property {{ ply: number, view: View | null } | null} travel an earlier moment that is looked at; its view when
 * it is there
 * @property {Question | null} asked the last question why something cannot be done
 * @property {ThinkingMessage | null} thinking what the bot at work thinks
 * @property {readonly number[]} helped seats whose set-up is done for them
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
    view: null,
    steps: [],
    yours: [],
    choices: null,
    decisions: [],
    frames: [],
    previewing: "",
    parts: [],
    hover: null,
    finishing: false,
    sent: null,
    shown: -1,
    travel: null,
    asked: null,
    thinking: null,
    helped: [],
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
  finishing: false,
  asked: null,
});

// What the server says.

/**
 * @param {TableState} state
 * @param {FromServer} message
 * @returns {TableState}
 */
export function received(state, message) {
  switch (message.type) {
    case "state":
      return moved(state, message);
    case "choices":
      return offered(state, message);
    case "previewed":
      return previewed(state, message);
    case "accepted":
      return accepted(state, message);
    case "refused":
      return refused(state, message);
    case "answer":
      return answered(state, message.id, message.why ?? null);
    case "thinking":
      return message.version === state.version ? { ...state, thinking: message } : state;
    case "bye":
      return message.code === "table/deleted" ? { ...state, gone: message.code } : state;
    default:
      return state;
  }
}

/**
 * Whether a state tells of decisions whose predecessors we have not seen; then everything has to be asked for anew.
 *
 * @param {TableState} state
 * @param {StateMessage} message
 */
export function isGap(state, message) {
  return message.since > Math.max(0, state.version);
}

/**
 * @param {TableState} state
 * @param {StateMessage} message
 * @returns {TableState}
 */
function moved(state, message) {
  if (message.version < state.version || isGap(state, message)) return state;
  const steps = [...state.steps.filter((step) => step.ply < message.since), ...message.steps];
  const next = { ...state, table: message.table, yours: message.yours, view: message.view, steps, gone: "" };
  if (message.version === state.version) return next;
  const own = state.sent && isPlayed(steps, state.sent) ? state.sent.version + state.sent.moves.length : -1;
  const first = state.version < 0;
  return {
    ...next,
    ...NOTHING_BEGUN,
    version: message.version,
    choices: null,
    sent: null,
    thinking: null,
    shown: first ? message.version : Math.max(state.shown, own),
    handed: first ? null : handedTo(state, message),
  };
}

/**
 * @param {readonly Step[]} steps
 * @param {PlayMessage} play
 */
function isPlayed(steps, play) {
  const made = steps.filter((step) => step.ply >= play.version);
  return play.moves.every((move, index) => made[index]?.move === move && made[index]?.seat === play.seat);
}

/**
 * The seat that has to take over the screen: another person decides next than the one who decided last here.
 *
 * @param {TableState} state
 * @param {StateMessage} message
 */
function handedTo(state, { view, yours, steps }) {
  if (view.phase === "over" || !yours.includes(view.mover)) return null;
  const known = [...state.steps, ...steps];
  const last = known.findLast((step) => yours.includes(step.seat));
  return last && last.seat !== view.mover ? view.mover : null;
}

/**
 * @param {TableState} state
 * @param {ChoicesMessage} message
 * @returns {TableState}
 */
function offered(state, message) {
  if (message.version !== state.version || state.choices) return state;
  return settle({ ...state, choices: message.choices });
}

/**
 * @param {TableState} state
 * @param {PreviewedMessage} message
 * @returns {TableState}
 */
function previewed(state, message) {
  if (message.id !== state.previewing) return state;
  const finishing = state.finishing && (message.complete ?? false);
  return settle({ ...state, previewing: "", frames: [...state.frames, message], finishing });
}

/**
 * @param {TableState} state
 * @param {AcceptedMessage} message
 * @returns {TableState}
 */
function accepted(state, message) {
  // The state that follows clears the stretch; until then the board shows it as it is.
  return state.sent?.id === message.id && message.version <= state.version ? { ...state, sent: null } : state;
}

/**
 * @param {TableState} state
 * @param {RefusedMessage} message
 * @returns {TableState}
 */
function refused(state, message) {
  if (message.id && message.id === state.asked?.id) {
    const { code, clause, args } = message;
    return answered(state, message.id, { code, clause, args });
  }
  const stays = state.decisions.slice(0, state.frames.length);
  const withdrawn = { ...state, previewing: "", finishing: false, decisions: stays, parts: [], refusal: message };
  if (message.id && message.id === state.previewing) return withdrawn;
  // A refusal without an id answers something that could not be read: nothing that we wait for will be answered.
  if (!message.id) return { ...withdrawn, sent: null };
  return message.id === state.sent?.id ? { ...state, sent: null, refusal: message } : state;
}

/**
 * @param {TableState} state
 * @param {string} id
 * @param {Why | null} why
 * @returns {TableState}
 */
function answered(state, id, why) {
  if (state.asked?.id !== id) return state;
  return { ...state, asked: { ...state.asked, answered: true, why } };
}

/**
 * @param {TableState} state
 * @param {TableState["link"]} link
 * @returns {TableState}
 */
export function linked(state, link) {
  if (state.link === link) return state;
  // What was asked on a socket that is cut is not answered any more.
  return link === "online" ? { ...state, link } : { ...state, link, previewing: "", asked: null };
}

/**
 * @param {TableState} state
 * @param {string} code
 * @returns {TableState}
 */
export function lost(state, code) {
  return { ...state, gone: code };
}

// Where it stands.

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
 * The seat on this screen that decides now, or null.
 *
 * @param {TableState} state
 */
export function decider(state) {
  const { view, yours } = state;
  return view && view.phase !== "over" && yours.includes(view.mover) ? view.mover : null;
}

/**
 * Whether somebody at this screen can choose something or confirm now.
 *
 * @param {TableState} state
 */
export function isOpen(state) {
  return decider(state) !== null && !state.sent && !state.travel && !state.gone;
}

/**
 * Where there is only one choice it is taken.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
function settle(state) {
  const { choices } = current(state);
  return decider(state) !== null && choices.length === 1 ? decided(state, choices[0].move, true) : state;
}

/**
 * Add a decision to the stretch; the server is asked what it leads to.
 *
 * @param {TableState} state
 * @param {string} move
 * @param {boolean} [auto]
 * @returns {TableState}
 */
export function decided(state, move, auto = false) {
  const decisions = [...state.decisions, { move, auto }];
  return { ...state, decisions, parts: [], hover: null, asked: null };
}
