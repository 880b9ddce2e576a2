/** Where everything of a scene lies on a board that nobody has drawn: areas where the game says, the rest below or beside this map. */

import type { Area, Fact, Scene } from "../wire/types";
import type { Rect, Size } from "./layout";
import type { Shape } from "./read-board";
import { printedOn } from "./tracks";

/** An area of the map, a place beside it, or a pile: a box with a name, room for pieces, and a line for what is printed on it. */
const BOX = { width: 190, height: 136 };
/** The height of a box's name, and of the line with what is printed on it. */
export const TITLE = 38;
const FACTS = 24;
/** The row of an area's parts, such as the breaches in a wall. */
const PARTS = 46;
const CELL = 47;
const GAP = 16;
/** Between two boxes of the map, so that a road can be seen. */
const ROAD = 40;
const MARGIN = 22;
/** How far apart the places of a map are drawn, in parts of what the game says: at least, and at most, beyond which boxes shrink. */
const NEAREST = 0.4;
const FARTHEST = 4;
/** How far a box may be moved from where the game says, so that the map can be drawn larger. */
const AWRY = 70;
/** Boxes that are as near as this to where they should be are there. */
const NEARLY = 0.01;
/** How wide at least is what lies below the map, and in how many columns at most what lies beside it. */
const SHELF = 620;
const COLUMNS = 4;
/** Sideways, in parts of its length, by which a road may bend so as not to run through an area. */
const BENDS = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6];
/** Corners by kind of area: the first kinds look different, also without colours. */
const CORNERS = [10, 2, 24, 10];

export interface Box extends Rect {
  id: string;
  slot: Rect;
  corner: number;
  frame: number;
  /** Whether it has a title and a line of facts; a part has neither. */
  titled: boolean;
}

export interface Cell extends Rect {
  id: string;
  /** What is printed on it: a number, or the id of a name. */
  printed: Fact;
}

export interface Row {
  id: string;
  y: number;
  x: number;
  cells: Cell[];
}

/** Where everything lies; it stays the same for as long as the places do. */
export interface Ground {
  width: number;
  height: number;
  boxes: Box[];
  rows: Row[];
  roads: string[];
  shapes: Map<string, Shape>;
  slots: Map<string, Rect>;
}

/** The board upright and, where something lies beside the map, arranged for a wide screen. */
export function layGround(scene: Scene): Ground[] {
  const map = mapOf(scene.areas);
  const shelf = new Shelf(scene);
  if (shelf.empty) return [grounded(map, [], [], { width: map.width, height: map.height })];
  const below = shelf.flow(MARGIN, map.boxes.length === 0 ? MARGIN : map.height, Math.max(SHELF, map.width - 2 * MARGIN));
  const upright = grounded(map, below.boxes, below.rows, { width: Math.max(map.width, below.right), height: below.bottom });
  if (map.boxes.length === 0) return [upright];
  const beside = shelf.flowBeside(map);
  return [upright, grounded(map, beside.boxes, beside.rows, { width: beside.right, height: Math.max(map.height, beside.bottom) })];
}

/** The map alone. */
interface Country {
  width: number;
  height: number;
  boxes: Box[];
  roads: string[];
}

function mapOf(areas: Area[]): Country {
  const placed = onMap(areas);
  if (placed.length === 0) return { width: 0, height: 0, boxes: [], roads: [] };
  const frames = framesOf(areas);
  const { rects, shrunk } = spread(placed, areas);
  const at = new Map(placed.map((area, which) => [area.id, rects[which] ?? { x: 0, y: 0, ...BOX }]));
  const roads = roadsOf(areas, at);
  const all = [...rects, ...roads.map((road) => ({ ...summit(road), width: 0, height: 0 }))];
  const left = Math.min(...all.map((rect) => rect.x)) - MARGIN;
  const top = Math.min(...all.map((rect) => rect.y)) - MARGIN;
  const moved = <P extends Point>(point: P): P => ({ ...point, x: point.x - left, y: point.y - top });
  return {
    width: Math.max(...all.map((rect) => rect.x + rect.width)) - left + MARGIN,
    height: Math.max(...all.map((rect) => rect.y + rect.height)) - top + MARGIN,
    boxes: placed.flatMap((area) => boxed(area, partsOf(area, areas), moved(at.get(area.id) ?? { x: 0, y: 0, ...BOX }), frames, shrunk)),
    roads: roads.map(({ from, over, to }) => pathOf({ from: moved(from), over: moved(over), to: moved(to) })),
  };
}

const isPart = (area: Area, areas: Area[]): boolean => areas.some((whole) => whole.id === area.part_of && whole !== area);
const partsOf = (whole: Area, areas: Area[]): Area[] => areas.filter((area) => area.part_of === whole.id && area !== whole);

/** Areas that have a place of their own. Where two are said to lie at one spot, the second goes beside the map. */
function onMap(areas: Area[]): Area[] {
  const taken = new Set<string>();
  return areas.filter((area) => {
    const spot = `${area.x} ${area.y}`;
    if ((area.x === 0 && area.y === 0) || isPart(area, areas) || taken.has(spot)) return false;
    taken.add(spot);
    return true;
  });
}

/** A box for every area, none touching another, on as small a map as that takes: the smaller the map, the larger it is drawn. */
function spread(placed: Area[], areas: Area[]): { rects: Rect[]; shrunk: number } {
  const sizes = placed.map((area) => ({ width: BOX.width, height: BOX.height + (partsOf(area, areas).length > 0 ? PARTS : 0) }));
  const at = (scale: number, size: number): Rect[] =>
    placed.map((area, place) => {
      const [width, height] = [BOX.width * size, (sizes[place]?.height ?? BOX.height) * size];
      return { x: area.x * scale - width / 2, y: area.y * scale - height / 2, width, height };
    });
  const wanted = stretch(placed, sizes);
  for (let scale = wanted / 2; scale < Math.min(wanted, FARTHEST); scale *= 1.08) {
    const rects = pushedApart(at(scale, 1));
    if (rects !== null) return { rects, shrunk: 1 };
  }
  const shrunk = Math.min(1, FARTHEST / wanted);
  return { rects: at(wanted * shrunk, shrunk), shrunk };
}

/** How far the map must be stretched so that no two boxes touch, all where the game says. */
function stretch(areas: Area[], sizes: Size[]): number {
  let most = NEAREST;
  areas.forEach((one, at) => {
    areas.slice(at + 1).forEach((other, after) => {
      const tall = ((sizes[at]?.height ?? 0) + (sizes[at + 1 + after]?.height ?? 0)) / 2;
      const across = (BOX.width + ROAD) / Math.abs(one.x - other.x);
      const down = (tall + ROAD) / Math.abs(one.y - other.y);
      most = Math.max(most, Math.min(across, down));
    });
  });
  return most;
}

/** Boxes that touch, moved apart by as little as it takes; null if one would be moved too far. */
function pushedApart(start: Rect[]): Rect[] | null {
  const rects = start.map((rect) => ({ ...rect }));
  for (let round = 0; round < 100; round += 1) {
    const pushes = rects.flatMap((one, at) => rects.slice(at + 1).filter((other) => push(one, other))).length;
    const far = rects.some((rect, at) => Math.hypot(rect.x - (start[at]?.x ?? 0), rect.y - (start[at]?.y ?? 0)) > AWRY);
    if (far) return null;
    if (pushes === 0) return rects;
  }
  return null;
}

/** Move two boxes apart if they are too near, each by half, along the way that is shorter; whether they were. */
function push(one: Rect, other: Rect): boolean {
  const [a, b] = [centre(one), centre(other)];
  const across = (one.width + other.width) / 2 + ROAD - Math.abs(a.x - b.x);
  const down = (one.height + other.height) / 2 + ROAD - Math.abs(a.y - b.y);
  if (across <= NEARLY || down <= NEARLY) return false;
  const [x, y] = across < down ? [across * (a.x < b.x ? -1 : 1), 0] : [0, down * (a.y < b.y ? -1 : 1)];
  one.x += x / 2;
  one.y += y / 2;
  other.x -= x / 2;
  other.y -= y / 2;
  return true;
}

function framesOf(areas: Area[]): Map<string, number> {
  const kinds = [...new Set(areas.filter((area) => !isPart(area, areas)).map((area) => area.kind))];
  return new Map(kinds.map((kind, at) => [kind, at % CORNERS.length]));
}

/** An area and, in a row at its foot, its parts. */
function boxed(area: Area, parts: Area[], rect: Rect, frames: Map<string, number>, scale: number): Box[] {
  const frame = frames.get(area.kind) ?? 0;
  const foot = parts.length > 0 ? PARTS * scale : 0;
  const edge = 6 * scale;
  const slot = {
    x: rect.x + edge,
    y: rect.y + TITLE * scale,
    width: rect.width - 2 * edge,
    height: rect.height - foot - (TITLE + FACTS) * scale,
  };
  const whole = { id: area.id, ...rect, slot, corner: (CORNERS[frame] ?? 0) * scale, frame, titled: true };
  const wide = slot.width / Math.max(parts.length, 1);
  const cells = parts.map((part, at) => {
    const cell = { x: slot.x + at * wide + 2, y: rect.y + rect.height - foot, width: wide - 4, height: foot - edge };
    return { id: part.id, ...cell, slot: inset(cell, 2), corner: 4, frame: 0, titled: false };
  });
  return [whole, ...cells];
}

const inset = (rect: Rect, by: number): Rect => ({ x: rect.x + by, y: rect.y + by, width: rect.width - 2 * by, height: rect.height - 2 * by });

// ---------------------------------------------------------------------- roads

interface Point {
  x: number;
  y: number;
}

const centre = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** A way from one place to another that bends towards a third point. */
interface Road {
  from: Point;
  over: Point;
  to: Point;
}

const pathOf = ({ from, over, to }: Road): string => `M${round(from.x)} ${round(from.y)}Q${round(over.x)} ${round(over.y)} ${round(to.x)} ${round(to.y)}`;

function along({ from, over, to }: Road, part: number): Point {
  const [a, b, c] = [(1 - part) * (1 - part), 2 * part * (1 - part), part * part];
  return { x: a * from.x + b * over.x + c * to.x, y: a * from.y + b * over.y + c * to.y };
}

/** Where a road is farthest from the straight line. */
const summit = (road: Road): Point => along(road, 0.5);

/** A road for every two neighbours, once. */
function roadsOf(areas: Area[], at: Map<string, Rect>): Road[] {
  const whole = new Map(areas.map((area) => [area.id, isPart(area, areas) ? area.part_of : area.id]));
  const roads = new Map<string, Road>();
  for (const area of areas) {
    for (const neighbour of area.roads) {
      const ends = [whole.get(area.id) ?? "", whole.get(neighbour) ?? ""].sort();
      const [one, other] = ends.map((id) => at.get(id));
      if (one === undefined || other === undefined || one === other || roads.has(ends.join(" "))) continue;
      roads.set(ends.join(" "), bent(one, other, [...at.values()]));
    }
  }
  return [...roads.values()];
}

/** The straightest way between two areas that runs through the fewest others. */
function bent(one: Rect, other: Rect, boxes: Rect[]): Road {
  const [from, to] = [centre(one), centre(other)];
  const inTheWay = boxes.filter((box) => box !== one && box !== other);
  const ways = BENDS.map((bend) => {
    const over = { x: (from.x + to.x) / 2 + bend * (from.y - to.y), y: (from.y + to.y) / 2 + bend * (to.x - from.x) };
    const road = { from, over, to };
    return { road, hits: inTheWay.filter((box) => crosses(road, box)).length };
  });
  return ways.reduce((best, way) => (way.hits < best.hits ? way : best)).road;
}

function crosses(road: Road, box: Rect): boolean {
  const steps = 24;
  return Array.from({ length: steps }, (_, step) => along(road, (step + 0.5) / steps)).some(
    ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
  );
}

// ---------------------------------------------------------------------- beside the map

interface Flowed {
  boxes: Box[];
  rows: Row[];
  right: number;
  bottom: number;
}

/** Tracks, piles, and areas without a place on the map. */
class Shelf {
  readonly empty: boolean;
  private readonly loose: Area[];

  constructor(private readonly scene: Scene) {
    const placed = onMap(scene.areas);
    this.loose = scene.areas.filter((area) => !placed.includes(area) && !isPart(area, scene.areas));
    this.empty = this.loose.length + scene.tracks.length + scene.piles.length === 0;
  }

  /** All of it in rows from a corner on, as wide as given. */
  flow(left: number, top: number, width: number): Flowed {
    const { rows, bottom } = this.tracks(left, top, width);
    const { boxes, bottom: end } = this.boxes(left, bottom, width);
    return { rows, boxes, right: left + width + MARGIN, bottom: end - GAP + MARGIN };
  }

  /** All of it to the right of the map, in as few columns as are no higher than the map. */
  flowBeside(map: Country): Flowed {
    let columns = 0;
    for (;;) {
      columns += 1;
      const flowed = this.flow(map.width, MARGIN, columns * (BOX.width + GAP) - GAP);
      if (flowed.bottom <= map.height || columns === COLUMNS) return flowed;
    }
  }

  private tracks(left: number, top: number, width: number): { rows: Row[]; bottom: number } {
    const most = Math.max(1, Math.floor(width / CELL));
    let y = top;
    const rows = this.scene.tracks.map((track) => {
      const cells = track.cells.map((cell, at) => ({
        id: `${track.id}:${cell}`,
        printed: printedOn(track, cell),
        x: left + (at % most) * CELL,
        y: y + TITLE - 12 + Math.floor(at / most) * CELL,
        width: CELL,
        height: CELL,
      }));
      const row = { id: track.id, x: left, y, cells };
      y += TITLE - 12 + Math.ceil(cells.length / most) * CELL + GAP;
      return row;
    });
    return { rows, bottom: y };
  }

  private boxes(left: number, top: number, width: number): { boxes: Box[]; bottom: number } {
    const frames = framesOf(this.scene.areas);
    const most = Math.max(1, Math.floor((width + GAP) / (BOX.width + GAP)));
    const wide = (width + GAP) / most - GAP;
    const piles = [...new Set(this.scene.piles.map((pile) => pile.id))];
    const stacks: Area[] = piles.map((id) => ({ id, kind: "", x: 0, y: 0, owner: "", pieces: [], facts: {}, part_of: "", roads: [], spot: "", face: "" }));
    let [y, high] = [top, 0];
    const boxes = [...this.loose, ...stacks].flatMap((area, at) => {
      if (at % most === 0) [y, high] = [y + (at === 0 ? 0 : high + GAP), 0];
      const parts = partsOf(area, this.scene.areas);
      const height = BOX.height + (parts.length > 0 ? PARTS : 0);
      high = Math.max(high, height);
      return boxed(area, parts, { x: left + (at % most) * (wide + GAP), y, width: wide, height }, frames, 1);
    });
    return { boxes, bottom: y + high + GAP };
  }
}

function grounded(map: Country, loose: Box[], rows: Row[], size: { width: number; height: number }): Ground {
  const boxes = [...map.boxes, ...loose];
  const cells = rows.flatMap((row) => row.cells);
  const shapes = new Map(boxes.map((box) => [box.id, shapeOf(box)]));
  const slots = new Map([...boxes.map((box): [string, Rect] => [box.id, box.slot]), ...cells.map((cell): [string, Rect] => [cell.id, inset(cell, 3)])]);
  return { width: Math.ceil(size.width), height: Math.ceil(size.height), boxes, rows, roads: map.roads, shapes, slots };
}

export const shapeOf = ({ x, y, width, height, corner }: Box): Shape => ({
  tag: "rect",
  attributes: { x: round(x), y: round(y), width: round(width), height: round(height), rx: round(corner) },
});

export const round = (value: number): string => String(Math.round(value * 10) / 10);
