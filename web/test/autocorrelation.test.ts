import assert from "node:assert/strict";
import { test } from "node:test";
import { autocorrelation } from "../src/pages/validate/autocorrelation";

test("an alternating residual has an autocorrelation near −1 at lag 1", () => {
  const found = autocorrelation(
    Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : -1)),
    2,
  );
  assert.deepEqual(
    found?.r.map((value) => Number(value.toFixed(12))),
    [1, -0.99, 0.98],
  );
  assert.equal(found?.band, 0.196);
});

test("a constant residual has no autocorrelation, and few samples give few lags", () => {
  assert.equal(autocorrelation([2, 2, 2, 2], 5), null);
  assert.equal(autocorrelation([1, 2], 5), null);
  assert.equal(autocorrelation([1, 2, 4], 5)?.r.length, 3);
});
