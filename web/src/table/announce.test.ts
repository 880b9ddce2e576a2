import { expect, test } from "vitest";
import type { LogLine } from "../wire/types";
import { fresh, said } from "./announce";

const line = (text: string): LogLine => ({ key: text, args: [], rule: null, text, at: 0, needs: [] });
const [a, b, c] = ["a", "b", "c"].map(line) as [LogLine, LogLine, LogLine];

test("only what is new is told, also after an undo", () => {
  expect(fresh([a], [a, b, c])).toEqual([b, c]);
  expect(fresh([a, b], [a, c])).toEqual([c]);
  expect(fresh([a, b], [a])).toEqual([]);
});

test("earlier lines that were fetched are no news", () => {
  expect(fresh([b], [a, b, c])).toEqual([c]);
  expect(fresh([b, c], [a, b])).toEqual([]);
  expect(fresh([], [a])).toEqual([a]);
});

test("a long turn is told by its end", () => {
  expect(said([a, b], () => "more")).toBe("a b");
  const many = [..."1234567"].map(line);
  expect(said(many, (count) => `${count} more.`)).toBe("2 more. 3 4 5 6 7");
});
