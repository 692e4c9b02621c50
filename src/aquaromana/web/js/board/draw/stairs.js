/**
 * The podiums 1 to 20 as a staircase, with the workmen who stand there, a drop for each one who would come if his
 * aqueduct were closed now, and a wreath for the bonus.
 *
 *   const stairs = createStairs(host)
 *   stairs.update(view, [{podium: 7, color: "red"}])   podiums that are pointed out, with the color that would get them
 *   stairs.rect(7)                                     where a workman stands on it, in the page
 *   stairs.destroy()
 *
 * It fills the width of its host: one flight of twenty steps, or two of ten where there is little room. A style
 * may ask for one of them by `--stairs: wide`, or by `--stairs: tall` for a strip as high as its host.
 */

/** @import {Aqueduct, Color, View} from "../../types.js" */
/** @import {Point} from "./geometry.js" */
/** @import {Drawn} from "./patch.js" */
/** @import {Form, Place} from "./stair_places.js" */

import { h, keyed, s, write } from "../../lib/dom.js";
import { loadAreas, onLanguage, t } from "../../lib/i18n.js";
import { createRedraw } from "../../lib/redraw.js";
import { ownerWords } from "../../lib/seats.js";
import { number } from "./geometry.js";
import { disk, group, line, moveTo, node, paint, rect, ring, use } from "./nodes.js";
import { child, patch } from "./patch.js";
import { digits, sign } from "./signs.js";
import { DOUBLE, dropPlaces, stairPlaces, TALL } from "./stair_places.js";
import { loadSymbols } from "./symbols.js";

/** @typedef {{podium: number, color?: Color}} Pointed */
/** @typedef {ReturnType<typeof createStairs>} Stairs */

/** The width of the host, in pixels, below which there are two flights. */
const SMALL = 560;

/** Half of what a wreath needs. */
const WREATH = 17;

const DROP = "M0 -11C5.4 -4 8 -0.4 8 3A8 8 0 0 1 -8 3C-8 -0.4 -5.4 -4 0 -11Z";

/**
 * @param {HTMLElement} host
 * @param {{ names?: () => readonly string[] }} [page] the players' names, by seat
 */
export function createStairs(host, { names = () => [] } = {}) {
  /** @type {View | null} */
  let view = null;
  /** @type {readonly Pointed[]} */
  let pointed = [];
  /** @type {Form} */
  let form = "wide";
  let ended = false;
  /** The steps as they are drawn: they stay the same until another one is pointed out. @type {Map<string, Drawn>} */
  const kept = new Map();
  const steps = s("g", { class: "stairs-steps" });
  const people = s("g", { class: "stairs-people" });
  const drawing = s("svg", { class: "stairs-drawing", "aria-hidden": "true", focusable: "false" }, steps, people);
  const spoken = createSpoken(names);
  const element = h("section", { class: "stairs" }, drawing, spoken.element);
  host.append(element);
  loadSymbols().catch((error) => console.error(error));
  loadAreas(["board"]).then(translate, (error) => console.error(error));
  const endLanguage = onLanguage(translate);
  const rendering = createRedraw(render);
  const resized = new ResizeObserver(fit);
  resized.observe(element);

  /** @param {readonly ResizeObserverEntry[]} entries */
  function fit([{ contentRect }]) {
    const asked = getComputedStyle(element).getPropertyValue("--stairs").trim();
    const usual = contentRect.width && contentRect.width < SMALL ? "small" : "wide";
    const next = asked === "tall" || asked === "wide" ? asked : usual;
    if (next === form && drawing.hasAttribute("viewBox")) return;
    form = next;
    element.dataset.form = form;
    const { width, height } = stairPlaces(form);
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    // The first time a page has just been laid out, which is enough for one frame.
    if (steps.firstChild) rendering.now();
    else rendering.request();
  }

  /** Where there is room for it, which the observer tells. */
  function render() {
    spoken.update(view);
    if (!drawing.hasAttribute("viewBox")) return;
    const { places } = stairPlaces(form);
    const shown = view;
    patch(steps, places.map((place) => keptStep(place, pointed.some(({ podium }) => podium === place.value))));
    const stand = form === "tall" ? standingBeside : standing;
    if (shown) patch(people, places.flatMap((place) => stand(place, shown, pointed)));
  }

  /**
   * @param {Place} place
   * @param {boolean} isPointed
   */
  function keptStep(place, isPointed) {
    const name = `${form} ${place.value} ${isPointed}`;
    const drawn = kept.get(name) ?? (form === "tall" ? tallStep : step)(place, isPointed);
    kept.set(name, drawn);
    return drawn;
  }

  function translate() {
    if (ended) return;
    element.setAttribute("aria-label", t("board.stairs"));
    spoken.translate(view);
  }

  return {
    element,
    /**
     * @param {View} next
     * @param {readonly Pointed[]} [out]
     */
    update(next, out = []) {
      if (view === next && isAlike(pointed, out)) return;
      view = next;
      pointed = out;
      rendering.now();
    },
    /**
     * @param {number} podium
     * @returns {DOMRect | null}
     */
    rect(podium) {
      return child(steps, String(podium))?.querySelector(".stairs-place")?.getBoundingClientRect() ?? null;
    },
    destroy() {
      ended = true;
      rendering.stop();
      resized.disconnect();
      endLanguage();
      element.remove();
    },
  };
}

/**
 * Who stands on the podiums, for screen readers; nothing until there are words for it.
 *
 * @param {() => readonly string[]} names
 */
function createSpoken(names) {
  const list = h("ul", null);
  const none = h("p", null);
  let hasWords = false;

  /** @param {View | null} view */
  function update(view) {
    if (!hasWords || !view) return;
    const bonuses = bonusOf(view);
    const taken = Object.entries(view.podiums).filter(([, colors]) => colors.length).reverse();
    none.hidden = taken.length > 0;
    list.hidden = !taken.length;
    keyed(list, taken, {
      key: ([podium]) => podium,
      create: () => h("li", null),
      update(item, [podium, colors]) {
        const bonus = bonuses.get(Number(podium));
        const people = colors.map((color) => t(`common.color.${color}`) + ownerWords(view.seats, names(), color));
        const args = { podium, colors: people };
        write(item, bonus ? t("board.standing-bonus", { ...args, bonus }) : t("board.standing", args));
      },
    });
  }

  return {
    element: h("div", { class: "unseen" }, none, list),
    update,
    /** @param {View | null} view */
    translate(view) {
      hasWords = true;
      write(none, t("board.stairs-empty"));
      update(view);
    },
  };
}

/**
 * @param {readonly Pointed[]} a
 * @param {readonly Pointed[]} b
 */
function isAlike(a, b) {
  return a.length === b.length && a.every(({ podium, color }, index) => {
    return podium === b[index].podium && color === b[index].color;
  });
}

/** @param {View} view */
function bonusOf(view) {
  return new Map(view.sheet.filter(({ bonus }) => bonus).map(({ podium, bonus }) => [podium, bonus ?? 0]));
}

/**
 * @param {Place} place
 * @param {boolean} isPointed
 * @returns {Drawn}
 */
function step({ value, x, top, width, bottom }, isPointed) {
  const right = x + width;
  const height = bottom - top;
  const seam = bottom - (value % 2 ? 24 : 32);
  const half = x + width / 2;
  const two = [
    rect("two", [x + 5, top + 11, width - 10, 3.6], "frame", { rx: 1.8 }),
    line("half", path`M${half} ${top}v9`, "mortar", 1.6),
  ];
  return group(`${value}`, { class: isPointed ? "stairs-step pointed" : "stairs-step", "data-podium": value }, [
    rect("place", [half - 20, top - 50, 40, 54], "slab", { class: "stairs-place", fill: "none" }),
    rect("side", [x, top, width, height], "slab-dark"),
    rect("front", [x, top, width - 2, height], "slab", { class: "stairs-front" }),
    rect("tread", [x, top, width, 9], "slab-light", { class: "stairs-tread" }),
    line("lip", path`M${x} ${top + 9.6}H${right}`, "mortar", 1.4),
    line("edge", path`M${x} ${top + 5}V${top}H${right}`, "wall-line", 1.8),
    line("light", path`M${x + 1} ${top}V${bottom}`, "slab-light", 1.6),
    line("joint", path`M${right - 0.6} ${top}V${bottom}`, "mortar", 1.4),
    line("seam", path`M${x} ${seam}H${right}`, "mortar", 1, { "stroke-opacity": 0.45 }),
    ...(DOUBLE.has(value) ? two : []),
    digits(value, half, top + 30, 16),
  ]);
}

/**
 * A step of the strip.
 * @param {Place} place
 * @param {boolean} isPointed
 * @returns {Drawn}
 */
function tallStep({ value, x, top, width, bottom }, isPointed) {
  const right = x + width;
  const height = bottom - top;
  const wide = 40 + (DOUBLE.has(value) ? TALL.pitch : 0);
  return group(`${value}`, { class: isPointed ? "stairs-step pointed" : "stairs-step", "data-podium": value }, [
    rect("place", [x + TALL.numbers, top + 2, wide, height - 4], "slab", { class: "stairs-place", fill: "none" }),
    rect("front", [x, top, width, height - 1], value % 2 ? "slab" : "slab-light", { class: "stairs-front" }),
    rect("tread", [x, top, width, 5], "slab-light", { class: "stairs-tread" }),
    line("joint", path`M${x} ${bottom - 0.8}H${right}`, "mortar", 1.6),
    line("edge", path`M${x + TALL.numbers - 4} ${top + 4}V${bottom - 4}`, "mortar", 1.2, { "stroke-opacity": 0.6 }),
    ...(DOUBLE.has(value) ? [rect("two", [x + 3, top + 8, 4, height - 16], "frame", { rx: 2 })] : []),
    digits(value, x + TALL.numbers / 2, top + height / 2 + 12, 24),
  ]);
}

/**
 * The numbers of a path with one decimal.
 * @param {TemplateStringsArray} parts
 * @param {...number} values
 */
function path(parts, ...values) {
  return String.raw({ raw: parts }, ...values.map((value) => value.toFixed(1)));
}

/**
 * Who stands on a podium, who would come, and the bonus.
 * @param {Place} place
 * @param {View} view
 * @param {readonly Pointed[]} pointed
 * @returns {Drawn[]}
 */
function standing({ value, x, top, width, bottom }, view, pointed) {
  const { people, bonus, drops } = peopleOf(value, view, pointed);
  const men = people.map((one, index) => {
    return man(one, value, moveTo({ x: x + (width * (index + 1)) / (people.length + 1), y: top + 4 }));
  });
  // A wreath beside drops stands at the left.
  const middle = drops.length ? x + WREATH : x + width / 2;
  return [
    ...(bonus ? [wreath(`bonus ${value}`, { x: middle, y: bottom - 15 }, bonus)] : []),
    ...dropsBetween(drops, x + (bonus ? 2 * WREATH : 2), x + width - 2, top + 47),
    ...men,
  ];
}

/**
 * The same beside the number of a step of the strip.
 * @param {Place} place
 * @param {View} view
 * @param {readonly Pointed[]} pointed
 * @returns {Drawn[]}
 */
function standingBeside({ value, x, top, bottom }, view, pointed) {
  const { people, bonus, drops } = peopleOf(value, view, pointed);
  const left = x + TALL.numbers;
  const men = people.map((one, index) => {
    const at = moveTo({ x: left + 18 + index * TALL.pitch, y: bottom - 4 });
    return man(one, value, `${at}scale(${TALL.people})`);
  });
  const free = left + people.length * TALL.pitch;
  const middle = (top + bottom) / 2;
  return [
    ...(bonus ? [wreath(`bonus ${value}`, { x: TALL.width - 19, y: middle }, bonus)] : []),
    ...dropsBetween(drops, free, Math.min(free + 21 * drops.length, TALL.width - (bonus ? 34 : 4)), middle + 3),
    ...men,
  ];
}

/**
 * @param {readonly Aqueduct[]} drops
 * @param {number} left
 * @param {number} right
 * @param {number} y
 */
function dropsBetween(drops, left, right, y) {
  return dropPlaces(drops, left, right).map(({ drop: { id, color }, x, scale, isSeveral }) => {
    return drop(`drop ${id}`, { x, y }, color, { scale, isSeveral });
  });
}

/** @typedef {{color: Color, name: string, isThere: boolean}} Standing */

/**
 * @param {number} value
 * @param {View} view
 * @param {readonly Pointed[]} pointed
 */
function peopleOf(value, view, pointed) {
  const there = (view.podiums[value] ?? []).map((color, index) => ({ color, name: `${index}`, isThere: true }));
  const coming = new Set(pointed.flatMap(({ podium, color }) => (podium === value && color ? [color] : [])));
  const later = [...coming].map((color, index) => {
    return { color, name: `pointed ${there.length + index}`, isThere: false };
  });
  return {
    people: [...there, ...later],
    bonus: bonusOf(view).get(value),
    drops: view.aqueducts.filter(({ open, podium }) => open && podium === value),
  };
}

/**
 * @param {Standing} one
 * @param {number} value
 * @param {string} transform
 * @returns {Drawn}
 */
function man({ color, name, isThere }, value, transform) {
  const attrs = { class: isThere ? "stairs-man" : "stairs-man coming", "data-podium": value };
  return use(`workman-${color}`, `${value} ${name}`, null, { transform, ...attrs });
}

/**
 * A drop of water of a color, with its letter.
 * @param {string} key
 * @param {Point} at
 * @param {Color} color
 * @param {{ scale?: number, isSeveral?: boolean }} [how] `isSeveral`: it stands for several
 * @returns {Drawn}
 */
function drop(key, at, color, { scale = 1, isSeveral = false } = {}) {
  const pen = { d: DROP, fill: paint(color), stroke: paint(`${color}-dark`), "stroke-width": 1.2 };
  const transform = `${moveTo(at)}${scale < 1 ? `scale(${number(scale)})` : ""}`;
  return group(key, { transform, "data-coming": color }, [
    ...(isSeveral ? [node("path", "behind", { ...pen, transform: "translate(2.6 -3.4)" })] : []),
    node("path", "drop", pen),
    group("letter", { transform: "translate(0 3)scale(0.36)" }, [use(`medal-${color}`, "medal")]),
  ]);
}

/**
 * A laurel wreath around what the end of the game would add.
 * @param {string} key
 * @param {Point} at
 * @param {number} bonus
 * @returns {Drawn}
 */
function wreath(key, at, bonus) {
  const middle = { x: 0, y: 0 };
  return group(key, { transform: moveTo(at), class: "stairs-bonus" }, [
    disk("ground", middle, 12, "sign"),
    ring("wreath", middle, 12, "laurel", 3.2, { "stroke-dasharray": "4 1" }),
    line("plus", "M-8.5 0h6.4M-5.3 -3.2v6.4", "sign-ink", 1.8, { "stroke-linecap": "round" }),
    digits(bonus, 4, 4.8, 10, "sign-ink"),
  ]);
}

/** The sign of an aqueduct that would come to a podium. @param {Color} color */
export function dropSign(color) {
  return sign("-10 -13 20 26", [drop("drop", { x: 0, y: 0 }, color)]);
}

/** A workman who would come to a podium. @param {Color} color */
export function comingSign(color) {
  const step = rect("step", [-26, 2, 52, 14], "slab", { stroke: paint("wall-line"), "stroke-width": 2 });
  return sign("-28 -55 56 73", [step, use(`workman-${color}`, "workman", null, { opacity: 0.6 })]);
}

/** The sign of a bonus. @param {number} bonus */
export function wreathSign(bonus) {
  return sign("-15 -15 30 30", [wreath("wreath", { x: 0, y: 0 }, bonus)]);
}

/** A step with room for two. @param {number} podium */
export function doubleSign(podium) {
  return sign("-2 -4 84 66", [step({ value: podium, x: 0, top: 0, width: 80, bottom: 60 }, false)]);
}
