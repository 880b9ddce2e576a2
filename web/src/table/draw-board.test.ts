/** Boards that nobody has drawn: whatever a scene holds, everything has a place of its own and can be read. */

import { describe, expect, it } from "vitest";
import type { Area, Scene } from "../wire/types";
import { drawBoard } from "./draw-board";
import { apart, dice, within } from "./geometry";
import type { Rect } from "./layout";
import { offBoard, placePieces } from "./place-pieces";
import { readStamps, type Sheet } from "./read-board";

const NEARLY = 0.2;
const named = (id: string): string => id.split(":").at(-1) ?? id;

function area(id: string, more: Partial<Area> = {}): Area {
  return { id, kind: "town", x: 0, y: 0, owner: "", pieces: [], facts: {}, part_of: "", roads: [], spot: "", face: "", ...more };
}

function scene(areas: Area[], more: Partial<Scene> = {}): Scene {
  return { game: "any", seat: null, areas, tracks: [], hands: [], piles: [], dice: [], status: {}, arrows: [], battle: null, standing: {}, ...more };
}

const boxOf = (sheet: Sheet, id: string): Rect => {
  const { x, y, width, height } = sheet.shapes.get(id)?.attributes ?? {};
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
};

const tried = (): Scene[] => {
  const roll = dice(1686);
  const cloud = (count: number, size: number): Area[] =>
    Array.from({ length: count }, (_, at) => area(`town:${at}`, { x: 1 + roll(size), y: 1 + roll(size), kind: `kind${at % 5}`, roads: [`town:${roll(count)}`] }));
  const wall = area("wall:a", { x: 500, y: 500 });
  const breaches = [0, 1, 2].map((at) => area(`breach:${at}`, { part_of: "wall:a", x: 500, y: 500 }));
  const loose = [area("box:lost"), area("box:won", { kind: "box" })];
  const cells = Array.from({ length: 31 }, (_, at) => at);
  const beside: Partial<Scene> = {
    tracks: [
      { id: "track:long", cells, markers: { "marker:a": 3, "marker:b": 30 }, shows: [] },
      { id: "track:short", cells: [1, 2, 3], markers: { "marker:c": 1 }, shows: ["+0", "+1", "name:skull"] },
    ],
    piles: ["deck", "discard"].map((id) => ({ id, count: 4, owner: "", top: null, contents: null })),
  };
  return [
    scene([area("town:only", { x: 500, y: 500 })]),
    scene([wall, ...breaches, area("camp:a", { x: 520, y: 520, roads: ["breach:1"] }), ...loose], beside),
    scene(loose, beside),
    scene([], { tracks: beside.tracks ?? [] }),
    scene([area("town:a", { x: 300, y: 300 }), area("town:b", { x: 300, y: 300 })]),
    scene(cloud(12, 1000)),
    scene(cloud(40, 1000), beside),
    scene(cloud(130, 1000)),
    scene(cloud(30, 60)),
  ];
};

describe.each(tried().map((each, at): [number, Scene] => [at, each]))("scene %i", (_, shown) => {
  const { sheets } = drawBoard(shown, named);

  it("has a box for every area, none on another, all on the board", () => {
    for (const sheet of sheets) {
      const ids = shown.areas.map((each) => each.id);
      expect([...sheet.shapes.keys()].filter((id) => ids.includes(id)).sort()).toEqual(ids.sort());
      const whole: Rect = { x: 0, y: 0, width: sheet.width, height: sheet.height };
      const wholes = [...sheet.shapes.keys()].filter((id) => !shown.areas.some((each) => each.id === id && each.part_of !== ""));
      const boxes = wholes.map((id) => boxOf(sheet, id));
      expect(boxes.filter((box) => !within(box, whole, NEARLY))).toEqual([]);
      expect(boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) => !apart(box, other, NEARLY)))).toEqual([]);
    }
  });

  it("has room for pieces inside every box, and the rooms of two places are apart", () => {
    for (const sheet of sheets) {
      for (const [id, slot] of sheet.slots) {
        expect(Math.min(slot.width, slot.height)).toBeGreaterThan(0);
        if (sheet.shapes.has(id)) expect(within(slot, boxOf(sheet, id), NEARLY)).toBe(true);
      }
      const slots = [...sheet.slots.values()];
      expect(slots.flatMap((one, at) => slots.slice(at + 1).filter((other) => !apart(one, other, NEARLY)))).toEqual([]);
    }
  });

  it("leaves nothing to be shown beside the board", () => {
    for (const sheet of sheets) {
      const placed = placePieces(shown, sheet, readStamps(""));
      expect(offBoard(shown, sheet)).toEqual({ boxes: [], tracks: [], piles: [], arrows: [] });
      const markers = shown.tracks.flatMap((track) => Object.keys(track.markers)).length;
      expect(placed.counters.length).toBe(markers + shown.piles.length);
    }
  });
});

describe("a board that nobody has drawn", () => {
  it("has the class under which a style sheet of the game finds it", () => {
    expect(drawBoard(scene([area("town:a")], { game: "salt_road" }), named).theme).toBe("salt-road");
  });

  const square = (): Area[] => [
    area("town:a", { x: 100, y: 100, roads: ["town:b", "town:c"] }),
    area("town:b", { x: 900, y: 100, roads: ["town:a"] }),
    area("town:c", { x: 100, y: 900, roads: ["town:nowhere"] }),
  ];
  const first = (shown: Scene, name = named): Sheet => drawBoard(shown, name).sheets[0];
  const count = (markup: string, what: string): number => markup.split(what).length - 1;

  it("keeps places on the side on which the game says they are", () => {
    const sheet = first(scene(square()));
    const [a, b, c] = ["town:a", "town:b", "town:c"].map((id) => boxOf(sheet, id)) as [Rect, Rect, Rect];
    expect(a.x + a.width).toBeLessThan(b.x);
    expect(a.y + a.height).toBeLessThan(c.y);
  });

  it("has one road between two neighbours, whichever of them names it", () => {
    expect(count(first(scene(square())).markup, 'class="road"')).toBe(2);
  });

  it("leads a road round an area that lies in its way", () => {
    const row = [100, 500, 900].map((x) => area(`town:${x}`, { x, y: 500 }));
    const straight = first(scene([{ ...(row[0] as Area), roads: ["town:500"] }, ...row.slice(1)]));
    const round = first(scene([{ ...(row[0] as Area), roads: ["town:900"] }, ...row.slice(1)]));
    const bend = (sheet: Sheet): number => {
      const [y0 = "", y1 = ""] = /class="road" d="M\S+ ([\d.]+)Q\S+ ([\d.]+)/.exec(sheet.markup)?.slice(1) ?? [];
      return Math.abs(Number(y1) - Number(y0));
    };
    expect(bend(straight)).toBeLessThan(1);
    expect(bend(round)).toBeGreaterThan(40);
  });

  it("says names in the reader's language, also those that are no markup", () => {
    const sheet = first(scene(square()), (id) => (id === "town:a" ? "Bread & <Butter>" : id));
    expect(sheet.over).toContain("Bread &amp; &lt;Butter&gt;");
    expect(sheet.over).not.toContain("<Butter>");
  });

  it("shows what is printed on a place and who holds it, without moving anything", () => {
    const before = first(scene(square()));
    const held = square().map((each) => (each.id === "town:b" ? { ...each, owner: "north", facts: { wants: "silk" } } : each));
    const after = first(scene(held));
    expect(after.slots).toBe(before.slots);
    expect(after.shapes).toBe(before.shapes);
    expect(after.over).toContain("wants silk");
    expect(after.over).toContain("var(--seat-north, var(--seat-none))");
    expect(count(after.markup, " held")).toBe(1);
  });

  it("writes a long name in two lines, and cuts none that fits", () => {
    const long = "The Old Customs House by the Upper Bridge";
    expect(count(first(scene(square()), (id) => (id === "town:a" ? long : id)).over, 'class="title"')).toBe(4);
    expect(first(scene(square()), () => "Upper Town (middle zone)").over).not.toContain("…");
  });

  it("draws near places apart but not smaller than the rest", () => {
    const pair = [area("town:a", { x: 500, y: 500 }), area("town:b", { x: 503, y: 500 }), area("town:c", { x: 900, y: 900 })];
    const sheet = first(scene(pair));
    expect(new Set(["town:a", "town:b", "town:c"].map((id) => boxOf(sheet, id).width)).size).toBe(1);
  });
});
