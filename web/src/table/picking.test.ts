import { describe, expect, it } from "vitest";
import type { Option, Scene, Several } from "../wire/types";
import { entries, meant, outline, reasons, selection, settled, stacksOf, targets, together, verb, type Question } from "./picking";

const option = (...choice: (string | number)[]): Option => ({ choice, text: choice.join(" ") });
const MOVES = [option("move", "unit:a", "zone:x"), option("move", "unit:a", "zone:y"), option("move", "unit:b", "zone:x")];
const asked = (options: Option[], more: Partial<Question> = {}): Question => ({ options, several: null, stacks: new Map(), ...more });
const MIXED = [...MOVES, option("assault", "zone:z"), option("end")];

describe("picking", () => {
  it("lights the things that options name, and after a click only what goes with it", () => {
    expect([...targets(asked(MIXED), [])]).toEqual(["unit:a", "zone:x", "zone:y", "unit:b", "zone:z"]);
    expect([...targets(asked(MIXED), ["unit:a"])]).toEqual(["zone:x", "zone:y"]);
  });

  it("takes things in any order", () => {
    expect(meant(asked(MIXED), ["zone:x", "unit:b"])).toEqual([option("move", "unit:b", "zone:x")]);
    expect(settled(asked(MIXED), ["zone:x", "unit:b"])).toEqual(option("move", "unit:b", "zone:x"));
  });

  it("asks once more where one click could start something by accident", () => {
    expect(meant(asked(MIXED), ["zone:z"])).toHaveLength(1);
    expect(settled(asked(MIXED), ["zone:z"])).toBeNull();
    expect(settled(asked(MIXED), ["zone:z", verb("assault")])).toEqual(option("assault", "zone:z"));
  });

  it("is content with one click where only one verb can be meant", () => {
    const hits = [option("hit", "block:1"), option("hit", "block:2"), option("decline")];
    expect(settled(asked(hits), ["block:2"])).toEqual(option("hit", "block:2"));
  });

  it("waits while a longer payment is possible", () => {
    const pay = [option("pay", "card:1"), option("pay", "card:1", "card:2")];
    expect(settled(asked(pay), ["card:1"])).toBeNull();
    expect(settled(asked(pay), ["card:1", "card:2"])).toEqual(pay[1]);
  });
});

describe("order of picking", () => {
  const march = (from: string, to: string): Option => option("march", "kind:foot", from, to);
  const BOTH = [march("area:minsk", "area:kiev"), march("area:kiev", "area:minsk"), march("area:minsk", "area:riga")];

  it("says which of two ways is meant", () => {
    expect(meant(asked(BOTH), ["area:minsk", "area:kiev"])).toEqual([BOTH[0]]);
    expect(meant(asked(BOTH), ["area:kiev", "area:minsk"])).toEqual([BOTH[1]]);
    expect(settled(asked(BOTH), ["area:kiev", "area:minsk"])).toEqual(BOTH[1]);
  });

  it("does not matter where there is only one way", () => {
    expect(meant(asked(BOTH), ["area:riga", "area:minsk"])).toEqual([BOTH[2]]);
  });

  it("hides no option that names other things", () => {
    const pay = [option("pay", "card:5", "card:2"), option("pay", "card:2", "card:7", "card:5")];
    expect(meant(asked(pay), ["card:2", "card:5"])).toEqual(pay);
  });
});

describe("stacks", () => {
  const stacks = new Map([
    ["stack:essen/tank", ["kind:tank", "area:essen"]],
    ["stack:kiel/tank", ["kind:tank", "area:kiel"]],
    ["stack:kiel/foot", ["kind:foot", "area:kiel"]],
  ]);
  const GO = [option("go", "kind:tank", "area:kiel", "area:essen"), option("go", "kind:tank", "area:essen", "area:paris"), option("hold")];
  const ask = asked(GO, { stacks });

  it("are lit where an option says their words one after the other, not where it says them apart", () => {
    const only = asked(GO.slice(0, 1), { stacks });
    expect([...targets(only, [])]).toEqual(["kind:tank", "area:kiel", "area:essen", "stack:kiel/tank"]);
  });

  it("stand for all their words", () => {
    expect(meant(ask, ["stack:essen/tank"])).toEqual([GO[1]]);
    expect([...targets(ask, ["stack:kiel/tank"])]).toEqual(["area:essen"]);
    expect(settled(ask, ["stack:kiel/tank", "area:essen"])).toEqual(GO[0]);
  });

  it("are found in a scene", () => {
    const piece = (id: string, means: string[]): unknown => ({ id, means });
    const scene = { areas: [{ pieces: [piece("stack:a", ["kind:x", "area:a"]), piece("unit:b", [])] }] } as unknown as Scene;
    expect([...stacksOf(scene)]).toEqual([["stack:a", ["kind:x", "area:a"]]]);
    expect(stacksOf(null).size).toBe(0);
  });
});

describe("what is picked exactly", () => {
  const DICE = ["a", "b", "c"];
  const sets = [["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], ["b", "c"], DICE].map((dice) => option("reroll", ...dice));
  const ask = asked([...sets, option("keep")]);

  it("comes first as a button, and is never chosen by itself while more can be picked", () => {
    expect(settled(ask, ["a", "c"])).toBeNull();
    const [first, second] = entries(ask, ["a", "c"], (id) => id);
    expect(first).toMatchObject({ text: "reroll a c", confirms: true, pick: null });
    expect(second).toMatchObject({ text: "reroll a b c", confirms: false });
  });

  it("is chosen at once where nothing can be added", () => {
    expect(settled(ask, DICE)).toEqual(option("reroll", ...DICE));
  });

  it("is no button while nothing is picked", () => {
    expect(entries(ask, [], (id) => id).some((entry) => entry.confirms)).toBe(false);
  });
});

describe("several things together", () => {
  const HAND = ["card:1", "card:2", "card:3", "card:4"];
  const several = (more: Partial<Several> = {}): Several => ({ verb: "discard", things: HAND, least: 2, most: 3, ordered: false, text: "Discard …", each: false, close: null, ...more });
  const LISTED = [option("discard", "card:1", "card:2"), option("keep")];
  const ask = (more: Partial<Several> = {}): Question => asked(LISTED, { several: several(more) });
  const name = (id: string): string => id.slice(-1);

  it("are lit until there are enough", () => {
    expect([...targets(ask(), [])].sort()).toEqual(HAND);
    expect([...targets(ask(), ["card:4", "card:1"])].sort()).toEqual(["card:2", "card:3"]);
    expect([...targets(ask(), ["card:4", "card:1", "card:3"])]).toEqual([]);
  });

  it("are confirmed, never chosen by the last click", () => {
    expect(settled(ask(), ["card:1", "card:2"])).toBeNull();
    expect(settled(asked([LISTED[0] as Option], { several: several({ most: 2 }) }), ["card:1", "card:2"])).toBeNull();
  });

  it("can be confirmed once they are enough, in an order of their own where picking has none", () => {
    expect(together(ask(), ["card:3"], name)).toBeNull();
    expect(together(ask(), ["card:3", "card:1"], name)).toEqual({ choice: ["discard", "card:1", "card:3"], text: "Discard 1, 3" });
    expect(together(ask({ ordered: true }), ["card:3", "card:1"], name)?.choice).toEqual(["discard", "card:3", "card:1"]);
    expect(entries(ask(), ["card:3", "card:1"], name)[0]).toMatchObject({ confirms: true, text: "Discard 1, 3" });
    expect(together(ask(), HAND, name)).toBeNull();
  });

  it("say what the list says of the same", () => {
    const noted: Option = { choice: ["discard", "card:1", "card:2"], text: "Discard 1, 2 – 40 %" };
    expect(together(asked([noted], { several: several() }), ["card:2", "card:1"], name)).toEqual(noted);
  });

  it("are listed once where the same is an option", () => {
    expect(entries(ask(), ["card:2", "card:1"], name).map((entry) => entry.key)).toEqual(["discard card:1 card:2"]);
  });

  it("are not meant where something else is picked", () => {
    expect(selection(ask(), ["card:1", "area:x"])).toBeNull();
    expect(selection(ask(), [verb("keep")])).toBeNull();
    expect(selection(ask(), [verb("discard"), "card:1"])).toEqual(["card:1"]);
  });
});

describe("the list", () => {
  const name = (id: string): string => `<${id}>`;
  const many = ["a", "b", "c", "d", "e"].flatMap((unit) => ["x", "y"].map((zone) => option("move", `unit:${unit}`, `zone:${zone}`)));

  it("shows few options as they are", () => {
    expect(entries(asked(MIXED), [], name).map((entry) => entry.text)).toEqual(MIXED.map((one) => one.text));
  });

  it("shows many by verb and then by thing; a group of one is the option itself", () => {
    const [moves, end] = entries(asked([...many, option("end")]), [], name);
    expect(moves).toMatchObject({ text: "move …", pick: verb("move") });
    expect(end).toMatchObject({ text: "end", pick: null });
    const units = entries(asked([...many, option("end")]), [verb("move")], name);
    expect(units.map((entry) => entry.text)).toEqual(["a", "b", "c", "d", "e"].map((unit) => `<unit:${unit}>`));
  });

  it("names a group by what its options have in common", () => {
    const said = (text: string): Option => ({ choice: ["move"], text });
    expect(outline([said("Move Saxon to Naphegy"), said("Move Max Emanuel to Gellért Hill")])).toBe("Move … to …");
    expect(outline([said("Roll again: red die 1 – no hit: 40 %"), said("Roll again: red die 2 – no hit: 40 %")])).toBe("Roll again: red die …");
    expect(outline([said("Mozgás (1 műveleti pont)"), said("Mozgás (2 műveleti pont)")])).toBe("Mozgás (… műveleti pont)");
    expect(outline([said("Move (1 op)"), said("Move (2 ops)")])).toBe("Move (…)");
    expect(outline([said("Move Saxon to Víziváros (Water Town)"), said("Move Saxon to Upper Town (middle zone)")])).toBe("Move Saxon to …");
    expect(outline([said("A szász átmegy ide: Naphegy"), said("A bajor átmegy ide: Gellért-hegy")])).toBe("A … átmegy ide: …");
  });

  it("reaches every option", () => {
    const reach = (picked: string[]): number =>
      entries(asked(many), picked, name).reduce((sum, entry) => sum + (entry.pick === null ? 1 : reach([...picked, entry.pick])), 0);
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

it("takes a tool that says a verb at its word", () => {
  const options = [
    { choice: ["cut"], text: "Cut a wire" },
    { choice: ["stop"], text: "Stop" },
  ];
  const asked: Question = { options, several: null, stacks: new Map([["pliers", [verb("cut")]]]) };
  expect([...targets(asked, [])]).toEqual(["pliers"]);
  expect(settled(asked, ["pliers"])).toBe(options[0]);
  const elsewhere: Question = { ...asked, options: options.slice(1) };
  expect([...targets(elsewhere, [])]).toEqual([]);
});

describe("first steps of an order", () => {
  const steps = [option("go", "fighter:a", "district:1"), option("go", "fighter:a", "district:2"), option("go", "fighter:b", "district:1")];
  const question = asked([option("move", 1), option("attack", "fighter:a", "regiment:1"), option("pass")], { steps });

  it("begin with the thing that goes", () => {
    expect([...targets(question, [])]).toEqual(["fighter:a", "regiment:1", "fighter:b"]);
    expect([...targets(question, ["fighter:a"])]).toEqual(["regiment:1", "district:1", "district:2"]);
    expect(settled(question, ["fighter:a", "district:2"])).toEqual(steps[1]);
  });

  it("are not listed before it is picked", () => {
    expect(entries(question, [], String).map((entry) => entry.text)).toEqual(["move 1", "attack fighter:a regiment:1", "pass"]);
    expect(entries(question, ["fighter:b"], String).map((entry) => entry.text)).toEqual(["go fighter:b district:1"]);
  });
});

describe("what would do", () => {
  const pay = [option("pay", "card:1"), option("pay", "card:2"), option("more")];

  it("stands first and confirms, until something else is picked", () => {
    const question = asked(pay, { preferred: ["pay", "card:2"] });
    expect(entries(question, [], String).map((entry) => [entry.text, entry.confirms])).toEqual([["pay card:2", true], ["pay card:1", false], ["more", false]]);
    expect(entries(question, ["card:1"], String).map((entry) => entry.text)).toEqual(["pay card:1"]);
  });
});
