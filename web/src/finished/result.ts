/** How a game ended. */

import type { Outcome } from "../wire/types";
import type { Key } from "../words/en";

type Said = [Key, { names: string }];

/**
 * The words for who has the seats `mine`: you have won, alone or with whom, or lost; or, for who has none or several, who
 * has won.
 */
export function result({ winners, drawn }: Outcome, mine: string[], name: (seat: string) => string): Said {
  const said = (key: Key, seats: string[]): Said => [key, { names: seats.map(name).join(", ") }];
  if (drawn) return said("over.drawn", winners);
  const [only] = mine;
  if (mine.length === 1 && only !== undefined) {
    if (!winners.includes(only)) return said("over.lost", winners);
    const others = winners.filter((seat) => seat !== only);
    return said(others.length === 0 ? "over.won" : "over.wonWith", others);
  }
  if (winners.length === 0) return said("over.nobody", winners);
  return said(winners.length === 1 ? "over.winner" : "over.winners", winners);
}
