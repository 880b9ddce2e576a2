/**
 * A guided first game: all of it is known beforehand, so that this page answers its table itself, in the words of the server.
 *
 * The table is the real one. It asks, and is answered, as over the socket; only what it is asked about is recorded.
 */

import { settings, t } from "../settings.svelte";
import { idSet, NO_IDS } from "../table/changes";
import { guide as fetchGuide, guideReasons } from "../wire/api";
import { PROTOCOL, type Transport } from "../wire/connection";
import type { Answer, Choice, Guide, GuideMoment, GuideOption, GuidePage, LogLine, Message, Push, Request, Table } from "../wire/types";

/** What the card of the guide shows. */
export type Phase = "page" | "told" | "decision" | "other" | "end";

type Signed = Request & { id: string };

export class GuideRun implements Transport {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  guide: Guide = $state.raw() as Guide;
  /** Which page is read; all are read once this is their number. */
  page = $state(0);
  /** How many steps are made. */
  at = $state(0);
  /** What the learner wants to do instead of what is advised. */
  other: GuideOption | null = $state.raw(null);
  /** Whether the learner asked to be shown what is advised. */
  shown = $state(false);
  /** Whether the way that this table is on is being fetched. */
  private fetching = false;
  private version = 0;
  /** The moment whose table was shown last. */
  private told = -1;

  constructor(
    readonly game: string,
    guide: Guide,
    at: number,
  ) {
    this.guide = guide;
    this.at = Math.max(Math.min(at, this.last), this.first);
    this.page = at > 0 ? guide.pages.length : 0;
    queueMicrotask(() => this.onopen?.());
  }

  /** Where it begins: what others choose before the first decision is told at once. */
  readonly first: number = $derived(this.guide.moments[0]?.decision == null ? 1 : 0);
  readonly last: number = $derived(this.guide.moments.length - 1);
  readonly moment: GuideMoment = $derived(this.guide.moments[this.at] as GuideMoment);
  readonly phase: Phase = $derived.by(() => {
    if (this.page < this.guide.pages.length) return "page";
    if (this.other !== null) return "other";
    if (this.moment.decision !== null) return "decision";
    return this.at === this.last ? "end" : "told";
  });
  readonly reading: GuidePage | null = $derived(this.guide.pages[this.page] ?? null);
  /** The decision at hand, or else the last one that was made. */
  readonly number: number = $derived(this.guide.moments.slice(0, this.at + 1).findLast((moment) => moment.decision !== null)?.decision?.number ?? 0);
  readonly advised: GuideOption | null = $derived(this.moment.decision?.options.find((option) => option.answer === "advised") ?? null);
  readonly rules: string[] = $derived(this.reading?.rules ?? this.moment.decision?.rules ?? this.moment.rules);
  /** What is marked on the board: what is spoken of, or what is advised once that was asked for. */
  readonly marked: Set<string> = $derived.by(() => {
    if (this.reading !== null) return idSet(this.reading.show);
    if (this.other !== null) return NO_IDS;
    if (this.shown && this.advised !== null) return idSet(this.advised.choice.slice(1).map(String));
    return idSet(this.moment.decision?.show ?? this.moment.show);
  });

  // ---------------------------------------------------------------------- what the learner does with the card

  /** Read on, or see what comes next. */
  next(): void {
    if (this.reading !== null) this.page += 1;
    else if (this.phase === "told") this.at += 1;
    this.tell();
  }

  /** Back to the beginning, without the pages. */
  again(): void {
    this.at = this.first;
    this.tell();
  }

  /** Not what the learner wanted to do, after all. */
  thinkAgain(): void {
    this.other = null;
  }

  /** Where the game goes on at a table of its own. */
  leaving(): { id: string; step: number; choice: Choice | null; also: string } {
    return { id: this.guide.id, step: this.at, choice: this.other?.choice as Choice | undefined ?? null, also: this.guide.also };
  }

  // ---------------------------------------------------------------------- what the table asks

  send(text: string): void {
    const request = JSON.parse(text) as Signed | { do: "hello" };
    if (request.do === "hello") this.hello();
    else void this.answered(request).then((answer) => this.say({ ...answer, id: request.id } as Message));
  }

  close(): void {
    this.onmessage = null;
  }

  private say(message: Message | Push): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  private async answered(request: Signed): Promise<Answer> {
    switch (request.do) {
      case "choose":
        return this.choose(request.choice as Choice);
      case "undo":
        return this.back();
      case "why":
        return guideReasons(this.game, this.guide.id, { step: this.at, about: String(request.about), also: this.guide.also }, settings.lang);
      case "hint":
        this.shown = true;
        return refused("guide", t("guide.advised", { text: this.advised?.text ?? "" }));
      case "recap":
        return this.recap();
      default:
        return refused("guide", t("guide.notHere"));
    }
  }

  private async choose(choice: Choice): Promise<Answer> {
    const option = this.moment.decision?.options.find((each) => each.choice.join(" ") === choice.join(" "));
    if (option === undefined || this.fetching) return refused("stale", "");
    if (option.answer === "other") {
      this.other = option;
      return refused("stale", "");
    }
    if (option.answer === "also") {
      this.fetching = true;
      this.guide = await fetchGuide(this.game, this.guide.id, option.also, settings.lang).finally(() => (this.fetching = false));
    }
    this.at += 1;
    this.tell();
    return { is: "done", id: "", version: this.version };
  }

  /** Back to the decision before this one. */
  private back(): Answer {
    this.at = this.before();
    this.tell();
    return { is: "done", id: "", version: this.version };
  }

  private before(): number {
    return this.guide.moments.slice(0, this.at).findLastIndex((moment) => moment.decision !== null);
  }

  /** What happened since the learner's last decision. */
  private recap(): Answer {
    const first = Math.max(0, this.before());
    const steps = this.guide.moments.slice(first, this.at + 1).map(({ at, scene, status, standing, lines }) => ({ at, scene, status, standing, lines }));
    return { is: "recap", id: "", total: this.at, steps };
  }

  // ---------------------------------------------------------------------- what the table is told

  private hello(): void {
    const table: Table = { id: "", game: this.game, options: {}, seats: this.seats(), watch: false, seed_hash: "", shared: false, absence: null, example: null, guide: null };
    this.say({ is: "welcome", protocol: PROTOCOL, program: "", table });
    const online = this.guide.seats;
    const pages = Object.fromEntries(online.map((seat) => [seat, 1]));
    this.say({ is: "company", online, pages, taken: online, watchers: 0, names: { [this.guide.seat]: t("table.you") }, rematch: false, stand_ins: {}, resigned: [], promises: {}, added: [], absent: {} });
    this.tell();
  }

  /** Nobody's seat is owned here: there is nothing to resign from, to rename, or to open elsewhere. */
  private seats(): Table["seats"] {
    return this.guide.seats.map((seat) => ({ seat, kind: seat === this.guide.seat ? "here" : "opponent", name: "", level: seat === this.guide.seat ? null : this.guide.level, mine: false }));
  }

  private tell(): void {
    this.other = null;
    this.shown = false;
    keepPlace(this);
    this.version += 1;
    const { scene, status, standing, decision } = this.moment;
    const asking = this.phase === "decision" ? decision : null;
    const ask = asking && { seats: [this.guide.seat], mine: true, text: asking.prompt, rule: asking.rule, options: asking.options.map(({ choice, text }) => ({ choice, text })), several: null, preferred: null, ahead: null };
    const possible = this.before() >= 0;
    const log = this.told === this.at - 1 ? { first: this.lines(this.told).length, lines: this.moment.lines, after: null } : { first: 0, lines: this.lines(this.at), after: null };
    this.told = this.at;
    this.say({ is: "update", version: this.version, n: this.version, seat: this.guide.seat, scene, status, standing, ask, log, undo: { possible, reason: possible ? "" : "watching", text: "" }, curtain: null, outcome: null });
  }

  /** Everything that was told up to a moment. */
  private lines(at: number): LogLine[] {
    return this.guide.moments.slice(0, at + 1).flatMap((moment) => moment.lines);
  }
}

const refused = (code: string, text: string): Answer => ({ is: "refused", id: null, code, text, rule: null });

/** Keep how far a guide was played, so that it goes on there; one that was played to its end is not offered again. */
function keepPlace({ game, guide, at, first, last }: GuideRun): void {
  const ended = settings.guides[game]?.ended === true || at === last;
  settings.guides[game] = { at: at === last || at === first ? 0 : at, also: guide.also, ended };
}
