/** Which part of the board a small screen shows. */

import type { Rect, Size } from "./layout";

/** Pixels per unit of the board at which counters and names are easy to read. */
const READABLE_SCALE = 0.62;
/** Pixels per unit below which the whole board is too small to play on. */
const PLAYABLE_SCALE = 0.45;
/** The same on a desk, where a mouse hits smaller things and the whole is worth more. */
const PLAYABLE_ON_A_DESK = 0.25;
/** A board that is at least so many pixels wide lies on a desk. */
const DESK = 700;
/** Pixels per unit up to which the page zooms in by itself. */
const MAX_AUTO_SCALE = 1.1;
/** Pixels per unit up to which it looks into a part of the board that is played in closely. */
const CLOSEST_SCALE = 2.4;
/** Pixels that a finger needs. */
export const FINGER = 38;
/** Space left around what is zoomed to, in units of the board. */
const MARGIN = 40;

/** What of the board is in view: d3's transform, in units of the board. */
export interface View {
  k: number;
  x: number;
  y: number;
}

/** A magnification, and the point of the board that it is centred on. */
export interface Focus {
  k: number;
  x: number;
  y: number;
}

/** Pixels per unit when the whole board is shown. */
export const scaleOf = (sheet: Size, frame: Size): number => Math.min(frame.width / sheet.width, frame.height / sheet.height);

/** How much the frame shows beyond each side of the whole board, in units of the board. */
export function marginOf(sheet: Size, frame: Size): Point {
  const scale = scaleOf(sheet, frame);
  if (scale <= 0) return { x: 0, y: 0 };
  return { x: (frame.width / scale - sheet.width) / 2, y: (frame.height / scale - sheet.height) / 2 };
}

/** The arrangement of the board that can be drawn largest. */
export function largestSheet<S extends Size>(sheets: [S, ...S[]], frame: Size): S {
  return sheets.reduce((best, sheet) => (scaleOf(sheet, frame) > scaleOf(best, frame) ? sheet : best));
}

/** Whether buttons beside the board cost it less than buttons below it. */
export function buttonsFitBeside(sheet: Size, frame: Size): boolean {
  const scale = scaleOf(sheet, frame);
  return frame.width - scale * sheet.width >= frame.height - scale * sheet.height;
}

/**
 * Where to look, so that the things at these places can be read; null where the whole board can be read anyway.
 * Without any, the middle of the board, as large as the screen allows in one direction. On a desk all of them stay in view.
 */
export function focusOn(rects: Rect[], sheet: Size, frame: Size): Focus | null {
  const scale = scaleOf(sheet, frame);
  const desk = frame.width >= DESK;
  if (scale <= 0 || scale >= (desk ? PLAYABLE_ON_A_DESK : PLAYABLE_SCALE)) return null;
  if (rects.length === 0) {
    const filled = Math.max(frame.width / sheet.width, frame.height / sheet.height);
    return { k: Math.min(filled, READABLE_SCALE) / scale, x: sheet.width / 2, y: sheet.height / 2 };
  }
  const box = around(rects);
  const fits = scaleOf({ width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN }, frame);
  const middle = centre(box);
  if (desk) return { k: Math.max(1, Math.min(READABLE_SCALE, fits) / scale), ...middle };
  const wanted = Math.max(Math.min(MAX_AUTO_SCALE, Math.max(READABLE_SCALE, fits)), Math.min(CLOSEST_SCALE, FINGER / smallest(rects)));
  return { k: wanted / scale, ...(fits >= wanted ? middle : nearest(rects.map(centre), middle)) };
}

/** The shorter side of the smallest of these. */
const smallest = (rects: Rect[]): number => Math.min(...rects.map((rect) => Math.min(rect.width, rect.height)));

/** Whether a part of the board is played in: something lies in it, and nothing that can be chosen lies elsewhere. */
export function isPlayedIn(part: Rect, counters: Rect[], lit: Rect[]): boolean {
  const inside = (rect: Rect): boolean => {
    const { x, y } = centre(rect);
    return x >= part.x && x <= part.x + part.width && y >= part.y && y <= part.y + part.height;
  };
  return counters.some(inside) && lit.every(inside);
}

/** Where to look, so that a part of the board fills the screen, as far as that is not too near. */
export function lookInto(part: Rect, sheet: Size, frame: Size): Focus {
  const fits = scaleOf({ width: part.width + MARGIN, height: part.height + MARGIN }, frame);
  return { k: Math.max(1, Math.min(CLOSEST_SCALE, fits) / scaleOf(sheet, frame)), ...centre(part) };
}

/** What lies around some places, as far again as they are large, within the sheet. */
export function amid(rects: Rect[], sheet: Size): Rect {
  const box = around(rects);
  const [across, down] = [Math.max(box.width, sheet.width / 4) / 2, Math.max(box.height, sheet.height / 4) / 2];
  const [left, top] = [Math.max(0, box.x - across), Math.max(0, box.y - down)];
  return { x: left, y: top, width: Math.min(sheet.width, box.x + box.width + across) - left, height: Math.min(sheet.height, box.y + box.height + down) - top };
}

/** A view on the way from one to another, slow at both ends. */
export function between(from: Focus, to: Focus, share: number): Focus {
  const eased = share * share * (3 - 2 * share);
  const way = (a: number, b: number): number => a + (b - a) * eased;
  return { k: way(from.k, to.k), x: way(from.x, to.x), y: way(from.y, to.y) };
}

/** Whether something at one of these places is in view. */
export function isInView(view: View, rects: Rect[], sheet: Size, frame: Size): boolean {
  const spare = marginOf(sheet, frame);
  return rects.map(centre).some(({ x, y }) => {
    const at = { x: view.x + view.k * x, y: view.y + view.k * y };
    return at.x >= -spare.x && at.x <= sheet.width + spare.x && at.y >= -spare.y && at.y <= sheet.height + spare.y;
  });
}

function around(rects: Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

interface Point {
  x: number;
  y: number;
}

const centre = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

function nearest(points: Point[], to: Point): Point {
  const far = (point: Point): number => Math.hypot(point.x - to.x, point.y - to.y);
  return points.reduce((best, point) => (far(point) < far(best) ? point : best), points[0] ?? to);
}
