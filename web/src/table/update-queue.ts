/** Shows updates one after the other, slowly enough to be followed, but never far behind. */

/** Milliseconds between two updates. */
export const STEP_MS = 550;
/** With more updates than this waiting, they are shown without a pause. */
const MAX_WAITING = 4;

export class UpdateQueue<T> {
  private readonly waiting: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = -Infinity;

  constructor(
    private readonly show: (thing: T) => void,
    /** Whether to pause between updates; otherwise all are shown at once. */
    private readonly slow: () => boolean,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The newest update that came, whether it is shown yet or not. */
  newest: T | undefined;

  add(thing: T): void {
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
      const left = this.slow() && this.waiting.length <= MAX_WAITING ? this.shown + STEP_MS - this.now() : 0;
      if (left > 0) {
        this.timer = setTimeout(() => this.next(), left);
        return;
      }
      this.shown = this.now();
      this.show(this.waiting.shift() as T);
    }
  }
}
