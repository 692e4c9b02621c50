/** The controls of a replay: a slider, buttons to step and to play, the speed, and the same by keys. */

import { fill, h, set } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { moved, toggled, turnFrom } from "./playback.js";
import { SPEEDS } from "./replay_player.js";

/** @typedef {import("../types.js").Step} Step */
/** @typedef {ReturnType<typeof import("./replay_player.js").createReplayPlayer>} ReplayPlayer */
/** @typedef {(name: "first" | "back" | "forward" | "last") => Element} Icon */

const KEYS = { first: "Home", back: "ArrowLeft", forward: "ArrowRight", last: "End" };
const SIGNS = { first: "Home", back: "←", forward: "→", last: "End" };

/**
 * @param {ReplayPlayer} player
 * @param {readonly Step[]} steps
 * @param {Icon} icon
 */
export function createReplayControls(player, steps, icon) {
  const to = (/** @type {number} */ ply) => player.go(moved(player.reel(), ply));
  const ways = {
    first: () => to(0),
    back: () => to(player.reel().ply - 1),
    play: () => player.go(toggled(player.reel())),
    forward: () => player.go(moved(player.reel(), player.reel().ply + 1), { animated: true }),
    last: () => to(player.reel().length),
  };
  const slider = h("input", { type: "range", min: 0, max: steps.length, step: 1, class: "replay-slider" });
  slider.addEventListener("input", () => to(Number(slider.value)));
  const mark = h("span", { class: "replay-mark", hidden: true, "aria-hidden": "true" });
  const buttons = {
    first: button("first"),
    back: button("back"),
    play: button("play"),
    forward: button("forward"),
    last: button("last"),
  };
  const tempo = h("select", { onchange: () => player.setSpeed(Number(tempo.value)) });
  const element = h(
    "div",
    { class: "replay-controls sheet" },
    h("div", { class: "replay-buttons" }, Object.values(buttons)),
    h("div", { class: "replay-track" }, slider, mark),
    tempo,
  );

  /** @param {keyof typeof ways} name */
  function button(name) {
    const look = name === "play" ? "button primary replay-play" : "icon-button";
    return h("button", { type: "button", class: look, onclick: ways[name] }, icon(name === "play" ? "forward" : name));
  }

  function pauseIcon() {
    const bars = icon("forward");
    bars.firstElementChild?.setAttribute("d", "M8 5v14M16 5v14");
    return bars;
  }

  return {
    element,
    /** @param {number} [marked] the moment that is marked on the slider */
    update(marked) {
      const { ply, length, running } = player.reel();
      mark.hidden = marked === undefined;
      if (marked !== undefined) mark.style.setProperty("--at", String(marked / length));
      set(slider, { "aria-valuetext": t("replay.at", { ply, length }) });
      if (Number(slider.value) !== ply) slider.value = String(ply);
      const words = t(running ? "replay.pause" : "replay.play");
      set(buttons.play, { "aria-label": words, "aria-keyshortcuts": "Space", title: words });
      if (buttons.play.dataset.running !== String(running)) fill(buttons.play, running ? pauseIcon() : icon("forward"));
      buttons.play.dataset.running = String(running);
      for (const name of /** @type {const} */ (["first", "back"])) buttons[name].disabled = ply === 0;
      for (const name of /** @type {const} */ (["forward", "last"])) buttons[name].disabled = ply === length;
    },
    translate() {
      set(slider, { "aria-label": t("replay.slider") });
      for (const name of /** @type {const} */ (["first", "back", "forward", "last"])) {
        const words = t(`replay.${name}`);
        const title = `${words} (${SIGNS[name]})`;
        set(buttons[name], { "aria-label": words, "aria-keyshortcuts": KEYS[name], title });
      }
      set(tempo, { "aria-label": t("replay.speed"), title: t("replay.speed") });
      const option = (/** @type {number} */ value) =>
        h("option", { value, selected: value === player.speed() }, t("replay.times", { speed: value }));
      fill(tempo, SPEEDS.map(option));
    },
    /** @param {KeyboardEvent} event */
    onKey(event) {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("input, select, textarea, dialog, [role=grid]")) return;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: ways.back,
        ArrowRight: ways.forward,
        PageUp: () => to(turnFrom(steps, player.reel().ply, -1)),
        PageDown: () => to(turnFrom(steps, player.reel().ply, 1)),
        Home: ways.first,
        End: ways.last,
      };
      if (!target.closest("button, a")) keys[" "] = ways.play;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    },
  };
}
