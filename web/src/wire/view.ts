/** What a page knows of a table: plain data, changed only by messages of the server. */

import type { LogLine, LogPart, Presence, Push, Table, TalkLine, Update } from "./types";

export interface View {
  table: Table | null;
  presence: Presence | null;
  talk: TalkLine[];
  log: LogLine[];
  /** How many lines were told before those of `log`. */
  logStart: number;
  /** The step after which the lines of `log` were told; null: they are the first. Those before it can be asked for. */
  logAfter: number | null;
  update: Update | null;
}

export const EMPTY_VIEW: View = { table: null, presence: null, talk: [], log: [], logStart: 0, logAfter: null, update: null };

/** The view after a message. Updates that are older than the one shown are dropped. */
export function applyMessage(view: View, message: Push): View {
  switch (message.is) {
    case "welcome":
      return { ...view, table: message.table };
    case "company":
      return { ...view, presence: message };
    case "talk":
      return { ...view, talk: joined(view.talk, message) };
    case "update":
      if (view.update !== null && message.version < view.update.version) return view;
      return { ...view, ...report(view, message.log), update: message };
  }
}

/** The view with earlier lines of the report that were asked for; as it was, if the report was replaced meanwhile. */
export function withEarlier(view: View, asked: number, part: LogPart): View {
  if (view.logAfter !== asked) return view;
  return { ...view, log: [...part.lines, ...view.log], logStart: view.logStart - part.lines.length, logAfter: part.after };
}

/** The report after an update. A long one is sent without its beginning to a page that has none of it. */
function report(view: View, told: Update["log"]): Pick<View, "log" | "logStart" | "logAfter"> {
  if (told.after !== null || told.first === 0) return { log: told.lines, logStart: told.first, logAfter: told.after };
  const { logStart, logAfter } = view;
  return { log: joined(view.log, { first: Math.max(0, told.first - logStart), lines: told.lines }), logStart, logAfter };
}

/** Keep the first lines, and replace all after them. */
function joined<T>(kept: T[], more: { first: number; lines: T[] }): T[] {
  return [...kept.slice(0, more.first), ...more.lines];
}
