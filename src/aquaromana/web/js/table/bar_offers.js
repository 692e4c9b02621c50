/**
 * The answers that the bar offers as buttons.
 *
 * @import {Offer, Picture} from "./model/offers.js"
 * @import {Part} from "./model/pointing.js"
 */

import { builderSign, podiumSign, tileSign, workmanSign } from "../board/draw/signs.js";
import { byKeyboard, byPointer, h, keyed, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";

/** More offers than these are drawn smaller. */
const MANY = 4;

/**
 * @typedef {object} OfferActions
 * @property {(part: Part) => void} onPoint
 * @property {(part: Part | null) => void} onHover
 */

/**
 * @param {HTMLElement} list
 * @param {readonly Offer[]} offers
 * @param {OfferActions} actions
 */
export function drawOffers(list, offers, actions) {
  set(list, { "data-many": offers.length > MANY });
  keyed(list, offers, {
    key: (offer) => `${offer.key} ${offer.podium} ${offer.closes.join()}`,
    create: (offer) => offerElement(offer, actions),
    update: updateOffer,
  });
}

/** @param {Picture} picture */
export function drawPicture(picture) {
  if ("builder" in picture) return builderSign(picture.builder);
  if ("tile" in picture) return tileSign(picture.tile);
  return workmanSign(picture.workman);
}

/**
 * @param {Offer} offer
 * @param {OfferActions} actions
 */
function offerElement(offer, actions) {
  const button = h(
    "button",
    {
      type: "button",
      class: "offer",
      onclick: () => actions.onPoint(offer.part),
      onpointerenter: byPointer(() => actions.onHover(offer.part)),
      onpointerleave: () => actions.onHover(null),
      onfocus: byKeyboard(() => actions.onHover(offer.part)),
      onblur: () => actions.onHover(null),
    },
    h("span", { class: "offer-number", "aria-hidden": "true" }),
    drawPicture(offer.picture),
    h(
      "span",
      { class: "offer-label", "aria-hidden": "true" },
      h("span"),
      offer.short ? h("span", { class: "offer-short" }, offer.short) : null,
      offer.detail ? h("small", null, offer.detail) : null,
      offer.closes.map((line) => h("small", { class: "offer-closes" }, line)),
    ),
    offer.podium !== null ? podiumSign(offer.podium, { className: "offer-podium" }) : null,
    offer.fountain ? icon("drop") : null,
    h("span", { class: "unseen" }),
  );
  return h("li", null, button);
}

/**
 * @param {HTMLElement} element
 * @param {Offer} offer
 * @param {number} index
 */
function updateOffer(element, offer, index) {
  const button = /** @type {HTMLElement} */ (element.firstElementChild);
  write(/** @type {Element} */ (button.firstElementChild), index < 9 ? index + 1 : "");
  write(/** @type {Element} */ (button.querySelector(".offer-label > span")), offer.label);
  write(/** @type {Element} */ (button.lastElementChild), offer.words);
  const hinted = offer.isHinted && t("hints.title");
  set(element, { "data-ends": offer.closes.length > 0 });
  set(button, { title: offer.words, "data-type": offer.type, "data-closes": offer.closes.length > 0 });
  /** @type {HTMLButtonElement} */ (button).disabled = offer.isEmpty ?? false;
  set(button, { "data-hinted": hinted || false, "data-looked": offer.isLooked ?? false });
}
