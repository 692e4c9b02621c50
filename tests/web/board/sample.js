// A small view to aim at: two open aqueducts, one loose tile, two builders.

/** @import {View} from "../../../src/aquaromana/web/js/types.js" */

/** @type {View} */
export const VIEW = {
  position: "sample",
  players: 2,
  phase: "build",
  mover: 0,
  turn: 1,
  reservoirs: [{ color: "yellow", squares: ["C1", "D1"], outlets: ["C1w", "D1s", "D1e"] }],
  tiles: { A1: "Ces", K1: "Csw", A8: "Cne", K8: "Cnw", E1: "Sew", F1: "Csw", G2: "B" },
  builders: { 6: "C", 15: "J" },
  walks: { 6: 7, 15: 16 },
  fountains: [],
  aqueducts: [
    { id: 0, color: "yellow", seat: 0, length: 0, course: ["C1w"], open: true },
    { id: 1, color: "yellow", seat: 0, length: 0, course: ["D1s"], open: true },
    { id: 2, color: "yellow", seat: 0, length: 2, course: ["D1e", "E1e", "F1s"], open: true, podium: 2 },
  ],
  podiums: {},
  stock: { C: 20, D: 21, S: 20, B: 20 },
  reserve: {},
  setup: {},
  seats: [],
  sheet: [],
};
