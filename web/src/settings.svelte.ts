/** What this browser remembers: language, light or dark, a name, and the private links of its games. */

import { en, type Key } from "./words/en";
import { hu } from "./words/hu";
import type { Lang } from "./wire/types";

const STORE = "sandtable";

/** A table that this browser has a link to. */
export interface Known {
  token: string;
  game: string;
}

interface Kept {
  lang: Lang;
  theme: "light" | "dark";
  name: string;
  games: Known[];
  notify: boolean;
}

function read(): Kept {
  const fresh: Kept = {
    lang: navigator.language.startsWith("hu") ? "hu" : "en",
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    name: "",
    games: [],
    notify: false,
  };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Kept>) };
  } catch {
    return fresh; // nothing kept, or nothing readable
  }
}

export const settings = $state(read());

/** Write what has changed, and show it. */
export function keepSettings(): void {
  localStorage.setItem(STORE, JSON.stringify(settings));
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset["theme"] = settings.theme;
}

export function remember(token: string, game: string): void {
  if (settings.games.some((known) => known.token === token)) return;
  settings.games.unshift({ token, game });
}

export function forget(token: string): void {
  settings.games = settings.games.filter((known) => known.token !== token);
}

/** The client's own words in the reader's language. */
export function t(key: Key, facts: Record<string, string | number> = {}): string {
  const template = (settings.lang === "hu" ? hu : en)[key];
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
}

/** With a capital first letter, as a sentence or a heading begins. */
export const capital = (text: string): string => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
