/**
 * What dice on the table did before it was cleared: a choice may lay a die, roll others where they lie and end with all of them gone. The report tells of it line by line; here each step of it
 * becomes a picture that can be shown before the table as it is now.
 */

import type { Area, LogLine, Piece, Scene } from "../wire/types";
import { isDie } from "./dice";

/** The table in between, and how many of the new lines of the report have been told by then. */
export interface Stage {
  scene: Scene;
  told: number;
}

/** More stages than these are not waited for: the last ones tell how it ended. */
const MOST = 4;

/** The stages between two scenes; none where the second shows everything that happened to the dice. */
export function diceStages(before: Scene, after: Scene, lines: LogLine[]): Stage[] {
  const found: Stage[] = [];
  let scene = before;
  let rolled = new Set<string>();
  let moved = false;
  const flush = (told: number): void => {
    if (rolled.size > 0 || moved) found.push({ scene, told });
    rolled = new Set();
    moved = false;
  };
  lines.forEach((line, at) => {
    const [die, what, times] = line.args;
    if (typeof die !== "string" || typeof what !== "string" || !hasDie(scene, die)) return;
    if (line.key.startsWith("roll_")) {
      if (moved || rolled.has(die)) flush(at);
      rolled.add(die);
      scene = turned(scene, die, what.slice(what.indexOf(":") + 1), typeof times === "number" && times > 1 ? times : null);
    } else if (scene.areas.some((area) => area.id === what)) {
      if (rolled.size > 0) flush(at);
      moved = true;
      scene = laid(scene, die, what);
    }
  });
  flush(lines.length);
  return found.length > 0 && dice(scene).every((each) => dice(after).includes(each)) ? [] : found.slice(-MOST);
}

/** The dice of a scene, where they lie and what they show. */
function dice(scene: Scene): string[] {
  return scene.areas.flatMap((area) => area.pieces.filter(isDie).map((piece) => `${area.id} ${piece.id} ${piece.face}`));
}

const hasDie = (scene: Scene, id: string): boolean => scene.areas.some((area) => area.pieces.some((piece) => piece.id === id && isDie(piece)));

function withPieces(scene: Scene, pieces: (area: Area) => Piece[]): Scene {
  return { ...scene, areas: scene.areas.map((area) => ({ ...area, pieces: pieces(area) })) };
}

function turned(scene: Scene, id: string, face: string, value: number | null): Scene {
  return withPieces(scene, (area) => area.pieces.map((piece) => (piece.id === id ? { ...piece, face, value, marks: [] } : piece)));
}

function laid(scene: Scene, id: string, where: string): Scene {
  const die = scene.areas.flatMap((area) => area.pieces).find((piece) => piece.id === id);
  return withPieces(scene, (area) => {
    const others = area.pieces.filter((piece) => piece.id !== id);
    return area.id === where && die !== undefined ? [...others, { ...die, marks: [] }] : others;
  });
}
