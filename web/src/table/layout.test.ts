import { expect, it } from "vitest";
import { apart, within } from "./geometry";
import { layOut, layOver, type Rect } from "./layout";

const BOX: Rect = { x: 10, y: 20, width: 146, height: 96 };

for (const count of [1, 2, 3, 6, 7, 20, 60, 200]) {
  it(`lays ${count} pieces of mixed sizes without overlap and inside the box`, () => {
    const sizes = Array.from({ length: count }, (_, at) => (at % 3 === 2 ? { width: 30, height: 30 } : { width: 46, height: 46 }));
    const rects = layOut(sizes, BOX);
    expect(rects).toHaveLength(count);
    rects.forEach((rect, at) => {
      expect(within(rect, BOX, 0.001)).toBe(true);
      for (const other of rects.slice(at + 1)) expect(apart(rect, other)).toBe(true);
    });
  });
}

it("keeps pieces at their printed size or larger while there is room", () => {
  const rects = layOut(Array.from({ length: 6 }, () => ({ width: 46, height: 46 })), BOX);
  expect(Math.min(...rects.map((rect) => rect.width))).toBeGreaterThanOrEqual(46);
});

const SHEET = { width: 2000, height: 2000 };
const SQUARE = { width: 34, height: 34 };
const NARROW: Rect = { x: 100, y: 100, width: 107, height: 36 };

for (const count of [1, 2, 3, 5, 9]) {
  it(`lays ${count} pieces over one another so that of each enough is seen, and nothing lies on that`, () => {
    const laid = layOver(Array.from({ length: count }, () => SQUARE), NARROW, 1.6, SHEET);
    laid.forEach((piece, at) => {
      expect(Math.min(piece.seen.width / piece.width, piece.seen.height / piece.height)).toBeGreaterThanOrEqual(0.499);
      for (const above of laid.slice(0, at)) expect(apart(piece.seen, above, 0.001)).toBe(true);
    });
  });
}

it("keeps pieces that lie over one another as large as they must be", () => {
  expect(layOver([SQUARE, SQUARE, SQUARE], NARROW, 1.6, SHEET).map((piece) => piece.width)).toEqual([53.5, 53.5, 53.5]);
  expect(layOver([SQUARE], NARROW, 1.6, SHEET).map((piece) => piece.width)).toEqual([34 * 1.6]);
});

it("lets a small box grow down, not over the name above it, and never off the sheet", () => {
  const [piece] = layOver([SQUARE], NARROW, 1.6, SHEET);
  expect(piece?.y).toBe(NARROW.y);
  const [edge] = layOver([SQUARE], { x: 1980, y: 300, width: 20, height: 200 }, 1.6, SHEET);
  expect((edge?.x ?? 0) + (edge?.width ?? 0)).toBeLessThanOrEqual(2000);
});
