/** The moments that turned a game. */

import type { Analysis } from "../wire/types";

type Point = Analysis["turning_points"][number];

/** Turning points that a short story tells. */
export const MOST = 4;

const swing = (point: Point): number => Math.abs(point.after - point.before);

/** Those that changed the chances most, in the order in which they happened. */
export function turningPoints(made: Analysis): Point[] {
  const largest = [...made.turning_points].sort((one, other) => swing(other) - swing(one)).slice(0, MOST);
  return largest.sort((one, other) => one.at - other.at);
}
