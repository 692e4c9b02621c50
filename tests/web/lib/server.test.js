// Where links for others begin.

import assert from "node:assert/strict";
import { test } from "node:test";

import { homeOf, isReachable } from "../../../src/aquaromana/web/js/lib/server.js";

/** @param {string} url */
const at = (url) => new URL(url);
/** @type {import("../../../src/aquaromana/web/js/lib/server.js").ServerInfo} */
const LAN = {
  access: "shared",
  lobby: false,
  webhooks: false,
  public_url: "",
  addresses: ["http://192.168.1.20:7483/"],
  command: "aqua play",
};

test("what the server calls itself wins", () => {
  const info = { ...LAN, public_url: "https://aqua.example.org/" };
  assert.equal(homeOf(info, at("http://127.0.0.1:7483/")), "https://aqua.example.org");
});

test("nobody else's localhost is ours", () => {
  for (const here of ["http://localhost:7483", "http://127.0.0.1:7483", "http://[::1]:7483"]) {
    assert.equal(homeOf(LAN, at(here)), "http://192.168.1.20:7483", here);
    assert.equal(homeOf({ ...LAN, addresses: [] }, at(here)), here);
  }
});

test("whoever came by another name stays with it", () => {
  assert.equal(homeOf(LAN, at("http://parlor.local:7483/")), "http://parlor.local:7483");
});

test("others reach what has a name or an address of its own", () => {
  assert.ok(isReachable(LAN, at("http://localhost:7483")));
  assert.ok(!isReachable({ ...LAN, addresses: [] }, at("http://localhost:7483")));
  assert.ok(isReachable({ ...LAN, public_url: "https://aqua.example.org" }, at("http://[::1]:7483")));
});
