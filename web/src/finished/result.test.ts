import { describe, expect, it } from "vitest";
import type { Outcome } from "../wire/types";
import { result } from "./result";

const ended = (winners: string[], drawn = false): Outcome => ({ winners, rule: "end", text: "", scores: {}, points: {}, drawn });
const said = (outcome: Outcome, mine: string[]): string => result(outcome, mine, (seat) => seat)[0];

describe("how a game ended", () => {
  it("is told to who has one seat as won or lost", () => {
    expect(said(ended(["north"]), ["north"])).toBe("over.won");
    expect(said(ended(["north"]), ["east"])).toBe("over.lost");
    expect(said(ended([]), ["east"])).toBe("over.lost");
  });

  it("is told to who shares it with the names of the others", () => {
    const shared = result(ended(["north", "east", "west"]), ["east"], (seat) => seat.toUpperCase());
    expect(shared).toEqual(["over.wonWith", { names: "NORTH, WEST" }]);
    expect(said(ended(["north", "west"]), ["east"])).toBe("over.lost");
  });

  it("is told to others by the names of all winners", () => {
    const both = result(ended(["north", "east"]), [], (seat) => seat.toUpperCase());
    expect(both).toEqual(["over.winners", { names: "NORTH, EAST" }]);
    expect(said(ended(["north"]), ["north", "east"])).toBe("over.winner");
    expect(said(ended([]), [])).toBe("over.nobody");
  });

  it("is a draw for everybody alike", () => {
    for (const mine of [[], ["north"], ["north", "east"]]) expect(said(ended([], true), mine)).toBe("over.drawn");
  });
});
