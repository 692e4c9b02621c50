/**
 * The tree of a study, as its file has it: lines of plies, and variations that take the place of a ply and what
 * follows. Nothing here knows the rules or the document.
 *
 * @typedef {object} Ply
 * @property {string} move
 * @property {string} [comment]
 * @property {string} [hash]
 * @property {number} [seat]
 * @property {Line[]} variations
 *
 * @typedef {object} Line
 * @property {string} comment before its first decision
 * @property {Ply[]} plies
 * @property {Place | null} parent the place at which a variation begins; null for the main line
 *
 * A place in the tree: after so many plies of a line. Only the main line has a place with index 0.
 * @typedef {{ line: Line, index: number }} Place
 *
 * @typedef {{ start: string, head: Record<string, any>, main: Line }} Study `head`: all of the record but its moves
 */

/**
 * @param {{ start: string, record: any }} opened as the server says it
 * @returns {Study}
 */
export function studyOf({ start, record }) {
  const { moves = [], comment = "", ...head } = record;
  return { start, head, main: lineOf(moves, comment, null) };
}

/** The tag with the decisions that lead to what a picture shows. */
const SHOWN = "Shown";

/**
 * The record for a picture of a place.
 * @param {Study} study
 * @param {Place} place
 */
export function picturedRecord(study, place) {
  const record = recordOf(study);
  return { ...record, tags: { ...record.tags, [SHOWN]: movesTo(place).join(" ") } };
}

/**
 * The place that the picture showed from which a study was opened, otherwise its start. The study forgets it.
 * @param {Study} study
 * @returns {Place}
 */
export function firstPlace(study) {
  const { [SHOWN]: shown = "", ...tags } = study.head.tags ?? {};
  if (study.head.tags) study.head = { ...study.head, tags };
  let place = startOf(study);
  for (const move of shown.split(" ").filter(Boolean)) {
    const next = waysFrom(place).find((way) => plyAt(way)?.move === move);
    if (!next) return startOf(study);
    place = next;
  }
  return place;
}

/**
 * A moment of the main line; beyond its ends, the first or the last one.
 * @param {Study} study
 * @param {number} ply
 * @returns {Place}
 */
export function atPly({ main }, ply) {
  return { line: main, index: Math.min(Math.max(ply, 0), main.plies.length) };
}

/**
 * @param {any[]} moves
 * @param {string} comment
 * @param {Place | null} parent
 * @returns {Line}
 */
function lineOf(moves, comment, parent) {
  /** @type {Line} */
  const line = { comment, plies: [], parent };
  moves.forEach(({ variations = [], ...ply }, index) => {
    const lines = variations.map((/** @type {any} */ one) => lineOf(one.moves, one.comment ?? "", { line, index }));
    line.plies.push({ ...ply, variations: lines });
  });
  return line;
}

/**
 * The record, as the server takes it.
 * @param {Study} study
 * @returns {Record<string, any>}
 */
export function recordOf({ head, main }) {
  return { ...head, ...(main.comment && { comment: main.comment }), moves: main.plies.map(plyOf) };
}

/** @param {Ply} ply @returns {Record<string, any>} */
function plyOf({ variations, comment, ...ply }) {
  return {
    ...ply,
    ...(comment && { comment }),
    ...(variations.length && {
      variations: variations.map((line) => {
        return { moves: line.plies.map(plyOf), ...(line.comment && { comment: line.comment }) };
      }),
    }),
  };
}

/** @param {Study} study @returns {Place} */
export const startOf = ({ main }) => ({ line: main, index: 0 });

/** @type {(a: Place, b: Place) => boolean} */
export const isSame = (a, b) => a.line === b.line && a.index === b.index;

/** A place of a variation before its first ply is that of the line it leaves. @param {Place} place @returns {Place} */
const plain = (place) => (place.index === 0 && place.line.parent ? plain(place.line.parent) : place);

/**
 * The decisions that lead to a place.
 * @param {Place} place
 * @returns {string[]}
 */
export function movesTo({ line, index }) {
  const before = line.parent ? movesTo(line.parent) : [];
  return [...before, ...line.plies.slice(0, index).map(({ move }) => move)];
}

/** The ply that led to a place; null at the start. @param {Place} place */
const plyAt = ({ line, index }) => line.plies[index - 1] ?? null;

/** @param {Place} place @returns {Place | null} */
export function before(place) {
  return place.index > 0 ? plain({ line: place.line, index: place.index - 1 }) : null;
}

/** @param {Place} place @returns {Place | null} */
export function after({ line, index }) {
  return index < line.plies.length ? { line, index: index + 1 } : null;
}

/** @param {Place} place @returns {Place} */
export const endOf = ({ line }) => ({ line, index: line.plies.length });

/**
 * All ways on from a place: the line's own first, then its variations.
 * @param {Place} place
 * @returns {Place[]}
 */
export function waysFrom({ line, index }) {
  const ply = line.plies[index];
  return ply ? [{ line, index: index + 1 }, ...ply.variations.flatMap((one) => waysFrom({ line: one, index: 0 }))] : [];
}

/**
 * Make a decision: go where the tree has it already, or grow there.
 * @param {Study} study
 * @param {Place} place
 * @param {string} move
 * @returns {Place}
 */
export function played(study, place, move) {
  const known = waysFrom(place).find((way) => plyAt(way)?.move === move);
  if (known) return known;
  const { line, index } = place;
  /** @type {Ply} */
  const ply = { move, variations: [] };
  if (index === line.plies.length) {
    line.plies.push(ply);
    changedMain(study);
    return { line, index: index + 1 };
  }
  /** @type {Line} */
  const variation = { comment: "", plies: [ply], parent: { line, index } };
  line.plies[index].variations.push(variation);
  return { line: variation, index: 1 };
}

/**
 * Make a variation the line that it leaves, and what it replaces a variation of it.
 * @param {Study} study
 * @param {Place} place within the variation
 * @returns {Place}
 */
export function promoted(study, { line, index }) {
  if (!line.parent) return { line, index };
  const { line: above, index: from } = line.parent;
  const rest = above.plies.splice(from);
  const others = rest[0].variations.filter((one) => one !== line);
  rest[0].variations = [];
  const [first, ...later] = line.plies;
  first.comment = [line.comment, first.comment].filter(Boolean).join("\n");
  first.variations = [{ comment: "", plies: rest, parent: null }, ...others, ...first.variations];
  above.plies.push(first, ...later);
  relink(above);
  changedMain(study);
  return { line: above, index: from + index };
}

/**
 * Remove a decision and all that follows it; of the variations to it the first takes its place.
 * @param {Study} study
 * @param {Place} place
 * @returns {Place}
 */
export function removed(study, place) {
  const { line, index } = place;
  const ply = plyAt(place);
  if (!ply) return place;
  if (ply.variations.length) {
    promoted(study, { line: ply.variations[0], index: 1 });
    line.plies[index - 1].variations.shift();
    return plain({ line, index: index - 1 });
  }
  line.plies.splice(index - 1);
  if (!line.plies.length && line.parent) {
    const { line: above, index: at } = line.parent;
    above.plies[at].variations = above.plies[at].variations.filter((one) => one !== line);
  }
  changedMain(study);
  return plain({ line, index: index - 1 });
}

/**
 * Say something about a place.
 * @param {Place} place
 * @param {string} text
 */
export function commented(place, text) {
  const ply = plyAt(place);
  if (ply) ply.comment = text.trim();
  else place.line.comment = text.trim();
}

/** @param {Place} place */
export const commentAt = (place) => plyAt(place)?.comment ?? (place.index ? "" : place.line.comment);

/** The result in the file was that of another line. @param {Study} study */
function changedMain({ head }) {
  delete head.result;
}

/** @param {Line} line */
function relink(line) {
  line.plies.forEach(({ variations }, index) => {
    for (const variation of variations) {
      variation.parent = { line, index };
      relink(variation);
    }
  });
}
