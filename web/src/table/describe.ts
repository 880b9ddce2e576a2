/** Things in words: for screen readers, and for the card that tells what something is. */

import { t } from "../settings.svelte";
import type { Area, Arrow, Piece, Pile, Scene, Track } from "../wire/types";
import { isDie } from "./dice";
import { printedOn } from "./tracks";

export type Namer = (id: string) => string;

/** Sides of a piece that are the usual ones. */
export const PLAIN = ["", "full", "number"];

/** A piece's own name, or that of its kind; a stack that has none of its own is called by its kind. */
export function nameOf(piece: Piece, name: Namer): string {
  const own = piece.means.length > 0 && name(piece.id) === name(kindIn(piece.id)) ? piece.id : name(piece.id);
  return own === piece.id ? name(piece.kind) : own;
}

/** The first part of an id, by whose name a thing without one of its own is called. */
const kindIn = (id: string): string => id.split(":")[0] ?? "";

export function describePiece(piece: Piece, name: Namer, count: number | null = null): string {
  const said = [nameOf(piece, name)];
  if (count !== null) said.push(String(count));
  if (piece.value !== null && String(piece.value) !== said[0]) said.push(String(piece.value));
  if (faceSaid(piece, name) !== "") said.push(faceSaid(piece, name));
  return [...said, ...marksOf(piece, name)].join(", ");
}

/** The side of a piece that is up in words: nothing where it is the usual one, the number on it, or what the piece is called; that of a die always. */
export function faceSaid(piece: Piece, name: Namer): string {
  if (isDie(piece)) return name(piece.face);
  if (PLAIN.includes(piece.face) || piece.face === String(piece.value)) return "";
  return name(piece.face) === nameOf(piece, name) ? "" : name(piece.face);
}

/** The signs on a piece, one that it bears twice as "ammunition ×2"; not the sign that is called as the piece is. */
export const marksOf = (piece: Piece, name: Namer): string[] => counted(piece.marks.map(name).filter((said) => said !== nameOf(piece, name)));

/** What is called the same is said once, with its number. */
function counted(names: string[]): string[] {
  return [...new Set(names)].map((said) => {
    const times = names.filter((other) => other === said).length;
    return times > 1 ? `${said} ×${times}` : said;
  });
}

/** What is said of something picked in an order that matters: with its number. */
export function inOrder(said: string, id: string, order: string[]): string {
  return order.includes(id) ? `${said}, ${order.indexOf(id) + 1}.` : said;
}

/** An arrow in words. */
export function describeArrow(arrow: Arrow, name: Namer): string {
  const [kind, start, end, owner] = [arrow.kind, arrow.start, arrow.end, arrow.owner].map(name) as [string, string, string, string];
  const said = arrow.owner === "" ? t("table.arrow", { kind, start, end }) : t("table.arrowOf", { kind, start, end, owner });
  return arrow.number === 0 ? said : `${arrow.number}. ${said}`;
}

export function describeArea(area: Area, name: Namer): string {
  const said = [name(area.id), ...(area.face === "" ? [] : [name(area.face)]), ...Object.entries(area.facts).map(([key, value]) => `${name(key)} ${name(String(value))}`)];
  if (area.owner !== "") said.push(t("table.held", { name: name(area.owner) }));
  const inside = area.pieces.map((piece) => describePiece(piece, name)).join("; ");
  return `${said.join(", ")}: ${inside === "" ? t("table.empty") : inside}`;
}

/** What the card about a thing says. */
export interface Card {
  id: string;
  title: string;
  lines: string[];
  /** The word that the rulebook is searched by. */
  kind: string;
}

export function cardOf(id: string, scene: Scene, name: Namer): Card | null {
  const said = wordsOn(id, scene, name);
  return said === null ? null : { id, ...said };
}

type Words = Omit<Card, "id">;

function wordsOn(id: string, scene: Scene, name: Namer): Words | null {
  const area = scene.areas.find((each) => each.id === id);
  if (area !== undefined) return areaCard(area, name);
  const pile = scene.piles.find((each) => each.id === id);
  if (pile !== undefined) return pileCard(pile, name);
  const held = [...scene.areas.flatMap((each) => each.pieces), ...scene.hands.flatMap((hand) => hand.cards), ...tops(scene)];
  const piece = held.find((each) => each.id === id);
  if (piece !== undefined) return onPile(pieceCard(piece, name), scene.piles.find((each) => each.top?.id === id), name);
  const track = scene.tracks.find((each) => id in each.markers);
  if (track !== undefined) return markerCard(id, track, name);
  return name(id) === id ? null : { title: name(id), lines: [], kind: name(id) };
}

const tops = (scene: Scene): Piece[] => scene.piles.flatMap((pile) => (pile.top === null ? [] : [pile.top]));

/** How many cards a pile holds, and which, where everybody may look through it. */
function pileCard(pile: Pile, name: Namer): Words {
  const inside = counted((pile.contents ?? []).map(name)).join(", ");
  return { title: name(pile.id), lines: [t("table.cards", { count: pile.count }), inside].filter((line) => line !== ""), kind: name(pile.id) };
}

/** The card about a piece; if it lies on a pile through which everybody may look, with what is in that. */
function onPile(card: Words, pile: Pile | undefined, name: Namer): Words {
  const inside = counted((pile?.contents ?? []).map(name)).join(", ");
  return pile === undefined || inside === "" ? card : { ...card, lines: [...card.lines, `${name(pile.id)}: ${inside}`] };
}

function markerCard(id: string, track: Track, name: Namer): Words {
  const shown = name(String(printedOn(track, track.markers[id] ?? 0)));
  return { title: name(id), lines: [t("table.printed", { name: name(track.id), shown })], kind: name(id) };
}

function areaCard(area: Area, name: Namer): Words {
  const facts = Object.entries(area.facts).map(([key, value]) => `${name(key)}: ${name(String(value))}`);
  const owner = area.owner === "" ? [] : [t("table.held", { name: name(area.owner) })];
  const pieces = area.pieces.map((piece) => describePiece(piece, name));
  const face = area.face === "" ? [] : [name(area.face)];
  return { title: name(area.id), lines: [[name(area.kind), ...face, ...facts, ...owner].join(" · "), ...pieces], kind: name(area.kind) };
}

function pieceCard(piece: Piece, name: Namer): Words {
  const title = nameOf(piece, name);
  const text = name(`text:${piece.id}`);
  const kind = name(piece.kind) === piece.kind ? title : name(piece.kind);
  const what = [kind, ...(piece.owner === "" ? [] : [name(piece.owner)])].filter((said) => said !== title).join(" · ");
  const counts = name(`value:${piece.kind}`);
  const number = piece.value === null ? "" : counts.startsWith("value:") ? t("card.number", { value: piece.value }) : `${counts}: ${piece.value}`;
  const state = [number, faceSaid(piece, name), ...marksOf(piece, name)].filter((said) => said !== "").join(" · ");
  return { title, lines: [what, state, text.startsWith("text:") ? "" : text].filter((line) => line !== ""), kind };
}
