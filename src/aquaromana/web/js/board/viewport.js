/** What a pane shows of the board: which part of the drawing, how large the pane is, and where the camera looks. */

/** @import {Camera, Size} from "./camera.js" */
/** @import {Box, Point} from "./draw/geometry.js" */

import { WHOLE, inSight, isWhole, seenAt, shownAt } from "./camera.js";

/**
 * What is seen of the drawing; where there is little room, of the frame only a band with the names of columns and rows.
 * @type {Readonly<Record<"wide" | "small", Box>>}
 */
const FORMS = {
  wide: { x: -152, y: -152, width: 1406, height: 1108 },
  small: { x: -136, y: -136, width: 1340, height: 1040 },
};
const SMALL = 600;

export function createViewport() {
  /** @type {Camera} */
  let camera = WHOLE;
  /** @type {"wide" | "small" | undefined} */
  let form;
  /** @type {Size} */
  let size = { width: 0, height: 0 };

  /** The part of the drawing that is seen when all of it is shown. */
  const seen = () => FORMS[form ?? "wide"];
  /** Pixels of a unit of the board when all of it is shown. */
  const share = () => size.width / seen().width || 1;

  /**
   * @param {Box} box of the board
   * @returns {Box} as the whole board shows it
   */
  function onWhole({ x, y, width, height }) {
    const outer = seen();
    const by = share();
    return { x: (x - outer.x) * by, y: (y - outer.y) * by, width: width * by, height: height * by };
  }

  return {
    seen,
    onWhole,
    form: () => form,
    size: () => size,
    camera: () => camera,
    isWhole: () => camera === WHOLE,
    /** Pixels of a unit of the board now. */
    scale: () => share() * camera.zoom,
    /**
     * The pane has another width; says whether another part of the drawing is seen.
     * @param {number} wide
     */
    resize(wide) {
      const next = wide && wide < SMALL ? "small" : "wide";
      const isOther = next !== form;
      form = next;
      // The proportions are those of the drawing, in board.css too.
      size = { width: wide, height: (wide * seen().height) / seen().width };
      return isOther;
    },
    /** @param {Camera} next */
    look(next) {
      camera = isWhole(next) ? WHOLE : next;
      return camera;
    },
    /**
     * The point of the board under a point of the pane.
     * @param {Point} at
     * @returns {Point}
     */
    toBoard(at) {
      const { x, y } = seenAt(camera, at);
      return { x: x / share() + seen().x, y: y / share() + seen().y };
    },
    /**
     * Where a box of the board is in the pane.
     * @param {Box} box
     */
    toPane: (box) => shownAt(camera, onWhole(box)),
    /** @param {Box} box */
    shows: (box) => inSight(camera, onWhole(box), size),
  };
}
