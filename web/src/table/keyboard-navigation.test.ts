import { expect, test } from "vitest";
import { isArrowKey, nextTarget, readingOrder, type Target } from "./keyboard-navigation";

const target = (id: string, x: number, y: number): Target => ({ id, x, y });
const grid = [target("a", 0, 0), target("b", 100, 0), target("c", 0, 100), target("d", 100, 110)];

test("an arrow goes to the nearest thing that key", () => {
  const [a, b, c, d] = grid as [Target, Target, Target, Target];
  expect(nextTarget(a, grid, "ArrowRight")).toBe(b);
  expect(nextTarget(a, grid, "ArrowDown")).toBe(c);
  expect(nextTarget(d, grid, "ArrowLeft")).toBe(c);
  expect(nextTarget(d, grid, "ArrowUp")).toBe(b);
});

test("at the edge it comes round from the other side", () => {
  expect(nextTarget(target("b", 100, 0), grid, "ArrowRight")?.id).toBe("a");
});

test("alone there is nowhere to go", () => {
  expect(nextTarget(target("a", 0, 0), [target("a", 0, 0)], "ArrowUp")).toBeNull();
});

test("things are read line by line", () => {
  expect(readingOrder([...grid].reverse(), 50).map((each) => each.id)).toEqual(["a", "b", "c", "d"]);
});

test("only arrows are ways", () => {
  expect(isArrowKey("ArrowUp")).toBe(true);
  expect(isArrowKey("Enter")).toBe(false);
});
