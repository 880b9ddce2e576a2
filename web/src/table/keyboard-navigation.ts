/** Arrow keys on the board: from one selectable thing to the next in that direction. */

export interface Target {
  id: string;
  x: number;
  y: number;
}

export type ArrowKey = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const DIRECTIONS: Record<ArrowKey, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How much more a distance sideways counts than one ahead. */
const SIDEWAYS_COST = 2.5;

export const isArrowKey = (key: string): key is ArrowKey => key in DIRECTIONS;

/** The nearest target in that direction; at the edge, the farthest in the opposite one, so that all can be reached. */
export function nextTarget(from: Target, targets: Target[], key: ArrowKey): Target | null {
  const [dx, dy] = DIRECTIONS[key];
  const ahead = (target: Target): number => (target.x - from.x) * dx + (target.y - from.y) * dy;
  const aside = (target: Target): number => Math.abs((target.x - from.x) * dy) + Math.abs((target.y - from.y) * dx);
  const others = targets.filter((target) => target.id !== from.id);
  const before = others.filter((target) => ahead(target) > 0);
  const cost = (target: Target): number => (before.length > 0 ? ahead(target) + SIDEWAYS_COST * aside(target) : ahead(target) + aside(target));
  return (before.length > 0 ? before : others).reduce<Target | null>((best, target) => (best === null || cost(target) < cost(best) ? target : best), null);
}

/** The targets in reading order: line by line, from the left. */
export function readingOrder(targets: Target[], line: number): Target[] {
  const row = (target: Target): number => Math.floor(target.y / line);
  return [...targets].sort((one, other) => row(one) - row(other) || one.x - other.x);
}
