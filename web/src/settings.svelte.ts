/** What this browser remembers: language, light or dark, motion, a name, and the private links of its games. */

import { en, type Key } from "./words/en";
import { hu } from "./words/hu";
import type { Lang, Link } from "./wire/types";

const STORE = "sandtable";

/** A table that this browser has a link to. */
export interface Known {
  token: string;
  game: string;
  /** Links that can be passed on: invitations, and to watch. A link cannot be shown again by the server. */
  links?: Link[];
}

interface Kept {
  lang: Lang;
  theme: "light" | "dark";
  name: string;
  games: Known[];
  notify: boolean;
  /** Whether things move; null is as the system likes it. */
  motion: boolean | null;
}

const CALM = matchMedia("(prefers-reduced-motion: reduce)");

function read(): Kept {
  const fresh: Kept = {
    lang: navigator.language.startsWith("hu") ? "hu" : "en",
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    name: "",
    games: [],
    notify: false,
    motion: null,
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
  document.documentElement.dataset["motion"] = motion() ? "on" : "off";
}

/** Whether pieces glide and dice roll: as chosen here, or as the system likes it. */
export const motion = (): boolean => settings.motion ?? !CALM.matches;

export function remember(token: string, game: string, links: Link[] = []): void {
  if (settings.games.some((known) => known.token === token)) return;
  settings.games.unshift({ token, game, links: links.filter((link) => link.token !== token) });
}

/** The links to pass on that came with a table. */
export const linksOf = (token: string): Link[] => settings.games.find((known) => known.token === token)?.links ?? [];

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
