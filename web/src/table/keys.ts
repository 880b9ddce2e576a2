/** The keys that play the game, as the list of them shows them. */

import type { Key } from "../words/en";

export const KEYS: { keys: string[]; does: Key }[] = [
  { keys: ["1", "…", "9", "0"], does: "keys.digits" },
  { keys: ["↑", "↓"], does: "keys.list" },
  { keys: ["b"], does: "keys.board" },
  { keys: ["o"], does: "keys.options" },
  { keys: ["⏎", "␣"], does: "keys.enter" },
  { keys: ["Esc"], does: "keys.escape" },
  { keys: ["u"], does: "keys.undo" },
  { keys: ["h"], does: "keys.hint" },
  { keys: ["p"], does: "keys.odds" },
  { keys: ["r"], does: "keys.recap" },
  { keys: ["f"], does: "keys.follow" },
  { keys: ["s"], does: "keys.skip" },
  { keys: ["l"], does: "keys.log" },
  { keys: ["/"], does: "keys.rules" },
  { keys: ["c"], does: "keys.chat" },
  { keys: ["+", "-", "z"], does: "keys.zoom" },
  { keys: ["?"], does: "keys.help" },
];

/** The line of the list that a digit stands for; nought is the tenth. */
export const lineOf = (key: string): number | null => (/^\d$/.test(key) ? (Number(key) + 9) % 10 : null);

/** Whether a key is typed into something, or belongs to a shortcut of the browser. */
export function typed(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.altKey || event.metaKey || (event.target as Element).matches("input, textarea, select, dialog, dialog *");
}
