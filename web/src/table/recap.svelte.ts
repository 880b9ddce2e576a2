/** A look back at what happened lately: the steps, the one that is shown, and whether it goes on by itself. */

import { motion } from "../settings.svelte";
import type { LogLine, Recap as Told, RecapStep } from "../wire/types";
import { NOTHING, touched } from "./changes";

/** Milliseconds from one step to the next when it goes on by itself. */
const BEAT = 1100;

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
  /** Whether there is more to be told from before. */
  readonly earlier: boolean = $derived((this.steps[0]?.at ?? 0) > 0);
  /** What this step has changed on the board. */
  readonly changed: Set<string> = $derived.by(() => {
    const [before, now] = [this.steps[this.at - 1], this.step];
    return before === undefined || now === undefined ? NOTHING : touched(before.scene, now.scene);
  });

  /** Steps from before the first one; the one that is shown stays. */
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
    this.timer = setTimeout(() => this.on(), BEAT);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Go on by itself or stop; from the end once more from the beginning. */
  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.last) this.at = 0;
    this.play();
  }

  private on(): void {
    if (this.last) {
      this.pause();
      return;
    }
    this.at += 1;
    this.play();
  }
}
