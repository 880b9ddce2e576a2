/** How a game went, in a few sentences, and the moments that turned it. */

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

/** How far below an even share somebody must have been who came from behind. */
const BEHIND = 0.15;

/** How the winner fared. */
export interface Course {
  /** The step at which all looked worst, if that was bad; null if it never was. */
  worst: { at: number; share: number } | null;
  /** The step from which on the winner was ahead; null if always. */
  ahead: number | null;
}

/** The course of a game for whoever won it; null if nothing is known of it. */
export function courseOf(made: Analysis, winner: string): Course | null {
  const shares = made.moments.flatMap(({ at, win }) => (win[winner] === undefined ? [] : [{ at, share: win[winner] }]));
  const [first] = shares;
  if (first === undefined) return null;
  const worst = shares.reduce((low, each) => (each.share < low.share ? each : low), first);
  const behind = shares.findLast(({ share }) => share < made.even);
  return { worst: worst.share < made.even - BEHIND ? worst : null, ahead: behind === undefined ? null : behind.at + 1 };
}
