import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_WAITING, STEP_MS, UpdateQueue } from "./update-queue";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function pacing(slow: boolean): { queue: UpdateQueue<number>; shown: number[] } {
  const shown: number[] = [];
  return { queue: new UpdateQueue((thing) => shown.push(thing), () => slow, { now: Date.now }), shown };
}

test("the first is shown at once, the next when there was time to look", () => {
  const { queue, shown } = pacing(true);
  for (const step of [1, 2, 3]) queue.add(step);
  expect(shown).toEqual([1]);
  expect(queue.newest).toBe(3);
  vi.advanceTimersByTime(STEP_MS);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(STEP_MS);
  expect(shown).toEqual([1, 2, 3]);
});

test("without motion everything is shown as it comes", () => {
  const { queue, shown } = pacing(false);
  for (const step of [1, 2, 3]) queue.add(step);
  expect(shown).toEqual([1, 2, 3]);
});

test("it never falls far behind", () => {
  const { queue, shown } = pacing(true);
  for (let step = 0; step < 20; step += 1) queue.add(step);
  vi.advanceTimersByTime(STEP_MS);
  expect(shown.length).toBeGreaterThanOrEqual(20 - MAX_WAITING);
  vi.advanceTimersByTime(MAX_WAITING * STEP_MS);
  expect(shown).toHaveLength(20);
});

test("it can be held, let go on, and skipped", () => {
  const { queue, shown } = pacing(true);
  queue.add(0);
  queue.hold(true);
  for (const step of [1, 2, 3, 4]) queue.add(step);
  vi.advanceTimersByTime(10 * STEP_MS);
  expect(shown).toEqual([0]);
  queue.hold(false);
  expect(shown).toEqual([0, 1]);
  vi.advanceTimersByTime(STEP_MS);
  expect(shown).toEqual([0, 1, 2]);
  queue.skip();
  expect(shown).toEqual([0, 1, 2, 3, 4]);
  vi.advanceTimersByTime(10 * STEP_MS);
  expect(shown).toHaveLength(5);
});

test("it goes at the pace that is wanted, and tells how many wait", () => {
  const shown: number[] = [];
  const waiting: number[] = [];
  const queue = new UpdateQueue<number>((thing) => shown.push(thing), () => true, { now: Date.now, pace: () => 2, onwaiting: (count) => waiting.push(count) });
  for (const step of [1, 2, 3]) queue.add(step);
  vi.advanceTimersByTime(STEP_MS);
  expect(shown).toEqual([1, 2, 3]);
  expect(Math.max(...waiting)).toBe(2);
  expect(waiting.at(-1)).toBe(0);
});

test("what comes after it was stopped is not shown by an old timer", () => {
  const { queue, shown } = pacing(true);
  queue.add(1);
  queue.add(2);
  queue.stop();
  vi.advanceTimersByTime(10 * STEP_MS);
  expect(shown).toEqual([1]);
});
