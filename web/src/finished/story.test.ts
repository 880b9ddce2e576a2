import { expect, it } from "vitest";
import type { Analysis } from "../wire/types";
import { turningPoints } from "./story";

it("tells the largest turns of a game in their order", () => {
  const point = (at: number, before: number, after: number): Analysis["turning_points"][number] => ({ at, kind: "chance", seat: "a", text: "", before, after, better: null, lines: [] });
  const points = [point(1, 0.5, 0.52), point(9, 0.5, 0.1), point(4, 0.2, 0.6), point(6, 0.5, 0.8), point(7, 0.5, 0.6)];
  const made: Analysis = { even: 0.5, start: {}, moments: [], turning_points: points, done: true };
  expect(turningPoints(made).map(({ at }) => at)).toEqual([4, 6, 7, 9]);
});
