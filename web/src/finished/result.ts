/** How a game ended. */

import type { Outcome } from "../wire/types";
import type { Key } from "../words/en";

type Said = [Key, { names: string }];

/** The words for who has the seats `mine`: you have won or lost, or, for who has none or several, who has won. */
export function result(outcome: Outcome, mine: string[], name: (seat: string) => string): Said {
  const names = outcome.winners.map(name).join(", ");
  return [keyOf(outcome, mine), { names }];
}

function keyOf({ winners, drawn }: Outcome, mine: string[]): Key {
  if (drawn) return "over.drawn";
  const [only] = mine;
  if (mine.length === 1 && only !== undefined) return winners.includes(only) ? "over.won" : "over.lost";
  if (winners.length === 0) return "over.nobody";
  return winners.length === 1 ? "over.winner" : "over.winners";
}
