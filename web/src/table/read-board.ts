/** Reads a game's drawings: the shapes of areas, the slots for their pieces, and the symbols of pieces. */

import type { Rect, Size } from "./layout";

export interface Shape {
  tag: string;
  attributes: Record<string, string>;
}

/** One arrangement of the board: the map, and what lies round it. */
export interface Sheet {
  /** The board as markup, with names in the reader's language. */
  markup: string;
  /** What is drawn above highlighted places: their names. */
  over: string;
  width: number;
  height: number;
  shapes: Map<string, Shape>;
  slots: Map<string, Rect>;
  /** Ids that parts of the drawing depend on (`data-has`): drawn only if the scene has them. */
  parts: string[];
  /** A part of the board that is looked at closely while it is played in (`data-close`). */
  close: Rect | null;
}

export interface BoardDrawing {
  /** The CSS class of the game's theme. */
  theme: string;
  /** The board upright and, where it is drawn so too, arranged for a wide screen; the map has one scale in both. */
  sheets: [Sheet, ...Sheet[]];
}

/** The symbols of a game's pieces by kind, mark or id, with the size they are printed in. */
export interface Stamps {
  markup: string;
  sizes: Map<string, Size>;
  /** Symbols that are only a frame for something else. */
  frames: Set<string>;
  /** Where the name of a card stands on it. */
  captions: Map<string, Caption>;
  /** Where the icons of a piece stand on it, if not in its middle. */
  icons: Map<string, IconRow>;
  /** Where the number of a piece stands on it, if not in the corner below. */
  values: Map<string, Numeral>;
  /** Symbols that are drawn without a counter under them: figures, discs, dice. */
  loose: Set<string>;
  /** Where the sign of its owner stands on a piece: the symbol `seat:<owner>`. */
  emblems: Map<string, Numeral>;
  /** Where the number stands that tells a piece from its like, if not in the usual place; null if it is not written. */
  numbers: Map<string, Numeral | null>;
  /** How large the smallest type in a symbol is, where it may be left out: what stands in it is told elsewhere too. */
  fine: Map<string, number>;
}

/** A row of icons: its middle, how wide it is, and how large an icon is at most. */
export interface IconRow {
  x: number;
  y: number;
  width: number;
  side: number;
}

/** A number: the middle of its line, and how large it is. */
export interface Numeral {
  x: number;
  y: number;
  size: number;
}

/** A place for a name: the middle of its first line, how wide it is, how many lines there are, how large the letters. */
export interface Caption {
  x: number;
  y: number;
  width: number;
  lines: number;
  size: number;
}

const SHAPE = ["d", "x", "y", "width", "height", "rx", "cx", "cy", "r", "points", "transform"];
export const PIECE: Size = { width: 40, height: 40 };

/** How wide a letter of a label is, about, in parts of its size. */
export const LETTER_WIDTH = 0.5;
/** How far a long name may be squeezed horizontally. */
const MIN_SQUEEZE = 0.58;

/** What a name is in the reader's language; undefined for what has no name or stays as printed. */
type Names = (id: string) => string | undefined;

/** The board with its labels in the reader's language, in every form that it is drawn in. */
export function readBoard(svg: string, name: Names): BoardDrawing {
  const root = parse(svg);
  const theme = root.getAttribute("class") ?? "";
  const upright = readSheet(parse(svg), name);
  if (!root.hasAttribute("data-wide")) return { theme, sheets: [upright] };
  widen(root);
  return { theme, sheets: [upright, readSheet(root, name)] };
}

/** The same board for a wide screen: what is different there stands with each element as `attribute:value;…`. */
function widen(root: Element): void {
  for (const element of [root, ...root.querySelectorAll("[data-wide]")]) {
    for (const change of (element.getAttribute("data-wide") ?? "").split(";")) {
      const [attribute = "", value = ""] = change.split(":");
      element.setAttribute(attribute, value);
    }
  }
}

function readSheet(root: Element, name: Names): Sheet {
  const [, , width = 1000, height = 1000] = (root.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
  const shapes = new Map<string, Shape>();
  for (const area of root.querySelectorAll(".area[id]")) shapes.set(area.id, shapeOf(area));
  const slots = new Map<string, Rect>();
  for (const slot of root.querySelectorAll(".slots[id]")) slots.set(slot.id.replace(/\/pieces$/, ""), rectOf(slot));
  for (const label of root.querySelectorAll("text[data-name]")) relabel(label, name, slots);
  const parts = [...root.querySelectorAll("[data-has]")].map((part) => part.getAttribute("data-has") ?? "");
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  // The areas drawn over it are what can be used; to a screen reader the sheet itself is a picture.
  root.setAttribute("aria-hidden", "true");
  root.querySelectorAll("title, desc").forEach((said) => said.remove());
  const names = [...root.querySelectorAll("[data-over]")];
  names.forEach((group) => group.remove());
  const over = names.map((group) => group.outerHTML).join("");
  return { markup: root.outerHTML, over, width, height, shapes, slots, parts: [...new Set(parts)], close: closeOf(root) };
}

function closeOf(root: Element): Rect | null {
  const [x, y, width, height] = (root.getAttribute("data-close") ?? "").split(/\s+/).map(Number);
  return x === undefined || y === undefined || width === undefined || height === undefined ? null : { x, y, width, height };
}

/** Results of `withoutParts`, because parsing a board is slow. */
const cuts = new WeakMap<Sheet, Map<string, string>>();

/** The drawing without the parts that belong to things that are not on this table. */
export function withoutParts(sheet: Sheet, missing: string[]): string {
  if (missing.length === 0) return sheet.markup;
  const known = cuts.get(sheet) ?? new Map<string, string>();
  cuts.set(sheet, known);
  const key = missing.join(" ");
  const found = known.get(key) ?? cut(sheet, missing);
  known.set(key, found);
  return found;
}

function cut(sheet: Sheet, missing: string[]): string {
  const root = parse(sheet.markup);
  for (const id of missing) root.querySelectorAll(`[data-has="${id}"]`).forEach((part) => part.remove());
  return root.outerHTML;
}

/** Squeeze a name that is too wide, leave out what it has in brackets, then cut it: the card about the place shows all of it. */
function relabel(label: Element, name: Names, slots: Map<string, Rect>): void {
  const id = label.getAttribute("data-name") ?? "";
  const size = Number(label.getAttribute("data-size") ?? 16) * LETTER_WIDTH;
  const printed = (label.textContent.length + 2) * size;
  const width = Number(label.getAttribute("data-width") ?? Math.max(slots.get(id)?.width ?? 0, printed));
  const letters = Math.floor(width / MIN_SQUEEZE / size);
  const whole = name(id) ?? label.textContent;
  const said = whole.length <= letters ? whole : whole.replace(/ \([^()]*\)$/, "");
  label.textContent = said.length <= letters ? said : `${said.slice(0, letters - 1)}…`;
  if (label.textContent.length * size <= width) return;
  label.setAttribute("textLength", String(width));
  label.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

export function readStamps(svg: string): Stamps {
  const sizes = new Map<string, Size>();
  const captions = new Map<string, Caption>();
  const icons = new Map<string, IconRow>();
  const values = new Map<string, Numeral>();
  const frames = new Set<string>();
  const loose = new Set<string>();
  const emblems = new Map<string, Numeral>();
  const numbers = new Map<string, Numeral | null>();
  const fine = new Map<string, number>();
  if (svg === "") return { markup: "", sizes, frames, captions, icons, values, loose, emblems, numbers, fine };
  const root = parse(svg);
  for (const symbol of root.querySelectorAll("symbol[id]")) {
    const [, , width = PIECE.width, height = PIECE.height] = (symbol.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
    const id = symbol.id.replace(/^stamp-/, "");
    sizes.set(id, { width, height });
    if (symbol.hasAttribute("data-frame")) frames.add(id);
    if (symbol.hasAttribute("data-loose")) loose.add(id);
    const given = (name: string): number[] | undefined => symbol.getAttribute(name)?.split(/\s+/).map(Number);
    const caption = given("data-caption");
    if (caption !== undefined) captions.set(id, captionOf(caption));
    const row = given("data-icons");
    if (row !== undefined) icons.set(id, iconRowOf(row));
    const value = given("data-value");
    if (value !== undefined) values.set(id, numeralOf(value));
    const emblem = given("data-emblem");
    if (emblem !== undefined) emblems.set(id, numeralOf(emblem));
    const number = given("data-number");
    const [type] = given("data-fine") ?? [];
    if (type !== undefined) fine.set(id, type);
    if (number !== undefined) numbers.set(id, number.length > 1 ? numeralOf(number) : null);
  }
  return { markup: root.innerHTML, sizes, frames, captions, icons, values, loose, emblems, numbers, fine };
}

const captionOf = ([x = 0, y = 0, width = 0, lines = 1, size = 16]: number[]): Caption => ({ x, y, width, lines, size });
const iconRowOf = ([x = 0, y = 0, width = 0, side = 20]: number[]): IconRow => ({ x, y, width, side });
const numeralOf = ([x = 0, y = 0, size = 18]: number[]): Numeral => ({ x, y, size });

/** A name in lines that fit, broken between words and after hyphens; what does not fit at all ends in dots. */
export function wrapped(text: string, { width, lines, size }: Caption): string[] {
  const letters = Math.floor(width / (size * LETTER_WIDTH));
  const found: string[] = [];
  for (const word of text.split(/\s+|(?<=\p{L}-)(?=\p{L})/u)) {
    const last = found.at(-1);
    const joined = last?.endsWith("-") === true ? last + word : `${last} ${word}`;
    if (last !== undefined && joined.length <= letters) found[found.length - 1] = joined;
    else found.push(word);
  }
  if (found.length <= lines) return found;
  return [...found.slice(0, lines - 1), `${found[lines - 1] ?? ""} …`];
}

function parse(svg: string): Element {
  return new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
}

function shapeOf(element: Element): Shape {
  const attributes: Record<string, string> = {};
  for (const name of SHAPE) {
    const value = element.getAttribute(name);
    if (value !== null) attributes[name] = value;
  }
  return { tag: element.tagName, attributes };
}

function rectOf(element: Element): Rect {
  const number = (name: string): number => Number(element.getAttribute(name) ?? 0);
  return { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
}
