/**
 * The board for keyboards and screen readers: an ARIA grid of 13 by 10 cells over the drawing, with a roving tabindex:
 * Tab reaches one cell, the arrow keys the others.
 */

import { COLUMNS, ROWS, cellBox } from "./draw/geometry.js";

/** @import {Box} from "./draw/geometry.js" */

/** @typedef {{column: number, row: number}} Cell */
/** @typedef {(column: number, row: number) => {text: string, state: string}} CellWords */
/**
 * @typedef {object} Grid
 * @property {HTMLElement} element
 * @property {(box: Box) => void} fit put the cells in their places, as shares of a box of the board
 * @property {readonly (readonly Cell[])[]} rows
 * @property {(words: CellWords, which: readonly Cell[]) => void} label
 * @property {(column: number, row: number, focus: boolean) => void} go make a cell the one that is reached by Tab
 * @property {() => Cell} at
 * @property {(column: number, row: number) => HTMLElement} cell
 */

const WIDE = COLUMNS + 2;
const HIGH = ROWS + 2;

/** @type {Readonly<Record<string, readonly [number, number]>>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Where a key leads, or null if it leads nowhere. With Ctrl an arrow goes on to the next cell that can be used.
 * @param {string} key
 * @param {boolean} ctrl
 * @param {Cell} at
 * @param {(column: number, row: number) => boolean} usable
 * @returns {Cell | null}
 */
export function led(key, ctrl, at, usable) {
  const arrow = ARROWS[key];
  if (arrow) {
    const [dx, dy] = arrow;
    for (let column = at.column + dx, row = at.row + dy; inside(column, row); column += dx, row += dy) {
      if (!ctrl || usable(column, row)) return { column, row };
    }
    return ctrl ? nearest(at, arrow, usable) : at;
  }
  if (key === "Home") return { column: 0, row: ctrl ? 0 : at.row };
  if (key === "End") return { column: WIDE - 1, row: ctrl ? HIGH - 1 : at.row };
  if (key === "PageUp") return { column: at.column, row: 0 };
  if (key === "PageDown") return { column: at.column, row: HIGH - 1 };
  return null;
}

/**
 * The nearest usable cell on the side of an arrow, also off its line.
 * @param {Cell} at
 * @param {readonly [number, number]} arrow
 * @param {(column: number, row: number) => boolean} usable
 */
function nearest(at, [dx, dy], usable) {
  let best = at;
  let least = Infinity;
  for (let row = 0; row < HIGH; row += 1) {
    for (let column = 0; column < WIDE; column += 1) {
      const ahead = (column - at.column) * dx + (row - at.row) * dy;
      const aside = Math.abs((column - at.column) * dy) + Math.abs((row - at.row) * dx);
      if (ahead > 0 && ahead + 2 * aside < least && usable(column, row)) {
        best = { column, row };
        least = ahead + 2 * aside;
      }
    }
  }
  return best;
}

/**
 * @param {number} column
 * @param {number} row
 */
function inside(column, row) {
  return column >= 0 && row >= 0 && column < WIDE && row < HIGH;
}

/** The cells in their rows, none of them reached by Tab. */
function createCells() {
  const element = document.createElement("div");
  element.className = "board-grid";
  element.setAttribute("role", "grid");
  element.setAttribute("aria-rowcount", String(HIGH));
  element.setAttribute("aria-colcount", String(WIDE));
  /** @type {HTMLElement[][]} */
  const cells = [];
  for (let row = 0; row < HIGH; row += 1) {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    line.setAttribute("aria-rowindex", String(row + 1));
    cells.push([]);
    for (let column = 0; column < WIDE; column += 1) {
      const cell = document.createElement("div");
      cell.className = "board-cell";
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("aria-colindex", String(column + 1));
      cell.tabIndex = -1;
      cell.dataset.cell = `${column} ${row}`;
      cells[row].push(cell);
      line.append(cell);
    }
    element.append(line);
  }
  return { element, cells };
}

/**
 * The cell that an event is about.
 * @param {Event} event
 * @returns {Cell | null}
 */
function cellOf(event) {
  const cell = /** @type {Element} */ (event.target).closest?.("[data-cell]");
  if (!(cell instanceof HTMLElement)) return null;
  const [column, row] = (cell.dataset.cell ?? "").split(" ").map(Number);
  return { column, row };
}

/**
 * @typedef {object} GridWishes
 * @property {(column: number, row: number) => void} point
 * @property {(column: number, row: number) => boolean} usable
 * @property {(column: number, row: number) => void} focus
 * @property {() => void} blur
 * @property {(share: number) => void} zoom 0 shows all
 */

/**
 * @param {Pick<Grid, "element" | "at" | "go">} grid
 * @param {GridWishes} wishes
 */
function listen({ element, at, go }, wishes) {
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    if ((event.key === "Enter" && !event.ctrlKey) || event.key === " ") {
      event.preventDefault();
      wishes.point(at().column, at().row);
    } else if (event.key === "+" || event.key === "-" || event.key === "0") {
      wishes.zoom({ "+": 1.5, "-": 1 / 1.5, 0: 0 }[event.key]);
    } else {
      const next = led(event.key, event.ctrlKey, at(), wishes.usable);
      if (!next) return;
      event.preventDefault();
      go(next.column, next.row, true);
    }
  });
  element.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    if (cell.column !== at().column || cell.row !== at().row) go(cell.column, cell.row, false);
    wishes.focus(cell.column, cell.row);
  });
  element.addEventListener("focusout", (event) => {
    if (!element.contains(/** @type {Node | null} */ (event.relatedTarget))) wishes.blur();
  });
  // A click without a pointer comes from a screen reader.
  element.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell && event.detail === 0) wishes.point(cell.column, cell.row);
  });
}

/**
 * @param {GridWishes} wishes
 * @returns {Grid}
 */
export function createGrid(wishes) {
  const { element, cells } = createCells();
  let at = { column: 6, row: 5 };
  cells[at.row][at.column].tabIndex = 0;
  listen({ element, at: () => at, go }, wishes);

  /**
   * @param {number} column
   * @param {number} row
   * @param {boolean} focus
   */
  function go(column, row, focus) {
    cells[at.row][at.column].tabIndex = -1;
    at = { column, row };
    const cell = cells[row][column];
    cell.tabIndex = 0;
    if (focus) cell.focus({ preventScroll: true });
  }

  return {
    element,
    go,
    at: () => at,
    cell: (column, row) => cells[row][column],
    fit(box) {
      for (let row = 0; row < HIGH; row += 1) {
        for (let column = 0; column < WIDE; column += 1) {
          const { style } = cells[row][column];
          const cell = cellBox(column, row);
          style.left = `${((cell.x - box.x) / box.width) * 100}%`;
          style.top = `${((cell.y - box.y) / box.height) * 100}%`;
          style.width = `${(cell.width / box.width) * 100}%`;
          style.height = `${(cell.height / box.height) * 100}%`;
        }
      }
    },
    rows: cells.map((line, row) => line.map((_, column) => ({ column, row }))),
    label(words, which) {
      for (const { column, row } of which) {
        const cell = cells[row][column];
        const { text, state } = words(column, row);
        if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
        if ((cell.dataset.state ?? "") === state) continue;
        cell.dataset.state = state;
        if (state === "chosen") cell.setAttribute("aria-selected", "true");
        else cell.removeAttribute("aria-selected");
      }
    },
  };
}
