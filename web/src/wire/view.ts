/** What a page knows of a table: plain data, changed only by messages of the server. */

import type { LogLine, Presence, Push, Table, TalkLine, Update } from "./types";

export interface View {
  table: Table | null;
  presence: Presence | null;
  talk: TalkLine[];
  log: LogLine[];
  update: Update | null;
}

export const EMPTY_VIEW: View = { table: null, presence: null, talk: [], log: [], update: null };

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
      return { ...view, update: message, log: joined(view.log, message.log) };
  }
}

/** Keep the first lines, and replace all after them. */
function joined<T>(kept: T[], more: { first: number; lines: T[] }): T[] {
  return [...kept.slice(0, more.first), ...more.lines];
}
