// A first bot in JavaScript, for Node. It does not know the rules: the legal decisions are sent to it, and it chooses.
//
// Let it play:  aqua arena "cmd: node examples/first_bot.mjs" random --games 20

import { createInterface } from "node:readline";

let legal = [];

/** Never close an aqueduct by choice, build where there is a choice, otherwise take anything. */
function choose() {
  if (legal.includes("-")) return "-"; // nothing: keep the aqueduct open
  const builds = legal.filter((decision) => /^[A-K][1-8][nesw]\./.test(decision));
  const from = builds.length ? builds : legal;
  return from[Math.floor(Math.random() * from.length)];
}

const say = (...lines) => process.stdout.write(lines.join("\n") + "\n");

createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.trim().split(/\s+/);
  if (word === "aqua") say("id name First bot in JavaScript", "protocol 1", "wants legal", "aquaok");
  else if (word === "isready") say("readyok");
  else if (word === "legal") legal = rest;
  else if (word === "go") say(`bestmove ${legal.length ? choose() : "none"}`);
  else if (word === "quit") process.exit(0);
});
