/** What components draw, as markup: the order of picks, and pieces with the same sign twice. */

import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import type { Area, Piece, Scene } from "../wire/types";
import { en, type Key } from "../words/en";
import Board from "./Board.svelte";
import { drawBoard } from "./draw-board";
import OffBoard from "./OffBoard.svelte";
import { readStamps } from "./read-board";

vi.mock("../settings.svelte", () => ({
  t: (key: Key, values: Record<string, string | number> = {}) => en[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  capital: (text: string) => text,
  motion: () => false,
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
  const arrow = { start: "town:a", end: "town:b", kind: "attack", owner: "" };
  const drawing = drawBoard({ ...scene, areas: [] }, name);
  const { body } = render(OffBoard, { props: { ...props, drawing, scene: { ...scene, tracks: [track], arrows: [arrow] } } });
  expect(body).toContain("marker 6");
  expect(body).toContain("attack: town:a → town:b");
});
