import { expect, it } from "vitest";
import type { Area, LogLine, Piece, Scene } from "../wire/types";
import { happened } from "./happened";

const piece = (id: string, owner = "imperial"): Piece => ({ id, kind: "unit", owner, face: "", value: null, marks: [], means: [] });
const area = (id: string, ...pieces: Piece[]): Area => ({ id, kind: "zone", x: 0, y: 0, owner: "", pieces, facts: {}, part_of: "", roads: [], spot: "", face: "" });
const scene = (...areas: Area[]): Scene => ({ game: "g", seat: null, areas, tracks: [], hands: [], piles: [], dice: [], status: {}, standing: {}, arrows: [], battle: null });
const line = (key: string, ...args: LogLine["args"]): LogLine => ({ key, args, rule: null, text: "", at: 4, needs: key.startsWith("roll_") ? ["4 or more"] : [] });

it("draws the way of every piece that went somewhere, once for those that went together", () => {
  const before = scene(area("a", piece("1"), piece("2"), piece("3", "ottoman")), area("b"));
  const after = scene(area("a", piece("3", "ottoman")), area("b", piece("1"), piece("2")));
  const found = happened(before, after, []);
  expect(found.moves).toEqual([{ start: "a", end: "b", kind: "went", owner: "imperial", number: 0 }]);
  expect([...found.changed].sort()).toEqual(["1", "2"]);
});

it("shows a roll where it happened, with what it needed", () => {
  const at = scene(area("a"), area("b", piece("1")));
  const lines = [line("assault", "a"), line("roll_fight", 3), line("wounded", "1")];
  expect(happened(at, at, lines).rolls).toEqual([{ key: "4 1", face: 3, needs: ["4 or more"], where: "a" }]);
  expect(happened(at, at, [line("roll_fate", 5), line("wounded", "1")]).rolls[0]?.where).toBe("b");
  expect(happened(at, at, [line("roll_fate", 5)]).rolls[0]?.where).toBeNull();
});

it("shows only faces of a die, and of many rolls the last", () => {
  const at = scene(area("a"));
  expect(happened(at, at, [line("roll_placing", "district:1"), line("roll_timer", 12)]).rolls).toEqual([]);
  expect(happened(at, at, [1, 2, 3, 4, 5].map((face) => line("roll_fire", face))).rolls.map((roll) => roll.face)).toEqual([3, 4, 5]);
});
