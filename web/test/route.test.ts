import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRoute, parseRange, parseRoute } from "../src/app/route";

test("a URL is unchanged after parsing and formatting", () => {
  const address = "#/identify/run/7?joints=1,3&t=2.49&zoom=0.5,4";
  assert.equal(formatRoute(parseRoute(address)), address);
});

test("unknown pages lead to the start page", () => {
  for (const hash of ["", "#", "#/", "#/nowhere/else", "#%", "#/%zz?t=%"]) assert.equal(parseRoute(hash).page, "start");
});

test("special characters in names are preserved", () => {
  const route = { page: "simulate" as const, rest: ["a/b c?d"], parameters: { project: "ä&=#" } };
  assert.deepEqual(parseRoute(formatRoute(route)), route);
});

test("a range must be two finite numbers in order", () => {
  assert.deepEqual(parseRange("0.5,4"), [0.5, 4]);
  for (const text of [undefined, "", "1", "4,0.5", "a,b", "1,1", "0,Infinity", "1,2,3"])
    assert.equal(parseRange(text), null);
});
