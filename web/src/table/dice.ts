/** Dice: their faces as signs, and the pieces that are dice. */

import type { Fact, Piece } from "../wire/types";
import type { Namer } from "./describe";

const PIPS = "⚀⚁⚂⚃⚄⚅";

/** A face of a die: pips up to six, else its number or the name of its symbol. */
export function faceOf(face: Fact, name: Namer): string {
  return (typeof face === "number" ? PIPS[face - 1] : undefined) ?? name(String(face));
}

/** Whether a piece is a die that lies on the table. */
export const isDie = (piece: Piece): boolean => piece.kind.startsWith("die_");
