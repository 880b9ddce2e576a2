/** Everything that a game's table is drawn with, ready to be used. */

import { artText, names as fetchNames, type Names } from "../wire/api";
import type { Lang } from "../wire/types";
import { readBoard, readStamps, type Plan, type Stamps } from "./read-board";

export interface Art {
  plan: Plan;
  stamps: Stamps;
  names: Names;
}

export async function loadArt(slug: string, lang: Lang): Promise<Art> {
  const [board, pieces, names] = await Promise.all([artText(slug, "board.svg"), artText(slug, "pieces.svg"), fetchNames(slug, lang)]);
  // The boards are printed in English.
  const printed = (id: string): string | undefined => (lang === "en" ? undefined : names[id]);
  return { plan: readBoard(board, printed), stamps: readStamps(pieces), names };
}
