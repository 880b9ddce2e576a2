/** Showing what comes one after the other, slowly enough to be followed, but never far behind. */

/** Milliseconds that a step is looked at before the next one. */
export const STEP = 550;
/** With more steps than this waiting, those in between are skipped over quickly. */
const BEHIND = 4;

export class Pace<T> {
  private readonly waiting: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = -Infinity;

  constructor(
    private readonly show: (thing: T) => void,
    /** Whether there is anything to follow; otherwise all is shown at once. */
    private readonly slow: () => boolean,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The newest thing that came, whether it is shown yet or not. */
  newest: T | undefined;

  take(thing: T): void {
    this.newest = thing;
    this.waiting.push(thing);
    if (this.timer === undefined) this.next();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.waiting.length = 0;
  }

  private next(): void {
    this.timer = undefined;
    while (this.waiting.length > 0) {
      const left = this.slow() && this.waiting.length <= BEHIND ? this.shown + STEP - this.now() : 0;
      if (left > 0) {
        this.timer = setTimeout(() => this.next(), left);
        return;
      }
      this.shown = this.now();
      this.show(this.waiting.shift() as T);
    }
  }
}
