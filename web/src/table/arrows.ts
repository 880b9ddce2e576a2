/** The paths of arrows on the board: from area to area, bent so that two of them never lie on one another. */

import type { Arrow, Scene } from "../wire/types";
import type { Rect } from "./layout";
import { arrowEnds } from "./place-pieces";
import type { Sheet } from "./read-board";

export interface DrawnArrow {
  key: string;
  arrow: Arrow;
  /** The shaft, up to where the head begins. */
  shaft: string;
  /** The head, as the points of a polygon. */
  head: string;
  /** Where it begins: there the number of a link of a chain stands. */
  tail: Point;
}

export interface Point {
  x: number;
  y: number;
}

/** Sideways, in parts of its length, by which the first arrow between two areas is bent, and each further one more. */
const BEND = 0.14;
const FURTHER = 0.14;
/** How much of the way from the middle of an area to its edge is left free, and how short an arrow may become. */
const CLEAR = 0.85;
const SHORTEST = 0.4;
/** Of the head, in the units of the sheet: as wide and as long as this part of the sheet's smaller side, within limits. */
const HEAD = { part: 0.021, least: 13, most: 30 };

export const headSize = (sheet: { width: number; height: number }): number =>
  Math.min(HEAD.most, Math.max(HEAD.least, HEAD.part * Math.min(sheet.width, sheet.height)));

/** Every arrow of a scene that has both its ends on the sheet. */
export function drawArrows(scene: Scene, sheet: Sheet): DrawnArrow[] {
  const met = new Map<string, number>();
  return scene.arrows.flatMap((arrow, at) => {
    const ends = arrowEnds(arrow, scene, sheet);
    if (ends === null || arrow.start === arrow.end) return [];
    const way = `${arrow.start} ${arrow.end}`;
    const before = met.get(way) ?? 0;
    met.set(way, before + 1);
    return [{ key: `${way} ${arrow.kind} ${at}`, arrow, ...pathOf(ends[0], ends[1], BEND + FURTHER * before, headSize(sheet)) }];
  });
}

const centre = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** An arrow bends to the right of its way: one back over the same way bends to the other side of it. */
function pathOf(start: Rect, end: Rect, bend: number, head: number): { shaft: string; head: string; tail: Point } {
  const [from, to] = [centre(start), centre(end)];
  const over = { x: (from.x + to.x) / 2 + bend * (from.y - to.y), y: (from.y + to.y) / 2 + bend * (to.x - from.x) };
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [tail, tip] = [near(from, over, start, length), near(to, over, end, length)];
  const way = unit(over, tip);
  const neck = { x: tip.x - way.x * head, y: tip.y - way.y * head };
  const half = head * 0.6;
  const corners = [tip, { x: neck.x - way.y * half, y: neck.y + way.x * half }, { x: neck.x + way.y * half, y: neck.y - way.x * half }];
  return {
    shaft: `M${said(tail)}Q${said(over)} ${said({ x: tip.x - way.x * head * 0.7, y: tip.y - way.y * head * 0.7 })}`,
    head: corners.map(said).join(" "),
    tail,
  };
}

/** A point on the way from the centre of an area towards another, near its edge, but never more than part of the way. */
function near(from: Point, towards: Point, rect: Rect, length: number): Point {
  const way = unit(from, towards);
  const edge = Math.min(rect.width / 2 / Math.max(Math.abs(way.x), 0.001), rect.height / 2 / Math.max(Math.abs(way.y), 0.001));
  const far = Math.min(CLEAR * edge, (length * (1 - SHORTEST)) / 2);
  return { x: from.x + way.x * far, y: from.y + way.y * far };
}

function unit(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

const said = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
