import { expect, it } from "vitest";
import type { Analysis } from "../wire/types";
import { courseOf, turningPoints } from "./story";

it("tells the largest turns of a game in their order", () => {
  const point = (at: number, before: number, after: number): Analysis["turning_points"][number] => ({ at, kind: "chance", seat: "a", text: "", before, after, better: null, lines: [] });
  const points = [point(1, 0.5, 0.52), point(9, 0.5, 0.1), point(4, 0.2, 0.6), point(6, 0.5, 0.8), point(7, 0.5, 0.6)];
  const made: Analysis = { even: 0.5, start: {}, moments: [], turning_points: points, done: true };
  expect(turningPoints(made).map(({ at }) => at)).toEqual([4, 6, 7, 9]);
});

it("tells whether the winner came from behind, and since when nobody could catch up", () => {
  const made = (...shares: number[]): Analysis => ({ even: 0.5, start: {}, moments: shares.map((share, at) => ({ at, turn: 1, seat: "a", win: { a: share, b: 1 - share } })), turning_points: [], done: true });
  expect(courseOf(made(0.6, 0.7, 0.9), "a")).toEqual({ worst: null, ahead: null });
  expect(courseOf(made(0.6, 0.2, 0.4, 0.9), "a")).toEqual({ worst: { at: 1, share: 0.2 }, ahead: 3 });
  expect(courseOf(made(0.6, 0.4, 0.9), "a")).toEqual({ worst: null, ahead: 2 });
  expect(courseOf(made(), "a")).toBeNull();
});
