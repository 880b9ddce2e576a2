/** What a screen reader hears of a piece, an area, an arrow, and what the card about something says. */

import { expect, it, vi } from "vitest";
import type { Area, Piece, Scene } from "../wire/types";
import { en, type Key } from "../words/en";
import { cardOf, describeArea, describeArrow, describePiece } from "./describe";
import { faceOf, isDie } from "./dice";

vi.mock("../settings.svelte", () => ({
  t: (key: Key, values: Record<string, string | number> = {}) => en[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
}));

const NAMES: Record<string, string> = { "unit:guard": "the Guard", stack: "wrong", foot: "foot", ammo: "ammunition", burnt: "burnt down", "tile:mill": "Mill", "tile:inn": "Inn", saxony: "Saxony", attack: "attack", skull: "a skull", support: "Support", "marker:support": "support marker", tile: "tile" };
const name = (id: string): string => NAMES[id] ?? id;
const piece = (more: Partial<Piece> = {}): Piece => ({ id: "unit:guard", kind: "foot", owner: "", face: "", value: null, marks: [], means: [], ...more });
const mill: Area = { id: "tile:mill", kind: "tile", x: 0, y: 0, owner: "saxony", pieces: [piece({ id: "stack:mill/foot", value: 8, means: ["kind:foot", "tile:mill"] })], facts: {}, part_of: "", roads: [], spot: "spot:1", face: "burnt" };

it("says a sign that is there twice once, with its number", () => {
  expect(describePiece(piece({ marks: ["ammo", "moved", "ammo"] }), name)).toBe("the Guard, ammunition ×2, moved");
});

it("says what a die shows, though its face be called as its id", () => {
  expect(describePiece(piece({ id: "die:1", kind: "die_red", face: "star" }), name)).toBe("die_red, star");
});

it("says the side that is up, though it be called as its id; not the usual one, nor a number that is said anyway", () => {
  expect(describePiece(piece({ face: "wounded" }), name)).toBe("the Guard, wounded");
  expect(describePiece(piece({ face: "full" }), name)).toBe("the Guard");
  expect(describePiece(piece({ face: "2", value: 2 }), name)).toBe("the Guard, 2");
});

it("says no sign that is called as the piece itself", () => {
  expect(describePiece(piece({ marks: ["unit:guard", "burnt"] }), name)).toBe("the Guard, burnt down");
});

it("calls a stack by its kind, unless it has a name of its own", () => {
  expect(describePiece(piece({ id: "stack:1", means: ["kind:foot", "tile:mill"] }), name)).toBe("foot");
  expect(describePiece(piece({ means: ["seat:guard"] }), name)).toBe("the Guard");
});

it("says of an area which side is up, who holds it, and how many units a stack has", () => {
  expect(describeArea(mill, name)).toBe("Mill, burnt down, held by Saxony: foot, 8");
});

it("says where an arrow leads and whose it is", () => {
  const arrow = { start: "tile:mill", end: "tile:inn", kind: "attack", owner: "saxony", number: 0 };
  expect(describeArrow(arrow, name)).toBe("Saxony, attack: Mill → Inn");
  expect(describeArrow({ ...arrow, owner: "" }, name)).toBe("attack: Mill → Inn");
});

it("tells on a card the side of a tile, equal signs, and what is printed where a marker stands", () => {
  const track = { id: "support", cells: [0, 1], markers: { "marker:support": 1 }, shows: [7, "skull"] };
  const scene = { areas: [mill, { ...mill, id: "tile:inn", pieces: [piece({ id: "unit", marks: ["ammo", "ammo"] })] }], tracks: [track], hands: [], piles: [] } as unknown as Scene;
  expect(cardOf("tile:mill", scene, name)?.lines[0]).toBe("tile · burnt down · held by Saxony");
  expect(cardOf("unit", scene, name)?.lines).toContain("ammunition ×2");
  expect(cardOf("marker:support", scene, name)).toMatchObject({ title: "support marker", lines: ["Support: a skull"] });
});

it("tells on a card what is in a pile that may be looked through", () => {
  const pile = { id: "discard", owner: "", count: 3, top: null, contents: ["card:a-1", "card:b", "card:a-2"] };
  const scene = { areas: [], tracks: [], hands: [], piles: [pile, { ...pile, id: "deck", contents: null }] } as unknown as Scene;
  const called = (id: string): string => (id.startsWith("card:a") ? "Aid" : id);
  expect(cardOf("discard", scene, called)?.lines).toEqual(["Amount: 3", "Aid ×2, card:b"]);
  expect(cardOf("deck", scene, called)?.lines).toEqual(["Amount: 3"]);
});

it("tells on the card of a piece what it lies on, where everybody may look through that", () => {
  const pile = { id: "drawn", owner: "", count: 2, top: piece({ id: "five" }), contents: ["five", "eight"] };
  const deck = { ...pile, id: "deck", top: piece({ id: "nine" }), contents: null };
  const scene = { areas: [], tracks: [], hands: [], piles: [pile, deck] } as unknown as Scene;
  expect(cardOf("five", scene, name)?.lines).toContain("drawn: five, eight");
  expect(cardOf("nine", scene, name)?.lines.join()).not.toContain("deck");
});

it("shows pips up to six, and other faces by number or name", () => {
  expect([1, 6, 7, 0, "skull"].map((face) => faceOf(face, name))).toEqual(["⚀", "⚅", "7", "0", "a skull"]);
  expect([isDie(piece({ kind: "die_red" })), isDie(piece())]).toEqual([true, false]);
});

it("calls the number on a piece by what it counts, where the game says so", () => {
  const names: Record<string, string> = { "value:azab": "Combat value", azab: "Azabs" };
  const scene = (kind: string): Scene => ({ areas: [{ id: "zone:a", kind: "wall", x: 0, y: 0, owner: "", pieces: [piece({ id: "unit:1", kind, value: 3 })], facts: {}, part_of: "", roads: [], spot: "", face: "" }], hands: [], piles: [], tracks: [] }) as unknown as Scene;
  const lines = (kind: string): string[] => cardOf("unit:1", scene(kind), (id) => names[id] ?? id)?.lines ?? [];
  expect(lines("azab")).toContain("Combat value: 3");
  expect(lines("gun")).toContain("Number: 3");
});
