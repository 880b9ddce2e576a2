import type { Names } from "../wire/api";

/** What a thing is called: by its own name, or by that of its kind. */
export const called = (names: Names, id: string): string => names[id] ?? names[id.split(":")[0] ?? ""] ?? id;
