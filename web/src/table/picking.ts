/**
 * Choosing by pointing: each thing clicked (or verb taken from the list) leaves fewer options, until one is meant.
 *
 * Nothing here knows what a choice does. A choice is a verb and the ids of things; what can still be meant is what
 * holds everything that was picked.
 */

import type { Option, RefusedChoice } from "../wire/types";

/** Something that can be picked: a thing's id, or a verb written as `verb/<name>` so that the two cannot be mixed up. */
export type Pick = string;

/** More options than this are shown in groups. */
export const MANY = 9;

export const verb = (name: string): Pick => `verb/${name}`;
export const verbOf = (option: Option): string => String(option.choice[0]);

/** The things that an option names. */
export function things(option: Option): string[] {
  return option.choice.slice(1).filter((word): word is string => typeof word === "string");
}

/** The options that hold everything picked so far. */
export function meant(options: Option[], picked: Pick[]): Option[] {
  return options.filter((option) => {
    const held = new Set([verb(verbOf(option)), ...things(option)]);
    return picked.every((pick) => held.has(pick));
  });
}

/** The things that a click may pick next. */
export function targets(options: Option[], picked: Pick[]): Set<string> {
  const lit = new Set(meant(options, picked).flatMap(things));
  for (const pick of picked) lit.delete(pick);
  return lit;
}

/**
 * The option that is meant beyond doubt, if there is one. A single click is enough only where clicking can mean one
 * verb; elsewhere the last option is shown as a button first, because dice cannot be taken back.
 */
export function settled(options: Option[], picked: Pick[]): Option | null {
  const left = meant(options, picked);
  const only = left[0];
  if (left.length !== 1 || only === undefined) return null;
  const verbs = new Set(options.filter((option) => things(option).length > 0).map(verbOf));
  const pointed = picked.filter((pick) => !pick.startsWith("verb/")).length;
  return verbs.size === 1 || pointed >= 2 || picked.includes(verb(verbOf(only))) ? only : null;
}

/** A line of the list: one option, or several with something in common. */
export interface Entry {
  key: string;
  text: string;
  options: Option[];
  /** What choosing this line picks; null means that it is an option and is chosen at once. */
  pick: Pick | null;
}

/** What the list shows: the options themselves if they are few, otherwise groups by verb, then by thing. */
export function entries(options: Option[], picked: Pick[], name: (id: string) => string): Entry[] {
  const left = meant(options, picked);
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
    return { key: only.choice.join(" "), text: only.text, options: group, pick: null };
  }
  return { key: pick, text, options: group, pick };
}

/** What the texts of some options have in common, with an ellipsis for what differs: "Move … to …". */
export function outline(group: { text: string }[]): string {
  const [first = [], ...others] = group.map((option) => option.text.split(" "));
  const common = first.map((word) => (others.every((words) => words.includes(word)) ? word : "…"));
  return common.filter((word, at) => word !== "…" || common[at - 1] !== "…").join(" ");
}

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
