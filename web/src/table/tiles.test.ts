/** What lies elsewhere in every game, what is turned over, who holds it, what is printed, and arrows across it. */

import { describe, expect, it } from "vitest";
import type { Area, Arrow, Scene, Track } from "../wire/types";
import { drawArrows } from "./arrows";
import { changedIds } from "./changes";
import { drawBoard } from "./draw-board";
import type { Rect } from "./layout";
import { absentParts, offBoard, placePieces } from "./place-pieces";
import { readStamps, type Sheet, type Stamps } from "./read-board";

function tile(id: string, more: Partial<Area> = {}): Area {
  return { id, kind: "tile", x: 100, y: 100, owner: "", pieces: [], facts: {}, part_of: "", roads: [], spot: "", face: "", ...more };
}

function scene(areas: Area[], more: Partial<Scene> = {}): Scene {
  return { game: "any", seat: null, areas, tracks: [], hands: [], piles: [], dice: [], status: {}, standing: {}, arrows: [], battle: null, ...more };
}

const box = (x: number): Rect => ({ x, y: 0, width: 100, height: 80 });
const shape = { tag: "rect", attributes: {} };
const SHEET: Sheet = {
  markup: "",
  over: "",
  width: 1000,
  height: 800,
  shapes: new Map([
    ["spot:1", shape],
    ["spot:2", shape],
  ]),
  slots: new Map([
    ["spot:1", box(0)],
    ["spot:1/art", box(10)],
    ["spot:1/holder", box(20)],
    ["spot:2", box(500)],
    ["spot:2/art", box(510)],
    ["spot:2/holder", box(520)],
  ]),
  parts: ["spot:2", "spot:3"],
  close: null,
};
const stamps = (...ids: string[]): Stamps => ({ ...readStamps(""), sizes: new Map(ids.map((id) => [id, box(0)])) });
const foot = { id: "unit:a", kind: "foot", owner: "red", face: "", value: null, marks: [], means: [] };

describe("tiles", () => {
  const first = scene([tile("tile:mill", { spot: "spot:1", pieces: [foot] }), tile("tile:inn", { spot: "spot:2" })]);
  const second = scene([tile("tile:mill", { spot: "spot:2", pieces: [foot] }), tile("tile:inn", { spot: "spot:1" })]);

  it("lie where the game says, with what stands on them, and keep their names", () => {
    const [one, other] = [first, second].map((shown) => placePieces(shown, SHEET, stamps("tile")));
    expect(one?.areas.map((area) => area.id)).toEqual(["tile:mill", "tile:inn"]);
    expect(one?.counters[0]?.rect.x).toBeLessThan(100);
    expect(other?.counters[0]?.rect.x).toBeGreaterThan(499);
    expect(one?.tiles.map(({ area, rect }) => [area.id, rect.x])).toEqual([["tile:mill", 10], ["tile:inn", 510]]);
    expect(other?.tiles.map(({ area, rect }) => [area.id, rect.x])).toEqual([["tile:mill", 510], ["tile:inn", 10]]);
    expect(offBoard(first, SHEET).boxes).toEqual([]);
  });

  it("lie in boxes of their own where the board has no such places", () => {
    const sheet = drawBoard(first, (id) => id).sheets[0];
    expect(placePieces(first, sheet, stamps()).counters).toHaveLength(1);
    expect(offBoard(first, sheet).boxes).toEqual([]);
    const shown = { ...first, arrows: [{ start: "tile:mill", end: "tile:inn", kind: "march", owner: "", number: 0 }] };
    expect(drawArrows(shown, sheet)).toHaveLength(1);
  });

  it("show the side that is up: their own drawing of it, that of their kind, else what they always show", () => {
    const drawn = (face: string, ...ids: string[]): string | undefined => placePieces(scene([tile("tile:mill", { spot: "spot:1", face })]), SHEET, stamps(...ids)).tiles[0]?.stamp;
    expect(drawn("", "tile", "tile:mill", "tile-burnt")).toBe("tile:mill");
    expect(drawn("burnt", "tile", "tile:mill", "tile-burnt")).toBe("tile-burnt");
    expect(drawn("burnt", "tile:mill-burnt", "tile-burnt")).toBe("tile:mill-burnt");
    expect(drawn("burnt", "tile", "tile:mill")).toBe("tile:mill");
    expect(drawn("", "other")).toBeUndefined();
  });

  it("are there for the parts of the board that belong to their places", () => {
    expect(absentParts(first, SHEET)).toEqual(["spot:3"]);
  });

  it("have changed when they lie elsewhere, are turned over or taken", () => {
    const now = [tile("tile:a", { face: "burnt" }), tile("tile:b", { spot: "spot:2" }), tile("tile:c", { owner: "red" }), tile("tile:d")];
    const before = [tile("tile:a"), tile("tile:b", { spot: "spot:1" }), tile("tile:c"), tile("tile:d")];
    expect([...changedIds(scene(before), scene(now))]).toEqual(["tile:a", "tile:b", "tile:c"]);
  });

  it("that are held fly a flag", () => {
    const shown = placePieces(scene([tile("tile:a", { spot: "spot:1", owner: "saxony" }), tile("tile:b", { spot: "spot:2" })]), SHEET, stamps());
    expect(shown.flags.map(({ area, rect }) => [area.id, rect.x])).toEqual([["tile:a", 20]]);
  });

  it("say on a board that nobody has drawn which side is up", () => {
    const { markup, over } = drawBoard(scene([tile("tile:a", { face: "burnt" })]), (id) => id.toUpperCase()).sheets[0];
    expect(over).toContain("BURNT");
    expect(markup).toContain("turned");
  });
});

describe("what is printed on a track", () => {
  const track: Track = { id: "support", cells: [0, 1, 2], markers: { "marker:support": 1 }, shows: [7, 6, "skull"] };
  const cells = new Map([0, 1, 2].map((cell): [string, Rect] => [`support:${cell}`, box(cell)]));

  it("is told with the marker that stands there", () => {
    const placed = (shows: Track["shows"]): unknown => placePieces(scene([], { tracks: [{ ...track, shows }] }), { ...SHEET, slots: cells }, stamps()).counters[0]?.printed;
    expect(placed(track.shows)).toBe(6);
    expect(placed([])).toBeNull();
  });

  it("is drawn on a board that nobody has drawn, words in the reader's language", () => {
    const { markup } = drawBoard(scene([], { tracks: [track] }), (id) => (id === "skull" ? "halálfej" : id)).sheets[0];
    expect([...markup.matchAll(/class="cell"[^>]*>([^<]*)</g)].map(([, said]) => said)).toEqual(["7", "6", "halálfej"]);
  });
});

describe("arrows", () => {
  const arrow = (start: string, end: string): Arrow => ({ start, end, kind: "attack", owner: "red", number: 0 });
  const areas = [tile("tile:a", { spot: "spot:1" }), tile("tile:b", { spot: "spot:2" })];
  const bend = (shaft: string): number => Number(/Q\S+ (\S+) /.exec(shaft)?.[1]);

  it("run from the one area to the other, and point at it", () => {
    const [drawn] = drawArrows(scene(areas, { arrows: [arrow("tile:a", "tile:b")] }), SHEET);
    const [, x0, x1] = /^M(\S+) \S+Q\S+ \S+ (\S+)/.exec(drawn?.shaft ?? "") ?? [];
    expect(Number(x0)).toBeGreaterThan(50); // the middle of the first, and a little beyond
    expect(Number(x0)).toBeLessThan(100);
    expect(Number(x1)).toBeGreaterThan(450);
    expect(Number(drawn?.head.split(" ")[0])).toBeGreaterThan(Number(x1)); // the tip lies ahead of the shaft
  });

  it("bend to different sides there and back, and further for a second one", () => {
    const drawn = drawArrows(scene(areas, { arrows: [arrow("tile:a", "tile:b"), arrow("tile:b", "tile:a"), arrow("tile:a", "tile:b")] }), SHEET);
    const [there = 0, back = 0, again = 0] = drawn.map(({ shaft }) => bend(shaft) - 40);
    expect(there * back).toBeLessThan(0);
    expect(Math.abs(again)).toBeGreaterThan(Math.abs(there));
  });

  it("from or to what is not on the board are told beside it", () => {
    const shown = scene([...areas, tile("tile:c")], { arrows: [arrow("tile:a", "tile:c"), arrow("tile:a", "tile:b")] });
    expect(drawArrows(shown, SHEET)).toHaveLength(1);
    expect(offBoard(shown, SHEET).arrows).toEqual([arrow("tile:a", "tile:c")]);
  });
});
