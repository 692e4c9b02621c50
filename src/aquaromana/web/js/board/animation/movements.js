/**
 * The animation of a move: a line of sight to the builder, a tile is laid, water runs into it, workman and builder
 * walk.
 *
 * Everything that moves is an extra element over the drawing, animated by the browser; the drawing itself changes
 * between the movements. An animation that is stopped leaves nothing behind.
 */

/** @import {Closed, Grown, Step, View} from "../../types.js" */
/** @import {Point} from "../draw/geometry.js" */
/** @import {Shot, AnimationSurface} from "./shot.js" */

import {
  FOUNTAINS, HEIGHT, WIDTH, channel, channelLength, fountainAfter, lengthOf, middleOf, nextPath, number, pathMiddle,
  squareBox, squareCorner, squareOf, walkCourse,
} from "../draw/geometry.js";
import { disk, group, line, moveTo, node, rect, ring, use } from "../draw/nodes.js";
import { KIND_IDS, plateOf, strokes } from "../draw/scene.js";
import { barrier } from "../draw/stop.js";
import { REACH, passesOf, streamOf, workmanCourse } from "../draw/streams.js";
import { createShot } from "./shot.js";
import { applied, laid, placed, walked } from "./steps.js";

/** How fast things are, in milliseconds. */
const GLANCE = 260;
const LAY = 380;
const FLOW = 330;
const WALK = 190;
const RISE = 820;
const PLACE = 460;
const TAKE = 900;
const REST = 120;
/** The longest wait for what is to be told of a step. */
const PATIENCE = 800;
const FRAME = 16;

/** @type {Point} */
const MIDDLE = { x: 0, y: 0 };

/** @type {readonly string[]} */
const EASE = ["cubic-bezier(.3,.7,.3,1)", "cubic-bezier(.5,0,.4,1)"];

/**
 * Play steps, one after the other. Resolves early when the signal aborts.
 * @param {AnimationSurface} set
 * @param {readonly Step[]} steps
 * @param {View} before
 * @param {{speed: number, signal: AbortSignal}} how
 */
export async function playMovements(set, steps, before, { speed, signal }) {
  const shot = createShot(set, speed, signal);
  let view = before;
  try {
    set.draw(view);
    for (const step of steps) {
      if (signal.aborted) return;
      set.onStep?.(step);
      await scenes(shot, view, step);
      if (signal.aborted) return;
      await Promise.race([set.ready?.(step), shot.wait(PATIENCE)]);
      if (signal.aborted) return;
      view = applied(view, step);
      set.draw(view);
      shot.clear();
      set.onView?.(view, step);
      await shot.wait(REST + (set.pause?.(step) ?? 0));
    }
  } finally {
    shot.clear();
  }
}

/**
 * @param {Shot} shot
 * @param {View} view
 * @param {Step} step
 */
async function scenes(shot, view, step) {
  const { effects = {} } = step;
  let now = view;
  if (effects.took) await take(shot, effects.took, step.seat);
  if (effects.placed) await arrive(shot, effects.placed);
  if (effects.placed) now = placed(now, effects.placed);
  if (step.type === "build" && effects.walk) {
    const workman = step.move.split(".")[0];
    glance(shot, squareOf(workman), effects.walk[0]);
    await shot.wait(GLANCE * 0.6);
  }
  if (effects.laid) {
    const tile = await lay(shot, effects.laid);
    now = laid(now, effects.laid);
    shot.set.draw(now);
    shot.drop(tile);
    // The next frame has enough to do with what follows.
    await shot.wait(FRAME);
  }
  const [walkers] = await Promise.all([
    Promise.all((effects.grown ?? []).map((grown) => flow(shot, now, grown))),
    effects.walk ? walk(shot, now, effects.walk) : null,
  ]);
  if (effects.walk) now = walked(now, effects.walk);
  if (!effects.closes?.length) return;
  shot.set.draw(applied(now, { ...step, effects: { grown: effects.grown } }));
  // Who leaves has walked until now, and another figure flies.
  const gone = new Set(effects.closes.map(({ aqueduct }) => aqueduct));
  shot.drop(...walkers.flatMap(({ aqueduct, man }) => (man && gone.has(aqueduct) ? [man] : [])));
  stopAt(shot, now, step);
  await Promise.all(effects.closes.map((closed, index) => rise(shot, now, step, closed, index)));
}

/**
 * @param {Shot} shot
 * @param {string} square
 * @param {number} path
 */
async function glance(shot, square, path) {
  const from = middleOf(squareBox(square));
  const to = pathMiddle(path);
  const pen = { "stroke-opacity": 0.5, "stroke-linecap": "round" };
  const beam = shot.put(shot.set.above, group("glance", {}, [
    line("glow", `M${from.x} ${from.y}L${to.x} ${to.y}`, "beam", 22, pen),
    ring("ring", to, 47, "glow", 6),
    ring("edge", to, 50, "mark", 2),
  ]));
  await shot.move(beam, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], GLANCE * 2);
  shot.drop(beam);
}

/**
 * A tile comes down on its square.
 * @param {Shot} shot
 * @param {readonly string[]} laid
 */
async function lay(shot, [square, face]) {
  const tile = shot.put(shot.set.above, group("lay", { transform: moveTo(middleOf(squareBox(square))) }, [
    rect("shadow", [-48, -47, 98, 98], "shadow", { rx: 8, "fill-opacity": 0.35 }),
    group("tile", {}, [
      group("middle", { transform: "translate(-50 -50)" }, [
        use(plateOf(square), "plate"),
        use(`face-${face}`, "face"),
        ...(face === "B" ? [use("deck", "deck")] : []),
      ]),
    ]),
  ]));
  const [shadow, body] = tile.children;
  await Promise.all([
    shot.move(shadow, [
      { transform: "translate(16px, 34px) scale(1.12)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ], LAY, { easing: EASE[1] }),
    shot.move(body, [
      { transform: "translate(-8px, -46px) scale(1.3) rotate(-4deg)", opacity: 0 },
      { transform: "translate(-6px, -34px) scale(1.22) rotate(-3deg)", opacity: 1, offset: 0.3 },
      { transform: "scale(0.985)", offset: 0.88 },
      { transform: "none", opacity: 1 },
    ], LAY, { easing: EASE[1] }),
  ]);
  return tile;
}

/**
 * Water runs on, and the workman with it.
 * @param {Shot} shot
 * @param {View} view
 * @param {Grown} grown
 * @returns {Promise<{aqueduct: number, man: Element | null}>} who has walked
 */
async function flow(shot, view, grown) {
  const aqueduct = view.aqueducts.find(({ id }) => id === grown.aqueduct);
  if (!aqueduct) return { aqueduct: grown.aqueduct, man: null };
  const old = passesOf(aqueduct.course);
  const added = passesOf([...aqueduct.course, ...grown.course]).slice(old.length);
  let run = REACH + old.reduce((sum, { enter, leave }) => sum + channelLength(enter, leave), 0);
  let delay = 0;
  const pace = FLOW / Math.max(1, Math.sqrt(added.length));
  const pieces = added.map(({ square, enter, leave }) => {
    const upper = view.tiles[square] === "B" && enter % 2 === 0;
    const course = channel(enter, leave, squareCorner(square));
    const length = channelLength(enter, leave);
    const piece = { upper, course, length, run, delay, duration: (pace * length) / 100 };
    run += length;
    delay += piece.duration;
    return piece;
  });
  const done = pieces.map(async ({ upper, course, length, run: start, delay: late, duration }, index) => {
    const mask = `board-flow-${aqueduct.id}-${index}`;
    const whole = number(length + 2);
    // A mask shows the water as far as it has run; white is what it lets through.
    const head = { d: course, fill: "none", stroke: "#fff", "stroke-width": 40, "stroke-dasharray": `${whole} 1000` };
    const element = shot.put(upper ? shot.set.upper : shot.set.water, group("flow", {}, [
      node("mask", "mask", { id: mask, maskUnits: "userSpaceOnUse", x: -200, y: -200, width: 1500, height: 1200 }, [
        node("path", "head", { ...head, class: "board-flow" }),
      ]),
      group("water", { mask: `url(#${mask})` }, strokes({ color: aqueduct.color, open: true }, course, start)),
    ]));
    const frames = [{ strokeDashoffset: `${whole}px` }, { strokeDashoffset: "0px" }];
    const running = /** @type {Element} */ (element.querySelector(".board-flow"));
    await shot.move(running, frames, duration, { delay: late });
  });
  const following = aqueduct.open ? follow(shot, aqueduct, grown, delay + 120) : null;
  await Promise.all(done);
  return { aqueduct: aqueduct.id, man: await following };
}

/**
 * @param {Shot} shot
 * @param {View["aqueducts"][number]} aqueduct
 * @param {Grown} grown
 * @param {number} duration
 */
async function follow(shot, aqueduct, grown, duration) {
  const points = workmanCourse(aqueduct.course, grown.course);
  shot.offstage("workmen", `${aqueduct.id}`);
  const man = shot.put(shot.set.above, use(`workman-${aqueduct.color}`, "walker"));
  await shot.move(man, stepping(points, 5), duration, { easing: "linear" });
  return man;
}

/**
 * Keyframes along points, with a small hop at every step.
 * @param {readonly Point[]} points
 * @param {number} hop
 * @returns {Keyframe[]}
 */
function stepping(points, hop) {
  const whole = lengthOf(points) || 1;
  /** @type {Keyframe[]} */
  const frames = [];
  let gone = 0;
  points.forEach((point, index) => {
    if (index) {
      const before = points[index - 1];
      const length = Math.hypot(point.x - before.x, point.y - before.y);
      const hops = Math.max(1, Math.round(length / 26));
      for (let step = 1; step <= hops * 2; step += 1) {
        const share = step / (hops * 2);
        const x = before.x + (point.x - before.x) * share;
        const y = before.y + (point.y - before.y) * share - (step % 2 ? hop : 0);
        frames.push(frame(x, y, (gone + length * share) / whole));
      }
      gone += length;
    } else {
      frames.push(frame(point.x, point.y, 0));
    }
  });
  if (frames.length === 1) frames.push({ ...frames[0], offset: 1 });
  return frames;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} offset
 */
function frame(x, y, offset) {
  return { transform: `translate(${number(x)}px, ${number(y)}px)`, offset: Math.min(1, offset) };
}

/**
 * A builder walks clockwise to his next place.
 * @param {Shot} shot
 * @param {View} view
 * @param {readonly number[]} walk
 */
async function walk(shot, view, [from, to]) {
  const points = walkCourse(from, to);
  const kind = view.builders[from];
  if (!kind) return;
  shot.offstage("builders", `${from}`);
  const man = shot.put(shot.set.above, use(`builder-${KIND_IDS[kind]}`, "builder"));
  const duration = Math.min(1100, 260 + (WALK * lengthOf(points)) / 100);
  for (let at = from; at !== to; at = nextPath(at)) {
    const index = fountainAfter(at);
    if (index >= 0) splash(shot, FOUNTAINS[index], duration);
  }
  await shot.move(man, stepping(points, 7), duration, { easing: EASE[1] });
}

/**
 * @param {Shot} shot
 * @param {Point} at
 * @param {number} duration
 */
async function splash(shot, at, duration) {
  const rings = shot.put(shot.set.above, group("splash", { transform: moveTo(at) }, [
    ring("one", MIDDLE, 30, "water-light", 4),
    ring("two", MIDDLE, 30, "water-light", 2.5),
  ]));
  const frames = [{ transform: "scale(.4)", opacity: 0.95 }, { transform: "scale(1.5)", opacity: 0 }];
  const [one, two] = rings.children;
  await Promise.all([shot.move(one, frames, duration), shot.move(two, frames, duration, { delay: duration / 4 })]);
  shot.drop(rings);
}

/**
 * A builder is placed on the path.
 * @param {Shot} shot
 * @param {readonly string[]} placed
 */
async function arrive(shot, [kind, path]) {
  const builder = use(`builder-${KIND_IDS[kind]}`, "builder");
  const man = shot.put(shot.set.above, group("arrive", { transform: moveTo(pathMiddle(Number(path))) }, [builder]));
  await shot.move(man.children[0], [
    { transform: "translateY(-60px) scale(1.15)", opacity: 0 },
    { transform: "translateY(4px) scale(1.02, .96)", opacity: 1, offset: 0.7 },
    { transform: "none", opacity: 1 },
  ], PLACE, { easing: EASE[0] });
}

/**
 * A reserve builder is taken: he appears over the board and goes to the seat.
 * @param {Shot} shot
 * @param {string} kind
 * @param {number} seat
 */
async function take(shot, kind, seat) {
  const to = shot.set.seat?.(seat) ?? null;
  const { x, y } = { x: WIDTH / 2, y: HEIGHT / 2 };
  const man = shot.put(shot.set.above, group("take", { transform: moveTo({ x, y }) }, [
    group("body", {}, [
      disk("glow", MIDDLE, 78, "glow", { "fill-opacity": 0.35 }),
      disk("disk", MIDDLE, 66, "sign"),
      ring("edge", MIDDLE, 66, "mark", 3),
      use(`builder-${KIND_IDS[kind]}`, "builder", { x: 0, y: 4 }),
    ]),
  ]));
  const away = to ? `translate(${number(to.x - x)}px, ${number(to.y - y)}px) scale(.3)` : "translateY(-60px) scale(.8)";
  await shot.move(man.children[0], [
    { transform: "scale(.5)", opacity: 0, easing: EASE[0] },
    { transform: "scale(1.25)", opacity: 1, offset: 0.3 },
    { transform: "scale(1.2)", opacity: 1, offset: 0.6, easing: EASE[1] },
    { transform: away, opacity: 0 },
  ], TAKE);
  shot.drop(man);
}

/**
 * Show where tiles have ended aqueducts.
 * @param {Shot} shot
 * @param {View} view
 * @param {Step} step
 */
function stopAt(shot, view, { effects = {} }) {
  for (const { aqueduct: id, forced } of effects.closes ?? []) {
    const course = view.aqueducts.find((one) => one.id === id)?.course ?? [];
    const end = effects.grown?.find((grown) => grown.aqueduct === id)?.end ?? course[course.length - 1];
    if (forced && end) shot.put(shot.set.above, barrier(`stop ${id}`, end));
  }
}

/**
 * A workman leaves the board for his podium, or goes home without one.
 * @param {Shot} shot
 * @param {View} view
 * @param {Step} step
 * @param {Closed} closed
 * @param {number} index
 */
async function rise(shot, view, step, closed, index) {
  const aqueduct = view.aqueducts.find(({ id }) => id === closed.aqueduct);
  if (!aqueduct) return;
  const grown = step.effects?.grown?.find((other) => other.aqueduct === closed.aqueduct);
  const { stand } = streamOf([...aqueduct.course, ...(grown?.course ?? [])]);
  const to = closed.podium ? (shot.set.podium?.(closed.podium) ?? null) : null;
  shot.offstage("workmen", `${aqueduct.id}`);
  const workman = group("body", {}, [use(`workman-${closed.color}`, "workman")]);
  const man = shot.put(shot.set.above, group("rise", { transform: moveTo(stand) }, [workman]));
  const frames = to
    ? [
        { transform: "none" },
        { transform: "translateY(-24px) scale(1.25)", offset: 0.22, easing: EASE[1] },
        { transform: `translate(${number(to.x - stand.x)}px, ${number(to.y - stand.y)}px)` },
      ]
    : [
        { transform: "none", opacity: 1 },
        { transform: "translateY(-26px) scale(1.3)", opacity: 1, offset: 0.4 },
        { transform: "translateY(-70px) scale(1.1)", opacity: 0 },
      ];
  await shot.move(man.children[0], frames, RISE, { delay: index * 140 });
  shot.drop(man);
}
