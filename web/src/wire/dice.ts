/** Dice that a player can check: what the server promised, what the players added, and what came of it. */

import { blake2b } from "./blake2b";
import type { DiceProof } from "./types";

/** What this browser keeps of a table from the beginning. */
export interface KeptDice {
  /** The hash by which the server promised its part. */
  commitment: string;
  /** What this browser added; none if another one did for its seat. */
  entropy?: string;
}

/** What is wrong with the proof of a finished game; nothing if the dice are as promised. */
export type Fault = "commitment" | "entropy" | "secret" | "seed";

export const commitmentOf = (secret: string): string => blake2b(secret, "sandtable-commit");

export function sharedSeed(secret: string, entropy: Record<string, string>): string {
  const added = Object.keys(entropy)
    .sort()
    .map((seat) => `${seat}=${entropy[seat] ?? ""}`);
  return blake2b([secret, ...added].join("\n"), "sandtable-shared");
}

export function faultOf(proof: DiceProof, kept: KeptDice, mine: string[]): Fault | null {
  const shared = Object.keys(proof.entropy).length > 0;
  if (proof.commitment !== kept.commitment) return "commitment";
  if (kept.entropy !== undefined && mine.some((seat) => proof.entropy[seat] !== kept.entropy)) return "entropy";
  if (commitmentOf(proof.secret) !== kept.commitment) return "secret";
  if (proof.seed !== (shared ? sharedSeed(proof.secret, proof.entropy) : proof.secret)) return "seed";
  return null;
}
