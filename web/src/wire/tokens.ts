/** Secrets, and where they lead. */

import type { Link } from "./types";

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const LENGTH = 26;

/** 130 random bits, as letters that the server takes for a key. Works without https too, which `randomUUID` does not. */
export const newToken = (): string => Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => LETTERS[byte % LETTERS.length]).join("");

/** Where a link leads on a server. What it carries stands behind the #, which browsers never send. */
export const pathOf = (link: Link): string => `/#/${isInvitation(link) ? "join" : "table"}/${link.token}`;

const isInvitation = (link: Link): boolean => link.kind === "away" || link.kind === "device";
