import { beforeEach, expect, it, vi } from "vitest";
import type { Area, Piece, Pile, Scene, Track } from "../wire/types";
import { layOut, type Rect } from "./layout";
import { offBoard, placePieces } from "./place-pieces";
import { readStamps, type Sheet, type Stamps } from "./read-board";

vi.mock("./layout", async (original) => {
  const layout = await original<typeof import("./layout")>();
  return { ...layout, layOut: vi.fn(layout.layOut) };
});
beforeEach(() => void vi.mocked(layOut).mockClear());

const piece = (id: string): Piece => ({ id, kind: "unit", owner: "red", face: "full", value: null, marks: [], means: [] });
const area = (id: string, ...pieces: string[]): Area => ({ id, kind: "zone", owner: "", facts: {}, spot: "", face: "", pieces: pieces.map(piece) }) as unknown as Area;
const pile = (id: string): Pile => ({ id, owner: "", count: 3, top: null, contents: null });
const track = (id: string, markers: Record<string, string>): Track => ({ id, cells: ["0", "1"], markers, shows: [] }) as unknown as Track;

const SCENE = {
  areas: [area("hill", "one", "two"), area("plain"), area("box", "three"), area("empty box")],
  tracks: [track("turn", { clock: "1" }), track("points", { red: "0" })],
  piles: [pile("deck"), pile("discard")],
  arrows: [],
} as unknown as Scene;
const SLOT: Rect = { x: 0, y: 0, width: 100, height: 100 };
const SHEET = {
  slots: new Map(["hill", "plain", "turn:0", "turn:1", "deck"].map((id) => [id, SLOT])),
  shapes: new Map(["hill", "plain"].map((id) => [id, { tag: "rect", attributes: {} }])),
} as unknown as Sheet;
const STAMPS: Stamps = readStamps("");

it("shows everything once: on the board where it has a place, beside it where not", () => {
  const on = placePieces(SCENE, SHEET, STAMPS);
  const off = offBoard(SCENE, SHEET);
  expect(on.counters.map((counter) => counter.id).sort()).toEqual(["clock", "deck", "one", "two"]);
  expect(on.areas.map((each) => each.id)).toEqual(["hill", "plain"]);
  expect(off.boxes.map((each) => each.id)).toEqual(["box"]); // an empty box has nothing to show
  expect(off.tracks.map((each) => each.id)).toEqual(["points"]);
  expect(off.piles.map((each) => each.id)).toEqual(["discard"]);
});

it("takes a piece that means nothing but its place for the place", () => {
  const units = { ...piece("tank:hill"), means: ["hill"] };
  const stack = { ...piece("foot:hill"), means: ["kind:foot", "hill"] };
  const scene = { ...SCENE, areas: [{ ...area("hill"), pieces: [units, stack] }] };
  const on = placePieces(scene, SHEET, STAMPS).counters.filter(({ piece: { kind } }) => kind === "unit");
  expect(on.map(({ key, id }) => [key, id])).toEqual([
    ["tank:hill", "hill"],
    ["foot:hill", "foot:hill"],
  ]);
});

it("lays pieces out once an update: each place of the board that holds any, and nothing for what is beside it", () => {
  offBoard(SCENE, SHEET);
  expect(layOut).not.toHaveBeenCalled();
  placePieces(SCENE, SHEET, STAMPS);
  expect(layOut).toHaveBeenCalledTimes(3); // hill, turn:1, deck
});
