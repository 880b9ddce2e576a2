/** Addresses of worked examples. */

/** Where an example is shown; without a line its first one. */
export const exampleAddress = (game: string, id: string, line = ""): string => `#/rules/${[game, id, ...line.split("/")].filter((part) => part !== "").map(encodeURIComponent).join("/")}`;

/** Where the rulebook of a game is read by itself; a rule's id may follow. */
export const rulebookAddress = (game: string): string => `#/rulebook/${encodeURIComponent(game)}`;

/** The line that the rest of an address names: it may hold slashes itself. */
export const lineIn = (route: string[]): string => route.slice(3).map(decodeURIComponent).join("/");
