import assert from "node:assert/strict";
import { test } from "node:test";
import { latestWins } from "../src/api/latest";
import { problemFrom } from "../src/api/problem";

test("of concurrent requests only the first and the last are sent, one at a time", async () => {
  const sent: number[] = [];
  const got: number[] = [];
  let under = 0;
  const ask = latestWins(
    async (value: number) => {
      under += 1;
      assert.equal(under, 1);
      sent.push(value);
      await new Promise((done) => setImmediate(done));
      under -= 1;
      return value * 10;
    },
    (value) => got.push(value),
    (problem) => assert.fail(String(problem)),
  );
  await Promise.all([1, 2, 3, 4].map((value) => ask(value)));
  assert.deepEqual(sent, [1, 4]);
  assert.equal(got.at(-1), 40);
});

test("a failed request does not stop the next one", async () => {
  const problems: unknown[] = [];
  const got: number[] = [];
  const ask = latestWins(
    async (value: number) => {
      if (value === 1) throw new Error("no");
      return value;
    },
    (value) => got.push(value),
    (problem) => problems.push(problem),
  );
  await ask(1);
  await ask(2);
  assert.equal(problems.length, 1);
  assert.deepEqual(got, [2]);
});

test("problem documents are parsed, any other body is quoted", () => {
  const problem = problemFrom(422, '{"title":"No","detail":"row 3","hint":"fix it","field":"mass"}');
  assert.deepEqual([problem.title, problem.detail, problem.hint, problem.field], ["No", "row 3", "fix it", "mass"]);
  assert.match(problemFrom(500, "<html>").detail, /<html>/);
  assert.match(problemFrom(500, "[1]").title, /500/);
});
