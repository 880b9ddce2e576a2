/** Where the pieces of a scene lie on the board, and what has no place there. */

import type { Area, Arrow, Fact, Piece, Pile, Scene, Track } from "../wire/types";
import { layOut, layOver, type Rect } from "./layout";
import { PIECE, type Sheet, type Stamps } from "./read-board";
import { printedOn } from "./tracks";

/** Something drawn on the board. */
export interface Counter {
  key: string;
  piece: Piece;
  rect: Rect;
  /** The part of it on which nothing lies. */
  seen: Rect;
  /** How many cards a pile holds; null for a single piece. */
  count: number | null;
  /** What a click on it points at: itself, the pile that it stands for, or the place that it is a part of. */
  id: string;
  /** Of a marker, what is printed on its cell where that is not the cell's number. */
  printed: Fact | null;
}

/** A tile: an area that lies elsewhere in every game, or has two sides, and is drawn where it lies. */
export interface Tile {
  area: Area;
  stamp: string;
  rect: Rect;
}

/** What a scene has on the board. */
export interface OnBoard {
  counters: Counter[];
  /** The areas that have a shape there. */
  areas: Area[];
  tiles: Tile[];
  /** Flags of those who hold areas, where the board has a place for one. */
  flags: { area: Area; rect: Rect }[];
}

/** What has no place on the board, and is shown beside it. */
export interface OffBoard {
  /** Areas with pieces. */
  boxes: Area[];
  tracks: Track[];
  piles: Pile[];
  /** Arrows from or to an area that is not on the board. */
  arrows: Arrow[];
}

interface Item {
  key: string;
  piece: Piece;
  id: string;
  count: number | null;
  printed: Fact | null;
}

/** The place on a sheet where an area lies: that which the game names, if the sheet has it, else its own. */
export function spotOf(area: Area, sheet: Sheet): string {
  return area.spot !== "" && sheet.slots.has(area.spot) ? area.spot : area.id;
}

/** Pixels across that a counter with fine print has at least, as far as that is not too much larger than printed. */
const READABLE = 20;
const GROWN = 1.6;

/** Lay the pieces of a scene out on a sheet of the board, of which a unit has so many pixels. */
export function placePieces(scene: Scene, sheet: Sheet, stamps: Stamps, pixels = Infinity): OnBoard {
  const at = new Map<string, Item[]>();
  const put = (slot: string, item: Item): void => {
    at.set(slot, [...(at.get(slot) ?? []), item]);
  };
  for (const area of scene.areas) {
    const spot = spotOf(area, sheet);
    if (sheet.slots.has(spot)) for (const piece of area.pieces) put(spot, isPartOf(piece, area) ? { ...single(piece), id: area.id } : single(piece));
  }
  for (const track of scene.tracks) {
    if (!isOnBoard(track, sheet)) continue;
    for (const [id, cell] of Object.entries(track.markers)) {
      put(`${track.id}:${cell}`, { ...single(marker(id, scene)), printed: track.shows.length > 0 ? printedOn(track, cell) : null });
    }
  }
  for (const pile of scene.piles) if (sheet.slots.has(pile.id)) put(pile.id, stacked(pile));
  const counters = [...at].flatMap(([slot, items]) => laidOut(items, sheet.slots.get(slot), sheet, stamps, pixels));
  const areas = scene.areas.filter((area) => sheet.shapes.has(spotOf(area, sheet)));
  return { counters, areas, tiles: areas.flatMap((area) => tileOf(area, sheet, stamps)), flags: areas.flatMap((area) => flagOf(area, sheet)) };
}

/** A tile is drawn with a symbol of its own, or of its kind, that shows the side that is up. */
function tileOf(area: Area, sheet: Sheet, stamps: Stamps): Tile[] {
  const rect = sheet.slots.get(`${spotOf(area, sheet)}/art`);
  const turned = area.face === "" ? [] : [`${area.id}-${area.face}`, `${area.kind}-${area.face}`];
  const stamp = [...turned, area.id, area.kind].find((name) => stamps.sizes.has(name));
  return rect === undefined || stamp === undefined ? [] : [{ area, stamp, rect }];
}

function flagOf(area: Area, sheet: Sheet): { area: Area; rect: Rect }[] {
  const rect = sheet.slots.get(`${spotOf(area, sheet)}/holder`);
  return rect === undefined || area.owner === "" ? [] : [{ area, rect }];
}

/** What the sheets of a board have no place for: all have the same places. */
export function offBoard(scene: Scene, sheet: Sheet): OffBoard {
  return {
    boxes: scene.areas.filter((area) => area.pieces.length > 0 && !sheet.slots.has(spotOf(area, sheet))),
    tracks: scene.tracks.filter((track) => !isOnBoard(track, sheet)),
    piles: scene.piles.filter((pile) => !sheet.slots.has(pile.id)),
    arrows: scene.arrows.filter((arrow) => arrowEnds(arrow, scene, sheet) === null),
  };
}

/** Where an arrow begins and ends on a sheet; null if one of its areas is not there. */
export function arrowEnds(arrow: Arrow, scene: Scene, sheet: Sheet): [Rect, Rect] | null {
  const [start, end] = [arrow.start, arrow.end].map((id) => {
    const area = scene.areas.find((each) => each.id === id);
    return area === undefined ? undefined : sheet.slots.get(spotOf(area, sheet));
  });
  return start === undefined || end === undefined ? null : [start, end];
}

function laidOut(items: Item[], box: Rect | undefined, sheet: Sheet, stamps: Stamps, pixels: number): Counter[] {
  if (box === undefined) return [];
  const sizes = items.map((item) => sizeOf(item.piece, stamps));
  const rects = layOut(sizes, box);
  const least = items.some((item) => stamps.fine.has(stampOf(item.piece, stamps) ?? "")) ? Math.min(GROWN, READABLE / (narrowest(sizes) * pixels)) : 0;
  if ((rects[0]?.width ?? 0) >= (sizes[0]?.width ?? 0) * least) return items.map((item, at) => ({ ...item, rect: rects[at] ?? box, seen: rects[at] ?? box }));
  const laid = layOver(sizes, box, least, sheet);
  return items.map((item, at) => ({ ...item, rect: laid[at] ?? box, seen: laid[at]?.seen ?? box })).reverse(); // the first lies on top
}

/** How wide the smallest of some pieces is printed. */
const narrowest = (sizes: { width: number }[]): number => Math.min(...sizes.map((size) => size.width));

/** The parts of a sheet that belong to nothing on this table. */
export function absentParts(scene: Scene, sheet: Sheet): string[] {
  const cells = scene.tracks.flatMap((track) => track.cells.map((cell) => `${track.id}:${cell}`));
  const known = new Set([...scene.areas.map((area) => spotOf(area, sheet)), ...[...scene.piles, ...scene.tracks].map((thing) => thing.id), ...cells]);
  return sheet.parts.filter((part) => !known.has(part));
}

/** The symbol that a piece is drawn with: its own, or that of its kind and face, or that of its kind. */
export function stampOf(piece: Piece, stamps: Stamps): string | null {
  const wanted = [piece.id, `${piece.kind}-${piece.face}`, piece.kind];
  return wanted.find((name) => stamps.sizes.has(name)) ?? null;
}

export function sizeOf(piece: Piece, stamps: Stamps): { width: number; height: number } {
  return stamps.sizes.get(stampOf(piece, stamps) ?? "") ?? PIECE;
}

/** Whether a piece is nothing that could be chosen by itself: to point at it is to point at the area in which it lies. */
const isPartOf = (piece: Piece, area: Area): boolean => piece.means.length === 1 && piece.means[0] === area.id;

const single = (piece: Piece): Item => ({ key: piece.id, piece, id: piece.id, count: null, printed: null });

function stacked(pile: Pile): Item {
  const back: Piece = { id: pile.id, kind: "pile", owner: pile.owner, face: "hidden", value: null, marks: [], means: [] };
  return { key: `${pile.id} ${pile.owner}`, piece: pile.top ?? back, id: pile.id, count: pile.count, printed: null };
}

/** A marker on a track; a unit that waits there is drawn as itself. */
function marker(id: string, scene: Scene): Piece {
  const units = scene.areas.flatMap((area) => area.pieces);
  return units.find((piece) => piece.id === id) ?? { id, kind: "marker", owner: "", face: "", value: null, marks: [], means: [] };
}

const isOnBoard = (track: Track, sheet: Sheet): boolean => track.cells.every((cell) => sheet.slots.has(`${track.id}:${cell}`));
