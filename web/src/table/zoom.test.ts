import { expect, it } from "vitest";
import { buttonsFitBeside, focusOn, isInView, largestSheet, marginOf } from "./zoom";

const SHEET = { width: 1500, height: 1200 };
const PHONE = { width: 390, height: 400 };
const DESK = { width: 1200, height: 900 };
const counter = (x: number, y: number) => ({ x, y, width: 50, height: 50 });

it("leaves a board alone that can be read as a whole", () => {
  expect(focusOn([counter(100, 100)], SHEET, DESK)).toBeNull();
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
