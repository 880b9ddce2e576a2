/** What the game in short says of a thing: what it does, and the rules about it. */

import type { About, Piece, Primer, Scene } from "../wire/types";
import { fits } from "./contents";
import { nameOf, PLAIN, type Namer } from "./describe";

/** What is said of a thing, or of something on it, such as a sign or a number. */
export interface Note {
  /** What it is about, such as "Terrain 2"; empty if it is the thing itself. */
  of: string;
  text: string;
  rules: string[];
}

/** What everything about a thing is, as entries of a primer name it, each with what it is called. */
function sorts(id: string, scene: Scene, name: Namer): [string, string][] {
  const area = scene.areas.find((each) => each.id === id);
  if (area !== undefined) {
    const facts = Object.entries(area.facts).map(([key, value]): [string, string] => [`fact ${key}`, `${name(key)} ${name(String(value))}`]);
    return [[`area ${area.kind}`, ""], ...facts, ...(area.face === "" ? [] : [[`face ${area.face}`, name(area.face)] as [string, string]])];
  }
  const pile = scene.piles.find((each) => each.id === id);
  if (pile !== undefined) return [[`pile ${id}`, ""]];
  const hand = scene.hands.find((each) => each.id === id);
  if (hand !== undefined) return [[`hand ${id.split(":")[0] ?? ""}`, ""]];
  const track = scene.tracks.find((each) => id in each.markers);
  const held = [...scene.areas.flatMap((each) => each.pieces), ...scene.hands.flatMap((each) => each.cards), ...scene.piles.flatMap((each) => each.top ?? [])];
  const piece = held.find((each) => each.id === id);
  const onTrack: [string, string][] = track === undefined ? [] : [[`marker ${id}`, ""], [`track ${track.id}`, name(track.id)]];
  return [...(piece === undefined ? [] : ofPiece(piece, name)), ...onTrack];
}

function ofPiece(piece: Piece, name: Namer): [string, string][] {
  const title = nameOf(piece, name);
  const face: [string, string][] = PLAIN.includes(piece.face) || piece.face === "hidden" ? [] : [[`face ${piece.face}`, name(piece.face)]];
  const marks = [...new Set(piece.marks)].map((mark): [string, string] => [`mark ${mark}`, name(mark)]);
  return [[`piece ${piece.kind}`, ""], ...face, ...marks].filter(([, called]) => called !== title) as [string, string][];
}

/** The first entry that speaks of something. */
export const entryFor = (primer: Primer | null, sort: string): About | undefined => primer?.about.find((about) => about.of.some((of) => fits(sort, of)));

/** What is said of a thing and all that is on it, each entry once. */
export function notesOn(id: string, scene: Scene, primer: Primer | null, name: Namer): Note[] {
  const found = new Map<About, Note>();
  for (const [sort, of] of sorts(id, scene, name)) {
    const about = entryFor(primer, sort);
    if (about !== undefined && !found.has(about)) found.set(about, { of, text: withoutName(about.text, of), rules: about.rules });
  }
  return [...found.values()];
}

/** A sentence that begins with what it is about, where that is said already. */
function withoutName(text: string, of: string): string {
  const [head = "", ...rest] = text.split(": ");
  return of !== "" && rest.length > 0 && of.toLocaleLowerCase().startsWith(head.toLocaleLowerCase()) ? rest.join(": ") : text;
}

/** All the rules about a thing, each once, as the rulebook looks them up. */
export const rulesIn = (notes: Note[]): string => [...new Set(notes.flatMap((note) => note.rules))].join(" ");
