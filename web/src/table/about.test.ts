import { expect, it, vi } from "vitest";
import type { Primer, Scene } from "../wire/types";
import { notesOn, rulesIn } from "./about";

vi.mock("../settings.svelte", () => ({ t: (key: string) => key }));

const piece = { id: "unit:1", kind: "azab", owner: "", face: "wounded", value: 3, marks: ["moved", "moved"], means: [] };
const area = { id: "zone:a", kind: "wall", x: 0, y: 0, owner: "", pieces: [piece], facts: { terrain: 2 }, part_of: "", roads: [], spot: "", face: "" };
const track = { id: "scale", cells: [0, 1], markers: { "marker:tms": 1 }, shows: [] };
const scene: Scene = { game: "g", seat: null, areas: [area], tracks: [track], hands: [{ id: "hand:imperial", owner: "", count: 0, cards: [] }], piles: [{ id: "cup:imperial", count: 3, owner: "", top: null, contents: null }], dice: [], status: {}, standing: {}, arrows: [], battle: null };
const about = (text: string, ...of: string[]): Primer["about"][number] => ({ text, of, rules: [`${text}.rule`] });
const primer: Primer = {
  aim: { text: "", rules: [] },
  win: [],
  course: [],
  about: [about("unit", "piece azab"), about("hurt", "face wounded"), about("gone", "mark moved"), about("wall", "area wall"), about("Terrain: ground", "fact terrain"), about("cup", "pile cup:*"), about("hand", "hand hand"), about("morale", "marker marker:tms")],
  chapters: [],
  headings: [],
};
const name = (id: string): string => ({ terrain: "Terrain", wounded: "wounded", moved: "moved" })[id] ?? id;
const said = (id: string): string[] => notesOn(id, scene, primer, name).map((note) => `${note.of}: ${note.text}`);

it("says what a thing does, and what each number and sign on it means", () => {
  expect(said("unit:1")).toEqual([": unit", "wounded: hurt", "moved: gone"]);
  expect(said("zone:a")).toEqual([": wall", "Terrain 2: ground"]);
  expect(said("marker:tms")).toEqual([": morale"]);
  expect([said("cup:imperial"), said("hand:imperial")]).toEqual([[": cup"], [": hand"]]);
});

it("looks up the rules of all of them, and says nothing where there is no primer", () => {
  expect(rulesIn(notesOn("zone:a", scene, primer, name))).toBe("wall.rule Terrain: ground.rule");
  expect(notesOn("zone:a", scene, null, name)).toEqual([]);
});
