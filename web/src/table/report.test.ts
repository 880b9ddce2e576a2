import { expect, it } from "vitest";
import type { LogLine } from "../wire/types";
import { partsOf } from "./report";

const line = (key: string, args: LogLine["args"], text: string, at = 1): LogLine => ({ key, args, rule: null, text, at, needs: [] });
const SEATS = ["imperial", "ottoman"];
const LEVELS = new Set(["marker:tms", "marker:cts"]);

it("folds by the largest heading, and keeps the smaller ones inside with the colour of their side", () => {
  const lines = [
    line("setup", [], "All is laid out."),
    line("turn", [1], "Turn 1 begins."),
    line("go", ["side:ottoman", 2], "Ottoman begins a go."),
    line("moved", ["unit:azab", "zone:a"], "Azabs move."),
    line("turn", [2], "Turn 2 begins."),
    line("drew", ["imperial", 3], "The imperial player draws 3."),
  ];
  const parts = partsOf(lines, 10, ["turn", "go"], SEATS, LEVELS);
  expect(parts.map((part) => [part.heading?.text ?? "", part.lines.map((told) => [told.place, told.seat, told.heads])])).toEqual([
    ["", [[10, "", false]]],
    ["Turn 1 begins.", [[12, "ottoman", true], [13, "ottoman", false]]],
    ["Turn 2 begins.", [[15, "imperial", false]]],
  ]);
  expect(partsOf(lines, 0, [], SEATS, LEVELS)).toHaveLength(1);
});

const texts = (...lines: LogLine[]): string[] => partsOf(lines, 0, [], SEATS, LEVELS).flatMap((part) => part.lines.map((told) => told.text));

it("tells cards that are drawn together in one line", () => {
  expect(texts(line("drew_card", ["card:1"], "You drew Petrol Bomb."), line("drew_card", ["card:2"], "You drew Flag."), line("drew_card", ["card:3"], "You drew Radio."))).toEqual(["You drew Petrol Bomb, Flag, Radio."]);
});

it("counts lines that say the same of things with one name", () => {
  const built = (unit: string, text: string): LogLine => line("built", ["area:dover", unit], text);
  const twice = [built("unit:1", "New in Dover: Aircraft (Britain)."), built("unit:2", "New in Dover: Aircraft (Britain).")];
  expect(texts(...twice)).toEqual(["New in Dover: Aircraft (Britain) ×2."]);
  expect(texts(...twice, built("unit:3", "New in Dover: Aircraft (Britain)."))).toEqual(["New in Dover: Aircraft (Britain) ×3."]);
  expect(texts(line("drew", ["card:1"], "You drew Aid."), line("drew", ["card:2"], "You drew Flag."), line("drew", ["card:3"], "You drew Flag."))).toEqual(["You drew Aid, Flag ×2."]);
  expect(texts(line("roll_gun", [3], "The guns: 3."), line("roll_gun", [3], "The guns: 3."))).toHaveLength(2);
});

it("keeps lines apart that belong to two steps, or whose subjects differ", () => {
  expect(texts(line("drew_card", ["card:1"], "You drew A."), line("drew_card", ["card:2"], "You drew B.", 2))).toHaveLength(2);
  expect(texts(line("wounded", ["unit:1"], "Azabs is wounded."), line("wounded", ["unit:2"], "Sipahis is wounded."))).toHaveLength(2);
  expect(texts(line("lost", ["card:1"], "The hand loses A at once."), line("lost", ["card:2"], "The hand loses B at once."))).toHaveLength(2);
});

it("says what a level was before", () => {
  const told = partsOf([line("level", ["marker:tms", 5], "Morale: 5."), line("level", ["marker:cts", 2], "Guns: 2."), line("level", ["marker:tms", 4], "Morale: 4.", 2)], 0, [], SEATS, LEVELS);
  expect(told[0]?.lines.map((each) => each.was)).toEqual([null, null, 5]);
  const goes = partsOf([line("go", ["side:ottoman", 2], "Two actions."), line("go", ["side:ottoman", 1], "One action.", 2)], 0, [], SEATS, LEVELS);
  expect(goes[0]?.lines.map((each) => each.was)).toEqual([null, null]);
});
