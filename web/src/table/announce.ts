/** What a screen reader is told of the report: what is new, but not all of a long turn at once. */

import type { LogLine } from "../wire/types";

export const MOST = 5;

/** The lines that the reader has not heard: those behind what both have in common. Earlier lines are no news. */
export function fresh(before: LogLine[], after: LogLine[]): LogLine[] {
  const [first] = before;
  const begin = first === undefined ? 0 : Math.max(0, after.indexOf(first));
  let same = 0;
  while (same < before.length && before[same] === after[begin + same]) same += 1;
  return after.slice(begin + same);
}

/** The last few of some lines, after a word about how many there are more. */
export function said(lines: LogLine[], more: (count: number) => string): string {
  const told = lines.slice(-MOST).map((line) => line.text);
  return [...(lines.length > MOST ? [more(lines.length - MOST)] : []), ...told].join(" ");
}
