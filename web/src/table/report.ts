/** The report of a game, made ready to be read: in parts by turn, with the side of each line, cards drawn together in one line. */

import type { LogLine } from "../wire/types";

export interface Told {
  /** Its place in the whole report. */
  place: number;
  line: LogLine;
  /** What it says; with further lines that say the same of other cards, all of them. */
  text: string;
  /** What a level was that the line tells anew; null where it tells none, or that was never told before. */
  was: number | null;
  /** Whose doing it is; empty if nobody's. */
  seat: string;
  /** Whether it begins a smaller part. */
  heads: boolean;
}

/** A part of the report, such as a turn. */
export interface Part {
  heading: Told | null;
  lines: Told[];
}

/** The seat that an argument names, as itself or as the side of it. */
function seatIn(arg: unknown, seats: string[]): string {
  if (typeof arg !== "string") return "";
  return [arg, arg.slice(arg.indexOf(":") + 1)].find((each) => seats.includes(each)) ?? "";
}

/** The report in parts: those of the first heading fold, the others are headings inside. `start` is the place of the first line, `levels` are the markers of tracks. */
export function partsOf(lines: LogLine[], start: number, headings: string[], seats: string[], levels: Set<string>): Part[] {
  const [largest, ...smaller] = headings;
  const parts: Part[] = [{ heading: null, lines: [] }];
  const known = new Map<string, number>();
  let acting = "";
  let before: Told | null = null;
  let again: Again = { text: "", times: 1 };
  lines.forEach((line, at) => {
    const heads = smaller.includes(line.key);
    const named = line.args.map((arg) => seatIn(arg, seats)).find((seat) => seat !== "") ?? "";
    if (heads || line.key === largest) acting = named;
    const told: Told = { place: start + at, line, text: line.text, was: levels.has(String(line.args[0])) ? levelBefore(line, known) : null, seat: named === "" ? acting : named, heads };
    const joined: string | null = before === null ? null : (repeated(before, told, again) ?? together(before, told));
    again = { text: line.text, times: joined !== null && again.text === line.text ? again.times + 1 : 1 };
    if (before !== null && joined !== null) {
      before.text = joined;
      return;
    }
    before = told;
    if (line.key === largest) parts.push({ heading: told, lines: [] });
    else parts.at(-1)?.lines.push(told);
  });
  return parts.filter((part) => part.heading !== null || part.lines.length > 0);
}

/** What a level was before a line that tells a thing and its new number; the number is kept for the next such line. */
function levelBefore(line: LogLine, known: Map<string, number>): number | null {
  const [thing, now, ...more] = line.args;
  if (typeof thing !== "string" || typeof now !== "number" || more.length > 0 || line.key.startsWith("roll_")) return null;
  const key = `${line.key} ${thing}`;
  const was = known.get(key);
  known.set(key, now);
  return was === undefined || was === now || line.text.includes("→") ? null : was;
}

/** The last line that was told, and how often in a row. */
interface Again {
  text: string;
  times: number;
}

/** A line that says once more what the last one said, such as of another unit of the same name: how often is told at its end. */
function repeated(before: Told, next: Told, again: Again): string | null {
  if (before.line.at !== next.line.at || next.line.text !== again.text || next.line.key.startsWith("roll_")) return null;
  const end = stopOf(before.text);
  const once = before.text.slice(0, before.text.length - end.length).replace(new RegExp(` ×${again.times}$`), "");
  return `${once} ×${again.times + 1}${end}`;
}

const stopOf = (text: string): string => /[.!]$/.exec(text)?.[0] ?? "";

/**
 * Two lines of one step that say the same of two cards, as one: "You drew A." and "You drew B." are "You drew A, B."
 * The card must be named last, where a sentence can hold a list.
 */
function together(before: Told, next: Told): string | null {
  const [one, other] = [before.line, next.line];
  const last = one.args.length - 1;
  const alike = one.key === other.key && one.at === other.at && one.args.length === other.args.length && one.args.every((arg, at) => at === last || arg === other.args[at]);
  if (!alike || typeof one.args[last] !== "string" || typeof other.args[last] !== "string") return null;
  const prefix = shared(one.text, other.text);
  const end = stopOf(other.text);
  const added = other.text.slice(prefix.length, other.text.length - end.length);
  if (prefix.trim() === "" || added === "" || !one.text.endsWith(end)) return null;
  // What differs must be the end of both: else it stands in the middle of a sentence.
  const [first, second] = [one.text, other.text].map((text) => text.slice(prefix.length));
  if (first === undefined || second === undefined || tail(first, second, end) > 0) return null;
  return `${before.text.slice(0, before.text.length - end.length)}, ${added}${end}`;
}

/** How many whole words two texts have in common at their ends, before the stop. */
function tail(one: string, other: string, end: string): number {
  const [first, second] = [one, other].map((text) => text.slice(0, text.length - end.length).split(" ").reverse());
  if (first === undefined || second === undefined || first.length === 1 || second.length === 1) return 0;
  return first[0] === second[0] ? 1 : 0;
}

/** What two texts begin with, in whole words. */
function shared(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(0, one.lastIndexOf(" ", at - 1) + 1);
}
