/**
 * What server and browser say to each other: the same, name by name, as server/protocol/messages.py and what that is made of,
 * game.py, table_info.py and intents.py, which say what each field means. A field that has its default is left out
 * by the server, so it is optional here.
 */

/** D1, C3 … K8. */
export type Square = string;
/** One side of one square: D1e. */
export type Port = string;
/** A kind lying one way round: Cne Ces Csw Cnw Dne Dnw Sns Sew B. */
export type Face = string;
/** C D S B, and J for builders. */
export type Kind = string;
export type Color = "yellow" | "red" | "blue" | "green";
export type Phase = "setup" | "reserve" | "build" | "extra" | "close" | "claim" | "over";
export type Args = Record<string, string | number>;

// The game as it stands.

export interface Aqueduct {
  id: number;
  color: Color;
  seat: number;
  length: number;
  course: Port[];
  open?: boolean;
  blocked?: boolean;
  faces?: Square;
  sees?: number[];
  podium?: number;
  next?: number;
  threats?: number[];
}

export interface SeatView {
  seat: number;
  colors: Color[];
  points: number;
  ended: number;
  place: number;
  held?: Record<Kind, number>;
  due?: number;
  blind?: boolean;
}

export interface Mounted {
  podium: number;
  color: Color;
  seat: number;
  bonus?: number;
}

export interface Reservoir {
  color: Color;
  squares: Square[];
  outlets: Port[];
}

export interface View {
  position: string;
  players: number;
  phase: Phase;
  mover: number;
  turn: number;
  reservoirs: Reservoir[];
  tiles: Record<Square, Face>;
  builders: Record<string, Kind>;
  walks: Record<string, number>;
  fountains: number[];
  aqueducts: Aqueduct[];
  podiums: Record<string, Color[]>;
  stock: Record<Kind, number>;
  reserve: Record<Kind, number>;
  setup: Record<Kind, number>;
  seats: SeatView[];
  sheet: Mounted[];
  sights?: Record<string, number[]>;
  must_move?: boolean;
}

// What happens, and what could happen.

export interface Grown {
  aqueduct: number;
  start: Port;
  end: Port;
  length: number;
  course: Port[];
}

export interface Closed {
  aqueduct: number;
  seat: number;
  color: Color;
  length: number;
  podium: number;
  forced?: boolean;
  final?: boolean;
  tile?: Square;
}

export interface SeatChange {
  seat: number;
  points: number;
  change?: number;
  bonus?: number;
  missed?: number;
  out?: boolean;
}

export interface Effects {
  laid?: string[];
  walk?: number[];
  fountain?: boolean;
  grown?: Grown[];
  closes?: Closed[];
  placed?: string[];
  took?: Kind;
  seats?: SeatChange[];
  ends?: boolean;
}

export type DecisionType = "place" | "build" | "extra" | "move" | "close" | "pass" | "take";

export interface Choice {
  move: string;
  type: DecisionType;
  kind?: Kind;
  workman?: Port;
  builder?: number;
  square?: Square;
  face?: Face;
  podium?: number;
  effects?: Effects;
}

export interface Step {
  ply: number;
  turn: number;
  seat: number;
  move: string;
  type: DecisionType;
  by?: string;
  effects?: Effects;
}

export interface Why {
  code: string;
  clause?: string;
  args?: Args;
}

// The table around the game.

export interface Player {
  seat: number;
  kind: "person" | "bot" | "open";
  name?: string;
  bot?: string;
  chair?: number;
  stand_in?: string;
  resigned?: boolean;
}

export interface Clock {
  per: "stretch" | "game";
  seconds: number;
  increment?: number;
  zero?: "bot" | "resign";
}

export interface Options {
  clock?: Clock | null;
  grace?: number;
  lots?: boolean;
  auto?: boolean;
  public?: boolean;
  hints?: boolean;
  match?: Match | null;
}

export interface Match {
  games: number;
  game?: number;
  points?: number[];
}

export type LayoutName = "balanced" | "standard";

export interface NewTable {
  players: object[];
  options?: object;
  layout?: LayoutName;
}

export interface TableInfo {
  id: string;
  players: Player[];
  status: "waiting" | "playing" | "over";
  origin: "new" | "position" | "import" | "fork" | "rematch" | "lesson" | "puzzle";
  version: number;
  created: number;
  changed: number;
  mover: number;
  points: number[];
  start?: number;
  options?: Options;
  parent?: string;
  next?: string;
  lesson?: string;
  step?: number;
  puzzle?: string;
}

// Hints; see server/protocol/advice.py.

export interface Idea {
  code: string;
  args?: Record<string, string | number | number[]>;
}

export interface Spot {
  what: "workman" | "builder" | "square" | "path" | "kind" | "none";
  name?: string;
}

export interface Fact {
  code: string;
  clause?: string;
  args?: Record<string, string | number | number[]>;
  grade?: string;
}

export interface Hint {
  version: number;
  seat: number;
  rung: number;
  question: Idea;
  stage?: number;
  final?: boolean;
  place?: Spot | null;
  moves?: string[];
  steps?: Step[];
  facts?: Fact[];
  line?: Step[];
  share?: number;
  points?: number;
}

export interface HintRequest {
  version: number;
  rung: number;
  moves: string[];
  after: number;
}

export interface Judgement {
  version: number;
  again?: boolean;
  share?: number;
  points?: number;
  fact?: Fact | null;
}

export interface Decided {
  ply: number | null;
  turn: number | null;
  seats: number[] | null;
}

export interface BotInfo {
  name: string;
  title: string;
  level?: number;
  ratings?: Record<string, number>;
}

export interface Suggestion {
  version: number;
  seat: number;
  moves: string[];
}

// From the browser.

export interface HelloMessage {
  type: "hello";
  protocol?: number;
  since?: number | null;
}

export interface PlayMessage {
  type: "play";
  id: string;
  version: number;
  seat: number;
  moves: string[];
}

export interface PreviewMessage {
  type: "preview";
  id: string;
  version: number;
  moves: string[];
}

export type Subject = "move" | "workman" | "builder" | "square" | "kind";

export interface AskMessage {
  type: "ask";
  id: string;
  version: number;
  subject: Subject;
  name: string;
  moves?: string[];
}

export interface WatchMessage {
  type: "watch";
  thinking: boolean;
}

export interface PingMessage {
  type: "ping";
}

export interface Intent {
  id: string;
  version: number;
}

export interface SitMessage {
  type: "sit";
  id: string;
  version: number;
  seat: number;
  kind: "bot" | "open";
  bot?: string;
}

export interface StartMessage {
  type: "start";
  id: string;
  version: number;
  fill?: string;
}

export interface RenameMessage {
  type: "rename";
  id: string;
  version: number;
  seat: number;
  name: string;
}

export interface StandInMessage {
  type: "stand_in";
  id: string;
  version: number;
  seat: number;
  bot?: string;
}

export interface BackMessage {
  type: "back";
  id: string;
  version: number;
  seat: number;
}

export interface ResignMessage {
  type: "resign";
  id: string;
  version: number;
  seat: number;
}

export interface TakebackMessage {
  type: "takeback";
  id: string;
  version: number;
  seat: number;
  ply: number;
}

export interface ConsentMessage {
  type: "consent";
  id: string;
  version: number;
  seat: number;
  yes: boolean;
}

export interface RevokeMessage {
  type: "revoke";
  id: string;
  version: number;
  what: "chair" | "watch";
  chair?: number;
}

export interface SwitchMessage {
  type: "switch";
  id: string;
  version: number;
  chat: boolean;
}

export interface RematchMessage {
  type: "rematch";
  id: string;
  version: number;
}

export interface GuideMessage {
  type: "guide";
  id: string;
  version: number;
  go: "back" | "again" | "skip" | "next";
}

export interface SolveMessage {
  type: "solve";
  id: string;
  version: number;
  go: "again" | "solution" | "answer";
  answer?: string;
}

export interface AskLinksMessage {
  type: "links";
  id: string;
}

export interface SayMessage {
  type: "say";
  id: string;
  seat: number;
  text?: string;
  phrase?: string;
}

/** What changes a table apart from decisions. */
export type AnyIntent =
  | SitMessage
  | StartMessage
  | RenameMessage
  | StandInMessage
  | BackMessage
  | ResignMessage
  | TakebackMessage
  | ConsentMessage
  | RevokeMessage
  | SwitchMessage
  | RematchMessage
  | GuideMessage
  | SolveMessage;

/** The same before it has an id and the version on which it was made. */
export type Wish = AnyIntent extends infer One ? (One extends AnyIntent ? Omit<One, "id" | "version"> : never) : never;

export type FromClient =
  | HelloMessage
  | PlayMessage
  | PreviewMessage
  | AskMessage
  | WatchMessage
  | PingMessage
  | AskLinksMessage
  | SayMessage
  | SitMessage
  | StartMessage
  | RenameMessage
  | StandInMessage
  | BackMessage
  | ResignMessage
  | TakebackMessage
  | ConsentMessage
  | RevokeMessage
  | SwitchMessage
  | RematchMessage
  | GuideMessage
  | SolveMessage;

// To the browser.

export interface Clocks {
  left: number[];
  running?: number;
  started?: number;
}

export interface Pending {
  what: "takeback" | "stand_in";
  by: number;
  agreed: number[];
  waiting: number[];
  ply?: number;
  seat?: number;
  bot?: string;
}

export interface News {
  version: number;
  at: number;
  seat: number;
  event: TableEvent;
  ply?: number;
}

/** A text in every language, by its code. */
export type Words = Record<string, string>;

/** What is to be done in a later phase of a stretch. */
export interface LessonTask {
  phase: string;
  text: Words;
  squares?: Square[];
  paths?: number[];
}

export interface LessonView {
  id: string;
  step?: number;
  steps?: number;
  key?: string;
  title?: Words;
  text?: Words;
  clause?: string;
  squares?: Square[];
  paths?: number[];
  tasks?: LessonTask[];
  trial?: number;
  tried?: Words;
  asks?: "" | "builder";
  done?: Words;
  worse?: boolean;
  won?: boolean;
  outdated?: boolean;
}

export interface PuzzleView {
  id: string;
  seat?: number;
  kind?: string;
  difficulty?: string;
  rating?: number;
  goal?: string;
  args?: Record<string, string | number>;
  outcome?: "" | "right" | "solved" | "wrong" | "unknown";
  pending?: boolean;
  replying?: boolean;
  showing?: boolean;
  tries?: number;
  fact?: { code: string; clause: string; args: Record<string, string | number | number[]>; grade: string } | null;
  refuted?: boolean;
  options?: string[];
  answer?: string;
  right?: string;
  why?: Why | null;
  squares?: Square[];
  paths?: number[];
  outdated?: boolean;
}

export interface StateMessage {
  type: "state";
  version: number;
  ply: number;
  moved: number;
  table: TableInfo;
  view: View;
  steps: Step[];
  since: number;
  yours: number[];
  host?: boolean;
  news?: News[];
  clocks?: Clocks | null;
  pending?: Pending | null;
  chat?: boolean;
  lesson?: LessonView | null;
  puzzle?: PuzzleView | null;
}

export interface ChoicesMessage {
  type: "choices";
  version: number;
  seat: number;
  choices: Choice[];
}

export interface AcceptedMessage {
  type: "accepted";
  id: string;
  version: number;
}

export interface RefusedMessage {
  type: "refused";
  id: string;
  code: string;
  clause?: string;
  args?: Args;
  version?: number;
}

export interface PreviewedMessage {
  type: "previewed";
  id: string;
  version: number;
  moves: string[];
  view: View;
  steps: Step[];
  choices?: Choice[];
  complete?: boolean;
}

export interface AnswerMessage {
  type: "answer";
  id: string;
  version: number;
  why?: Why | null;
}

export interface Candidate {
  move: string;
  visits: number;
  share: number;
  line?: string[];
}

export interface ThinkingMessage {
  type: "thinking";
  version: number;
  seat: number;
  playouts: number;
  shares: number[];
  points: number[];
  lines: Candidate[];
  moves?: string[];
}

export interface PongMessage {
  type: "pong";
  at: number;
}

export interface PresenceMessage {
  type: "presence";
  present: number[];
  away?: Record<string, number>;
  host?: boolean;
  watching?: number;
}

export interface SeatLink {
  chair: number;
  seat: number;
  link: string;
  invite?: boolean;
  bot?: string;
}

export interface LinksMessage {
  type: "links";
  id: string;
  chairs: SeatLink[];
  watch?: string;
  host?: string;
}

export interface SaidMessage {
  type: "said";
  number: number;
  seat: number;
  at: number;
  text?: string;
  phrase?: string;
}

export interface ByeMessage {
  type: "bye";
  code: string;
}

export type FromServer =
  | StateMessage
  | ChoicesMessage
  | AcceptedMessage
  | RefusedMessage
  | PreviewedMessage
  | AnswerMessage
  | ThinkingMessage
  | PongMessage
  | ByeMessage
  | PresenceMessage
  | LinksMessage
  | SaidMessage;

// What changes a table apart from decisions; see server/protocol/events.py.

export interface SatEvent {
  what: "sat";
  seat: number;
  kind: "person" | "bot" | "open";
  name?: string;
  bot?: string;
}

export interface BeganEvent {
  what: "began";
  order?: number[];
}

export interface RenamedEvent {
  what: "renamed";
  seat: number;
  name: string;
}

export interface StoodInEvent {
  what: "stood-in";
  seat: number;
  bot: string;
  why?: "away" | "clock";
  once?: boolean;
}

export interface CameBackEvent {
  what: "came-back";
  seat: number;
}

export interface ResignedEvent {
  what: "resigned";
  seat: number;
  bot?: string;
  why?: "own" | "clock";
}

export interface AskedEvent {
  what: "asked";
  kind: "takeback" | "stand_in";
  by: number;
  ply?: number;
  seat?: number;
  bot?: string;
}

export interface AgreedEvent {
  what: "agreed";
  seat: number;
}

export interface DeclinedEvent {
  what: "declined";
  seat: number;
}

export interface TakenBackEvent {
  what: "taken-back";
  ply: number;
  decisions: number;
}

export interface SteppedEvent {
  what: "stepped";
  step: string;
  position: string;
  decisions?: number;
}

export interface RevokedEvent {
  what: "revoked";
  target: string;
  kept?: boolean;
}

export interface SwitchedEvent {
  what: "switched";
  chat: boolean;
}

export interface FollowedEvent {
  what: "followed";
  table: string;
}

export interface HintedEvent {
  what: "hinted";
  seat: number;
  rung: number;
}

export interface TriedEvent {
  what: "tried";
  outcome: "right" | "solved" | "wrong" | "unknown";
  decisions?: number;
  replies?: string[];
  wrong?: number;
  fact?: object | null;
  answer?: string;
}

export type TableEvent =
  | SatEvent
  | BeganEvent
  | RenamedEvent
  | StoodInEvent
  | CameBackEvent
  | ResignedEvent
  | AskedEvent
  | AgreedEvent
  | DeclinedEvent
  | TakenBackEvent
  | SteppedEvent
  | RevokedEvent
  | SwitchedEvent
  | FollowedEvent
  | HintedEvent
  | TriedEvent;

// What page and board say to each other.

/** Something on the board that a person points at; `name` is a port, a square or the number of a path square. */
export interface Target {
  what: "workman" | "builder" | "path" | "square" | "ghost";
  name: string;
  face?: Face;
}

/** `looked`: drawn as if it were chosen, because pointer or keyboard is on it; it can still be chosen. */
export type MarkState = "usable" | "chosen" | "looked" | "dim";

export interface Ghost {
  square: Square;
  face: Face;
  end?: Port;
  length?: number;
  podium?: number;
  /** The aqueducts that it would lengthen; without it the board draws water in this one tile. */
  grown?: Grown[];
  /** The aqueducts that it would close, with their podiums, 0 for none; `own` is the one that it takes up. */
  closes?: { aqueduct: number; color: Color; podium: number; own: boolean }[];
  /** It is what is previewed, on the board and beside it. */
  isLooked?: boolean;
  /** `looked`: the mouse is on the square; to point at it chooses the square, and the way is asked for next. */
  state: MarkState;
}

/** What is emphasized on the board. */
export interface Marks {
  /** `gets`: the podium of a workman whose aqueduct can be closed by choice, 0 for none. */
  workmen: { port: Port; state: MarkState; gets?: number }[];
  builders: { path: number; state: MarkState }[];
  paths: { path: number; state: MarkState }[];
  squares: { square: Square; state: MarkState }[];
  beams: { square: Square; path: number }[];
  ghosts: Ghost[];
  walks: { from: number; to: number; fountain: boolean }[];
  /** Aqueducts that a tile has just closed: where each ended. */
  ended?: { tile: Square; port: Port; color: Color }[];
  last: { squares: Square[]; paths: number[] };
  /** Where a lesson asks to look. */
  focus?: { squares: readonly Square[]; paths: readonly number[] };
  /** What a hint points out: a place, and the tiles, walks and builders of its stretch. */
  hint?: {
    workman?: Port;
    path?: number;
    square?: Square;
    tiles: { square: Square; face: Face; grown?: Grown[] }[];
    walks: { from: number; to: number; fountain: boolean }[];
    placed: number[];
  };
}
