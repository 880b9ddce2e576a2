import { expect, it } from "vitest";
import { apart, within } from "./geometry";
import { layOut, type Rect } from "./layout";

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
