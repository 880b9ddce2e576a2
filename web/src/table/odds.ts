/** What an order may bring, made ready to be shown: chances in per cent, and the few outcomes that matter. */

import { t } from "../settings.svelte";
import type { Odds, OddsIf } from "../wire/types";

/** Outcomes that are shown one by one; the rarer ones are counted. */
export const MOST_OUTCOMES = 5;

/** A chance in hundredths as people say it: never "0" for what may happen, nor "100" for what may not. */
function hundredths(share: number): string {
  if (share > 0 && share < 0.005) return "< 1";
  if (share < 1 && share >= 0.995) return "> 99";
  return String(Math.round(share * 100));
}

/** A chance with the sign for per cent, as the reader's language writes it. */
export const percent = (share: number): string => t("odds.percent", { share: hundredths(share) });

/**
 * What stands behind an option in the list: the chance of its likeliest outcome, also for other answers of the other
 * side; an ellipsis where such an answer leads to something else altogether.
 */
export function chip(odds: Odds): string {
  const main = odds.ifs[0]?.outcomes[0];
  if (main === undefined) return "";
  const shares = odds.ifs.map(({ outcomes }) => outcomes.find((each) => each.text === main.text)?.share);
  const known = shares.filter((each) => each !== undefined).map(hundredths);
  const said = t("odds.percent", { share: [...new Set(known)].join(" · ") });
  return `${odds.exact ? "" : "≈ "}${said}${known.length < shares.length ? " …" : ""}`;
}

/** What is added to a roll, by the rule that says so. */
export function termsByRule(odds: Odds): { rule: string; terms: Odds["terms"] }[] {
  return [...new Set(odds.terms.map((term) => term.rule))].map((rule) => ({ rule, terms: odds.terms.filter((term) => term.rule === rule) }));
}

/** The likeliest outcomes, and how many more there are with what chance. */
export interface Told {
  outcomes: OddsIf["outcomes"];
  rarer: { count: number; share: number } | null;
}

export function told({ outcomes }: OddsIf): Told {
  if (outcomes.length <= MOST_OUTCOMES) return { outcomes, rarer: null };
  const left = outcomes.slice(MOST_OUTCOMES - 1);
  return { outcomes: outcomes.slice(0, MOST_OUTCOMES - 1), rarer: { count: left.length, share: left.reduce((sum, each) => sum + each.share, 0) } };
}

/** What is added to the roll, with its sign. */
export const signed = (amount: number): string => (amount > 0 ? `+${amount}` : `−${Math.abs(amount)}`);
