/**
 * The analysis board: any position or record, a tree of variations, what the engine says, an editor, studies as files.
 *
 * @import {App, Page} from "../app.js"
 * @import {Target, View} from "../types.js"
 * @import {Session} from "./session.js"
 */

import { createBoard } from "../board/board.js";
import { createStairs } from "../board/draw/stairs.js";
import { announce } from "../lib/announce.js";
import { ApiError, post } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { copy } from "../parts/export.js";
import { lastMarks } from "../parts/last_move.js";
import { openPlayOn } from "../parts/play_on.js";
import { openSpoken } from "../table/help.js";
import { subjectOf } from "../table/model/pointing.js";
import { createTypeBox } from "../table/typebox.js";
import { createChooser } from "./chooser.js";
import { createEditor } from "./editor.js";
import { openHelp, openStudyDialog, saveStudy } from "./files.js";
import { createFrame } from "./frame.js";
import { listenToKeys } from "./keys.js";
import { kept, lostStudy, openedStudy } from "./opening.js";
import { createPanels } from "./panels.js";
import { createSession } from "./session.js";
import { after, movesTo } from "./tree.js";

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
  const names = session.names;
  const position = () => session.shown()?.view.position ?? "";

  // What is on the page.
  const [boardHost, stairsHost] = [h("div", { class: "replay-board" }), h("div", { class: "replay-stairs" })];
  const stairs = createStairs(stairsHost);
  const onRefused = (/** @type {Target} */ target) => void whyNot(session, target).catch(trouble);
  const chooser = createChooser({ onMove: play, onChange: drawBoard, onRefused });
  const board = createBoard(boardHost, {
    onPoint: (target) => (editor.isOpen() ? editor.pointAt(target) : chooser.pointAt(target)),
    onHover: (target) => !editor.isOpen() && chooser.hover(target),
    podiumRect: (podium) => stairs.rect(podium),
  });
  const editor = createEditor({
    names,
    onDraft: drawDraft,
    onDone: (view) => void session.load(view.position),
    onPlay: (view) => void openPlayOn(view, app),
    onCancel: draw,
  });
  const typed = h("div", { class: "study-typing" });
  const typeBox = createTypeBox(typed, {
    choices: () => session.shown()?.choices ?? [],
    isWaiting: () => !session.shown(),
    onMove: chooser.type,
    onUnknown: (text) => whyNotTyped(session, text).catch(trouble),
    onClose: () => board.focus(),
  });
  const wishes = { onMove: play, onLine: keepLine, onTurn: turned, onTrouble: trouble };
  const panels = createPanels(() => session, [chooser.element, typed], wishes);
  const frame = createFrame({
    open: () => openStudyDialog({ onText: session.load, onNew: (players) => app.go("study", { players }) }),
    save() {
      panels.notes.flush();
      return saveStudy(session.study());
    },
    link: () => copy(`${location.origin}/${routeTo("study", { position: position() })}`),
    edit: () => editor.open(position()),
    play: () => withView(session, (view) => openPlayOn(view, app)),
    first: session.toStart,
    back: session.back,
    forward: session.forward,
    last: session.toEnd,
  });
  const stage = h("div", { class: "replay-stage" }, stairsHost, boardHost, frame.controls);
  const side = h("aside", { class: "replay-side" }, editor.element, panels.element);
  fill(host, h("div", { class: "replay study" }, frame.head, stage, side));

  /** @param {unknown} error */
  function trouble(error) {
    if (!(error instanceof ApiError)) throw error;
    toast(errorText(error, { names: names() }), { kind: "error", more: details(error) });
  }

  function keep() {
    if (!kept(session.study()) || closing.signal.aborted) return;
    app.replace("study"); // loaded again, the page shows what was kept
  }

  /** @param {string} move */
  async function play(move) {
    if (await session.play(move)) announce(panels.caption());
  }

  /** @param {readonly string[]} moves */
  async function keepLine(moves) {
    if (await session.addLine(moves)) announce(t("study.line-kept"));
  }

  /** @param {string} text @param {number} seat */
  async function turned(text, seat) {
    if (await session.load(text)) announce(t("study.turned", { name: names()[seat] ?? "" }));
  }

  function drawBoard() {
    const shown = session.shown();
    if (!shown || editor.isOpen()) return;
    const { last } = lastMarks(shown.step);
    const marks = chooser.marks();
    board.update(shown.view, marks ? { ...marks, last } : lastMarks(shown.step));
  }

  /** @param {View} view */
  function drawDraft(view) {
    panels.element.hidden = true;
    board.update(view, lastMarks());
    stairs.update(view, []);
  }

  function draw() {
    const shown = session.shown();
    if (!shown) return;
    const { view, choices = [] } = shown;
    panels.element.hidden = editor.isOpen();
    chooser.update(view, choices);
    chooser.draw();
    typeBox.update();
    drawBoard();
    stairs.update(view, []);
    panels.update(shown);
    frame.update(view, { isStart: session.at().index === 0, isEnd: !after(session.at()) });
  }

  /** The words that change with the language. */
  function translate() {
    for (const part of [frame, typeBox, panels]) part.translate();
    editor.draw();
    draw();
  }

  listenToKeys(boardHost, closing.signal, {
    ArrowLeft: session.back,
    ArrowRight: session.forward,
    Home: session.toStart,
    End: session.toEnd,
    Escape: () => (editor.isOpen() ? editor.cancel() : chooser.forget()),
    Delete: panels.notes.remove,
    e: panels.engine.toggle,
    c: panels.engine.prove,
    n: typeBox.focus,
    g: () => board.focus(),
    b: () => withView(session, (view) => openSpoken(view, names(), panels.caption())),
    p: panels.notes.promote,
    "?": openHelp,
  });
  translate();
  session.toPly(ply);
  return {
    get title() {
      return t("study.title");
    },
    translate,
    close() {
      closing.abort();
      for (const part of [session, panels]) part.close();
      board.destroy();
      stairs.destroy();
    },
  };
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
