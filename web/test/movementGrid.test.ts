import assert from "node:assert/strict";
import { test } from "node:test";
import { checkGrid, emptyGrid, pasteInto, parseBlock } from "../src/pages/motion/movementGrid";

const JOINTS = [
  { name: "t1", lower: -90, upper: 90, unit: "°" },
  { name: "d1", lower: 0, upper: 40, unit: "mm" },
];

test("rows from a document, a spreadsheet and a CSV parse to the same cells", () => {
  const want = [["90", "1", "2", "3", "0", "1", "2", "3"]];
  for (const text of [
    "MOVEMENT 1\t90 1 2 3\t0 1 2 3",
    "90\t1\t2\t3\t0\t1\t2\t3\r\n",
    "90,1,2,3,0,1,2,3",
    "Ang.\tTI\tTF\tTR\n\n90;1;2;3;0;1;2;3",
    "MOVEMENT 1 90 1 2 3 0 1 2 3",
  ]) {
    assert.deepEqual(parseBlock(text), want);
  }
});

test("a decimal comma from a spreadsheet stays one cell", () => {
  assert.deepEqual(parseBlock("1,5\t2,25"), [["1,5", "2,25"]]);
});

test("a full row starts in the first column, a short row at the selected cell, and rows are added", () => {
  const grid = pasteInto(emptyGrid(1, 2), 0, 3, [["1", "2", "3", "4", "5", "6", "7", "8"], ["x"]]);
  assert.deepEqual(grid, [
    ["1", "2", "3", "4", "5", "6", "7", "8"],
    ["", "", "", "x", "", "", "", ""],
  ]);
});

test("a valid table gives the movements of each joint", () => {
  const grid = pasteInto(emptyGrid(5, 2), 0, 0, parseBlock("90 1 2 3 0 1 2 3\n45 4 5 6 10 4 5 6"));
  const { movements, problems } = checkGrid(grid, JOINTS);
  assert.equal(problems.size, 0);
  assert.deepEqual(movements[1], [
    { value: 0, start: 1, end: 2, rest: 3 },
    { value: 10, start: 4, end: 5, rest: 6 },
  ]);
});

test("every violated rule names the cell and the reason", () => {
  const cases: [string, string, RegExp][] = [
    ["91 1 2 3", "0,0", /above the upper limit of t1/],
    ["10 2 1 3", "0,2", /TF 1 s must be after TI 2 s/],
    ["10 1 3 2", "0,3", /TR 2 s must not be before TF 3 s/],
    ["10 1 2 3\n20 2.5 4 5", "1,1", /TI 2.5 s must not be before TR 3 s of the previous movement/],
    ["10 1 2", "0,3", /TR is missing/],
  ];
  for (const [text, where, why] of cases) {
    const { problems } = checkGrid(pasteInto(emptyGrid(2, 2), 0, 0, parseBlock(text)), JOINTS);
    assert.match(problems.get(where) ?? "", why);
  }
});
