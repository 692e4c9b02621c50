/**
 * The position that is edited, and those before it. The server makes every change, one after the other.
 *
 * @import {View} from "../types.js"
 * @import {Change, Draft} from "./editor_fields.js"
 */

import { post } from "../lib/api.js";

/**
 * @param {{ onDraft: (draft: Draft) => void, onTrouble: (error: unknown) => void }} wishes
 */
export function createDrafts({ onDraft, onTrouble }) {
  /** @type {Draft | null} */
  let draft = null;
  /** Positions before, for going back. @type {string[]} */
  let past = [];
  /** Each change begins with what the one before has made. */
  const queue = createQueue();

  /**
   * Have the server make a position; it becomes the draft.
   * @param {string} position
   * @param {readonly Change[]} changes
   * @param {string[]} before the positions to go back to from there
   */
  async function ask(position, changes, before) {
    const isDropped = queue.watch();
    try {
      /** @type {Draft} */
      const next = await post("/api/positions/edit", { position, changes });
      if (isDropped()) return;
      past = before;
      draft = next;
      onDraft(next);
    } catch (error) {
      if (!isDropped()) onTrouble(error);
    }
  }

  return {
    /** @returns {Draft | null} */
    current: () => draft,
    canUndo: () => past.length > 0,
    /** @param {string} position */
    open(position) {
      queue.drop();
      return queue.add(() => ask(position, [], []));
    },
    /** @param {readonly Change[]} changes */
    change(changes) {
      return queue.add(() => {
        const position = draft?.view.position;
        return position && ask(position, changes, [...past, position]);
      });
    },
    undo() {
      return queue.add(() => {
        const before = past.at(-1);
        return before && ask(before, [], past.slice(0, -1));
      });
    },
    /** Go on with the draft, if it is a position, once all changes are made. @param {(view: View) => void} then */
    use(then) {
      return queue.add(() => draft && !draft.faults?.length && then(draft.view));
    },
    close() {
      queue.drop();
      draft = null;
    },
  };
}

/** Tasks, one after the other. */
function createQueue() {
  let last = Promise.resolve();
  /** Raised when tasks are dropped. */
  let round = 0;

  /** Says later whether tasks were dropped since. */
  function watch() {
    const mine = round;
    return () => mine !== round;
  }

  return {
    watch,
    /** @param {() => unknown} task */
    add(task) {
      const isDropped = watch();
      last = last.then(async () => {
        if (!isDropped()) await task();
      });
      return last;
    },
    /** Forget the tasks that wait, and do not wait for the one that is under way. */
    drop() {
      round += 1;
      last = Promise.resolve();
    },
  };
}
