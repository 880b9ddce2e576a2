/** Addresses of links, as others reach them. */

import { addresses } from "./api";
import { originFor } from "./origin";
import { pathOf } from "./tokens";
import type { Link } from "./types";

/** Where others reach the server; until it has said so, where this page was opened. */
export const reach = $state({ origin: location.origin, local: false, command: "" });

/** Ask the server once. Without an answer links stay as they would be anyway. */
export async function learnAddresses(): Promise<void> {
  try {
    const known = await addresses();
    Object.assign(reach, originFor(known, location.origin), { command: known.command });
  } catch {
    return;
  }
}

export const addressOf = (link: Link): string => reach.origin + pathOf(link);
