import { expect, it } from "vitest";
import type { LogLine, Update } from "./types";
import { after, NOTHING } from "./view";

const said = (text: string): LogLine => ({ key: "k", args: [], rule: null, text });
const update = (version: number, first: number, ...lines: string[]): Update =>
  ({ is: "update", version, log: { first, lines: lines.map(said) } }) as unknown as Update;
const texts = (view: typeof NOTHING): string[] => view.log.map((line) => line.text);

it("appends new lines, and lets an undo take lines back", () => {
  let view = after(NOTHING, update(1, 0, "a", "b"));
  view = after(view, update(2, 2, "c"));
  expect(texts(view)).toEqual(["a", "b", "c"]);
  view = after(view, update(3, 1));
  expect(texts(view)).toEqual(["a"]);
});

it("drops an update that is older than what is shown", () => {
  const view = after(NOTHING, update(5, 0, "new"));
  expect(after(view, update(4, 0, "old"))).toBe(view);
});

it("takes the same version again after a reconnect", () => {
  const view = after(NOTHING, update(5, 0, "a"));
  expect(texts(after(view, update(5, 1, "b")))).toEqual(["a", "b"]);
});
