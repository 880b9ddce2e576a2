import { describe, expect, it } from "vitest";
import type { Option } from "../wire/types";
import { entries, meant, outline, reasons, settled, targets, verb } from "./picking";

const option = (...choice: (string | number)[]): Option => ({ choice, text: choice.join(" ") });
const MOVES = [option("move", "unit:a", "zone:x"), option("move", "unit:a", "zone:y"), option("move", "unit:b", "zone:x")];
const MIXED = [...MOVES, option("assault", "zone:z"), option("end")];

describe("picking", () => {
  it("lights the things that options name, and after a click only what goes with it", () => {
    expect([...targets(MIXED, [])]).toEqual(["unit:a", "zone:x", "zone:y", "unit:b", "zone:z"]);
    expect([...targets(MIXED, ["unit:a"])]).toEqual(["zone:x", "zone:y"]);
  });

  it("takes things in any order", () => {
    expect(meant(MIXED, ["zone:x", "unit:b"])).toEqual([option("move", "unit:b", "zone:x")]);
    expect(settled(MIXED, ["zone:x", "unit:b"])).toEqual(option("move", "unit:b", "zone:x"));
  });

  it("asks once more where one click could start something by accident", () => {
    expect(meant(MIXED, ["zone:z"])).toHaveLength(1);
    expect(settled(MIXED, ["zone:z"])).toBeNull();
    expect(settled(MIXED, ["zone:z", verb("assault")])).toEqual(option("assault", "zone:z"));
  });

  it("is content with one click where only one verb can be meant", () => {
    const hits = [option("hit", "block:1"), option("hit", "block:2"), option("decline")];
    expect(settled(hits, ["block:2"])).toEqual(option("hit", "block:2"));
  });

  it("waits while a longer payment is possible", () => {
    const pay = [option("pay", "card:1"), option("pay", "card:1", "card:2")];
    expect(settled(pay, ["card:1"])).toBeNull();
    expect(settled(pay, ["card:1", "card:2"])).toEqual(pay[1]);
  });
});

describe("the list", () => {
  const name = (id: string): string => `<${id}>`;
  const many = ["a", "b", "c", "d", "e"].flatMap((unit) => ["x", "y"].map((zone) => option("move", `unit:${unit}`, `zone:${zone}`)));

  it("shows few options as they are", () => {
    expect(entries(MIXED, [], name).map((entry) => entry.text)).toEqual(MIXED.map((one) => one.text));
  });

  it("shows many by verb and then by thing; a group of one is the option itself", () => {
    const [moves, end] = entries([...many, option("end")], [], name);
    expect(moves).toMatchObject({ text: "move …", pick: verb("move") });
    expect(end).toMatchObject({ text: "end", pick: null });
    const units = entries([...many, option("end")], [verb("move")], name);
    expect(units.map((entry) => entry.text)).toEqual(["a", "b", "c", "d", "e"].map((unit) => `<unit:${unit}>`));
  });

  it("names a group by what its options have in common", () => {
    const said = (text: string): Option => ({ choice: ["move"], text });
    expect(outline([said("Move Saxon to Naphegy"), said("Move Max Emanuel to Gellért Hill")])).toBe("Move … to …");
    expect(outline([said("A szász átmegy ide: Naphegy"), said("A bajor átmegy ide: Gellért-hegy")])).toBe("A … átmegy ide: …");
  });

  it("reaches every option", () => {
    const reach = (picked: string[]): number =>
      entries(many, picked, name).reduce((sum, entry) => sum + (entry.pick === null ? 1 : reach([...picked, entry.pick])), 0);
    expect(reach([])).toBe(many.length);
  });
});

it("refusals by one rule are told once, with what they have in common", () => {
  const refusal = (verb: string, to: string, rule: string) => ({ choice: [verb, to], text: `${verb} to ${to}`, rule, why: `as ${rule} says` });
  const found = reasons([refusal("Move", "a", "far"), refusal("Move", "b", "far"), refusal("Storm", "a", "wall")]);
  expect(found).toEqual([
    { rule: "far", what: "Move to …", why: "as far says" },
    { rule: "wall", what: "Storm to a", why: "as wall says" },
  ]);
});
