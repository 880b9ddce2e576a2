/** The recap of the last turn: its steps, the one that is shown, and whether it plays by itself. */

import { motion } from "../settings.svelte";
import type { LogLine, Recap as Told, RecapStep } from "../wire/types";
import { changedIds, NO_IDS } from "./changes";

/** Milliseconds between two steps. */
const STEP_MS = 1100;

export class Recap {
  steps: RecapStep[] = $state.raw([]);
  at = $state(0);
  playing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(told: Told) {
    this.steps = told.steps;
    if (motion()) this.play();
    else this.at = Math.min(1, told.steps.length - 1);
  }

  readonly step: RecapStep | undefined = $derived(this.steps[this.at]);
  readonly lines: LogLine[] = $derived(this.at === 0 ? [] : (this.step?.lines ?? []));
  readonly last: boolean = $derived(this.at >= this.steps.length - 1);
  /** Whether there are earlier steps. */
  readonly earlier: boolean = $derived((this.steps[0]?.at ?? 0) > 0);
  /** What this step has changed on the board. */
  readonly changed: Set<string> = $derived.by(() => {
    const [before, now] = [this.steps[this.at - 1], this.step];
    return before === undefined || now === undefined ? NO_IDS : changedIds(before.scene, now.scene);
  });

  /** Add earlier steps, and go to the last of them. */
  prepend(told: Told): void {
    const first = this.steps[0]?.at ?? 0;
    const more = told.steps.filter((step) => step.at < first);
    this.steps = [...more, ...this.steps];
    this.at += more.length;
    this.go(this.at - 1);
  }

  go(at: number): void {
    this.pause();
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
  }

  play(): void {
    this.playing = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), STEP_MS);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Play or pause; at the end, play again from the start. */
  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.last) this.at = 0;
    this.play();
  }

  private next(): void {
    if (this.last) {
      this.pause();
      return;
    }
    this.at += 1;
    this.play();
  }
}
