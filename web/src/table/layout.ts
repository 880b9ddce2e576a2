/** Laying pieces out in a box: side by side, as large as fits, or over one another where they would become too small. */

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Size {
  x: number;
  y: number;
}

/** Between two pieces, at their printed size: room for the rings of both. */
const GAP = 3;
const STEPS = 40;
/** Pieces are drawn up to this much larger than printed where there is room. */
const LARGEST = 1.6;
const SMALLEST = 0.001;

/** Where each piece lies, in the order given: rows from the top, centred in the box, as large as fits. */
export function layOut(sizes: Size[], box: Rect): Rect[] {
  if (sizes.length === 0) return [];
  let low = SMALLEST;
  let high = LARGEST;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (fits(rows(sizes, box.width, middle), box, GAP * middle)) low = middle;
    else high = middle;
  }
  return placed(rows(sizes, box.width, low), box, GAP * low);
}

function rows(sizes: Size[], width: number, scale: number): Size[][] {
  const found: Size[][] = [];
  const gap = GAP * scale;
  let used = Infinity;
  for (const size of sizes) {
    const scaled = { width: size.width * scale, height: size.height * scale };
    if (used + gap + scaled.width > width) {
      found.push([]);
      used = -gap;
    }
    found.at(-1)?.push(scaled);
    used += gap + scaled.width;
  }
  return found;
}

const across = (row: Size[], gap: number): number => row.reduce((sum, size) => sum + size.width + gap, -gap);
const tall = (row: Size[]): number => Math.max(...row.map((size) => size.height));
const down = (all: Size[][], gap: number): number => all.reduce((sum, row) => sum + tall(row) + gap, -gap);

function fits(all: Size[][], box: Rect, gap: number): boolean {
  return down(all, gap) <= box.height && all.every((row) => across(row, gap) <= box.width);
}

function placed(all: Size[][], box: Rect, gap: number): Rect[] {
  const rects: Rect[] = [];
  let y = box.y + (box.height - down(all, gap)) / 2;
  for (const row of all) {
    let x = box.x + (box.width - across(row, gap)) / 2;
    for (const size of row) {
      rects.push({ x, y: y + (tall(row) - size.height) / 2, ...size });
      x += size.width + gap;
    }
    y += tall(row) + gap;
  }
  return rects;
}

/** A piece that others may lie over, and the part of it that is seen. */
export interface Laid extends Rect {
  seen: Rect;
}

/** Of a piece that another lies over, the part that is seen at least, across and down. */
const SEEN = 0.5;

/**
 * Where each piece lies if none may be smaller than `least` times its printed size: over one another, each covering the left or the upper part of the
 * next, and the first on top. A box that is smaller than one piece grows to its size: to both sides and down, because above it a name stands.
 */
export function layOver(sizes: Size[], box: Rect, least: number, sheet: Size): Laid[] {
  const printed = { width: Math.max(...sizes.map((size) => size.width)), height: Math.max(...sizes.map((size) => size.height)) };
  const room = { width: Math.max(box.width, printed.width * least), height: Math.max(box.height, printed.height * least) };
  const best = Array.from({ length: sizes.length }, (_, at) => Math.ceil(sizes.length / (at + 1))).reduce((found, columns) =>
    scaleOver(printed, room, sizes.length, columns, least) > scaleOver(printed, room, sizes.length, found, least) ? columns : found,
  );
  const scale = scaleOver(printed, room, sizes.length, best, least);
  const [width, height] = [printed.width * scale, printed.height * scale];
  const lines = Math.ceil(sizes.length / best);
  const [right, below] = [stepOf(width, room.width, best, scale), stepOf(height, room.height, lines, scale)];
  const inside = (at: number, long: number, edge: number): number => Math.max(0, Math.min(at, edge - long));
  const [long, high] = [width + right * (best - 1), height + below * (lines - 1)];
  const left = inside(box.x + (box.width - long) / 2, long, sheet.width);
  const top = inside(box.y + Math.max(0, (box.height - high) / 2), high, sheet.height);
  return sizes.map((size, at) => {
    const [column, line] = [at % best, Math.floor(at / best)];
    const rect = { x: left + column * right, y: top + line * below, width: size.width * scale, height: size.height * scale };
    return { ...rect, seen: uncovered(rect, column === 0 ? 0 : Math.max(0, width - right), line === 0 ? 0 : Math.max(0, height - below)) };
  });
}

/** How large pieces in so many columns can be, if enough of each is to be seen. */
function scaleOver(printed: Size, room: Size, count: number, columns: number, least: number): number {
  const lines = Math.ceil(count / columns);
  return Math.min(least, room.width / (printed.width * (1 + SEEN * (columns - 1))), room.height / (printed.height * (1 + SEEN * (lines - 1))));
}

/** How far apart pieces of a row begin: side by side if there is room for it. */
const stepOf = (side: number, room: number, count: number, scale: number): number => (count === 1 ? side : Math.min(side + GAP * scale, (room - side) / (count - 1)));

const uncovered = ({ x, y, width, height }: Rect, left: number, top: number): Rect => ({ x: x + left, y: y + top, width: Math.max(width - left, 0), height: Math.max(height - top, 0) });
