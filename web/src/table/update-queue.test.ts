import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace, STEP } from "./update-queue";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function pacing(slow: boolean): { pace: Pace<number>; shown: number[] } {
  const shown: number[] = [];
  return { pace: new Pace((thing) => shown.push(thing), () => slow, Date.now), shown };
}

test("the first is shown at once, the next when there was time to look", () => {
  const { pace, shown } = pacing(true);
  for (const step of [1, 2, 3]) pace.take(step);
  expect(shown).toEqual([1]);
  expect(pace.newest).toBe(3);
  vi.advanceTimersByTime(STEP);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(STEP);
  expect(shown).toEqual([1, 2, 3]);
});

test("without motion everything is shown as it comes", () => {
  const { pace, shown } = pacing(false);
  for (const step of [1, 2, 3]) pace.take(step);
  expect(shown).toEqual([1, 2, 3]);
});

test("it never falls far behind", () => {
  const { pace, shown } = pacing(true);
  for (let step = 0; step < 20; step += 1) pace.take(step);
  vi.advanceTimersByTime(STEP);
  expect(shown.length).toBeGreaterThanOrEqual(16);
  vi.advanceTimersByTime(4 * STEP);
  expect(shown).toHaveLength(20);
});

test("what comes after it was stopped is not shown by an old timer", () => {
  const { pace, shown } = pacing(true);
  pace.take(1);
  pace.take(2);
  pace.stop();
  vi.advanceTimersByTime(10 * STEP);
  expect(shown).toEqual([1]);
});
