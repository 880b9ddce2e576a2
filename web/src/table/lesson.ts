import type { Transport } from "../wire/connection";

/** A table at which something is learnt: who answers it, what is marked, and whether the player decides now. */
export interface Lesson {
  transport: Transport;
  marked: Set<string>;
  asking: boolean;
}
