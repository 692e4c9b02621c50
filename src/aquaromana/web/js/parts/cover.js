/**
 * The cover picture: hills, an aqueduct in two tiers, water along its top, in the colors of the theme.
 * `inscription()` writes the title in our own Roman capitals (drawing/lettering.py), `panorama()` draws the land, and
 * `landscape(…)` is a whole page in front of it.
 */

import { h, s } from "../lib/dom.js";

const TITLE =
  "M38.9 207.6L43.4 13.5L116.8 231.7M41.7 141.9L90.6 157.1M31.2 205.1L49.0 210.7M105.7 228.3L125.7 234.5" +
  "M177.9 55.2C208.0 64.5 231.1 114.7 240.8 172.4C250.4 230.2 242.5 270.7 212.4 261.4" +
  "C182.4 252.1 159.3 201.9 149.6 144.1C139.9 86.4 147.9 45.9 177.9 55.2M217.7 261.0" +
  "C234.9 276.2 253.1 309.2 274.0 307.8M282.5 87.6L304.6 219.6C313.5 273.2 330.3 298.0 347.0 303.1" +
  "C363.7 308.3 374.7 292.2 365.7 238.6L343.6 106.6M272.5 84.5L292.5 90.7M334.7 103.8L352.5 109.4" +
  "M436.0 330.7L440.4 136.6L513.8 354.9M438.7 265.1L487.6 280.3M428.2 328.3L446.0 333.8M502.7 351.4" +
  "L522.7 357.6M611.7 189.8L646.2 395.9M601.6 186.6L630.6 195.6C666.1 206.7 683.4 309.7 647.8 298.7" +
  "L628.9 292.8M650.0 299.4L700.0 408.7L711.8 416.3M636.1 392.8L657.3 399.4M764.0 237.0" +
  "C794.0 246.3 817.2 296.5 826.9 354.3C836.5 412.0 828.5 452.5 798.5 443.2" +
  "C768.5 433.9 745.3 383.7 735.7 326.0C726.0 268.2 734.0 227.7 764.0 237.0M874.1 271.2L901.9 475.3" +
  "M874.1 271.2L937.1 458.8L940.8 291.9M940.8 291.9L982.0 500.1M864.1 268.1L875.2 271.5M939.7 291.5" +
  "L950.8 295.0M893.0 472.5L911.9 478.4M972.0 497.0L992.0 503.2M1039.8 518.1L1044.3 324.0L1117.7 542.2" +
  "M1042.6 452.4L1091.5 467.6M1032.1 515.7L1049.8 521.2M1106.6 538.8L1126.6 545.0M1142.1 354.3L1176.6 560.5" +
  "M1142.8 358.4L1238.2 575.7M1204.4 373.6L1238.9 579.8M1132.1 351.2L1143.2 354.7M1195.5 370.9L1214.4 376.7" +
  "M1166.6 557.4L1186.6 563.6M1297.8 598.1L1302.3 404.0L1375.7 622.3M1300.6 532.5L1349.5 547.7M1290.1 595.7" +
  "L1307.9 601.2M1364.6 618.8L1384.6 625.0";

/** The title as it would be cut in stone; decoration, the heading around it carries the words. */
export function inscription() {
  return s(
    "svg",
    { class: "inscription-title", viewBox: "-8 -6 1240 128", "aria-hidden": "true", focusable: "false" },
    s("path", { d: TITLE, transform: "matrix(0.9484 -0.1587 -0.1587 0.5116 0 0)" }),
  );
}

const WIDTH = 2400;
const HEIGHT = 420;

/** The two tiers: top and foot, the distance of the arches, the width of an opening, where its arch begins. */
const UPPER = { top: 108, foot: 170, step: 50, opening: 32, springing: 142 };
const LOWER = { top: 170, foot: HEIGHT, step: 150, opening: 112, springing: 258 };

/** @typedef {typeof UPPER} Tier */

/**
 * The openings of a tier, as closed paths.
 * @param {Tier} tier
 * @param {number} [shift]
 */
function openings({ foot, step, opening, springing }, shift = 0) {
  const radius = opening / 2;
  return middles(step)
    .map((x) => `M${x - radius + shift} ${foot}V${springing}a${radius} ${radius} 0 0 1 ${opening} 0V${foot}z`)
    .join("");
}

/** @param {number} step */
function middles(step) {
  return Array.from({ length: Math.floor(WIDTH / step) }, (_, index) => (index + 0.5) * step);
}

/**
 * The rings of cut stones around the arches.
 * @param {Tier} tier
 * @param {number} width
 */
function rings({ step, opening, springing }, width) {
  const radius = (opening + width) / 2;
  return middles(step)
    .map((x) => `M${x - radius} ${springing}a${radius} ${radius} 0 0 1 ${2 * radius} 0`)
    .join("");
}

/**
 * Joints between the courses of stone, on the piers only.
 * @param {Tier} tier
 */
function courses({ foot, step, opening, springing }) {
  const pier = step - opening;
  const rows = Array.from({ length: Math.floor((foot - springing) / 14) }, (_, row) => springing + 8 + row * 14);
  return middles(step).flatMap((x) => rows.map((y) => `M${x - step / 2 - pier / 2} ${y}h${pier}`)).join("");
}

/**
 * A tier: the inside of its arches, as far as it is seen from the right, then the wall with the openings left out.
 * @param {Tier} tier
 * @param {number} depth
 */
function tierOf(tier, depth) {
  const wall = `M0 ${tier.top}H${WIDTH}V${tier.foot}H0z`;
  const stones = Math.max(6, tier.opening / 9);
  const ring = { d: rings(tier, stones), "stroke-width": stones };
  return s(
    "g",
    null,
    s("path", { class: "lid-inside", "fill-rule": "evenodd", d: openings(tier) + openings(tier, -depth) }),
    s("path", { class: "lid-wall", "fill-rule": "evenodd", d: wall + openings(tier) }),
    s("path", { class: "lid-shade", "fill-rule": "evenodd", d: wall + openings(tier) }),
    s("path", { class: "lid-course", d: courses(tier) }),
    s("path", { class: "lid-ring", ...ring }),
    s("path", { class: "lid-joint", ...ring, "stroke-dasharray": `1 ${stones * 0.9}` }),
  );
}

/** @typedef {readonly [x: number, y: number, size: number]} Tree where its foot is, and how high it is */

/** @type {(tree: Tree) => string} */
const cypress = ([x, y, size]) => {
  const w = size * 0.255;
  return `M${x} ${y}c${-w} 0 ${-w} ${-size * 0.6} 0 ${-size}c${w} ${size * 0.4} ${w} ${size} 0 ${size}z`;
};

/** The crown of a stone pine. @type {(tree: Tree) => string} */
const crown = ([x, y, size]) => {
  const [half, low, rise] = [size * 0.55, size * 0.62, size * 0.34];
  const top = `q${half * 0.18} ${-rise * 0.9} ${half} ${-rise}q${half * 0.82} ${rise * 0.1} ${half} ${rise}`;
  return `M${x - half} ${y - low}${top}q${-half} ${rise * 0.35} ${-2 * half} 0z`;
};

/** Its trunk, which branches under the crown. @type {(tree: Tree) => string} */
const trunk = ([x, y, size]) => {
  const arm = size * 0.16;
  return `M${x} ${y}v${-size * 0.46}m0 2l${-arm} ${-arm * 1.4}m${arm} ${arm * 1.4}l${arm} ${-arm * 1.4}`;
};

/** @type {readonly Tree[]} */
const FAR = [[560, 300, 46], [590, 302, 36], [1130, 300, 40], [1700, 308, 50], [2000, 306, 44]];
/** @type {readonly Tree[]} */
const NEAR = [[300, 400, 92], [334, 404, 70], [930, 404, 60], [1480, 402, 84], [1520, 406, 110], [2130, 404, 80]];
/** @type {readonly Tree[]} */
const PINES = [[700, 404, 96], [1772, 406, 120], [1230, 400, 58]];

/** Hills, trees and the aqueduct, as wide as the page; the middle is what narrow pages show. */
export function panorama() {
  const drawn = (/** @type {string} */ name, /** @type {string} */ d) => s("path", { class: `lid-${name}`, d });
  return s(
    "svg",
    {
      class: "panorama",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "xMidYMax slice",
      "aria-hidden": "true",
      focusable: "false",
    },
    s(
      "linearGradient",
      { id: "lid-shade", x1: 0, y1: 0, x2: 0, y2: 1 },
      s("stop", { class: "lid-shade-top", offset: 0 }),
      s("stop", { class: "lid-shade-foot", offset: 1 }),
    ),
    s("circle", { class: "lid-sun", cx: 1850, cy: 74, r: 56 }),
    drawn("far", "M0 190Q260 96 520 176T1010 150T1480 186T1960 128T2400 180V420H0z"),
    drawn("hill", "M0 286Q300 190 640 266T1240 244T1800 282T2400 230V420H0z"),
    drawn("near", "M0 346Q380 280 800 336T1600 322T2400 342V420H0z"),
    drawn("tree-far", FAR.map(cypress).join("")),
    tierOf(LOWER, 16),
    tierOf(UPPER, 5),
    drawn("cornice", `M0 170H${WIDTH}M0 106H${WIDTH}`),
    drawn("parapet", `M0 90H${WIDTH}V104H0z`),
    drawn("water", `M0 91H${WIDTH}`),
    drawn("glint", `M0 91H${WIDTH}`),
    drawn("meadow", "M0 404Q400 384 820 402T1640 396T2400 400V420H0z"),
    drawn("trunk", PINES.map(trunk).join("")),
    drawn("tree", NEAR.map(cypress).join("")),
    drawn("pine", PINES.map(crown).join("")),
  );
}

/**
 * A page in front of the land: for those that lead to a table.
 * @param {...import("../lib/dom.js").Children} children
 */
export function landscape(...children) {
  return h("div", { class: "landscape" }, panorama(), h("div", { class: "landscape-front" }, ...children));
}
