/** What the last order did, to be seen on the board: what has changed, who went where, and what was rolled for what. */

import type { Arrow, Fact, LogLine, Scene } from "../wire/types";
import { changedIds, NO_IDS } from "./changes";

/** A roll that is shown large where it happened. */
export interface Roll {
  key: string;
  face: number;
  /** What the die had to show. */
  needs: string[];
  /** The area that it was about; null if no line says so. */
  where: string | null;
}

export interface Happening {
  changed: Set<string>;
  moves: Arrow[];
  rolls: Roll[];
}

export const NOTHING: Happening = { changed: NO_IDS, moves: [], rolls: [] };

/** More rolls than these are not shown at once: the last ones tell how it ended. */
const MOST_ROLLS = 3;
/** What is on an arrow of a move. */
export const WENT = "went";

/** What lies between two scenes and the lines that were told meanwhile. */
export function happened(before: Scene, after: Scene, lines: LogLine[]): Happening {
  return { changed: changedIds(before, after), moves: moves(before, after), rolls: rolls(after, lines) };
}

/** By piece, the area in which it lies, and whose it is. */
function places(scene: Scene): Map<string, { area: string; owner: string }> {
  return new Map(scene.areas.flatMap((area) => area.pieces.map((piece): [string, { area: string; owner: string }] => [piece.id, { area: area.id, owner: piece.owner }])));
}

/** The ways that pieces went, each once however many went it. */
function moves(before: Scene, after: Scene): Arrow[] {
  const was = places(before);
  const found = new Map<string, Arrow>();
  for (const [id, { area, owner }] of places(after)) {
    const from = was.get(id)?.area;
    if (from !== undefined && from !== area) found.set(`${from} ${area} ${owner}`, { start: from, end: area, kind: WENT, owner, number: 0 });
  }
  return [...found.values()];
}

const isFace = (fact: Fact | undefined): fact is number => typeof fact === "number" && fact >= 1 && fact <= 6;

function rolls(scene: Scene, lines: LogLine[]): Roll[] {
  const at = places(scene);
  const areas = new Set(scene.areas.map((area) => area.id));
  const areaOf = (arg: Fact): string | null => (typeof arg !== "string" ? null : areas.has(arg) ? arg : (at.get(arg)?.area ?? null));
  const named = (line: LogLine | undefined): string | null => line?.args.map(areaOf).findLast((area) => area !== null) ?? null;
  /** The area of the nearest line before a roll, or else after it, that names one. */
  const whereOf = (place: number): string | null => [...lines.slice(0, place).reverse(), ...lines.slice(place)].map(named).find((area) => area !== null) ?? null;
  const found = lines.flatMap((line, place): Roll[] => {
    const [face] = line.args;
    return line.key.startsWith("roll_") && isFace(face) ? [{ key: `${line.at} ${place}`, face, needs: line.needs, where: whereOf(place) }] : [];
  });
  return found.slice(-MOST_ROLLS);
}
