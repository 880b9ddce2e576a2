/** Where the pieces of a scene lie on the board, and what has no place there. */

import type { Area, Piece, Pile, Scene, Track } from "../wire/types";
import { layOut, type Rect } from "./layout";
import { PIECE, type Sheet, type Stamps } from "./read-board";

/** Something drawn on the board. */
export interface Counter {
  key: string;
  piece: Piece;
  rect: Rect;
  /** How many cards a pile holds; null for a single piece. */
  count: number | null;
  /** What a click on it points at: itself, or the pile that it stands for. */
  id: string;
}

/** What a scene has on the board. */
export interface OnBoard {
  counters: Counter[];
  /** The areas that have a shape there. */
  areas: Area[];
}

/** What has no place on the board, and is shown beside it. */
export interface OffBoard {
  /** Areas with pieces. */
  boxes: Area[];
  tracks: Track[];
  piles: Pile[];
}

interface Item {
  key: string;
  piece: Piece;
  id: string;
  count: number | null;
}

/** Lay the pieces of a scene out on a sheet of the board. */
export function placePieces(scene: Scene, sheet: Sheet, stamps: Stamps): OnBoard {
  const at = new Map<string, Item[]>();
  const put = (slot: string, item: Item): void => {
    at.set(slot, [...(at.get(slot) ?? []), item]);
  };
  for (const area of scene.areas) if (sheet.slots.has(area.id)) for (const piece of area.pieces) put(area.id, single(piece));
  for (const track of scene.tracks) {
    if (!isOnBoard(track, sheet)) continue;
    for (const [id, cell] of Object.entries(track.markers)) put(`${track.id}:${cell}`, single(marker(id, scene)));
  }
  for (const pile of scene.piles) if (sheet.slots.has(pile.id)) put(pile.id, stacked(pile));
  const counters = [...at].flatMap(([slot, items]) => laidOut(items, sheet.slots.get(slot), stamps));
  return { counters, areas: scene.areas.filter((area) => sheet.shapes.has(area.id)) };
}

/** What the sheets of a board have no place for: all have the same places. */
export function offBoard(scene: Scene, sheet: Sheet): OffBoard {
  return {
    boxes: scene.areas.filter((area) => area.pieces.length > 0 && !sheet.slots.has(area.id)),
    tracks: scene.tracks.filter((track) => !isOnBoard(track, sheet)),
    piles: scene.piles.filter((pile) => !sheet.slots.has(pile.id)),
  };
}

function laidOut(items: Item[], box: Rect | undefined, stamps: Stamps): Counter[] {
  if (box === undefined) return [];
  const rects = layOut(items.map((item) => sizeOf(item.piece, stamps)), box);
  return items.map((item, at) => ({ ...item, rect: rects[at] ?? box }));
}

/** The parts of a sheet that belong to nothing on this table. */
export function absentParts(scene: Scene, sheet: Sheet): string[] {
  const known = new Set([...scene.areas, ...scene.piles, ...scene.tracks].map((thing) => thing.id));
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

const single = (piece: Piece): Item => ({ key: piece.id, piece, id: piece.id, count: null });

function stacked(pile: Pile): Item {
  const back: Piece = { id: pile.id, kind: "pile", owner: pile.owner, face: "hidden", value: null, marks: [] };
  return { key: `${pile.id} ${pile.owner}`, piece: pile.top ?? back, id: pile.id, count: pile.count };
}

/** A marker on a track; a unit that waits there is drawn as itself. */
function marker(id: string, scene: Scene): Piece {
  const units = scene.areas.flatMap((area) => area.pieces);
  return units.find((piece) => piece.id === id) ?? { id, kind: "marker", owner: "", face: "", value: null, marks: [] };
}

const isOnBoard = (track: Track, sheet: Sheet): boolean => track.cells.every((cell) => sheet.slots.has(`${track.id}:${cell}`));
