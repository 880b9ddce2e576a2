import { expect, it } from "vitest";
import type { LogLine, LogPart, Update } from "./types";
import { applyMessage, EMPTY_VIEW, withEarlier } from "./view";

const said = (text: string): LogLine => ({ key: "k", args: [], rule: null, text, at: 0, needs: [] });
const update = (version: number, first: number, ...lines: string[]): Update => late(version, first, null, ...lines);
const late = (version: number, first: number, after: number | null, ...lines: string[]): Update =>
  ({ is: "update", version, log: { first, lines: lines.map(said), after } }) as unknown as Update;
const texts = (view: typeof EMPTY_VIEW): string[] => view.log.map((line) => line.text);

it("appends new lines, and lets an undo take lines back", () => {
  let view = applyMessage(EMPTY_VIEW, update(1, 0, "a", "b"));
  view = applyMessage(view, update(2, 2, "c"));
  expect(texts(view)).toEqual(["a", "b", "c"]);
  view = applyMessage(view, update(3, 1));
  expect(texts(view)).toEqual(["a"]);
});

it("drops an update that is older than what is shown", () => {
  const view = applyMessage(EMPTY_VIEW, update(5, 0, "new"));
  expect(applyMessage(view, update(4, 0, "old"))).toBe(view);
});

it("takes the same version again after a reconnect", () => {
  const view = applyMessage(EMPTY_VIEW, update(5, 0, "a"));
  expect(texts(applyMessage(view, update(5, 1, "b")))).toEqual(["a", "b"]);
});

const part = (after: number | null, ...lines: string[]): LogPart => ({ is: "log", id: "1", after, lines: lines.map(said) });

it("begins a long report late, and grows both ways", () => {
  let view = applyMessage(EMPTY_VIEW, late(50, 3, 40, "d", "e"));
  expect([texts(view), view.logStart, view.logAfter]).toEqual([["d", "e"], 3, 40]);
  view = applyMessage(view, update(51, 5, "f"));
  view = withEarlier(view, 40, part(20, "b", "c"));
  expect([texts(view), view.logStart, view.logAfter]).toEqual([["b", "c", "d", "e", "f"], 1, 20]);
  view = applyMessage(view, update(52, 4, "g"));
  view = withEarlier(view, 20, part(null, "a"));
  expect([texts(view), view.logStart, view.logAfter]).toEqual([["a", "b", "c", "d", "g"], 0, null]);
});

it("replaces a long report when it is sent anew, and then wants nothing that was asked for before", () => {
  const view = applyMessage(applyMessage(EMPTY_VIEW, late(50, 3, 40, "d", "e")), late(90, 6, 80, "g"));
  expect([texts(view), view.logStart, view.logAfter]).toEqual([["g"], 6, 80]);
  expect(withEarlier(view, 40, part(null, "a", "b", "c"))).toBe(view);
  expect(texts(applyMessage(view, update(91, 0, "a")))).toEqual(["a"]);
});
