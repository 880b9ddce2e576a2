/** Brief motion on the board: counters glide from where they were, new ones come up, and what changes its face turns over. */

import type { Changes } from "./changes";
import { isDie } from "./dice";
import type { Counter } from "./place-pieces";

const MOVE_MS = 450;
const APPEAR_MS = 400;
const TURN_MS = 350;
const ROLL_MS = 500;
export const FADE_MS = 350;

/** With `rolled`, the dice on the board roll, also those that show the same face again. */
export function animate(board: Element, counters: Counter[], changed: Changes, rolled = false): void {
  const drawn = new Map([...board.querySelectorAll<SVGGElement>("[data-key]")].map((each) => [each.dataset["key"], each]));
  for (const { key, piece, rect } of counters) {
    const element = drawn.get(key);
    const from = changed.moved.get(key);
    if (from !== undefined) element?.animate([{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${rect.x}px, ${rect.y}px)` }], { duration: MOVE_MS, easing: "ease-in-out" });
    if (changed.come.has(key)) element?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: APPEAR_MS });
    if (rolled && isDie(piece)) element?.querySelector(".face")?.animate([{ transform: "rotate(-200deg) scale(0.4)" }, { transform: "none" }], { duration: ROLL_MS, easing: "ease-out" });
    else if (changed.turned.has(key)) element?.querySelector(".face")?.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: TURN_MS, easing: "ease-out" });
  }
}
