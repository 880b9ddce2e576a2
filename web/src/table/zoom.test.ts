import { expect, it } from "vitest";
import { between, buttonsFitBeside, focusOn, isInView, isPlayedIn, largestSheet, lookInto, marginOf } from "./zoom";

const SHEET = { width: 1500, height: 1200 };
const PHONE = { width: 390, height: 400 };
const DESK = { width: 1200, height: 900 };
const counter = (x: number, y: number) => ({ x, y, width: 50, height: 50 });

it("leaves a board alone that can be read as a whole", () => {
  expect(focusOn([counter(100, 100)], SHEET, DESK)).toBeNull();
  const vast = { width: 8000, height: 6000 };
  const apart = [counter(100, 100), counter(7000, 5000)];
  expect(focusOn(apart, vast, DESK)?.k).toBeCloseTo(Math.min(1200 / 7030, 900 / 5030) / (900 / 6000));
});

it("brings what is lit near enough to be read, and into the middle", () => {
  const focus = focusOn([counter(100, 100), counter(200, 100)], SHEET, PHONE);
  expect(focus).toMatchObject({ x: 175, y: 125 });
  expect(((focus?.k ?? 0) * PHONE.width) / SHEET.width).toBeGreaterThan(0.6);
});

it("looks at one of the things when they are too far apart to be seen together", () => {
  const lit = [counter(0, 0), counter(700, 600), counter(1400, 1100)];
  expect(focusOn(lit, SHEET, PHONE)).toMatchObject({ x: 725, y: 625 });
});

it("fills the screen with the middle of the board where nothing is lit", () => {
  const tall = { width: 390, height: 500 };
  const focus = focusOn([], SHEET, tall);
  expect(focus).toMatchObject({ x: 750, y: 600 });
  expect((focus?.k ?? 0) * (tall.width / SHEET.width) * SHEET.height).toBeCloseTo(tall.height);
});

it("knows what is in view", () => {
  const focus = focusOn([counter(100, 100)], SHEET, PHONE);
  if (focus === null) throw new Error("nothing to look at");
  const view = { k: focus.k, x: SHEET.width / 2 - focus.k * focus.x, y: SHEET.height / 2 - focus.k * focus.y };
  expect(isInView(view, [counter(100, 100)], SHEET, PHONE)).toBe(true);
  expect(isInView(view, [counter(1400, 1100)], SHEET, PHONE)).toBe(false);
  expect(isInView({ k: 1, x: 0, y: 0 }, [counter(1400, 1100)], SHEET, PHONE)).toBe(true);
});

it("knows how much of the screen the whole board leaves free", () => {
  expect(marginOf({ width: 1000, height: 1000 }, { width: 400, height: 500 })).toEqual({ x: 0, y: 125 });
  expect(marginOf(SHEET, { width: 0, height: 0 })).toEqual({ x: 0, y: 0 });
});

it("takes the arrangement that is drawn largest, and puts the buttons where there is room", () => {
  const tall = { width: 1000, height: 1150 };
  const wide = { width: 1300, height: 905 };
  expect(largestSheet([tall, wide], PHONE)).toBe(tall);
  expect(largestSheet([tall, wide], DESK)).toBe(wide);
  expect(buttonsFitBeside(tall, DESK)).toBe(true);
  expect(buttonsFitBeside(SHEET, PHONE)).toBe(false);
});

it("comes near enough for a finger to hit the smallest thing", () => {
  const small = { x: 700, y: 600, width: 40, height: 50 };
  const focus = focusOn([counter(0, 0), small, counter(1400, 1100)], SHEET, PHONE);
  expect(((focus?.k ?? 0) * PHONE.width * 40) / SHEET.width).toBeGreaterThanOrEqual(36);
});

const CORNER = { x: 0, y: 0, width: 200, height: 300 };

it("looks closely at a part in which something lies, as long as nothing elsewhere can be chosen", () => {
  expect(isPlayedIn(CORNER, [], [])).toBe(false);
  expect(isPlayedIn(CORNER, [counter(300, 0)], [])).toBe(false);
  expect(isPlayedIn(CORNER, [counter(10, 10), counter(300, 0)], [])).toBe(true);
  expect(isPlayedIn(CORNER, [counter(10, 10)], [counter(60, 200)])).toBe(true);
  expect(isPlayedIn(CORNER, [counter(10, 10)], [counter(60, 200), counter(300, 0)])).toBe(false);
});

it("fills the screen with that part, but not without limit, and never goes away from the board", () => {
  const scale = (frame: { width: number; height: number }): number => lookInto(CORNER, SHEET, frame).k * Math.min(frame.width / SHEET.width, frame.height / SHEET.height);
  expect(lookInto(CORNER, SHEET, PHONE)).toMatchObject({ x: 100, y: 150 });
  expect(scale(PHONE)).toBeCloseTo(400 / 340);
  expect(scale(DESK)).toBeCloseTo(2.4);
  expect(lookInto({ x: 0, y: 0, width: 3000, height: 3000 }, SHEET, PHONE).k).toBe(1);
});

it("glides from one view to another", () => {
  const [from, to] = [
    { k: 1, x: 0, y: 100 },
    { k: 3, x: 50, y: 0 },
  ];
  expect(between(from, to, 0)).toEqual(from);
  expect(between(from, to, 0.5)).toEqual({ k: 2, x: 25, y: 50 });
  expect(between(from, to, 1)).toEqual(to);
});
