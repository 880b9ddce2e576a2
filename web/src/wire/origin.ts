/** The origin that links to pass on begin with: one that others reach. */

import type { Addresses } from "./types";

export interface Origin {
  origin: string;
  /** Others do not reach it: the server listens on this machine only. */
  local: boolean;
}

const LOOPBACK = /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/;

/** The set address; or where this page was opened, unless only this machine understands that. */
export function originFor(known: Addresses, here: string): Origin {
  if (known.public !== null) return { origin: known.public, local: false };
  if (!LOOPBACK.test(here)) return { origin: here, local: false };
  return { origin: known.lan ?? here, local: known.lan === null };
}
