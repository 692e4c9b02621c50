/**
 * What the server says and how the connection is, as transitions of the state: `verb(state, …) -> state`.
 *
 * `received` takes every message of the socket. What was being composed stays as long as the game itself does.
 *
 * @import {
 *   AcceptedMessage, ChoicesMessage, FromServer, PlayMessage, PreviewedMessage, RefusedMessage, SaidMessage,
 *   StateMessage, Step, ThinkingMessage, Why
 * } from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { pointsBefore, scoringAfter } from "./disclosure.js";
import { NOTHING_BEGUN, isOver, settle, trialOf } from "./state.js";

/** Close reasons after which we do not reconnect. */
const FOR_GOOD = /^(?:table\/deleted|access\/)/;

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
      return message.version >= state.moved ? thought(state, message) : state;
    case "presence":
      return { ...state, presence: message };
    case "said":
      return heardOf(state, message);
    case "links":
      return { ...unanswered(state, message.id), links: message };
    case "bye":
      return FOR_GOOD.test(message.code) ? { ...state, gone: message.code } : state;
    default:
      return state;
  }
}

/**
 * Whether a state has decisions whose predecessors we have not seen; then we have to ask for all of them.
 *
 * @param {TableState} state
 * @param {StateMessage} message
 */
export function isGap(state, message) {
  return message.since > state.ply;
}

/**
 * @param {TableState} state
 * @param {StateMessage} message
 * @returns {TableState}
 */
function moved(state, message) {
  if (message.version < state.version || isGap(state, message)) return state;
  const steps = [...state.steps.filter((step) => step.ply < message.since), ...message.steps];
  const { table, yours, view, host = false, clocks = null, pending = null, chat = true } = message;
  const { lesson = null, puzzle = null } = message;
  const known = state.news.at(-1)?.version ?? -1;
  const fresh = (message.news ?? []).filter((one) => one.version > known);
  const next = {
    ...state,
    table,
    yours,
    view,
    host,
    clocks,
    pending,
    chat,
    lesson,
    puzzle,
    gone: "",
    version: message.version,
    ply: message.ply,
    moved: message.moved,
    scoring: scoringAfter(state, message),
    counted: isOver(state) ? state.counted : pointsBefore(state, message.steps),
    news: fresh.length ? [...state.news, ...fresh] : state.news,
  };
  // What has been composed stays as long as the game stays: people may come, go and talk meanwhile.
  if (state.version >= 0 && message.moved <= state.version) return { ...next, view: state.view };
  const first = state.version < 0;
  const isRewound = message.since < state.ply;
  const own = state.sent && isPlayed(steps, state.sent, state.ply) ? state.ply + state.sent.moves.length : 0;
  return {
    ...next,
    ...NOTHING_BEGUN,
    steps,
    choices: null,
    sent: null,
    thoughts: isRewound ? [] : state.thoughts,
    rewound: state.rewound + Number(isRewound),
    shown: first ? message.ply : Math.min(Math.max(state.shown, own), isRewound ? message.since : message.ply),
    travel: state.travel && state.travel.ply >= (isRewound ? message.since : message.ply) ? null : state.travel,
    handed: first || isRewound ? null : handedTo(state, message),
  };
}

/**
 * @param {readonly Step[]} steps
 * @param {PlayMessage} play
 * @param {number} ply at which it was made
 */
function isPlayed(steps, play, ply) {
  const made = steps.filter((step) => step.ply >= ply);
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
  if (message.version < state.moved || state.choices) return state;
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
  if (state.sent?.id === message.id) return message.version <= state.version ? { ...state, sent: null } : state;
  return unanswered(state, message.id);
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
  if (!message.id) return { ...withdrawn, sent: null, intents: [] };
  if (message.id === state.sent?.id) return { ...state, sent: null, refusal: message };
  const rest = unanswered(state, message.id);
  return rest === state ? state : { ...rest, refusal: message };
}

/**
 * @param {TableState} state
 * @param {string} id of an intent that is answered now
 * @returns {TableState}
 */
function unanswered(state, id) {
  const intents = state.intents.filter((intent) => intent.id !== id);
  return intents.length < state.intents.length ? { ...state, intents } : state;
}

/**
 * @param {TableState} state
 * @param {ThinkingMessage} message
 * @returns {TableState}
 */
function thought(state, message) {
  return { ...state, thoughts: [message, ...state.thoughts.filter(({ seat }) => seat !== message.seat)] };
}

/**
 * The server repeats earlier messages after every reconnect.
 *
 * @param {TableState} state
 * @param {SaidMessage} message
 * @returns {TableState}
 */
function heardOf(state, message) {
  return message.number > (state.said.at(-1)?.number ?? -1) ? { ...state, said: [...state.said, message] } : state;
}

/**
 * @param {TableState} state
 * @param {string} id
 * @param {Why | null} why
 * @returns {TableState}
 */
function answered(state, id, why) {
  if (state.asked?.id !== id) return state;
  const { subject, name } = state.asked;
  const path = subject === "move" ? name.split(".")[1] : subject === "builder" ? name : "";
  const tried = trialOf(state) && path === String(trialOf(state)) ? (state.lesson?.key ?? "") : state.tried;
  return { ...state, tried, asked: { ...state.asked, answered: true, why } };
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
 * @param {number} offset seconds that the server's clock is ahead of ours
 * @returns {TableState}
 */
export function timed(state, offset) {
  return state.offset === offset ? state : { ...state, offset };
}

/**
 * @param {TableState} state
 * @param {string} code
 * @returns {TableState}
 */
export function lost(state, code) {
  return { ...state, gone: code };
}
