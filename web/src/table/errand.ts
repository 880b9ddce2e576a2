/**
 * An order that takes several choices, of which the player makes only those that matter: what is still to be chosen,
 * and what was chosen by itself on the way.
 */

import type { Choice, Update } from "../wire/types";

type Ask = Update["ask"];

export interface Errand {
  /** The ask at which what was chosen by itself can be chosen by hand. */
  from: number;
  /** What the player wants and could not choose yet. */
  wishes: Choice[];
  /** What was chosen by itself, in words. */
  byItself: string[];
  /** The order that was given for the sake of its first step, and that step. */
  order: Choice | null;
  step: Choice | null;
  /** Whether nothing is left to be chosen by itself. */
  done: boolean;
}

export const begun = (from: number, wishes: Choice[] = [], order: Choice | null = null, step: Choice | null = null): Errand => ({ from, wishes, byItself: [], order, step, done: false });

const same = (one: Choice, other: Choice): boolean => one.join(" ") === other.join(" ");
const offers = (ask: NonNullable<Ask>, choice: Choice): boolean => ask.options.some((option) => same(option.choice, choice));

/** What is to be chosen next, and what is left then; without a choice the player is asked. */
export function next(errand: Errand, ask: Ask, n: number, unasked: boolean): { choice: Choice | null; errand: Errand } {
  const [wish, ...wishes] = errand.wishes;
  const preferred = ask?.preferred ?? null;
  if (ask?.mine !== true || errand.done) return { choice: null, errand: { ...errand, wishes: [], done: true } };
  if (wish !== undefined && offers(ask, wish)) return { choice: wish, errand: { ...errand, wishes } };
  if (preferred === null) return { choice: null, errand: { ...errand, wishes: [], done: true } };
  if (!unasked || !preferred.safe) return { choice: null, errand };
  const text = ask.options.find((option) => same(option.choice, preferred.choice))?.text ?? "";
  const from = errand.order === null && errand.byItself.length === 0 ? n : errand.from;
  return { choice: preferred.choice, errand: { ...errand, from, byItself: [...errand.byItself, text] } };
}

/** What an order that is chosen now still wants: what it did before a small question, or before its payment was changed. */
export function carried(errand: Errand | null, ask: Ask, choice: Choice): Choice[] {
  if (errand === null || errand.done) return [];
  return ask?.preferred != null || errand.order?.[0] === choice[0] ? errand.wishes : [];
}

/** The choices that a choice stands for, one after the other: of a step that an order begins with, or of many things at once. */
export function parts(ask: Ask, choice: Choice): Choice[] {
  const several = ask?.several;
  if (several?.each === true && choice[0] === several.verb && choice.length > 2) {
    return [...choice.slice(1).map((thing) => [several.verb, thing]), ...(several.close === null ? [] : [several.close])];
  }
  return [choice];
}

/** The order that a step begins with, if the step cannot be chosen without it. */
export function orderOf(ask: Ask, choice: Choice): Choice | null {
  const ahead = ask?.ahead ?? null;
  if (ask == null || ahead === null || offers(ask, choice)) return null;
  return ahead.steps.some((step) => same(step.choice, choice)) ? ahead.order : null;
}
