/** Laying pieces out in a box so that none covers another, however many there are. */

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
