/** The view after a step, as far as it is drawn. The server says what each decision did; no rules are applied here. */

/** @import {Aqueduct, Step, View} from "../../types.js" */

/**
 * @param {View} view
 * @param {Step} step
 * @returns {View}
 */
export function applied(view, { effects = {} }) {
  let next = view;
  if (effects.placed) next = placed(next, effects.placed);
  if (effects.laid) next = laid(next, effects.laid);
  for (const grown of effects.grown ?? []) {
    next = withAqueduct(next, grown.aqueduct, (aqueduct) => ({
      ...aqueduct,
      course: [...aqueduct.course, ...grown.course],
      length: grown.length,
    }));
  }
  if (effects.walk) next = walked(next, effects.walk);
  for (const closed of effects.closes ?? []) {
    next = withAqueduct(next, closed.aqueduct, (aqueduct) => ({ ...aqueduct, open: false }));
    if (!closed.podium) continue;
    const standing = [...(next.podiums[closed.podium] ?? []), closed.color];
    next = { ...next, podiums: { ...next.podiums, [closed.podium]: standing } };
  }
  return next;
}

/**
 * @param {View} view
 * @param {readonly string[]} placed kind and path square
 * @returns {View}
 */
export function placed(view, [kind, path]) {
  return { ...view, builders: { ...view.builders, [path]: kind } };
}

/**
 * @param {View} view
 * @param {readonly string[]} laid square and face
 * @returns {View}
 */
export function laid(view, [square, face]) {
  return { ...view, tiles: { ...view.tiles, [square]: face } };
}

/**
 * @param {View} view
 * @param {readonly number[]} walk from and to
 * @returns {View}
 */
export function walked(view, [from, to]) {
  const { [from]: kind, ...others } = view.builders;
  return { ...view, builders: { ...others, [to]: kind } };
}

/**
 * @param {View} view
 * @param {number} id
 * @param {(aqueduct: Aqueduct) => Aqueduct} change
 * @returns {View}
 */
function withAqueduct(view, id, change) {
  return { ...view, aqueducts: view.aqueducts.map((aqueduct) => (aqueduct.id === id ? change(aqueduct) : aqueduct)) };
}
