/** Setting up a game: which mode the options give, and who sits where. */

import type { Fact, Game, Mode, Seating } from "../wire/types";

/** Who takes a seat: me, somebody at this screen, somebody elsewhere, or an opponent of that level. */
export type Who = string;
export const ME: Who = "me";
export const HERE: Who = "here";
export const AWAY: Who = "away";
/** The default level of an opponent. */
export const USUAL: Who = "3";

export type Options = Record<string, Fact>;

/** The first value of every option; as the first mode has it, where these make no mode. */
export function usual(game: Game): Options {
  const first = Object.fromEntries(game.options.flatMap((option) => (option.values[0] === undefined ? [] : [[option.id, option.values[0].value]])));
  return modeOf(game.modes, first) === undefined ? { ...first, ...game.modes[0]?.options } : first;
}

/** The mode that the options make: the one that says most about them and nothing else. */
export function modeOf(modes: Mode[], options: Options): Mode | undefined {
  const size = (mode: Mode): number => Object.keys(mode.options).length;
  const fits = modes.filter((mode) => Object.entries(mode.options).every(([id, value]) => options[id] === value));
  return fits.reduce<Mode | undefined>((best, mode) => (best === undefined || size(mode) > size(best) ? mode : best), undefined);
}

/** The options that tell the modes of a game apart. */
export const telling = (game: Game): Set<string> => new Set(game.modes.flatMap((mode) => Object.keys(mode.options)));

/** Who sits at each seat of a mode if I sit at `mine` (nowhere if it is empty), with what was chosen before where it still makes sense. */
export function seated(mode: Mode, mine: string, before: Record<string, Who>): Record<string, Who> {
  const side = mode.sides[mode.seats.indexOf(mine)];
  const fresh = (at: number): Who => (mine !== "" && mode.sides[at] === side ? HERE : USUAL);
  const fits = (who: Who | undefined): who is Who => who !== undefined && who !== ME && (mine !== "" || (who !== HERE && who !== AWAY));
  return Object.fromEntries(
    mode.seats.map((seat, at) => {
      const was = before[seat];
      return [seat, seat === mine ? ME : fits(was) ? was : fresh(at)];
    }),
  );
}

export function seating(who: Who, name: string): Seating {
  if (who === ME) return { kind: "here", name };
  if (who === HERE || who === AWAY) return { kind: who, name: "" };
  return { kind: "opponent", level: who, name: "" };
}
