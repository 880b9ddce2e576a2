/** Everything that a game's table is drawn with, ready to be used. What a game does not bring is made here. */

import { art as artOf, artText, catalogue, names as fetchNames, type Names } from "../wire/api";
import type { Lang, Scene } from "../wire/types";
import { displayName } from "./display-name";
import { drawBoard } from "./draw-board";
import { readBoard, readStamps, type BoardDrawing, type Stamps } from "./read-board";

export interface Art {
  /** The board on which a scene is shown. */
  drawing: (scene: Scene) => BoardDrawing;
  stamps: Stamps;
  names: Names;
  /** The address of the game's style sheet; null where it has none. */
  theme: string | null;
}

export async function loadArt(slug: string, lang: Lang): Promise<Art> {
  const game = (await catalogue(lang)).games.find((each) => each.slug === slug);
  const drawing = async (file: string): Promise<string> => (game?.art.includes(file) === true ? artText(game, file) : "");
  const [board, pieces, names] = await Promise.all([drawing("board.svg"), drawing("pieces.svg"), fetchNames(slug, lang)]);
  const theme = game?.art.includes("theme.css") === true ? artOf(game, "theme.css") : null;
  return { drawing: drawingOf(board, names, lang), stamps: readStamps(pieces), names, theme };
}

function drawingOf(board: string, names: Names, lang: Lang): (scene: Scene) => BoardDrawing {
  if (board === "") return (scene) => drawBoard(scene, (id) => displayName(names, id));
  // The boards are printed in English.
  const read = readBoard(board, (id) => (lang === "en" ? undefined : names[id]));
  return () => read;
}

/** Everybody who owns something in a scene. */
export function ownersIn(scene: Scene | null): string[] {
  const owners = (scene?.areas ?? []).flatMap((area) => [area.owner, ...area.pieces.map((piece) => piece.owner)]);
  return [...new Set(owners)].filter((owner) => owner !== "");
}

/** How many colours there are for seats and others that no style sheet colours. */
const COLOURS = 6;

/** The colours of seats that no style sheet colours. */
export function seatColours(art: Art | null, seats: string[]): string {
  if (art === null || art.theme !== null) return "";
  return seats.map((seat, at) => `--seat-${seat}: var(--side-${(at % COLOURS) + 1}); --seat-${seat}-ink: var(--side-${(at % COLOURS) + 1}-ink);`).join(" ");
}
