/**
 * The state of the page for playing: one object, pure functions that return the next one, and selectors.
 *
 * Transitions are `verb(state, …) -> state`; they change nothing and know neither document nor socket. game.js
 * applies them and sends what they want sent; screen.js draws the result.
 *
 * @import {
 *   AcceptedMessage, Act, AskLinksMessage, Choice, ChoicesMessage, Clocks, FromServer, Judgement, LessonView,
 *   LinksMessage, News, Pending, PlayMessage, PresenceMessage, PreviewedMessage, RefusedMessage, SaidMessage,
 *   SayMessage, StateMessage, Step, Subject, TableInfo, ThinkingMessage, View, Why
 * } from "../../types.js"
 * @import {HintState} from "./hints.js"
 * @import {Part} from "./pointing.js"
 */

/**
 * Something wanted besides decisions that the server has not answered yet.
 * @typedef {Act | SayMessage | AskLinksMessage} Intent
 *
 * A decision of the stretch that is being composed; `auto` if it was the only one.
 * @typedef {{ move: string, auto: boolean }} Decision
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

// What the server says.

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
  const { table, yours, view, host = false, clocks = null, pending = null, chat = true, lesson = null } = message;
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
    gone: "",
    version: message.version,
    ply: message.ply,
    moved: message.moved,
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
 * The choices that can be pointed at. To close an aqueduct is asked for first: nobody does it by pointing at what is
 * there to be pointed at.
 *
 * @param {TableState} state
 * @returns {readonly Choice[]}
 */
export function pointable(state) {
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
 * @param {TableState} state
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
 * Where there is only one choice it is taken, unless it closes an aqueduct: nobody should lose one unasked.
 *
 * @param {TableState} state
 * @returns {TableState}
 */
function settle(state) {
  const { choices } = current(state);
  const isTaken = decider(state) !== null && choices.length === 1 && !isClosing(choices[0]);
  return isTaken ? decided(state, choices[0].move, true) : state;
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
  return { ...state, decisions, parts: [], hover: null, closing: false, doubt: "", asked: null, refusal: null };
}
