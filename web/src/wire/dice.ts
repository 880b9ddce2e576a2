/** Dice that a player can check: what the server promised, what the players added, and what came of it. */

import { blake2b } from "./blake2b";
import type { DiceProof } from "./types";

/** What this browser keeps of a table from the beginning. */
export interface KeptDice {
  /** The hash by which the server promised its part. */
  commitment: string;
  /** What this browser added; none if another one did for its seat. */
  entropy?: string;
  /** By seat, the hash by which its player's page promised its part, kept before this browser showed its own. */
  promises?: Record<string, string>;
}

/** What is wrong with the proof of a finished game; nothing if the dice are as promised. */
export type Fault = "commitment" | "entropy" | "secret" | "broken" | "seed";

export const commitmentOf = (secret: string): string => blake2b(secret, "sandtable-commit");

/** The hash by which a page promises what it will add, before anybody's part is known. */
export const promiseOf = (entropy: string): string => blake2b(entropy, "sandtable-player");

export const sharedSeed = (secret: string, entropy: Record<string, string>): string => blake2b(listed(secret, entropy), "sandtable-shared");

/** One hash of all that was promised. */
export const agreedHash = (commitment: string, promises: Record<string, string>): string => blake2b(listed(commitment, promises), "sandtable-agreed");

function listed(first: string, bySeat: Record<string, string>): string {
  const seats = Object.keys(bySeat).sort();
  return [first, ...seats.map((seat) => `${seat}=${bySeat[seat] ?? ""}`)].join("\n");
}

const isBroken = (promises: Record<string, string>, entropy: Record<string, string>): boolean =>
  Object.keys(promises).length !== Object.keys(entropy).length || Object.entries(entropy).some(([seat, added]) => promises[seat] !== promiseOf(added));

export function faultOf(proof: DiceProof, kept: KeptDice, mine: string[]): Fault | null {
  const shared = Object.keys(proof.entropy).length > 0;
  if (proof.commitment !== kept.commitment) return "commitment";
  if (kept.entropy !== undefined && mine.some((seat) => proof.entropy[seat] !== kept.entropy)) return "entropy";
  if (commitmentOf(proof.secret) !== kept.commitment) return "secret";
  if (kept.promises !== undefined && isBroken(kept.promises, proof.entropy)) return "broken";
  if (proof.seed !== (shared ? sharedSeed(proof.secret, proof.entropy) : proof.secret)) return "seed";
  return null;
}
