/**
 * What a tap or a mouse click on the board means. An ambiguous tap zooms in first; the view zooms out again when there
 * are other things to point at.
 */

/** @import {Target} from "../types.js" */
/** @import {Spot} from "./aim.js" */
/** @import {Choice} from "./choice.js" */
/** @import {Point} from "./draw/geometry.js" */
/** @import {Pane} from "./pane.js" */

import { announce } from "../lib/announce.js";
import { t } from "../lib/i18n.js";
import { aim, apart, isUsable } from "./aim.js";
import { MOST } from "./camera.js";
import { listen } from "./gestures.js";

/** A fingertip's radius, and a mouse's, in pixels. */
const FINGER = 24;
const MOUSE = 4;
/** Things nearer to each other than this, in pixels, are zoomed in on before a finger may choose between them. */
const APART = 44;
const CLOSER = 1.9;
const TWICE = 2.4;
/** Milliseconds in which a second tap may follow. */
const PATIENCE = 300;

/**
 * @param {Pane} pane
 * @param {Choice} choice
 * @param {object} wishes
 * @param {() => readonly Spot[]} wishes.spots what can be pointed at
 * @param {() => boolean} wishes.isPlaying whether an animation plays
 * @param {() => boolean} wishes.stop end the animation; says whether there was one
 * @param {(target: Target) => void} wishes.reach something is meant, whether or not it is then pointed at
 * @param {(target: Target) => void} wishes.point
 * @param {(target: Target) => void} wishes.choose a finger is on several ways to lay a tile
 * @param {(target: Target | null) => void} wishes.hover
 */
export function createTaps(pane, choice, { spots, isPlaying, stop, reach, point, choose, hover }) {
  /** Whether a tap has zoomed in, and may zoom out again. */
  let lent = false;
  /** What could be pointed at when it did. */
  let offered = "";
  /** Waits for a second tap. */
  let timer = 0;
  /** When a click had the way asked for. */
  let asked = -Infinity;

  const endPointers = listen(pane.pane, {
    tap,
    twice(at) {
      clearTimeout(timer);
      lent = false;
      if (pane.isWhole()) pane.zoomTo(at, TWICE);
      else pane.showAll();
    },
    hover(at) {
      const board = at && !isPlaying() ? pane.toBoard(at) : null;
      const spot = board && aim(spots(), board, MOUSE / pane.scale()).spot;
      pane.element.classList.toggle("usable", Boolean(spot && isUsable(spot)));
      hover(spot ? choice.aimed(spot, board) : null);
    },
    zoom(at, by) {
      lent = false;
      pane.explain("");
      pane.zoomTo(at, pane.zoom() * by, false);
    },
    pan: pane.pan,
    isZoomed: () => !pane.isWhole(),
  });

  /**
   * @param {Point} at
   * @param {boolean} touch
   * @returns {boolean} whether it did something
   */
  function tap(at, touch) {
    clearTimeout(timer);
    if (stop()) return true;
    const board = pane.toBoard(at);
    const { spot, rival } = aim(spots(), board, (touch ? FINGER : MOUSE) / pane.scale());
    if (!spot) return false;
    if (touch && rival && looksCloser(at, spot, rival)) return true;
    pane.explain("");
    reach(spot.target);
    if (touch && !isUsable(spot)) {
      timer = setTimeout(() => point(spot.target), PATIENCE);
      return false;
    }
    const isOneOfSeveral = spot.ghosts !== undefined && spot.ghosts.length > 1;
    if (touch && isOneOfSeveral) choose(spot.target);
    // A square that was only looked at: which way round is asked next.
    else if (isOneOfSeveral && spot.state === "looked") {
      asked = performance.now();
      point(spot.target);
      // The second click of a double click is not the answer.
    } else if (!isOneOfSeveral || performance.now() - asked > PATIENCE) point(choice.aimed(spot, board));
    return true;
  }

  /**
   * Zoom in and say why, unless two things are far enough from each other for a finger.
   * @param {Point} at
   * @param {Spot} spot
   * @param {Spot} rival
   */
  function looksCloser(at, spot, rival) {
    const gap = (apart(spot, rival) * pane.scale()) / pane.zoom();
    const needed = Math.min(MOST, Math.max(CLOSER, APART / gap));
    if (pane.zoom() >= needed * 0.9) return false;
    pane.zoomTo(at, needed);
    pane.explain(t("board.closer"), at);
    announce(t("board.closer"));
    lent = true;
    offered = usable();
    return true;
  }

  /** What can be pointed at, by name. */
  function usable() {
    return JSON.stringify(spots().filter(isUsable).map(({ target }) => [target.what, target.name]));
  }

  return {
    /** There are other things to point at: zoom out again, if a tap has zoomed in and not all of them are in sight. */
    giveBack() {
      if (!lent || usable() === offered) return;
      const things = spots().filter(isUsable);
      if (things.length && things.every(({ box }) => pane.shows(box))) return;
      lent = false;
      pane.showAll();
    },
    destroy() {
      clearTimeout(timer);
      endPointers();
    },
  };
}
