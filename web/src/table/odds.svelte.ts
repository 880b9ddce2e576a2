/** The odds of options, asked for when somebody looks at one: never more than one question at a time, and each only once. */

import type { Answer, Choice, Odds, Request } from "../wire/types";

/** Milliseconds that an option must be looked at before its odds are asked for. */
const PAUSE_MS = 120;

const keyOf = (choice: Choice): string => JSON.stringify(choice);

export class OddsDesk {
  /** By option, what it may bring; null where chance has no say. All of them belong to the ask `n`. */
  private known: Record<string, Odds | null> = $state.raw({});
  private n = -1;
  private considered: Choice | null = $state.raw(null);
  /** Whether an answer about the considered option is on its way. */
  asking = $state(false);
  /** Whether the odds of all options were asked for. */
  all = $state(false);
  private busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly send: (request: Request) => Promise<Answer>) {}

  /** What the option that is being considered may bring. */
  readonly shown: Odds | null = $derived(this.considered === null ? null : (this.known[keyOf(this.considered)] ?? null));

  /** What an option may bring, if it is known already. */
  of(n: number, choice: Choice): Odds | null {
    return n === this.n ? (this.known[keyOf(choice)] ?? null) : null;
  }

  /** Somebody looks at an option of the ask `n`, or at none. */
  consider(n: number, choice: Choice | null): void {
    this.begin(n);
    this.considered = choice;
    clearTimeout(this.timer);
    this.asking = choice !== null && !(keyOf(choice) in this.known);
    if (this.asking) this.timer = setTimeout(() => void this.ask(), PAUSE_MS);
  }

  /** Ask for the odds of all options at once; gives for how many of them chance has a say, null if that is not known. */
  async considerAll(n: number): Promise<number | null> {
    this.begin(n);
    if (this.all) return null;
    this.all = true;
    const answer = await this.send({ do: "odds", choice: null });
    if (answer.is !== "odds" || answer.n !== this.n) return null;
    // What was asked for by itself was looked at more thoroughly.
    this.known = { ...Object.fromEntries(answer.odds.map((each) => [keyOf(each.choice), each])), ...this.known };
    return answer.odds.length;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private begin(n: number): void {
    if (n === this.n) return;
    this.n = n;
    this.known = {};
    this.all = false;
  }

  private async ask(): Promise<void> {
    const choice = this.considered;
    if (this.busy || choice === null || keyOf(choice) in this.known) return;
    const n = this.n;
    this.busy = true;
    const answer = await this.send({ do: "odds", choice });
    this.busy = false;
    if (answer.is === "odds" && answer.n === this.n) this.known = { ...this.known, [keyOf(choice)]: answer.odds[0] ?? null };
    const next = this.considered;
    this.asking = next !== null && !(keyOf(next) in this.known) && (next !== choice || n !== this.n);
    if (this.asking) void this.ask();
  }
}
