/** A board for a game whose board nobody has drawn yet, made from what its scenes say: areas, roads, tracks and piles. */

import type { Area, Scene } from "../wire/types";
import type { Namer } from "./describe";
import { layGround, round, shapeOf, TITLE, type Box, type Cell, type Ground } from "./lay-ground";
import { LETTER_WIDTH, wrapped, type BoardDrawing, type Sheet } from "./read-board";

/** Sizes of the letters of a name: in one line, in two, and in two where it is long. */
const LETTERS: [number, ...number[]] = [19, 16, 13.5];
const FACT = 14.5;

const grounds = new Map<string, Ground[]>();

/** The board of a scene, upright and wide. What is drawn anew when owners or numbers change lies where it lay. */
export function drawBoard(scene: Scene, name: Namer): BoardDrawing {
  const key = JSON.stringify([scene.areas.map(placeOf), scene.tracks.map(({ id, cells, shows }) => [id, cells, shows]), scene.piles.map(({ id }) => id)]);
  const found = grounds.get(key) ?? layGround(scene);
  grounds.set(key, found);
  const [upright, ...wide] = found.map((ground) => paint(ground, scene, name));
  if (upright === undefined) throw new Error("nothing was drawn");
  return { theme: scene.game.replaceAll("_", "-"), sheets: [upright, ...wide] };
}

const placeOf = ({ id, kind, x, y, part_of, roads }: Area): unknown[] => [id, kind, x, y, part_of, roads];

function paint(ground: Ground, scene: Scene, name: Namer): Sheet {
  const { width, height, shapes, slots } = ground;
  const areas = new Map(scene.areas.map((area) => [area.id, area]));
  const roads = ["bank", "road"].map((layer) => ground.roads.map((path) => `<path class="${layer}" d="${path}"/>`).join("")).join("");
  const boxes = ground.boxes.map((box) => boxMarkup(box, areas.get(box.id))).join("");
  const cells = ground.rows.flatMap((row) => row.cells.map((cell) => cellMarkup(cell, name))).join("");
  const titles = ground.boxes.filter((box) => box.titled).map((box) => titleMarkup(box, areas.get(box.id), name));
  const rows = ground.rows.map((row) => `<text class="title start" x="${row.x}" y="${row.y + 17}" font-size="17">${escaped(name(row.id))}</text>`);
  const markup =
    `<svg xmlns="http://www.w3.org/2000/svg" class="drawn" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">` +
    `<rect class="ground" x="1" y="1" width="${width - 2}" height="${height - 2}" rx="14"/>${roads}${boxes}${cells}</svg>`;
  const over = `<g class="drawn">${titles.join("")}${rows.join("")}</g>`;
  return { markup, over, width, height, shapes, slots, parts: [], close: null };
}

function boxMarkup(box: Box, area: Area | undefined): string {
  const face = area !== undefined && area.face !== "" ? " turned" : "";
  const held = area !== undefined && area.owner !== "" ? ` held" style="--owner: ${seatColour(area.owner)}` : "";
  const { attributes } = shapeOf(box);
  const shape = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`).join(" ");
  return `<rect class="${box.titled ? `place frame-${box.frame}` : "part"}${face}${held}" ${shape}/>`;
}

const cellMarkup = ({ x, y, width, height, printed }: Cell, name: Namer): string =>
  `<rect class="part" x="${round(x)}" y="${round(y)}" width="${width}" height="${height}"/>` +
  text("cell", round(x + width / 2), y + height / 2 + 6, 17, name(String(printed)), width - 6);

/** The name of a place, what is printed on it, and a flag of whoever holds it. */
function titleMarkup(box: Box, area: Area | undefined, name: Namer): string {
  const scale = (box.slot.y - box.y) / TITLE;
  const middle = round(box.x + box.width / 2);
  const width = box.width - (area?.owner ? 74 : 18) * scale;
  const { lines, size } = fitting(name(box.id), width, scale);
  const first = box.y + (lines.length === 1 ? 25 : 17) * scale;
  const title = lines.map((line, at) => text("title", middle, first + at * size, size, line, width)).join("");
  const face = area === undefined || area.face === "" ? [] : [name(area.face)];
  const facts = [...face, ...Object.entries(area?.facts ?? {}).map(([key, value]) => `${name(key)} ${name(String(value))}`)];
  const below = box.slot.y + box.slot.height + FACT * scale;
  const printed = facts.length === 0 ? "" : text("fact", middle, below, FACT * scale, facts.join(" · "), box.width - 16 * scale);
  return title + printed + (area?.owner ? flag(box, area.owner, name(area.owner), scale) : "");
}

/** A name in one line or two, in the largest letters in which all of it fits; otherwise as much as fits of it in the smallest. */
function fitting(said: string, width: number, scale: number): { lines: string[]; size: number } {
  const tries = LETTERS.map((letters, at) => {
    const size = letters * scale;
    return { lines: wrapped(said, { x: 0, y: 0, width, lines: at === 0 ? 1 : 2, size }), size };
  });
  const whole = tries.find(({ lines }) => lines.join(" ") === said.split(/\s+/).join(" "));
  return whole ?? tries.at(-1) ?? { lines: [said], size: scale };
}

/** A line of text, pressed together where it would be wider than its place. */
function text(kind: string, x: string, y: number, size: number, said: string, width: number): string {
  const press = said.length * size * LETTER_WIDTH > width ? ` textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text class="${kind}" x="${x}" y="${round(y)}" font-size="${round(size)}"${press}>${escaped(said)}</text>`;
}

function flag(box: Box, owner: string, said: string, scale: number): string {
  const [x, y] = [box.x + 9 * scale, box.y + 9 * scale];
  const side = 22 * scale;
  return (
    `<g style="--owner: ${seatColour(owner)}; --owner-ink: ${seatColour(`${owner}-ink`, "none-ink")}"><rect class="flag" x="${round(x)}" y="${round(y)}" width="${round(side)}" height="${round(side)}" rx="3"/>` +
    `<text class="sign" x="${round(x + side / 2)}" y="${round(y + 17 * scale)}" font-size="${round(17 * scale)}">${escaped(said.slice(0, 1).toLocaleUpperCase())}</text></g>`
  );
}

const seatColour = (seat: string, otherwise = "none"): string => `var(--seat-${escaped(seat)}, var(--seat-${otherwise}))`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (said: string): string => said.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
