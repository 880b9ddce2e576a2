/** Shows updates one after the other, slowly enough to be followed, but never far behind. */

/** Milliseconds between two updates, at the usual pace. */
export const STEP_MS = 650;
/** With more updates than this waiting, they are shown without a pause. */
export const MAX_WAITING = 12;

interface Manner {
  /** How fast updates are shown: 1 is the usual pace. */
  pace?: () => number;
  /** Told how many updates wait. */
  onwaiting?: (count: number) => void;
  now?: () => number;
}

export class UpdateQueue<T> {
  private readonly waiting: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = -Infinity;
  private held = false;

  constructor(
    private readonly show: (thing: T) => void,
    /** Whether to pause between updates; otherwise all are shown at once. */
    private readonly slow: () => boolean,
    private readonly manner: Manner = {},
  ) {}

  /** The newest update that came, whether it is shown yet or not. */
  newest: T | undefined;

  add(thing: T): void {
    this.newest = thing;
    this.waiting.push(thing);
    if (this.timer === undefined) this.next();
    this.tell();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.waiting.length = 0;
  }

  /** Show nothing more until it is let go on. */
  hold(held: boolean): void {
    this.held = held;
    clearTimeout(this.timer);
    if (!held) this.next();
  }

  /** Show all that waits at once: the last of it stays. */
  skip(): void {
    this.held = false;
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const thing of this.waiting.splice(0)) this.show(thing);
    this.tell();
  }

  private tell(): void {
    this.manner.onwaiting?.(this.waiting.length);
  }

  private next(): void {
    this.timer = undefined;
    while (this.waiting.length > 0 && !this.held) {
      const now = (this.manner.now ?? ((): number => performance.now()))();
      const left = this.slow() && this.waiting.length <= MAX_WAITING ? this.shown + STEP_MS / (this.manner.pace?.() ?? 1) - now : 0;
      if (left > 0) {
        this.timer = setTimeout(() => this.next(), left);
        return;
      }
      this.shown = now;
      this.show(this.waiting.shift() as T);
      this.tell();
    }
  }
}
