/**
 * The analysis board: any position or record, a tree of variations, what the engine says, an editor, studies as files.
 *
 * @import {App, Page} from "../app.js"
 * @import {Choice, Step, Target, View} from "../types.js"
 * @import {Session} from "./session.js"
 */

import { announce } from "../lib/announce.js";
import { ApiError, post } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { copy } from "../parts/export.js";
import { openPlayOn } from "../parts/play_on.js";
import { openSpoken } from "../table/help.js";
import { subjectOf } from "../table/model/pointing.js";
import { createTypeBox } from "../table/typebox.js";
import { createChoiceFacts } from "./choice_facts.js";
import { createChooser } from "./chooser.js";
import { createEditor } from "./editor.js";
import { openHelp, openStudyDialog, savePicture, saveStudy } from "./files.js";
import { createFrame } from "./frame.js";
import { listenToKeys } from "./keys.js";
import { kept, lostStudy, openedStudy } from "./opening.js";
import { createPanels } from "./panels.js";
import { createSession } from "./session.js";
import { createStage } from "./stage.js";
import { after, movesTo } from "./tree.js";

export const styles = ["study"];
export const areas = ["study", "replay", "games", "log", "table", "board", "errors", "reasons", "facts"];

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params `position`, or `table` with `ply`; without them the study that was open last
 * @param {App} app
 * @returns {Promise<Page>}
 */
export async function open(host, params, app) {
  try {
    return showStudy(host, await openedStudy(params), Number(params.ply ?? 0), app);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fill(host, lostStudy(error, params));
    return { close() {}, title: t("study.title") };
  }
}

/**
 * @param {HTMLElement} host
 * @param {{ start: string, record: any }} first
 * @param {number} ply
 * @param {App} app
 * @returns {Page}
 */
function showStudy(host, first, ply, app) {
  const closing = new AbortController();
  const session = createSession(first, { onShow: draw, onChange: keep, onTrouble: trouble });
  const { names } = session;
  const actions = createActions(session, () => panels.caption());

  // What is on the page.
  const onRefused = (/** @type {Target} */ target) => void whyNot(session, target).catch(trouble);
  const facts = createChoiceFacts({ names });
  const onAim = (/** @type {string | null} */ move) => facts.point(decisionAt(session, move));
  const chooser = createChooser({ onMove: actions.play, onChange: markBoard, onRefused, onAim });
  const stage = createStage({
    onPoint: (target) => (editor.isOpen() ? editor.pointAt(target) : chooser.pointAt(target)),
    onHover: (target) => !editor.isOpen() && chooser.hover(target),
  });
  const editor = createEditor({
    names,
    onDraft: drawDraft,
    onDone: (view) => void session.load(view.position),
    onPlay: (view) => void openPlayOn(view, app),
    onCancel: draw,
  });
  const typed = h("div", { class: "study-typing" });
  const typeBox = createTyping(typed, session, { onMove: chooser.type, onClose: stage.focus, onTrouble: trouble });
  const wishes = { onMove: actions.play, onLine: actions.keepLine, onTurn: actions.turn, onTrouble: trouble };
  const panels = createPanels(() => session, [chooser.element, facts.element, typed], wishes);
  const frame = createFrame(waysOf(session, editor, panels, app));
  const side = h("aside", { class: "replay-side" }, editor.element, panels.element);
  stage.element.append(frame.controls);
  fill(host, h("div", { class: "replay study" }, frame.head, stage.element, side));

  /** @param {unknown} error */
  function trouble(error) {
    if (!(error instanceof ApiError)) throw error;
    toast(errorText(error, { names: names() }), { kind: "error", more: details(error) });
  }

  function keep() {
    if (!kept(session.study()) || closing.signal.aborted) return;
    app.replace("study"); // loaded again, the page shows what was kept
  }

  function markBoard() {
    const shown = session.shown();
    if (shown && !editor.isOpen()) stage.mark(shown.view, shown.step, chooser.marks());
  }

  /** @param {View} view */
  function drawDraft(view) {
    panels.element.hidden = true;
    stage.show(view);
  }

  function draw() {
    const shown = session.shown();
    if (!shown) return;
    const { view, choices = [], step } = shown;
    facts.update(null);
    if (step) void lookBack(session, facts, step).catch(trouble);
    const draft = editor.view();
    panels.element.hidden = editor.isOpen();
    chooser.update(view, choices);
    chooser.draw();
    typeBox.update();
    if (draft) stage.show(draft);
    else stage.show(view, step, chooser.marks());
    panels.update(shown);
    frame.update(view, { isStart: session.at().index === 0, isEnd: !after(session.at()) });
  }

  /** The words that change with the language. */
  function translate() {
    for (const part of [frame, typeBox, panels]) part.translate();
    facts.draw();
    editor.draw();
    draw();
  }

  listenToKeys(stage.board, closing.signal, {
    ...keysOf(session, panels),
    Escape: () => (editor.isOpen() ? editor.cancel() : chooser.forget()),
    n: typeBox.focus,
    g: stage.focus,
  });
  translate();
  if (ply) session.toPly(ply);
  else void session.go(session.at());
  return {
    get title() {
      return t("study.title");
    },
    translate,
    close() {
      closing.abort();
      for (const part of [session, panels, facts, stage]) part.close();
    },
  };
}

/**
 * What changes the study, and is said aloud.
 * @param {Session} session
 * @param {() => string} caption what led here, in words
 */
function createActions(session, caption) {
  return {
    /** @param {string} move */
    async play(move) {
      if (await session.play(move)) announce(caption());
    },
    /** @param {readonly string[]} moves */
    async keepLine(moves) {
      if (await session.addLine(moves)) announce(t("study.line-kept"));
    },
    /** @param {string} text @param {number} seat */
    async turn(text, seat) {
      if (await session.load(text)) announce(t("study.turned", { name: session.names()[seat] ?? "" }));
    },
  };
}

/**
 * What the buttons of the frame do.
 * @param {Session} session
 * @param {ReturnType<typeof createEditor>} editor
 * @param {ReturnType<typeof createPanels>} panels
 * @param {App} app
 */
function waysOf(session, editor, panels, app) {
  const position = () => session.shown()?.view.position ?? "";
  return {
    open: () => openStudyDialog({ onText: session.load, onNew: (players) => app.go("study", { players }) }),
    save() {
      panels.notes.flush();
      return saveStudy(session.study());
    },
    picture() {
      panels.notes.flush();
      return savePicture(session.study(), session.at());
    },
    link: () => copy(`${location.origin}/${routeTo("study", { position: position() })}`),
    edit: () => editor.open(position()),
    play: () => withView(session, (view) => openPlayOn(view, app)),
    first: session.toStart,
    back: session.back,
    forward: session.forward,
    last: session.toEnd,
  };
}

/**
 * What keys do, apart from the board and its choices.
 * @param {Session} session
 * @param {ReturnType<typeof createPanels>} panels
 */
function keysOf(session, { notes, engine, caption }) {
  return {
    ArrowLeft: session.back,
    ArrowRight: session.forward,
    Home: session.toStart,
    End: session.toEnd,
    Delete: notes.remove,
    e: engine.toggle,
    c: engine.prove,
    b: () => withView(session, (view) => openSpoken(view, session.names(), caption())),
    p: notes.promote,
    "?": openHelp,
  };
}

/**
 * The field in which decisions are typed.
 * @param {HTMLElement} host
 * @param {Session} session
 * @param {{ onMove: (choice: Choice) => void, onClose: () => void, onTrouble: (error: unknown) => void }} handlers
 */
function createTyping(host, session, { onMove, onClose, onTrouble }) {
  return createTypeBox(host, {
    choices: () => session.shown()?.choices ?? [],
    isWaiting: () => !session.shown(),
    onMove,
    onUnknown: (text) => whyNotTyped(session, text).catch(onTrouble),
    onClose,
  });
}

/**
 * A decision at the place that is shown.
 * @param {Session} session
 * @param {string | null} move
 */
function decisionAt(session, move) {
  const position = session.shown()?.view.position;
  return position && move ? { position, move } : null;
}

/**
 * Tell what is true of the decision that led here.
 * @param {Session} session
 * @param {ReturnType<typeof createChoiceFacts>} facts
 * @param {Step} step
 */
async function lookBack(session, facts, { move }) {
  const place = session.at();
  const position = await session.before(place);
  if (place === session.at()) facts.update({ position, move });
}

/**
 * @param {Session} session
 * @param {(view: View) => unknown} then
 */
function withView(session, then) {
  const view = session.shown()?.view;
  if (view) then(view);
}

/**
 * Say why something cannot be chosen.
 * @param {Session} session
 * @param {Target} target
 */
async function whyNot(session, target) {
  const view = session.shown()?.view;
  if (!view || view.phase === "over") return;
  const { why } = await post("/api/studies/why", { position: view.position, ...subjectOf(target) });
  if (why) toast(errorText(why, { names: session.names() }));
}

/**
 * Say why what was typed cannot be done; the server refuses it.
 * @param {Session} session
 * @param {string} text
 */
async function whyNotTyped(session, text) {
  await post("/api/studies/moment", { start: session.study().start, moves: [...movesTo(session.at()), text] });
}
