import { describe, expect, it } from "vitest";
import type { Option, Update } from "../wire/types";
import { begun, carried, next, orderOf, parts } from "./errand";

type Ask = NonNullable<Update["ask"]>;

const option = (...choice: (string | number)[]): Option => ({ choice, text: choice.join(" ") });
const ask = (options: Option[], more: Partial<Ask> = {}): Ask => ({ seats: [], mine: true, text: "", rule: null, options, several: null, preferred: null, ahead: null, ...more });
const GO = ["go", "fighter:a", "district:1"];
const ORDER = ask([option("move", 1), option("pass")], { ahead: { order: ["move", 1], steps: [option(...GO)] } });
const PAY = ask([option("pay", "card:1"), option("pay", "card:2")], { preferred: { choice: ["pay", "card:2"], safe: true } });
const STEP = ask([option(...GO)]);

describe("an order by its first step", () => {
  it("is given, paid, and then the step is made", () => {
    expect(orderOf(ORDER, GO)).toEqual(["move", 1]);
    const paying = next(begun(7, [GO], ["move", 1], GO), PAY, 8, true);
    expect(paying.choice).toEqual(["pay", "card:2"]);
    expect(paying.errand).toMatchObject({ from: 7, byItself: ["pay card:2"] });
    const going = next(paying.errand, STEP, 9, true);
    expect(going.choice).toEqual(GO);
    expect(next(going.errand, ORDER, 10, true)).toMatchObject({ choice: null, errand: { done: true, byItself: ["pay card:2"] } });
  });

  it("is paid by hand if the player wants to, and the step follows", () => {
    const waiting = next(begun(7, [GO], ["move", 1], GO), PAY, 8, false);
    expect(waiting.choice).toBeNull();
    expect(carried(waiting.errand, PAY, ["pay", "card:1"])).toEqual([GO]);
  });

  it("is no order where the step itself is offered", () => {
    expect(orderOf(STEP, GO)).toBeNull();
  });
});

describe("a payment", () => {
  it("is left to the player if it cannot be taken back", () => {
    const asked = ask(PAY.options, { preferred: { choice: ["pay", "card:2"], safe: false } });
    expect(next(begun(7), asked, 8, true).choice).toBeNull();
  });

  it("that was made by itself can be changed where it was asked for", () => {
    expect(next(begun(7), PAY, 8, true).errand.from).toBe(8);
  });

  it("is not made for whom nothing was ordered", () => {
    const over = next(begun(7), ask([option("end")]), 8, true).errand;
    expect(next(over, PAY, 12, true).choice).toBeNull();
  });
});

describe("many things at once", () => {
  const several = { verb: "discard", things: ["card:1", "card:2", "card:3"], least: 2, most: 2, ordered: false, text: "", each: true, close: null };

  it("are chosen one after the other, and what ends it comes last", () => {
    expect(parts(ask([], { several }), ["discard", "card:1", "card:3"])).toEqual([["discard", "card:1"], ["discard", "card:3"]]);
    expect(parts(ask([], { several: { ...several, close: ["done"] } }), ["discard", "card:1", "card:3"])).toHaveLength(3);
  });

  it("are one choice where the game takes them so", () => {
    expect(parts(ask([], { several: { ...several, each: false } }), ["discard", "card:1", "card:3"])).toHaveLength(1);
  });
});
