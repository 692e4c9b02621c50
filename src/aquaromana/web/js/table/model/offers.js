/**
 * Ways to answer a question without the board, as data: a picture, a label, and the whole in words. bar_offers.js draws
 * them.
 *
 * @import {Choice, Closed, Color, Face, Grown, Kind, View} from "../../types.js"
 * @import {Option, Part, Question} from "./pointing.js"
 * @import {Chooser} from "./words.js"
 */

import { t } from "../../lib/i18n.js";
import { closesOf, remaining, settled } from "./pointing.js";
import {
  builderName, capital, closesWords, colorName, kindName, outcomeWords, portWords, takenWords, wayWords,
} from "./words.js";

/**
 * A small picture: a builder or a tile of a kind, a workman of a color.
 * @typedef {{ builder: Kind } | { tile: Face } | { workman: Color }} Picture
 *
 * @typedef {object} Offer a way to answer
 * @property {string} key
 * @property {Part} part
 * @property {string} type of the decision
 * @property {Picture} picture
 * @property {string} label short, beside the picture
 * @property {string} [short] shorter still, for phones
 * @property {string} words the whole, for the ear and for those who look closer
 * @property {boolean} fountain whether the builder passes one
 * @property {string} detail smaller, under the label
 * @property {number | null} podium the podium at stake: 0 for no podium, null for nothing
 * @property {boolean} [isHinted] a hint names it
 * @property {boolean} [isEmpty] none of the kind is left; it keeps its place and cannot be chosen
 * @property {boolean} [isLooked] it is what is previewed
 * @property {string[]} closes what it would close and where the workman goes, a line each
 */

/** @type {Record<string, string>} */
const ARROWS = { n: "↑", e: "→", s: "↓", w: "←" };

/** Fields whose values are found on the board; there are too many for buttons. */
const ON_BOARD = new Set(["place builder", "extra square"]);

/**
 * The builder or the tile that has to be put somewhere, once it is clear which.
 *
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @param {Question} asked
 * @returns {Picture | null}
 */
export function subjectOf(choices, parts, { type, field }) {
  const { kind } = settled(remaining(choices, parts));
  if (!kind || field === "kind") return null;
  if (type === "place") return { builder: kind };
  return type === "extra" ? { tile: kind } : null;
}

/**
 * @param {Question} asked
 * @param {View} view
 * @param {readonly string[]} [names] of the players, by seat
 * @returns {Offer[]}
 */
export function offersOf(asked, view, names = []) {
  if (ON_BOARD.has(`${asked.type} ${asked.field}`)) return [];
  const offers = inOrder(asked, view)
    .filter(({ left }) => left[0].type !== "pass")
    .map((option) => offerOf(option, asked, view, names));
  if (asked.type === "place" && view.phase === "setup") return allKinds(offers, asked, view);
  // What brings most comes first.
  return asked.type === "close" ? offers.sort((one, other) => (other.podium ?? 0) - (one.podium ?? 0)) : offers;
}

/**
 * Workmen in the order of their aqueducts, as on the player's card: it does not change while aqueducts grow.
 *
 * @param {Question} asked
 * @param {View} view
 */
function inOrder({ type, field, options }, { aqueducts }) {
  if (field !== "workman" && type !== "close") return options;
  const placeOf = ({ workman = "" }) => aqueducts.findIndex(({ open, course }) => open && course.at(-1) === workman);
  return options.toSorted((one, other) => placeOf(one.left[0]) - placeOf(other.left[0]));
}

/** The kinds that are set up, in their order beside the board. @type {readonly Kind[]} */
const KINDS = ["C", "D", "S", "B"];

/**
 * All kinds of the set-up at their places, those of which none is left too.
 *
 * @param {Offer[]} offers
 * @param {Question} asked
 * @param {View} view
 */
function allKinds(offers, asked, view) {
  return KINDS.map((kind) => {
    const empty = () => offerOf({ part: { kind }, left: [{ move: "", type: "place", kind }] }, asked, view, []);
    return offers.find(({ part }) => part.kind === kind) ?? { ...empty(), isEmpty: true };
  });
}

/**
 * The same with a mark on the one that is previewed.
 *
 * @param {Offer[]} offers
 * @param {Part | null} shown
 * @returns {Offer[]}
 */
export function lookedAt(offers, shown) {
  const key = JSON.stringify(shown);
  return offers.map((offer) => (offer.key === key ? { ...offer, isLooked: true } : offer));
}

/**
 * @param {Option} option
 * @param {Question} asked
 * @param {View} view
 * @param {readonly string[]} names
 * @returns {Offer}
 */
function offerOf({ part, left }, { type, field }, view, names) {
  const choice = left[0];
  const key = JSON.stringify(part);
  const base = { key, part, type, fountain: false, podium: null, detail: "", closes: [] };
  if (field === "kind") return { ...base, ...kindOffer(choice, type, view) };
  if (field === "face") return { ...base, ...faceOffer(choice, { view, names }) };
  if (field === "builder") return warned({ ...base, ...builderOffer(choice, view) }, left);
  return warned({ ...base, ...workmanOffer(choice, type, view) }, left);
}

/**
 * A workman or a builder with whom every way closes the aqueduct says so before the ways are shown.
 *
 * @param {Offer} offer
 * @param {readonly Choice[]} left
 * @returns {Offer}
 */
function warned(offer, left) {
  if (!left.every(closesOwn)) return offer;
  const words = [offer.words, t("table.closes.always")].join(", ");
  return { ...offer, words, closes: [t("table.closes-short.always")] };
}

/** @param {Choice} choice */
function closesOwn(choice) {
  const own = choice.effects?.grown?.find((grown) => grown.start === choice.workman);
  return closesOf(choice).some(({ aqueduct }) => aqueduct === own?.aqueduct);
}

/**
 * @param {Choice} choice
 * @param {string} type
 * @param {View} view
 */
function kindOffer({ kind = "" }, type, view) {
  if (type === "extra") return { picture: { tile: kind }, label: kindName(kind), words: kindName(kind) };
  const hand = view.seats[view.mover].held ?? {};
  const supply = type === "take" ? view.reserve : view.phase === "setup" ? view.setup : hand;
  const count = supply[kind] ?? 0;
  const isNone = type !== "take" && !count;
  const words = t(isNone ? "table.option.left-none" : "table.option.left", { builder: builderName(kind), count });
  const detail = type === "take" ? "" : t(isNone ? "table.option.none" : "table.option.count", { count });
  // A builder of whose kind no tile is left can only walk, or lay another kind.
  const spent = type === "take" && view.stock[kind] === 0 ? t(`table.none.${kind}`) : "";
  return {
    picture: { builder: kind }, label: capital(kindName(kind)), detail: detail || spent,
    words: [words, spent].filter(Boolean).join(", "),
  };
}

/**
 * @param {Choice} choice
 * @param {View} view
 */
function builderOffer({ builder = 0, effects = {} }, view) {
  const kind = view.builders[builder];
  const args = { builder: builderName(kind), path: builder, to: effects.walk?.[1] ?? 0 };
  const words = t(effects.fountain ? "table.option.builder-fountain" : "table.option.builder", args);
  const named = { label: capital(kindName(kind)), detail: String(builder) };
  return { picture: { builder: kind }, ...named, words, fountain: effects.fountain ?? false };
}

/**
 * @param {Choice} choice
 * @param {Chooser} chooser
 */
function faceOffer(choice, chooser) {
  const outcome = outcomeWords(choice, chooser);
  const way = wayWords(choice);
  const words = [capital(kindName(choice.kind)), way, outcome].filter(Boolean).join(", ");
  const own = choice.effects?.grown?.find((grown) => grown.start === choice.workman);
  return {
    picture: { tile: choice.face ?? "" },
    label: own ? longWords(own, closesOf(choice)) : "",
    words,
    podium: own ? (choice.podium ?? 0) : null,
    closes: closesOf(choice).map((closed) =>
      closesWords(closed, closed.aqueduct === own?.aqueduct, { ...chooser, short: true }),
    ),
  };
}

/**
 * @param {Choice} choice
 * @param {string} type
 * @param {View} view
 */
function workmanOffer(choice, type, view) {
  const aqueduct = view.aqueducts.find((one) => one.open && one.course[one.course.length - 1] === choice.workman);
  const color = aqueduct?.color ?? "yellow";
  const length = aqueduct?.length ?? 0;
  const podium = (type === "close" ? choice.podium : aqueduct?.podium) ?? 0;
  const args = { color: colorName(color), port: portWords(color, choice.workman ?? "", view), length, podium };
  const picture = /** @type {Picture} */ ({ workman: color });
  const long = t("table.option.long", { length });
  if (type !== "close") {
    return { picture, label: long, detail: standsAt(choice.workman), words: capital(t("table.option.workman", args)) };
  }
  return {
    picture,
    label: podium ? t("table.option.gets", { count: podium }) : t("table.option.gets-nothing"),
    short: t("common.points", { count: podium }),
    detail: t("table.option.at", { long, port: standsAt(choice.workman) }),
    words: capital(t(podium ? "table.option.close" : "table.option.close-out", { ...args, count: podium })),
    podium,
  };
}

/**
 * How long an aqueduct becomes, and why a tile that ends it brings a lower podium.
 *
 * @param {Grown} own
 * @param {readonly Closed[]} closes
 */
function longWords({ aqueduct, length }, closes) {
  const closed = closes.find((one) => one.aqueduct === aqueduct);
  const taken = closed ? takenWords({ ...closed, length }) : "";
  return [t("table.option.long", { length }), taken && `(${taken})`].filter(Boolean).join(" ");
}

/** Where a workman stands and the way he looks, for the eye: in one piece. */
const standsAt = (/** @type {string} */ port = "") => `${port.slice(0, 2)}\u00a0${ARROWS[port[2]] ?? ""}`.trim();
