// Positions as the server sends them: `state-NAME.json` and `choices-NAME.json` in data/.

import { readFileSync } from "node:fs";

/** @import {Choice, ChoicesMessage, StateMessage} from "../../../src/aquaromana/web/js/types.js" */

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(new URL(`data/${file}.json`, import.meta.url), "utf8"));

/** @type {(name: string) => StateMessage} */
export const stateOf = (name) => read(`state-${name}`);

/** @type {(name: string) => ChoicesMessage} */
export const offerOf = (name) => read(`choices-${name}`);

/** @type {(name: string) => Choice[]} */
export const choicesOf = (name) => offerOf(name).choices;

/** @param {string} language @param {string} area */
export const textsOf = (language, area) =>
  JSON.parse(
    readFileSync(new URL(`../../../src/aquaromana/web/locale/${language}/${area}.json`, import.meta.url), "utf8"),
  );
