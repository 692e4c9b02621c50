/** The marks on a board that only shows a game: the last decision. */

/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("../types.js").Step} Step */

/**
 * @param {Step} [step] the decision that led here
 * @returns {Marks}
 */
export function lastMarks(step) {
  const { laid = [], walk = [], placed = [], fountain = false } = step?.effects ?? {};
  const [square] = laid;
  const [from, to] = walk;
  const paths = to !== undefined ? [to] : placed[1] !== undefined ? [Number(placed[1])] : [];
  return {
    workmen: [],
    builders: [],
    paths: [],
    squares: [],
    beams: [],
    ghosts: [],
    walks: from !== undefined && to !== undefined ? [{ from, to, fountain }] : [],
    last: { squares: square ? [square] : [], paths },
  };
}
