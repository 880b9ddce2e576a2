/** A game's drawings, read: where areas lie on the board, in which boxes their pieces go, how pieces look. */

import type { Rect, Size } from "./layout";

export interface Shape {
  tag: string;
  attributes: Record<string, string>;
}

export interface Plan {
  /** The board as markup, with names in the reader's language. */
  markup: string;
  /** The class that the game's theme hangs on. */
  theme: string;
  width: number;
  height: number;
  shapes: Map<string, Shape>;
  slots: Map<string, Rect>;
}

/** The symbols of a game's pieces by kind, mark or id, with the size they are printed in. */
export interface Stamps {
  markup: string;
  sizes: Map<string, Size>;
}

const SHAPE = ["d", "x", "y", "width", "height", "rx", "cx", "cy", "r", "points", "transform"];
export const PIECE: Size = { width: 40, height: 40 };

/** How wide a letter of a label is, about. */
const LETTER = 8;

/** The board with its labels in the reader's language; `name` is undefined for what has no name or stays as printed. */
export function readBoard(svg: string, name: (id: string) => string | undefined): Plan {
  const root = parse(svg);
  const [, , width = 1000, height = 1000] = (root.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
  const shapes = new Map<string, Shape>();
  for (const area of root.querySelectorAll(".area[id]")) shapes.set(area.id, shapeOf(area));
  const slots = new Map<string, Rect>();
  for (const slot of root.querySelectorAll(".slots[id]")) slots.set(slot.id.replace(/\/pieces$/, ""), rectOf(slot));
  for (const label of root.querySelectorAll(".label[data-name]")) relabel(label, name, slots);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  // The areas drawn over it are what can be used; to a screen reader the sheet itself is a picture.
  root.setAttribute("aria-hidden", "true");
  root.querySelectorAll("title, desc").forEach((said) => said.remove());
  return { markup: root.outerHTML, theme: root.getAttribute("class") ?? "", width, height, shapes, slots };
}

/** A name that is too long for its box is cut: the whole of it stands on the card about the place. */
function relabel(label: Element, name: (id: string) => string | undefined, slots: Map<string, Rect>): void {
  const id = label.getAttribute("data-name") ?? "";
  const said = name(id);
  if (said === undefined) return;
  const room = Math.max((slots.get(id)?.width ?? 0) / LETTER, label.textContent.length + 2);
  label.textContent = said.length <= room ? said : `${said.slice(0, Math.floor(room) - 1)}…`;
}

export function readStamps(svg: string): Stamps {
  if (svg === "") return { markup: "", sizes: new Map() };
  const root = parse(svg);
  const sizes = new Map<string, Size>();
  for (const symbol of root.querySelectorAll("symbol[id]")) {
    const [, , width = PIECE.width, height = PIECE.height] = (symbol.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
    sizes.set(symbol.id.replace(/^stamp-/, ""), { width, height });
  }
  return { markup: root.innerHTML, sizes };
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
