/** What components draw, as markup: the order of picks, counters, parts of a place, hands. */

import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import type { Area, Hand, Piece, Scene } from "../wire/types";
import { en, type Key } from "../words/en";
import Board from "./Board.svelte";
import CounterArt from "./CounterArt.svelte";
import { drawBoard } from "./draw-board";
import Hands from "./Hands.svelte";
import OffBoard from "./OffBoard.svelte";
import { readStamps, wrapped, type Stamps } from "./read-board";

vi.mock("../settings.svelte", () => ({
  t: (key: Key, values: Record<string, string | number> = {}) => en[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  capital: (text: string) => text,
  motion: () => false,
  settings: { lang: "en" },
}));

const piece = (id: string): Piece => ({ id, kind: "unit", owner: "", face: "", value: null, marks: [], means: [] });
const area: Area = { id: "town:a", kind: "town", x: 100, y: 100, owner: "", pieces: [piece("unit:a"), piece("unit:b")], facts: {}, part_of: "", roads: [], spot: "", face: "" };
const scene: Scene = { game: "any", seat: null, areas: [area], tracks: [], hands: [], piles: [], dice: [], status: {}, standing: {}, arrows: [], battle: null };
const name = (id: string): string => id;
const props = { scene, stamps: readStamps(""), name, lit: new Set<string>(), picked: ["unit:b", "unit:a"], onpoint: () => undefined, onhover: () => undefined };
const numbers = (body: string): (string | undefined)[] => [...body.matchAll(/class="turn[^>]*>(?:<circle[^>]*>(?:<\/circle>)?<text[^>]*>)?(\d)/g)].map(([, number]) => number);

it("numbers what is picked in order on the board, and tells the number", () => {
  const drawing = drawBoard(scene, name);
  const { body } = render(Board, { props: { ...props, drawing, order: ["unit:b", "unit:a"] } });
  expect(numbers(body)).toEqual(["2", "1"]);
  expect(body).toContain('aria-label="unit, 2."');
  expect(numbers(render(Board, { props: { ...props, drawing } }).body)).toEqual([]);
});

it("numbers what is picked in order beside the board", () => {
  const nowhere = drawBoard({ ...scene, areas: [] }, name);
  const { body } = render(OffBoard, { props: { ...props, drawing: nowhere, order: ["unit:b", "unit:a"] } });
  expect(numbers(body)).toEqual(["2", "1"]);
  expect(body).toContain('aria-label="unit, 2."');
});

it("tells beside the board what is printed where a marker stands, and arrows that have no place on it", () => {
  const track = { id: "support", cells: [0, 1], markers: { marker: 1 }, shows: [7, 6] };
  const arrow = { start: "town:a", end: "town:b", kind: "attack", owner: "", number: 0 };
  const drawing = drawBoard({ ...scene, areas: [] }, name);
  const { body } = render(OffBoard, { props: { ...props, drawing, scene: { ...scene, tracks: [track], arrows: [arrow] } } });
  expect(body).toContain("marker 6");
  expect(body).toContain("attack: town:a → town:b");
});

const square = (side: number): { width: number; height: number } => ({ width: side, height: side });
const stamps: Stamps = {
  ...readStamps(""),
  sizes: new Map([["form", { width: 80, height: 150 }], ["icon:ammo", square(20)], ["penalty", square(20)], ["wounded", square(40)]]),
  icons: new Map([["form", { x: 40, y: 130, width: 60, side: 24 }]]),
  values: new Map([["form", { x: 70, y: 20, size: 24 }]]),
};
const counter = (more: Partial<Piece>): string =>
  render(CounterArt, { props: { piece: { ...piece("form:1"), kind: "form", ...more }, count: null, width: 80, height: 150, stamps, name: (id: string) => (id === "form:1" ? "Captured T-34" : id) } }).body;
const drawn = (body: string, symbol: string): Record<string, number>[] =>
  [...body.matchAll(new RegExp(`<use href="#stamp-${symbol}"([^>]*)>`, "g"))].map(([, attributes = ""]) => Object.fromEntries([...attributes.matchAll(/ (x|y|width|height)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, Number(value)])));

it("puts icons and number of a counter where its symbol says, and small signs among the icons", () => {
  const body = counter({ marks: ["icon:ammo", "icon:ammo", "penalty", "wounded"], value: 3 });
  // Three in a row 60 wide are 20 wide each; the first begins 30 left of the middle.
  expect(drawn(body, "icon:ammo")).toEqual([
    { x: 10, y: 120, width: 20, height: 20 },
    { x: 30, y: 120, width: 20, height: 20 },
  ]);
  expect(drawn(body, "penalty")).toEqual([{ x: 50, y: 120, width: 20, height: 20 }]);
  expect(drawn(body, "wounded")).toEqual([{ width: 80, height: 150 }]); // a large sign is drawn across
  expect(body).toMatch(/<text class="value[^>]* x="70" y="20" font-size="24"[^>]*>3</);
});

it("does not take the number in a word for that of a counter", () => {
  expect(counter({})).not.toMatch(/class="number[^>]*>34</);
});

it("breaks a name between words and after a hyphen", () => {
  const room = { x: 0, y: 0, width: 90, lines: 4, size: 18 }; // ten letters
  expect(wrapped("rendőr-főkapitányság", room)).toEqual(["rendőr-", "főkapitányság"]);
  expect(wrapped("an on-off in T-34", room)).toEqual(["an on-off", "in T-34"]);
  expect(wrapped("one two three four five six seven", { ...room, lines: 2 })).toEqual(["one two", "three four …"]);
});

it("shows a part of a place neither lit nor as a stop of its own: the place is both", () => {
  const part: Area = { ...area, pieces: [{ ...piece("tank:a"), means: ["town:a"] }] };
  const shown = { ...scene, areas: [part] };
  const { body } = render(Board, { props: { ...props, picked: [], scene: shown, drawing: drawBoard(shown, name), lit: new Set(["town:a"]) } });
  const [tag = ""] = /<g class="counter[^"]*"/.exec(body) ?? [];
  expect(tag).not.toMatch(/\blit\b/);
  const [hit = ""] = /<rect class="hit[^>]*>/.exec(body) ?? [];
  expect(hit).toMatch(/\blit\b/); // it can be clicked all the same
  expect(hit).toContain('data-id="town:a"');
  expect(hit).toContain('tabindex="-1"');
});

const hand = (owner: string, ...cards: Piece[]): Hand => ({ id: `hand:${owner}`, owner, count: 3, cards });
const hands = (...shown: Hand[]): string => render(Hands, { props: { ...props, picked: [], hands: shown } }).body;

it("lists hands of which nothing is known, where there are several", () => {
  expect(hands(hand("north"), hand("east", piece("card:a")))).not.toMatch(/class="closed stacked/);
  const body = hands(hand("north"), hand("east", piece("card:a")), hand("west"));
  expect(body).toMatch(/class="closed stacked/);
  expect(body.indexOf("hand:east")).toBeLessThan(body.indexOf("hand:north"));
});

it("says which side of a held card counts, and lets a theme colour it", () => {
  const body = hands(hand("east", { ...piece("card:a"), face: "green", value: 2 }));
  expect(body).toContain('data-face="green"');
  expect(body).toMatch(/<small[^>]*>green<\/small>/);
});
