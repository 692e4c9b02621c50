/**
 * The curves of a review: shares of the win as stacked bands, expected points as lines. Letters and patterns say whose
 * they are, so that nothing depends on color.
 */

import { fill, h, s, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { colorLetter, seatColors } from "../lib/seats.js";
import { endOf, noteOf, sharesOf, SIGNS } from "./review_model.js";

/** @typedef {import("./review_model.js").Review} Review */

const LEFT = 44;
const RIGHT = 10;
const TOP = 10;
const GAP = 30;
const LETTER = 18;
/** Turns on both sides over which a band has to be wide enough for a letter. */
const AROUND = 2;
/** How wide a character of a mark is, and what stays free between two marks. */
const CHARACTER = 8;
const BETWEEN = 2;
/** Marks, the gravest first. */
const GRAVE = ["blunder", "mistake", "insight"];
const HATCHES = ["", "M0 8L8 0", "M0 4H8", "M4 0V8"];

/**
 * @param {HTMLElement} host
 * @param {{onTravel: (ply: number) => void}} actions
 */
export function createCurves(host, { onTravel }) {
  /** @type {{review: Review, ply: number} | null} */
  let known = null;
  const heading = h("h2");
  const drawing = s("svg", { class: "curves", role: "img" });
  const legend = h("p", { class: "curves-legend soft" });
  host.append(heading, drawing, legend);
  const watcher = new ResizeObserver(() => draw());
  watcher.observe(host);
  drawing.addEventListener("click", (event) => {
    if (!known) return;
    const { left, width } = drawing.getBoundingClientRect();
    const part = ((event.clientX - left) / width) * wide() - LEFT;
    const index = Math.round((part / (wide() - LEFT - RIGHT)) * known.review.total) - 1;
    const turn = known.review.turns.find((one) => one.index === index);
    if (turn) onTravel(endOf(turn));
  });

  function wide() {
    return Math.max(280, Math.min(900, host.clientWidth));
  }

  function draw() {
    if (!known) return;
    const { review, ply } = known;
    const width = wide();
    const high = Math.round(Math.min(150, 80 + width / 8));
    const low = Math.round(high * 0.45);
    const height = TOP + high + GAP + low + 8;
    const x = (/** @type {number} */ index) => LEFT + ((width - LEFT - RIGHT) * index) / Math.max(1, review.total);
    fill(
      drawing,
      s("title", null, t("review.curves")),
      s("desc", null, t("review.curves-table")),
      patterns(review.players),
      bands(review, x, high),
      certain(review, x, high),
      lines(review, x, TOP + high + GAP, low),
      marks(review, x, TOP + high),
      cursor(review, x, ply, height - 8),
    );
    write(heading, t("review.curves"));
    write(legend, t("review.axis-short"));
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  return {
    /**
     * @param {Review | null} review
     * @param {number} ply
     */
    update(review, ply) {
      known = review?.turns.length ? { review, ply } : null;
      host.hidden = !known;
      draw();
    },
    close: () => watcher.disconnect(),
  };
}

/** @param {number} players */
function patterns(players) {
  return s(
    "defs",
    null,
    HATCHES.slice(0, players).map((d, seat) =>
      s(
        "pattern",
        { id: `curves-hatch-${seat}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
        s("path", { class: "curves-hatch", d }),
      ),
    ),
  );
}

/**
 * @param {Review} review
 * @param {(index: number) => number} x
 * @param {number} high
 */
function bands(review, x, high) {
  const colors = seatColors(review.players);
  const rows = sharesOf(review);
  const first = review.total - review.turns.length;
  const y = (/** @type {number} */ share) => TOP + high * (1 - share);
  /** @type {number[]} */
  let below = rows.map(() => 0);
  const parts = [];
  for (let seat = 0; seat < review.players; seat += 1) {
    const bottom = below;
    const above = rows.map((row, at) => (bottom[at] ?? 0) + (row[seat] ?? 0));
    const corner = (/** @type {number} */ share, /** @type {number} */ at) => point(x(first + at), y(share));
    const points = [...above.map(corner), ...bottom.map(corner).reverse()].join(" ");
    parts.push(
      s("polygon", { class: "curves-band", "data-color": colors[seat]?.[0], points }),
      s("polygon", { fill: `url(#curves-hatch-${seat})`, points }),
      letter(rows.map((row) => row[seat] ?? 0), high, colors[seat] ?? [], (at) => ({
        x: x(first + at),
        y: y(((bottom[at] ?? 0) + (above[at] ?? 0)) / 2),
      })),
    );
    below = above;
  }
  const grid = [0, 50, 100].map((level) => [
    s("line", { class: "curves-grid", x1: LEFT, x2: x(review.total), y1: y(level / 100), y2: y(level / 100) }),
    s("text", { class: "curves-axis", x: LEFT - 4, y: y(level / 100) + 4, "text-anchor": "end" }, `${level} %`),
  ]);
  return [...grid.flat(), ...parts];
}

/** @param {number} x @param {number} y */
const point = (x, y) => `${x.toFixed(1)},${y.toFixed(1)}`;

/**
 * The letters of a seat, where its band is widest, and not only for a moment.
 * @param {readonly number[]} shares
 * @param {number} high
 * @param {readonly string[]} colors
 * @param {(at: number) => {x: number, y: number}} middle
 */
function letter(shares, high, colors, middle) {
  const inside = shares.slice(0, 1 - 2 * AROUND).map((_, at) => Math.min(...shares.slice(at, at + 2 * AROUND)));
  const widest = Math.max(...inside);
  if (!inside.length || widest * high < LETTER) return null;
  const { x, y } = middle(AROUND + inside.indexOf(widest));
  const words = colors.map(colorLetter).join(" ");
  return s("text", { class: "curves-letter", x, y: y + 5, "text-anchor": "middle" }, words);
}

/**
 * From where on the win was certain.
 * @param {Review} review
 * @param {(index: number) => number} x
 * @param {number} high
 */
function certain({ decided, total }, x, high) {
  if (decided === null) return null;
  const from = x(decided + 1);
  return [
    s("line", { class: "curves-decided", x1: from, x2: from, y1: TOP - 6, y2: TOP + high }),
    s("rect", { class: "curves-certain", x: from, y: TOP + high, width: Math.max(2, x(total) - from), height: 4 }),
  ];
}

/**
 * @param {Review} review
 * @param {(index: number) => number} x
 * @param {number} top
 * @param {number} low
 */
function lines(review, x, top, low) {
  const colors = seatColors(review.players);
  const most = Math.max(10, ...review.turns.flatMap((turn) => turn.played.points));
  const y = (/** @type {number} */ points) => top + low * (1 - points / most);
  const parts = [0, Math.floor(most / 20) * 10 || 10].map((level) => [
    s("line", { class: "curves-grid", x1: LEFT, x2: x(review.total), y1: y(level), y2: y(level) }),
    s("text", { class: "curves-axis", x: LEFT - 4, y: y(level) + 4, "text-anchor": "end" }, String(level)),
  ]);
  const drawn = colors.map((own, seat) => {
    const points = review.turns.map((turn) => point(x(turn.index + 1), y(turn.played.points[seat] ?? 0)));
    return s("polyline", { class: "curves-line", "data-color": own[0], "data-seat": seat, points: points.join(" ") });
  });
  return [...parts.flat(), ...drawn];
}

/**
 * @param {Review} review
 * @param {(index: number) => number} x
 * @param {number} bottom
 */
function marks(review, x, bottom) {
  return marksApart(review, x).map(({ sign, middle }) =>
    s("text", { class: "curves-mark", x: middle, y: bottom + 18, "text-anchor": "middle" }, sign),
  );
}

/**
 * The marks that have room: where some would run into one another, the gravest, and of equal ones the costliest.
 * @param {Review} review
 * @param {(index: number) => number} x
 */
export function marksApart(review, x) {
  const all = review.turns
    .map((turn) => ({ turn, grave: GRAVE.indexOf(noteOf(turn)) }))
    .filter(({ grave }) => grave >= 0)
    .sort((a, b) => a.grave - b.grave || b.turn.loss - a.turn.loss);
  /** @type {{ sign: string, middle: number }[]} */
  const shown = [];
  for (const { turn } of all) {
    const mark = { sign: SIGNS[noteOf(turn)] ?? "", middle: x(turn.index + 1) };
    const isFree = shown.every(({ sign, middle }) => {
      const room = ((sign.length + mark.sign.length) / 2) * CHARACTER + BETWEEN;
      return Math.abs(middle - mark.middle) >= room;
    });
    if (isFree) shown.push(mark);
  }
  return shown.sort((a, b) => a.middle - b.middle);
}

/**
 * The moment that is shown.
 * @param {Review} review
 * @param {(index: number) => number} x
 * @param {number} ply
 * @param {number} height
 */
function cursor(review, x, ply, height) {
  const turn = review.turns.findLast((one) => one.ply < ply);
  if (!turn) return null;
  const at = x(turn.index + 1);
  return s("line", { class: "curves-cursor", x1: at, x2: at, y1: TOP - 4, y2: height });
}
