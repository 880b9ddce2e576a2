/** Walking over the board by arrow keys: from one lit thing to the next one in that direction. */

export interface Spot {
  id: string;
  x: number;
  y: number;
}

export type Way = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const AHEAD: Record<Way, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How much worse a step aside is than a step ahead. */
const ASIDE = 2.5;

export const isWay = (key: string): key is Way => key in AHEAD;

/** The nearest spot that way; at the edge, the farthest one the other way, so that every spot can be reached. */
export function next(from: Spot, spots: Spot[], way: Way): Spot | null {
  const [dx, dy] = AHEAD[way];
  const ahead = (spot: Spot): number => (spot.x - from.x) * dx + (spot.y - from.y) * dy;
  const aside = (spot: Spot): number => Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
  const others = spots.filter((spot) => spot.id !== from.id);
  const before = others.filter((spot) => ahead(spot) > 0);
  const cost = (spot: Spot): number => (before.length > 0 ? ahead(spot) + ASIDE * aside(spot) : ahead(spot) + aside(spot));
  return (before.length > 0 ? before : others).reduce<Spot | null>((best, spot) => (best === null || cost(spot) < cost(best) ? spot : best), null);
}

/** The spots in reading order: line by line, from the left. */
export function inOrder(spots: Spot[], line: number): Spot[] {
  const row = (spot: Spot): number => Math.floor(spot.y / line);
  return [...spots].sort((one, other) => row(one) - row(other) || one.x - other.x);
}
