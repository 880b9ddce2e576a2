import { expect, test } from "vitest";
import type { LogLine, Scene } from "../wire/types";
import { diceStages } from "./dice-stages";

/** A table in short: by area, its dice with what they show. */
function table(where: Record<string, Record<string, string>>): Scene {
  const areas = Object.entries(where).map(([id, dice]) => ({
    id,
    pieces: Object.entries(dice).map(([die, face]) => ({ id: die, kind: "die_red", owner: "", face, value: null, marks: ["used"], means: [] })),
  }));
  return { areas } as unknown as Scene;
}

const shown = (scene: Scene): Record<string, string[]> =>
  Object.fromEntries(scene.areas.filter((area) => area.pieces.length > 0).map((area) => [area.id, area.pieces.map((piece) => `${piece.id} ${piece.face}`)]));

const line = (key: string, ...args: (string | number)[]): LogLine => ({ key, args, rule: null, text: "", at: 0, needs: [] });

const BEFORE = table({ tray: { a: "x", b: "x" }, one: {}, two: { c: "boom" } });
const CLEARED = table({ tray: {}, one: {}, two: {} });

test("a die is laid, those on the table roll where they lie, and then all are gone", () => {
  const lines = [line("placed", "a", "one"), line("check", 1), line("roll_custom", "c", "symbol:car", 2), line("roll_custom", "c", "symbol:x", 1), line("over")];
  const stages = diceStages(BEFORE, CLEARED, lines);
  expect(stages.map(({ scene }) => shown(scene))).toEqual([
    { tray: ["b x"], one: ["a x"], two: ["c boom"] },
    { tray: ["b x"], one: ["a x"], two: ["c car"] },
    { tray: ["b x"], one: ["a x"], two: ["c x"] },
  ]);
  expect(stages.map(({ told }) => told)).toEqual([2, 3, 5]);
  expect(stages[1]?.scene.areas[2]?.pieces[0]).toMatchObject({ value: 2, marks: [] });
});

test("dice that are rolled together roll together", () => {
  const lines = [line("roll_custom", "a", "symbol:boom", 1), line("roll_custom", "b", "symbol:boom", 1)];
  expect(diceStages(BEFORE, CLEARED, lines).map(({ scene }) => shown(scene))).toEqual([{ tray: ["a boom", "b boom"], two: ["c boom"] }]);
});

test("nothing is shown twice: where the table still shows what they did, there are no stages", () => {
  const after = table({ tray: { b: "x" }, one: { a: "x" }, two: { c: "boom" } });
  expect(diceStages(BEFORE, after, [line("placed", "a", "one")])).toEqual([]);
  expect(diceStages(BEFORE, CLEARED, [line("over")])).toEqual([]);
});

test("lines about anything else than dice on the table are left alone", () => {
  expect(diceStages(BEFORE, CLEARED, [line("placed", "unit", "one"), line("roll_custom", "z", "symbol:x", 1), line("roll_d6", 4), line("placed", "a", "nowhere")])).toEqual([]);
});

test("of many rolls the last ones are shown", () => {
  const lines = Array.from({ length: 9 }, (_, at) => line("roll_custom", "c", `symbol:${at}`, 1));
  const stages = diceStages(BEFORE, CLEARED, lines);
  expect(stages.map(({ scene }) => scene.areas[2]?.pieces[0]?.face)).toEqual(["5", "6", "7", "8"]);
});
