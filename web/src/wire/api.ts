/** The HTTP API. */

import type { Addresses, Analysis, Catalogue, CreatedTable, DiceProof, ExampleLine, Examples, Game, Guide, Invitation, Lang, Link, NewTable, Primer, Reasons, Rulebook, Seating, Steps, TableStatus, WholeReport } from "./types";

/** The server refused a request; the message is for people. */
export class RequestRefused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function call<T>(path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { headers, method: body === undefined ? "GET" : "POST" };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(`/api${path}`, init);
  if (!response.ok) {
    const said = (await response.json().catch(() => null)) as { code?: string; text?: string } | null;
    throw new RequestRefused(said?.code ?? String(response.status), said?.text ?? response.statusText);
  }
  return (await response.json()) as T;
}

const once = new Map<string, Promise<unknown>>();

/** Fetch once what never changes while the page is open; failures are not cached. */
function cached<T>(path: string, fetchIt: () => Promise<T> = () => call<T>(path)): Promise<T> {
  let found = once.get(path) as Promise<T> | undefined;
  if (found === undefined) {
    found = fetchIt();
    found.catch(() => once.delete(path));
    once.set(path, found);
  }
  return found;
}

export type Names = Record<string, string>;

export const catalogue = (lang: Lang): Promise<Catalogue> => cached(`/games?lang=${lang}`);
export const names = (slug: string, lang: Lang): Promise<Names> => cached(`/games/${slug}/names?lang=${lang}`);
export const rulebook = (slug: string, lang: Lang): Promise<Rulebook> => cached(`/games/${slug}/rules?lang=${lang}`);
export const examples = (slug: string, lang: Lang): Promise<Examples> => cached(`/games/${slug}/examples?lang=${lang}`);
/** One line of a worked example, from the point of view that it is shown from. */
export const exampleLine = (slug: string, id: string, line: string, lang: Lang): Promise<ExampleLine> => cached(`/games/${slug}/examples/${id}?line=${encodeURIComponent(line)}&lang=${lang}`);
/** A guided first game, on the way that the alternatives in `also` lead. */
export const guide = (slug: string, id: string, also: string, lang: Lang): Promise<Guide> => cached(`/games/${slug}/guides/${id}?also=${also}&lang=${lang}`);
/** Why something cannot be done with a thing at a decision of a guide. */
export const guideReasons = (slug: string, id: string, at: { step: number; about: string; also: string }, lang: Lang): Promise<Reasons> => call(`/games/${slug}/guides/${id}/why?step=${at.step}&about=${encodeURIComponent(at.about)}&also=${at.also}&lang=${lang}`);
/** The game in short; null for a game that has none. */
export async function primer(slug: string, lang: Lang): Promise<Primer | null> {
  const game = (await catalogue(lang)).games.find((each) => each.slug === slug);
  return game?.primer === true ? cached(`/games/${slug}/primer?lang=${lang}`) : null;
}
/** The address of a file that a game is drawn with. It names the version, so that browsers keep the file for ever. */
export const art = (game: Game, file: string): string => `/api/games/${game.slug}/art/${file}?v=${game.art_version}`;

export const addresses = (): Promise<Addresses> => cached("/address");
export const newTable = (wanted: NewTable, lang: Lang): Promise<CreatedTable> => call(`/tables?lang=${lang}`, undefined, wanted);
export const tableStatus = (token: string, lang: Lang): Promise<TableStatus> => call(`/table?lang=${lang}`, token);
export const share = (token: string): Promise<Link> => call("/table/share", token, {});
export const invitation = (token: string, lang: Lang): Promise<Invitation> => call(`/invitation?lang=${lang}`, token);
export const takeSeat = (token: string, key: string, lang: Lang): Promise<Invitation> => call(`/invitation?lang=${lang}`, token, { key });
export const otherDevice = (token: string): Promise<Link> => call("/table/device", token, {});
export const diceProof = (token: string): Promise<DiceProof> => call("/table/dice", token);
export const rematch = (token: string): Promise<Link> => call("/table/rematch", token, {});
/** What is known of how a game went beyond so many moments, as soon as there is something. */
export const analysis = (token: string, after: number, lang: Lang): Promise<Analysis> => call(`/table/analysis?after=${after}&lang=${lang}`, token);

/** Steps of a finished game as a seat saw them; an empty seat is a spectator. */
export function steps(token: string, first: number, count: number, seat: string, lang: Lang): Promise<Steps> {
  return call(`/table/steps?first=${first}&count=${count}&seat=${encodeURIComponent(seat)}&lang=${lang}`, token);
}

/** The whole report of a finished game as a seat may read it. */
export const report = (token: string, seat: string, lang: Lang): Promise<WholeReport> => call(`/table/report?seat=${encodeURIComponent(seat)}&lang=${lang}`, token);

export function fork(token: string, at: number, seats: Record<string, Seating>): Promise<CreatedTable> {
  return call("/table/fork", token, { at, seats, watch: false });
}

/** A drawing of a game as text; empty where it cannot be had. */
export function artText(game: Game, file: string): Promise<string> {
  const address = art(game, file);
  return cached(address, async () => {
    const response = await fetch(address);
    if (!response.ok) once.delete(address);
    return response.ok ? response.text() : "";
  });
}
