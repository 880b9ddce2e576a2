/** The contents of a rulebook: its chapters with their examples, what a search finds, and the game in short. */

import { examples, primer, rulebook, type Names } from "../wire/api";
import type { About, CourseStep, Example, ExampleEntry, Fact, Lang, Piece, Primer, Rule } from "../wire/types";

/** An example of the rulebook; `worked` if it can be seen on the board. */
export interface BookExample extends Example {
  worked: ExampleEntry | null;
}

/** The rulebook of a game with all that belongs to it. */
export interface Book {
  game: string;
  rules: Rule[];
  examples: BookExample[];
  primer: Primer | null;
}

export const EMPTY_BOOK: Book = { game: "", rules: [], examples: [], primer: null };

export async function loadBook(game: string, lang: Lang): Promise<Book> {
  const [told, worked, short] = await Promise.all([rulebook(game, lang), examples(game, lang), primer(game, lang)]);
  const known = new Map(worked.examples.map((each) => [each.id, each]));
  return { game, rules: told.rules, examples: told.examples.map((each) => ({ ...each, worked: known.get(each.id) ?? null })), primer: short };
}

export interface Chapter {
  section: string;
  rules: Rule[];
  /** Those that begin with a rule of it. */
  examples: BookExample[];
}

/** The chapters in the order of the rulebook. */
export function chaptersOf(rules: Rule[], examplesOf: BookExample[]): Chapter[] {
  const chapters = new Map<string, Chapter>();
  const home = new Map<string, Chapter>();
  for (const rule of rules) {
    const chapter = chapters.get(rule.section) ?? { section: rule.section, rules: [], examples: [] };
    chapters.set(rule.section, chapter);
    chapter.rules.push(rule);
    home.set(rule.id, chapter);
  }
  for (const example of examplesOf) home.get(example.rules[0] ?? "")?.examples.push(example);
  return [...chapters.values()];
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** What is found in a rulebook. */
export interface Found {
  rules: Rule[];
  examples: BookExample[];
}

/** The rules and examples in which all words stand, whatever their accents; ids of rules alone mean just these rules. */
export function search(book: Book, wanted: string): Found {
  const words = plain(wanted).split(/\s+/).filter((word) => word !== "");
  const named = new Set(words);
  const exactly = book.rules.filter((rule) => named.has(plain(rule.id)));
  if (exactly.length > 1 && exactly.length === named.size) return { rules: exactly, examples: [] };
  const has = (text: string): boolean => words.every((word) => plain(text).includes(word));
  return {
    rules: book.rules.filter((rule) => has(`${rule.id} ${rule.section} ${rule.text}`)),
    examples: book.examples.filter((each) => has(`${each.id} ${each.worked?.title ?? ""} ${each.text}`)),
  };
}

/** Whether a step of the course of a turn is the one at hand. */
export function isAtHand(step: CourseStep, status: Record<string, Fact | null>): boolean {
  const conditions = Object.entries(step.when);
  return conditions.length > 0 && conditions.every(([key, values]) => values.some((value) => value === status[key]));
}

/** The kinds that an entry speaks of, without their sorts. */
const kindsOf = (about: About): string[] => about.of.map((each) => each.slice(each.indexOf(" ") + 1));

/** What the things are called that an entry speaks of; nothing where a pattern stands for too many. */
export function namesOf(about: About, names: Names): string[] {
  const MOST = 6;
  const found = kindsOf(about).flatMap((kind) => {
    if (!kind.includes("*")) return names[kind] ?? [];
    const all = Object.keys(names).filter((id) => fits(id, kind));
    return all.length > MOST ? [] : all.flatMap((id) => names[id] ?? []);
  });
  return [...new Set(found)].filter((name) => !/^\d*$/.test(name));
}

/** Whether a kind fits a pattern in which `*` stands for anything. */
export function fits(kind: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return kind === pattern;
  const last = rest.pop() ?? "";
  if (!kind.startsWith(first) || !kind.endsWith(last) || kind.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const next = kind.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return at <= kind.length - last.length;
}

/** A piece by which a thing is known, of the first kind that is drawn; a sign by a counter that bears it. */
export function pieceOf(about: About, drawn: { has: (id: string) => boolean }): Piece | null {
  for (const of of about.of) {
    const [sort = "", kind = ""] = of.split(" ");
    const [shown, marks] = sort === "mark" ? ["", [kind]] : [kind, []];
    if ((sort === "piece" || sort === "mark") && drawn.has(kind)) return { id: shown, kind: shown, owner: "", face: "", value: null, marks, means: [] };
  }
  return null;
}
