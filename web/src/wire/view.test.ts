import { expect, it } from "vitest";
import type { LogLine, Update } from "./types";
import { applyMessage, EMPTY_VIEW } from "./view";

const said = (text: string): LogLine => ({ key: "k", args: [], rule: null, text });
const update = (version: number, first: number, ...lines: string[]): Update =>
  ({ is: "update", version, log: { first, lines: lines.map(said) } }) as unknown as Update;
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
