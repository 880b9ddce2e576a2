/**
 * Choosing by pointing: each thing clicked (or verb taken from the list) leaves fewer options, until one is meant.
 *
 * Nothing here knows what a choice does. A choice is a verb and the ids of things; what can still be meant is what
 * holds everything that was picked.
 */

import type { Choice, Option, RefusedChoice, Scene, Several } from "../wire/types";

/** Something that can be picked: a thing's id, or a verb written as `verb/<name>` so that the two cannot be mixed up. */
export type Pick = string;

/** By the id of a counter that stands for several units, the words of a choice that it says, one after the other. */
export type Stacks = ReadonlyMap<string, string[]>;

/** What can be answered: the options, things that may be chosen together, and the stacks that can be pointed at. */
export interface Question {
  options: Option[];
  several: Several | null;
  stacks: Stacks;
  /** First steps of an order: they can be chosen once the thing is picked that such a step begins with. */
  steps?: Option[];
  /** The option that would do, where hardly anybody would think about it. */
  preferred?: Choice | null;
}

/** More options than this are shown in groups. */
export const MANY = 9;

export const verb = (name: string): Pick => `verb/${name}`;
export const verbOf = (option: Option): string => String(option.choice[0]);

const isVerb = (pick: Pick): boolean => pick.startsWith("verb/");
export const pointed = (picked: Pick[]): string[] => picked.filter((pick) => !isVerb(pick));

/** The things that an option names. */
export function things(option: Option): string[] {
  return option.choice.slice(1).filter((word): word is string => typeof word === "string");
}

/** The stacks of a scene. */
export function stacksOf(scene: Scene | null): Stacks {
  const pieces = (scene?.areas ?? []).flatMap((area) => area.pieces);
  return new Map(pieces.filter((piece) => piece.means.length > 0).map((piece) => [piece.id, piece.means]));
}

/** The words that a pick says; a tool says a verb, such as `verb/cut`, that names nothing. */
export const wordsOf = (pick: Pick, stacks: Stacks): string[] => stacks.get(pick) ?? [pick];

/** Where in a choice a pick stands; -1 if the choice does not hold it. The words of a stack stand one after the other. */
export function placeOf(choice: (string | number)[], pick: Pick, stacks: Stacks): number {
  const words = wordsOf(pick, stacks);
  if (words.every(isVerb)) return words[0] === verb(String(choice[0])) ? 0 : -1;
  return choice.findIndex((_, at) => at > 0 && words.every((word, next) => choice[at + next] === word));
}

/** The things that first steps of an order begin with. */
const beginnings = (steps: Option[]): string[] => steps.map((step) => String(step.choice[1]));

/** All that can be chosen by now: the options, and the steps of what was picked. */
function choosable({ options, steps = [] }: Question, picked: Pick[]): Option[] {
  const begun = beginnings(steps).some((thing) => picked.includes(thing));
  return begun ? [...options, ...steps.filter((step) => picked.includes(String(step.choice[1])))] : options;
}

/** The options that hold everything picked so far; of two that differ only in the order of things, the one in the order of picking. */
export function meant(question: Question, picked: Pick[]): Option[] {
  const { stacks } = question;
  const left = choosable(question, picked).filter((option) => picked.every((pick) => placeOf(option.choice, pick, stacks) >= 0));
  const following = new Set(left.filter((option) => inOrder(option, picked, stacks)));
  const decided = new Set([...following].map(withoutOrder));
  return left.filter((option) => following.has(option) || !decided.has(withoutOrder(option)));
}

function inOrder(option: Option, picked: Pick[], stacks: Stacks): boolean {
  const places = pointed(picked).map((pick) => placeOf(option.choice, pick, stacks));
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}

const withoutOrder = (option: Option): string => JSON.stringify([verbOf(option), ...option.choice.slice(1).map(String).sort()]);

/** The things that were picked to be chosen together; null if what was picked means something else. */
export function selection({ several }: Question, picked: Pick[]): string[] | null {
  if (several === null) return null;
  const fits = picked.every((pick) => pick === verb(several.verb) || several.things.includes(pick));
  return fits ? pointed(picked) : null;
}

/** The choice of the things picked together, once they are enough; what is said about it where it is listed is said here too. */
export function together(question: Question, picked: Pick[], name: (id: string) => string): Option | null {
  const chosen = selection(question, picked);
  const { several } = question;
  if (several === null || chosen === null || chosen.length < several.least || chosen.length > several.most) return null;
  const order = several.ordered ? chosen : several.things.filter((thing) => chosen.includes(thing));
  const made = { choice: [several.verb, ...order], text: several.text.replace("…", order.map(name).join(", ")) };
  return question.options.find((option) => String(option.choice) === String(made.choice)) ?? made;
}

/** The things that a click may pick next. */
export function targets(question: Question, picked: Pick[]): Set<string> {
  const { stacks, several } = question;
  const left = meant(question, picked);
  const lit = new Set(left.flatMap(things));
  if (picked.length === 0) for (const thing of beginnings(question.steps ?? [])) lit.add(thing);
  for (const id of stacks.keys()) if (left.some((option) => placeOf(option.choice, id, stacks) >= 0)) lit.add(id);
  const chosen = selection(question, picked);
  if (several !== null && chosen !== null && chosen.length < several.most) for (const thing of several.things) lit.add(thing);
  for (const pick of picked) for (const word of [pick, ...wordsOf(pick, stacks)]) lit.delete(word);
  return lit;
}

/**
 * The option that is meant beyond doubt, if there is one. A single click is enough only where clicking can mean one
 * verb; elsewhere the last option is shown as a button first, because dice cannot be taken back. What can be chosen
 * together with others is always confirmed.
 */
export function settled(question: Question, picked: Pick[]): Option | null {
  const left = meant(question, picked);
  const only = left[0];
  if (left.length !== 1 || only === undefined || selection(question, picked)?.length) return null;
  const verbs = new Set(question.options.filter((option) => things(option).length > 0).map(verbOf));
  return verbs.size === 1 || pointed(picked).length >= 2 || picked.some((pick) => wordsOf(pick, question.stacks).includes(verb(verbOf(only)))) ? only : null;
}

/** A line of the list: one option, or several with something in common. */
export interface Entry {
  key: string;
  text: string;
  options: Option[];
  /** What choosing this line picks; null means that it is an option and is chosen at once. */
  pick: Pick | null;
  /** Whether it names exactly what was picked, though more could be picked too. */
  confirms: boolean;
}

/** What the list shows: first what confirms the picks, then the options themselves if they are few, otherwise groups by verb, then by thing. */
export function entries(question: Question, picked: Pick[], name: (id: string) => string): Entry[] {
  const left = meant(question, picked);
  const exact = together(question, picked, name) ?? exactly(question, picked, left) ?? wouldDo(question, picked, left);
  if (exact === null) return listed(left, picked, name);
  const others = left.filter((option) => withoutOrder(option) !== withoutOrder(exact));
  return [{ ...entry("", [exact], exact.text), confirms: true }, ...listed(others, picked, name)];
}

/** The option that names what was picked and nothing else, where others name more. */
function exactly({ stacks }: Question, picked: Pick[], left: Option[]): Option | null {
  const words = pointed(picked).flatMap((pick) => wordsOf(pick, stacks));
  const fits = (option: Option): boolean => things(option).length === words.length && option.choice.length === words.length + 1;
  const found = words.length > 0 ? left.filter(fits) : [];
  return left.length > 1 && found.length === 1 ? (found[0] ?? null) : null;
}

/** The option that would do, as long as nothing else is picked. */
function wouldDo({ preferred = null }: Question, picked: Pick[], left: Option[]): Option | null {
  if (preferred === null || picked.length > 0 || left.length < 2) return null;
  return left.find((option) => option.choice.join(" ") === preferred.join(" ")) ?? null;
}

function listed(left: Option[], picked: Pick[], name: (id: string) => string): Entry[] {
  if (left.length > MANY) {
    const byVerb = grouped(left, (option) => verb(verbOf(option)));
    if (byVerb.size > 1) return [...byVerb].map(([pick, group]) => entry(pick, group, outline(group)));
    const byThing = grouped(left, (option) => things(option).find((thing) => !picked.includes(thing)) ?? "");
    if (byThing.size > 1 && byThing.size < left.length) {
      return [...byThing].map(([pick, group]) => entry(pick, group, name(pick)));
    }
  }
  return left.map((option) => entry("", [option], option.text));
}

function entry(pick: Pick, group: Option[], text: string): Entry {
  const [only] = group;
  if (group.length === 1 && only !== undefined) {
    return { key: only.choice.join(" "), text: only.text, options: group, pick: null, confirms: false };
  }
  return { key: pick, text, options: group, pick, confirms: false };
}

/** What the server puts between the text of an option and what is said about it. */
const NOTE = " – ";

/** What the texts of some options have in common, with an ellipsis for what differs: "Move … to …". What is said about each is left out. */
export function outline(group: { text: string }[]): string {
  const [first = [], ...others] = group.map((option) => (option.text.split(NOTE)[0] ?? "").split(" "));
  const common = first.map((word) => (others.every((words) => words.includes(word)) ? word : withinBrackets(word)));
  return withoutStrayBrackets(common.join(" ").replace(/…( \(?…)+/g, "…"));
}

/** Without brackets that close what an ellipsis has swallowed. */
function withoutStrayBrackets(text: string): string {
  let open = 0;
  return text.replace(/[()]/g, (bracket) => {
    open += bracket === "(" ? 1 : -1;
    if (open >= 0) return bracket;
    open = 0;
    return "";
  });
}

/** An ellipsis for a word, in the brackets that it opens or closes. */
const withinBrackets = (word: string): string => `${word.startsWith("(") ? "(" : ""}…${word.endsWith(")") ? ")" : ""}`;

/** Why things are refused, each rule once: what it refuses, and what it says. */
export function reasons(refusals: RefusedChoice[]): { rule: string; what: string; why: string }[] {
  const byRule = grouped(refusals, (refusal) => `${refusal.rule} ${String(refusal.choice[0])}`);
  return [...byRule.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ rule: first.rule, what: group.length === 1 ? first.text : outline(group), why: first.why }];
  });
}

function grouped<T>(options: T[], key: (option: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const option of options) {
    const group = groups.get(key(option));
    if (group === undefined) groups.set(key(option), [option]);
    else group.push(option);
  }
  return groups;
}
