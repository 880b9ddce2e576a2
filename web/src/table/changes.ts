/** What has changed on the board between two updates: what moves, appears or turns over. */

import type { Area, Piece, Scene } from "../wire/types";
import type { Rect } from "./layout";
import type { Counter } from "./place-pieces";

export interface Changes {
  /** By key, where a counter was. */
  moved: Map<string, Rect>;
  come: Set<string>;
  /** Counters that show another face, value or mark. */
  turned: Set<string>;
}

export const NO_IDS: Set<string> = new Set();
/** Some ids as a set that is never changed. */
export const idSet = (ids: Iterable<string>): Set<string> => new Set(ids);

const same = (one: Rect, other: Rect): boolean => one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
const look = (counter: Counter): string => [looks(counter.piece), counter.count].join();
const looks = (piece: Piece): string => [piece.face, piece.value, ...piece.marks].join();

export function changes(before: Counter[], after: Counter[]): Changes {
  const old = new Map(before.map((counter) => [counter.key, counter]));
  const found: Changes = { moved: new Map(), come: new Set(), turned: new Set() };
  for (const counter of after) {
    const was = old.get(counter.key);
    if (was === undefined) found.come.add(counter.key);
    else {
      if (!same(was.rect, counter.rect)) found.moved.set(counter.key, was.rect);
      if (look(was) !== look(counter)) found.turned.add(counter.key);
    }
  }
  return found;
}

/** The ids of what has changed: pieces that moved or look different, areas with other facts or owners, piles with other cards. */
export function changedIds(before: Scene, after: Scene): Set<string> {
  const [old, now] = [fingerprints(before), fingerprints(after)];
  const found = new Set<string>();
  for (const [id, fingerprint] of now) if (old.get(id) !== fingerprint) found.add(id);
  for (const [id, fingerprint] of old) if (!now.has(id) && fingerprint.startsWith("in ")) found.add(fingerprint.slice(3).split("|")[0] ?? id);
  return found;
}

function fingerprints(scene: Scene): Map<string, string> {
  const found = new Map<string, string>();
  for (const area of scene.areas) {
    found.set(area.id, areaFingerprint(area));
    for (const piece of area.pieces) found.set(piece.id, `in ${area.id}|${looks(piece)}`);
  }
  for (const track of scene.tracks) for (const [id, cell] of Object.entries(track.markers)) found.set(id, `at ${track.id}:${cell}`);
  for (const pile of scene.piles) found.set(pile.id, `${found.get(pile.id) ?? ""}${pile.owner} ${pile.count} ${pile.top?.id ?? ""}`);
  return found;
}

const areaFingerprint = (area: Area): string => JSON.stringify([area.owner, area.facts, area.spot, area.face]);
