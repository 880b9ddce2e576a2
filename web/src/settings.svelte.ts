/** What this browser remembers: language, light or dark, motion, a name, and the private links of its games. */

import { newToken } from "./wire/tokens";
import type { KeptDice } from "./wire/dice";
import type { Lang, Link } from "./wire/types";
import { en, type Key } from "./words/en";
import { hu } from "./words/hu";

const STORE = "sandtable";

/** A table that this browser has a link to. */
export interface KnownTable {
  token: string;
  game: string;
  /** Links to pass on: invitations, and to watch. Only this browser has them: the server keeps no links. */
  links?: Link[];
}

/** How far a guided first game was played, and by which of its ways. */
export interface GuidePlace {
  at: number;
  also: string;
  /** Whether it was played to its end. */
  ended: boolean;
}

interface SavedSettings {
  lang: Lang;
  theme: "light" | "dark";
  name: string;
  games: KnownTable[];
  /** By invitation, the key that this browser exchanged it for. */
  keys: Record<string, string>;
  /** By link, what was promised of the dice and what this browser added to them. */
  dice: Record<string, KeptDice>;
  /** By game, how far its guided first game was played. */
  guides: Record<string, GuidePlace>;
  notify: boolean;
  /** Whether the odds of options are shown. */
  odds: boolean;
  /** Whether small questions are answered by themselves, such as with which cards a Move is paid. */
  shortcuts: boolean;
  /** How fast steps are played: 1 is the usual pace. */
  speed: number;
  /** Whether animations play; null follows the system. */
  motion: boolean | null;
}

const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

function read(): SavedSettings {
  const fresh: SavedSettings = {
    lang: navigator.language.startsWith("hu") ? "hu" : "en",
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    name: "",
    games: [],
    keys: {},
    dice: {},
    guides: {},
    notify: false,
    odds: true,
    shortcuts: true,
    speed: 1,
    motion: null,
  };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<SavedSettings>) };
  } catch {
    return fresh; // nothing kept, or nothing readable
  }
}

export const settings = $state(read());

/** Save the settings in this browser, and apply them to the page. */
export function saveSettings(): void {
  localStorage.setItem(STORE, JSON.stringify(settings));
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset["theme"] = settings.theme;
  document.documentElement.dataset["motion"] = motion() ? "on" : "off";
}

/** Whether animations play: as chosen here, or else as the system prefers. */
export const motion = (): boolean => settings.motion ?? !REDUCED_MOTION.matches;

export function remember(token: string, game: string, links: Link[] = []): void {
  if (settings.games.some((known) => known.token === token)) return;
  settings.games.unshift({ token, game, links: links.filter((link) => link.token !== token) });
}

/** The links to pass on that came with a table. */
export const linksOf = (token: string): Link[] => settings.games.find((known) => known.token === token)?.links ?? [];

/** What this browser keeps of the dice of a table. */
export const diceOf = (token: string): KeptDice | undefined => settings.dice[token];

/** Keep what the server promises, once, and what is added where that is wanted; it is on the disk before it is sent. */
export function keepDice(token: string, commitment: string, add: boolean): KeptDice {
  const kept = (settings.dice[token] ??= { commitment });
  if (add) kept.entropy ??= newToken();
  saveSettings();
  return kept;
}

/** Keep what all players promised to add, once; it is on the disk before this browser shows its own part. */
export function keepPromises(token: string, promises: Record<string, string>): void {
  const kept = settings.dice[token];
  if (kept === undefined || kept.promises !== undefined) return;
  kept.promises = promises;
  saveSettings();
}

/** Another page has added to the dice for this seat: what this one wanted to add is not among them. */
export function dropEntropy(token: string): void {
  const kept = settings.dice[token];
  if (kept === undefined) return;
  delete kept.entropy;
  saveSettings();
}

export function forget(token: string): void {
  settings.dice = Object.fromEntries(Object.entries(settings.dice).filter(([link]) => link !== token));
  settings.games = settings.games.filter((known) => known.token !== token);
  settings.keys = Object.fromEntries(Object.entries(settings.keys).filter(([, key]) => key !== token));
}

/** The key for an invitation: always the same one, also if it has to be sent again. */
export function keyFor(invitation: string): string {
  return (settings.keys[invitation] ??= newToken());
}

export function forgetKey(invitation: string): void {
  settings.keys = Object.fromEntries(Object.entries(settings.keys).filter(([token]) => token !== invitation));
}

/** The client's own words in the reader's language. */
export function t(key: Key, facts: Record<string, string | number> = {}): string {
  const template = (settings.lang === "hu" ? hu : en)[key];
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
}

/** What went wrong, for people. */
export const failure = (error: unknown): string => t("app.failed", { text: messageOf(error) });
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** With a capital first letter, as a sentence or a heading begins. */
export const capital = (text: string): string => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
