/** The contents of the rulebook: chapters, search, the step at hand, and what things are called. */

import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import type { CourseStep, Rule } from "../wire/types";
import { en, type Key } from "../words/en";
import { chaptersOf, fits, isAtHand, namesOf, pieceOf, search, type Book, type BookExample } from "./contents";
import Rules from "./Rules.svelte";

vi.mock("../settings.svelte", () => ({
  t: (key: Key, values: Record<string, string | number> = {}) => en[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  capital: (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1),
  settings: { lang: "en" },
}));

const rule = (id: string, section: string, text: string): Rule => ({ id, section, kind: "", modes: [], text, source: "", status: "", why: "" });
const example = (id: string, rules: string[], text: string): BookExample => ({ id, rules, text, note: "", worked: null });
const step = (text: string, when: CourseStep["when"]): CourseStep => ({ text, rules: ["move.one"], when });
const book: Book = {
  game: "any",
  rules: [rule("move.one", "Moving", "A unit moves one zone."), rule("fight.roll", "Fighting", "Roll a die in Víziváros."), rule("move.two", "Moving", "Not into water.")],
  examples: [example("ex.move", ["move.two", "fight.roll"], "Across the Danube")],
  primer: {
    aim: { text: "Hold the town.", rules: ["fight.roll"] },
    win: [{ text: "Take it.", rules: ["fight.roll"], seats: ["attacker"] }],
    course: [step("Draw", { phase: ["phase:draw"] }), step("Attack", { phase: ["phase:go"], go: ["attacker"] })],
    about: [{ text: "It fights.", rules: ["fight.roll"], of: ["piece azab", "mark icon:*"] }],
    chapters: [],
    headings: [],
  },
};

it("puts rules into chapters in the order of the book, and an example where its first rule is", () => {
  const chapters = chaptersOf(book.rules, book.examples);
  expect(chapters.map((each) => [each.section, each.rules.map((one) => one.id), each.examples.map((one) => one.id)])).toEqual([
    ["Moving", ["move.one", "move.two"], ["ex.move"]],
    ["Fighting", ["fight.roll"], []],
  ]);
});

it("finds all words, without their accents, in rules and in examples", () => {
  expect(search(book, "vizivaros DIE").rules.map((each) => each.id)).toEqual(["fight.roll"]);
  expect(search(book, "die water").rules).toEqual([]);
  expect(search(book, "danube").examples.map((each) => each.id)).toEqual(["ex.move"]);
});

it("shows just the rules whose ids are given", () => {
  expect(search(book, "fight.roll move.two").rules.map((each) => each.id)).toEqual(["fight.roll", "move.two"]);
});

it("knows the step at hand by all its conditions", () => {
  const [draw, attack] = book.primer?.course as [CourseStep, CourseStep];
  expect(isAtHand(draw, { phase: "phase:draw" })).toBe(true);
  expect(isAtHand(attack, { phase: "phase:go", go: "defender" })).toBe(false);
  expect(isAtHand(attack, { phase: "phase:go", go: "attacker" })).toBe(true);
  expect(isAtHand({ ...attack, when: {} }, { phase: "phase:go" })).toBe(false);
});

it("reads patterns", () => {
  expect(["icon:a", "icon:", "mark", "xicon:a"].map((kind) => fits(kind, "icon:*"))).toEqual([true, true, false, false]);
  expect(["azab", "azabs"].map((kind) => fits(kind, "azab"))).toEqual([true, false]);
  expect(["a-b-c", "a-c", "ac"].map((kind) => fits(kind, "a*b*c"))).toEqual([true, false, false]);
  expect(fits("ab", "ab*b")).toBe(false);
});

it("calls things by their names and shows the drawing that there is", () => {
  const [about] = book.primer?.about ?? [];
  if (about === undefined) throw new Error("nothing is told");
  expect(namesOf(about, { azab: "Azabs", "icon:medic": "Medic", other: "Other" })).toEqual(["Azabs", "Medic"]);
  expect(pieceOf(about, new Set(["azab"]))).toMatchObject({ kind: "azab", marks: [] });
  expect(pieceOf(about, new Set(["other"]))).toBeNull();
  expect(pieceOf({ ...about, of: ["area wall", "mark wall"] }, new Set(["wall"]))).toMatchObject({ kind: "", marks: ["wall"] });
});

it("opens with the contents and marks where the game stands", () => {
  const { body } = render(Rules, { props: { book, names: { attacker: "attacker" }, status: { phase: "phase:go", go: "attacker" }, wanted: "" } });
  const plain = body.replace(/<!--.*?-->/g, "");
  expect([...plain.matchAll(/aria-current="step"[^>]*>(.*?)<\/li>/gs)].map(([, said]) => said)).toEqual([expect.stringContaining("Attack")]);
  expect(plain).toContain("<b>Attacker:</b>");
  expect(plain).toContain("rules: 2, examples: 1");
  expect(plain).toMatch(/<details(?![^>]* open)[^>]*data-chapter="Moving"/);
});

it("has chapters alone where there is no game in short", () => {
  const { body } = render(Rules, { props: { book: { ...book, primer: null }, names: {}, wanted: "" } });
  expect(body).not.toContain("data-part");
  expect(body).toContain('data-chapter="Moving"');
});
