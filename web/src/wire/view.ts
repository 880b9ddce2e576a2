/** What a page knows of a table: plain data, changed by what is heard and nothing else. */

import type { Company, LogLine, News, Table, TalkLine, Update } from "./types";

export interface View {
  table: Table | null;
  company: Company | null;
  talk: TalkLine[];
  log: LogLine[];
  update: Update | null;
}

export const NOTHING: View = { table: null, company: null, talk: [], log: [], update: null };

/** The view after some news. Old updates are dropped: only the last one counts. */
export function after(view: View, news: News): View {
  switch (news.is) {
    case "welcome":
      return { ...view, table: news.table };
    case "company":
      return { ...view, company: news };
    case "talk":
      return { ...view, talk: joined(view.talk, news) };
    case "update":
      if (view.update !== null && news.version < view.update.version) return view;
      return { ...view, update: news, log: joined(view.log, news.log) };
  }
}

/** Keep the first lines that are still true, and put the others behind them. */
function joined<T>(kept: T[], more: { first: number; lines: T[] }): T[] {
  return [...kept.slice(0, more.first), ...more.lines];
}
