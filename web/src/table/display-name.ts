import type { Names } from "../wire/api";

/** The name of a thing: its own, or that of its kind. */
export const displayName = (names: Names, id: string): string => names[id] ?? names[id.split(":")[0] ?? ""] ?? id;
