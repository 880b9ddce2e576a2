/** What tests of layouts have in common. */

import type { Rect } from "./layout";

/** Whether two rectangles overlap by no more than `nearly`. */
export const apart = (a: Rect, b: Rect, nearly = 0): boolean =>
  a.x + a.width <= b.x + nearly || b.x + b.width <= a.x + nearly || a.y + a.height <= b.y + nearly || b.y + b.height <= a.y + nearly;

/** Whether a rectangle leaves a box by no more than `nearly`. */
export const within = (rect: Rect, box: Rect, nearly = 0): boolean =>
  rect.x >= box.x - nearly &&
  rect.y >= box.y - nearly &&
  rect.x + rect.width <= box.x + box.width + nearly &&
  rect.y + rect.height <= box.y + box.height + nearly;

/** Numbers that look random and are the same every time. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}
