/** The recap of the last turn: its steps, the one that is shown, and whether it plays by itself. */

import { motion, settings } from "../settings.svelte";
import type { LogLine, Recap as Told, RecapStep } from "../wire/types";
import { happened, NOTHING, type Happening } from "./happened";

/** Milliseconds between two steps. */
const STEP_MS = 1100;

export class Recap {
  steps: RecapStep[] = $state.raw([]);
  at = $state(0);
  playing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** All steps of the game so far. */
  total = $state(0);

  /** Whether a moment of the game was wanted, not the last turn. */
  readonly wanted: boolean;

  /** Plays the steps that were told, or shows the one that is wanted. */
  constructor(told: Told, step: number | null = null) {
    this.wanted = step !== null;
    this.steps = told.steps;
    this.total = told.total;
    if (step !== null) this.goTo(step);
    else if (motion()) this.play();
    else this.at = Math.min(1, told.steps.length - 1);
  }

  readonly step: RecapStep | undefined = $derived(this.steps[this.at]);
  readonly lines: LogLine[] = $derived(this.at === 0 ? [] : (this.step?.lines ?? []));
  readonly last: boolean = $derived(this.at >= this.steps.length - 1);
  /** Whether there are later steps than those that are here. */
  readonly later: boolean = $derived((this.steps.at(-1)?.at ?? 0) < this.total);
  /** Whether there are earlier steps. */
  readonly earlier: boolean = $derived((this.steps[0]?.at ?? 0) > 0);
  /** What this step has done. */
  readonly happening: Happening = $derived.by(() => {
    const [before, now] = [this.steps[this.at - 1], this.step];
    return before === undefined || now === undefined ? NOTHING : happened(before.scene, now.scene, now.lines);
  });
  readonly changed: Set<string> = $derived(this.happening.changed);

  /** Add earlier or later steps, and go to the nearest of them. */
  add(told: Told): void {
    const [first, last] = [this.steps[0]?.at ?? 0, this.steps.at(-1)?.at ?? 0];
    const [before, after] = [told.steps.filter((step) => step.at < first), told.steps.filter((step) => step.at > last)];
    const from = this.step?.at ?? 0;
    this.steps = [...before, ...this.steps, ...after];
    this.goTo(before.length > 0 ? from - 1 : from + 1);
  }

  has(step: number): boolean {
    return this.steps.some((each) => each.at === step);
  }

  /** Show the table after a step, or the nearest one that is here. */
  goTo(step: number): void {
    const found = this.steps.findIndex((each) => each.at >= step);
    this.go(found < 0 ? this.steps.length - 1 : found);
  }

  go(at: number): void {
    this.pause();
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
  }

  play(): void {
    this.playing = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), STEP_MS / settings.speed);
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
