import { expect, test } from "vitest";
import type { Piece, Scene } from "../wire/types";
import { changedIds, changes } from "./changes";
import type { Counter } from "./place-pieces";

const piece = (id: string, face = "full"): Piece => ({ id, kind: "unit", owner: "red", face, value: 3, marks: [], means: [] });
const counter = (id: string, x: number, face = "full"): Counter => ({ key: id, id, piece: piece(id, face), count: null, printed: null, rect: { x, y: 0, width: 10, height: 10 }, seen: { x, y: 0, width: 10, height: 10 } });

test("a counter that lies elsewhere glides from where it was; a new one comes", () => {
  const found = changes([counter("a", 0), counter("gone", 5)], [counter("a", 50), counter("b", 0)]);
  expect([...found.moved]).toEqual([["a", { x: 0, y: 0, width: 10, height: 10 }]]);
  expect([...found.come]).toEqual(["b"]);
  expect(found.turned.size).toBe(0);
});

test("a counter with another face turns over", () => {
  expect([...changes([counter("a", 0, "hidden")], [counter("a", 0)]).turned]).toEqual(["a"]);
});

function scene(where: Record<string, string[]>, marker = 0): Scene {
  const areas = Object.entries(where).map(([id, ids]) => ({ id, kind: "zone", owner: "", facts: {}, pieces: ids.map((each) => piece(each)) }));
  const track = { id: "track", cells: [0, 1], markers: { morale: marker } };
  return { game: "g", seat: null, areas, tracks: [track], hands: [], piles: [], dice: [], status: {} } as unknown as Scene;
}

test("what is not as it was is changedIds: what moved, and the place that something left for good", () => {
  expect([...changedIds(scene({ here: ["a", "b"], there: [] }), scene({ here: ["b"], there: ["a"] }))]).toEqual(["a"]);
  expect([...changedIds(scene({ here: ["a"] }), scene({ here: [] }))]).toEqual(["here"]);
  expect([...changedIds(scene({}), scene({}, 1))]).toEqual(["morale"]);
  expect(changedIds(scene({ here: ["a"] }), scene({ here: ["a"] })).size).toBe(0);
});
