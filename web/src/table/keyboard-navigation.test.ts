import { expect, test } from "vitest";
import { inOrder, isWay, next, type Spot } from "./keyboard-navigation";

const spot = (id: string, x: number, y: number): Spot => ({ id, x, y });
const grid = [spot("a", 0, 0), spot("b", 100, 0), spot("c", 0, 100), spot("d", 100, 110)];

test("an arrow goes to the nearest thing that way", () => {
  const [a, b, c, d] = grid as [Spot, Spot, Spot, Spot];
  expect(next(a, grid, "ArrowRight")).toBe(b);
  expect(next(a, grid, "ArrowDown")).toBe(c);
  expect(next(d, grid, "ArrowLeft")).toBe(c);
  expect(next(d, grid, "ArrowUp")).toBe(b);
});

test("at the edge it comes round from the other side", () => {
  expect(next(spot("b", 100, 0), grid, "ArrowRight")?.id).toBe("a");
});

test("alone there is nowhere to go", () => {
  expect(next(spot("a", 0, 0), [spot("a", 0, 0)], "ArrowUp")).toBeNull();
});

test("things are read line by line", () => {
  expect(inOrder([...grid].reverse(), 50).map((each) => each.id)).toEqual(["a", "b", "c", "d"]);
});

test("only arrows are ways", () => {
  expect(isWay("ArrowUp")).toBe(true);
  expect(isWay("Enter")).toBe(false);
});
