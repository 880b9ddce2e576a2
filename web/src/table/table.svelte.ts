/** One open table: what is known of it, what has been picked, and what has been asked about. */

import { diceOf, dropEntropy, keepDice, keepPromises, motion, settings, t } from "../settings.svelte";
import { names as fetchNames, type Names } from "../wire/api";
import { Connection, type Listener, type Transport } from "../wire/connection";
import { promiseOf } from "../wire/dice";
import type { Advice, Answer, Choice, Hints, LogLine, Option, Push, RefusedChoice, Request, Table, Update } from "../wire/types";
import { applyMessage, EMPTY_VIEW, withEarlier, type View } from "../wire/view";
import { EMPTY_BOOK, loadBook, type Book } from "./contents";
import { diceStages } from "./dice-stages";
import { displayName } from "./display-name";
import { idSet } from "./changes";
import { begun, carried, next, orderOf, parts, type Errand } from "./errand";
import { happened, type Happening } from "./happened";
import { meant, placeOf, pointed, selection, settled, stacksOf, targets, together, verb, wordsOf, type Pick, type Question } from "./picking";
import { OddsDesk } from "./odds.svelte";
import { Recap } from "./recap.svelte";
import { UpdateQueue } from "./update-queue";

/** Steps that are fetched before the one that is wanted. */
const BEFORE = 5;
/** How long nothing happens before it is asked what is not possible now. */
const IDLE_MS = 400;
/** About so many things in an area it is asked why nothing can be done with them. */
const MOST_ASKED = 8;
/** How often it is looked whether an undo has come back. */
const TICK_MS = 20;

/** What is said above the options for a moment: an error, or why something cannot be done. */
export interface Notice {
  text: string;
  refusals: RefusedChoice[];
}

export class TableState implements Listener {
  view: View = $state.raw(EMPTY_VIEW);
  names: Names = $state.raw({});
  book: Book = $state.raw(EMPTY_BOOK);
  picked: Pick[] = $state.raw([]);
  notice: Notice | null = $state.raw(null);
  /** Kinds of orders of which nothing is possible now, each with the rule against it. */
  impossible: RefusedChoice[] = $state.raw([]);
  private looking: ReturnType<typeof setTimeout> | undefined;
  hints: Hints | null = $state.raw(null);
  /** The last order, while some of it is chosen by itself, and afterwards until something else is chosen. */
  private errand: Errand | null = $state.raw(null);
  /** Whether the player wants to answer the small questions of the next order. */
  private byHand = false;
  /** The version at which it was last looked what is left of the order. */
  private wentOn = -1;
  /** The version that a request under way leads to: endless until it is answered. */
  private awaited = $state(-Infinity);
  thinking = $state(false);
  online = $state(true);
  ended = $state("");
  /** When the server last said who is there. */
  heardAt = $state(0);
  /** What the last order did; null before the first that this page has seen. */
  happening: Happening | null = $state.raw(null);
  /** How many updates wait to be shown, and whether they are held. */
  waiting = $state(0);
  held = $state(false);
  /** A look back at what happened lately, while it is open. */
  recap: Recap | null = $state.raw(null);
  /** Whether this is a lesson, which only knows what it teaches. */
  readonly taught: boolean;
  /** What options may bring. */
  readonly odds = new OddsDesk((request) => this.connection.send(request));
  private readonly connection: Connection;
  private readonly lang = settings.lang;
  private readonly queue = new UpdateQueue<Update>((update) => this.show(update), () => motion() && !document.hidden, { pace: () => settings.speed, onwaiting: (count) => (this.waiting = count) });

  constructor(
    readonly token: string,
    transport?: Transport,
  ) {
    this.taught = transport !== undefined;
    this.connection = new Connection(token, this.lang, this, transport);
  }

  readonly update = $derived(this.view.update);
  /** Clicks wait until the last one is answered and the table after it is seen. */
  readonly busy = $derived(this.awaited > (this.view.update?.version ?? -1));
  readonly ask = $derived(this.view.update?.ask ?? null);
  readonly options: Option[] = $derived(this.ask?.mine === true ? this.ask.options : []);
  private readonly stacks = $derived(stacksOf(this.view.update?.scene ?? null));
  private readonly steps: Option[] = $derived(settings.shortcuts ? (this.ask?.ahead?.steps ?? []) : []);
  readonly question: Question = $derived({ options: this.options, several: this.ask?.mine === true ? this.ask.several : null, stacks: this.stacks, steps: this.steps, preferred: this.ask?.preferred?.choice ?? null });
  readonly lit: Set<string> = $derived(targets(this.question, this.picked));
  readonly left: Option[] = $derived(meant(this.question, this.picked));
  /** What has been picked to be chosen together; null where nothing is. */
  readonly selected: string[] | null = $derived(selection(this.question, this.picked));
  /** The things picked so far in their order, where that order matters. */
  readonly order: string[] = $derived(this.question.several?.ordered === true ? pointed(this.picked) : []);

  /** What would be chosen if nothing else is wanted, such as cards to pay with. */
  readonly suggested: Set<string> = $derived(idSet(this.picked.length === 0 ? (this.question.preferred?.slice(1).map(String) ?? []) : []));
  /** What was chosen by itself, while it can be changed. */
  readonly byItself: string[] = $derived(this.ask?.mine === true && this.update?.undo.possible === true ? (this.errand?.byItself ?? []) : []);

  /** Where the report tells of the last roll: it rises with every roll, also with one that shows the same face again. */
  readonly rolls = $derived(this.view.logStart + this.view.log.findLastIndex((line) => line.key.startsWith("roll_")) + 1);
  /** Whether dice were rolled on the way to the update that is shown: only then do they turn. */
  rolled = $state(false);
  /** Whether earlier lines of the report are on their way. */
  private asking = false;

  /** Whether an option is a step that an order would begin with: it cannot be chosen, or asked about, by itself. */
  isStep = (option: Option): boolean => this.steps.includes(option);

  /** The option that a thing would mean if it were picked now; null if it would leave several, or none. */
  meaning(id: string): Option | null {
    const left = this.lit.has(id) ? meant(this.question, [...this.picked, id]) : [];
    return left.length === 1 ? (left[0] ?? null) : null;
  }

  close(): void {
    clearTimeout(this.looking);
    this.queue.stop();
    this.odds.close();
    this.connection.close();
  }

  // ---------------------------------------------------------------------- messages of the server

  onMessage(message: Push): void {
    if (message.is === "company") this.heardAt = Date.now();
    if (message.is === "update") for (const update of [...this.stages(message), message]) this.queue.add(update);
    else this.view = applyMessage(this.view, message);
    if (message.is === "welcome") {
      void this.loadNames(message.table.game);
      if (message.table.seed_hash !== "") void this.promiseDice(message.table);
    }
    if (message.is === "company" && this.view.table !== null) void this.addToDice(this.view.table, message.promises);
  }

  /** Keep what the server promises of its dice; then, and only then, promise what this browser will add to them. */
  private async promiseDice(table: Table): Promise<void> {
    const waiting = table.shared && this.update === null && table.seats.some((place) => place.mine);
    const { entropy } = keepDice(this.token, table.seed_hash, waiting);
    if (waiting && entropy !== undefined) await this.connection.send({ do: "promise", hash: promiseOf(entropy) });
  }

  /** Keep what all have promised; then, and only then, show what this browser adds: nobody can fit theirs to it. */
  private async addToDice(table: Table, promises: Record<string, string>): Promise<void> {
    const people = table.seats.filter((place) => place.kind !== "opponent");
    if (!table.shared || this.update !== null || people.some((place) => !(place.seat in promises))) return;
    const entropy = diceOf(this.token)?.entropy;
    const mine = people.filter((place) => place.mine);
    if (entropy !== undefined && mine.some((place) => promises[place.seat] !== promiseOf(entropy))) dropEntropy(this.token);
    else {
      keepPromises(this.token, promises);
      if (entropy !== undefined && mine.length > 0) await this.connection.send({ do: "dice", entropy });
    }
  }

  /** What dice on the table did on the way to an update, where that would not be seen: shown before it, while nothing can be chosen. */
  private stages(update: Update): Update[] {
    const before = this.queue.newest ?? this.update;
    if (!motion() || document.hidden || before?.seat !== update.seat || before.version + 1 !== update.version || update.log.after !== null || update.log.first === 0) return [];
    const { first, lines } = update.log;
    return diceStages(before.scene, update.scene, lines).map(({ scene, told }) => ({ ...before, ask: null, scene, log: { first, after: null, lines: lines.slice(0, told) } }));
  }

  private show(update: Update): void {
    const [before, rolls] = [this.view.update, this.rolls];
    this.view = applyMessage(this.view, update);
    if (before?.version !== update.version || before.seat !== update.seat) this.forgetPicks();
    if (before?.seat !== update.seat) this.recap = null;
    this.lookForImpossible(update);
    this.goOn();
    const followed = before?.seat === update.seat || (update.log.after === null && update.log.first > 0);
    this.rolled = before !== null && followed && this.rolls > rolls;
    this.happening = before !== null && followed && before.version <= update.version ? happened(before.scene, update.scene, this.news(update)) : null;
  }

  /** Choose what is left of the last order, once the last choice is answered and seen; whatever else is asked is left to the player. */
  private goOn(): void {
    const update = this.update;
    if (this.errand === null || update === null || this.busy || this.wentOn === update.version) return;
    this.wentOn = update.version;
    const { choice, errand } = next(this.errand, update.ask, update.n, settings.shortcuts && !this.byHand);
    this.errand = errand;
    if (choice !== null) void this.act({ do: "choose", n: update.n, choice });
  }

  /** Take back what was chosen by itself, and ask for it. */
  async change(): Promise<void> {
    const errand = this.errand;
    if (errand === null) return;
    while (this.update !== null && this.update.n > errand.from && this.update.undo.possible) {
      const { version } = this.update;
      await this.undo();
      while (this.update.version === version && this.online) await new Promise((later) => setTimeout(later, TICK_MS));
    }
    this.byHand = true;
    if (errand.order === null || errand.step === null) return;
    this.errand = begun(errand.from, [errand.step], errand.order, errand.step);
    this.picked = [verb(String(errand.order[0]))];
  }

  /** The lines that came with an update and were not there before it. */
  private news({ log }: Update): LogLine[] {
    return log.after !== null || log.first === 0 ? [] : log.lines;
  }

  /** Hold the table while others play, or let it go on. */
  hold(held: boolean): void {
    this.held = held;
    this.queue.hold(held);
  }

  /** Show the table as it is now. */
  skip(): void {
    this.hold(false);
    this.queue.skip();
  }

  /** Ask what a player might look for in vain, once there is time for it. */
  private lookForImpossible(update: Update): void {
    clearTimeout(this.looking);
    this.impossible = [];
    if (update.ask?.mine !== true) return;
    this.looking = setTimeout(() => {
      void this.connection.send({ do: "why", about: "" }).then((answer) => {
        if (answer.is === "reasons" && this.update === update) this.impossible = answer.refusals;
      });
    }, IDLE_MS);
  }

  onConnected(open: boolean): void {
    this.online = open;
  }

  onRejected(text: string): void {
    this.ended = text;
  }

  received(): { seat: string | null; version: number; talk: number } {
    const newest = this.queue.newest ?? this.update;
    return { seat: newest?.seat ?? null, version: newest?.version ?? -1, talk: this.view.talk.length };
  }

  private async loadNames(game: string): Promise<void> {
    this.names = await fetchNames(game, this.lang);
    this.book = await loadBook(game, this.lang);
  }

  // ---------------------------------------------------------------------- what a player does

  name = (id: string): string => displayName(this.names, id);

  /** What a pick is called: a thing by its name, a stack by the words that it says. */
  pickName = (pick: Pick): string => wordsOf(pick, this.stacks).map(this.name).join(", ");

  /** Click on a thing: it is picked if an option names it; otherwise the rules say why not. */
  async point(id: string): Promise<void> {
    if (this.lit.has(id)) await this.pick(id);
    else if (this.picked.includes(id)) this.picked = this.picked.filter((pick) => pick !== id);
    else await this.why(id);
  }

  async pick(pick: Pick): Promise<void> {
    this.notice = null;
    this.picked = [...this.picked, pick];
    const option = settled(this.question, this.picked);
    if (option !== null) await this.choose(option.choice);
  }

  /** Make a choice. One put together by hand may be refused by a rule: it is told, and what was picked can be mended. */
  async choose(choice: Choice): Promise<void> {
    if (this.update === null) return;
    const picked = this.picked;
    const text = together(this.question, picked, this.name)?.text ?? "";
    const order = orderOf(this.ask, choice);
    const [first = choice, ...wishes] = order === null ? parts(this.ask, choice) : [order, choice];
    this.errand = begun(this.update.n, [...wishes, ...carried(this.errand, this.ask, choice)], order, order && choice);
    if (this.ask?.preferred != null) this.byHand = false;
    const answer = await this.act({ do: "choose", n: this.update.n, choice: first });
    if (answer?.is !== "refused" || answer.rule === null || text === "") return;
    const { rule } = answer;
    this.picked = picked;
    this.notice = { text: answer.text, refusals: [{ choice, text, rule, why: this.book.rules.find((each) => each.id === rule)?.text ?? "" }] };
  }

  async undo(): Promise<void> {
    this.errand = null;
    if (this.update !== null) await this.act({ do: "undo", n: this.update.n });
  }

  async sit(seat: string): Promise<void> {
    await this.act({ do: "sit", seat });
  }

  async say(text: string): Promise<void> {
    await this.act({ do: "say", text });
  }

  /** Tell everybody at the table one's name; gives what is to be said about it. */
  async rename(name: string): Promise<string> {
    const answer = await this.connection.send({ do: "rename", name });
    return answer.is === "refused" ? answer.text : t("table.nameSaved");
  }

  async resign(): Promise<void> {
    await this.act({ do: "resign" });
  }

  /** Let an opponent play for somebody who stays away. */
  async replace(seat: string): Promise<void> {
    await this.act({ do: "replace", seat, level: "3" });
  }

  /** End the game because somebody stays away. */
  async claim(seat: string): Promise<void> {
    await this.act({ do: "claim", seat });
  }

  /** Take the own seat back from an opponent. */
  async comeBack(): Promise<void> {
    await this.act({ do: "return" });
  }

  /** Give up what was picked so far. */
  cancel(): void {
    this.forgetPicks();
  }

  /** One step back: what was said is put away, then what was picked last. Tells whether there was anything. */
  back(): boolean {
    const something = this.notice !== null || this.hints !== null || this.picked.length > 0;
    if (this.notice === null && this.hints === null) this.picked = this.picked.slice(0, -1);
    this.notice = null;
    this.hints = null;
    return something;
  }

  /** Look back at what happened since the last own choice, or from an earlier step. */
  async openRecap(first?: number): Promise<void> {
    const answer = await this.connection.send({ do: "recap", first: first ?? null });
    if (answer.is === "refused") this.showNotice(answer.text);
    if (answer.is !== "recap" || answer.steps.length === 0) return;
    this.forgetPicks();
    if (this.recap !== null && first !== undefined) this.recap.add(answer);
    else this.recap = new Recap(answer);
  }

  /** Look at the table as it was after a step. */
  async goTo(step: number): Promise<void> {
    if (this.recap?.has(step) === true) {
      this.recap.goTo(step);
      return;
    }
    const answer = await this.connection.send({ do: "recap", first: Math.max(0, step - BEFORE) });
    if (answer.is === "refused") this.showNotice(answer.text);
    if (answer.is !== "recap" || answer.steps.length === 0) return;
    this.forgetPicks();
    this.recap?.pause();
    this.recap = new Recap(answer, step);
  }

  /** The steps at which turns begin, as far as the report tells. */
  readonly turns: number[] = $derived.by(() => {
    const largest = this.book.primer?.headings[0];
    return this.view.log.filter((line) => line.key === largest).map((line) => line.at);
  });

  /** Fetch the lines of the report before those that are here, if there are any. */
  async loadEarlier(): Promise<void> {
    const before = this.view.logAfter;
    if (before === null || this.asking) return;
    this.asking = true;
    const answer = await this.connection.send({ do: "log", before });
    this.asking = false;
    if (answer.is === "log") this.view = withEarlier(this.view, before, answer);
    if (answer.is === "refused") this.showNotice(answer.text);
  }

  /** Say something above the options. */
  showNotice(text: string): void {
    this.notice = { text, refusals: [] };
  }

  /** The best few choices; the question is dropped when the table has moved on. */
  async hint(): Promise<void> {
    this.thinking = true;
    const answer = await this.connection.send({ do: "hint" });
    this.thinking = false;
    if (answer.is === "hints" && answer.n === this.update?.n) this.hints = answer;
    if (answer.is === "refused") this.showNotice(answer.text);
  }

  /** Ask what each option may bring. */
  async lookAtAll(): Promise<void> {
    const n = this.update?.n;
    if (this.ask?.mine !== true || n === undefined) return;
    const found = await this.odds.considerAll(n);
    if (found === 0 && this.update?.n === n) this.showNotice(t("odds.none"));
  }

  get advised(): Advice[] {
    return this.hints?.hints ?? [];
  }

  private async why(id: string): Promise<void> {
    if (this.ask?.mine !== true) {
      if (this.ask !== null) this.showNotice(t("table.notYourTurn", { name: this.pickName(id) }));
      return;
    }
    const name = this.pickName(id);
    const found = await Promise.all([id, ...this.lyingIn(id)].map((thing) => this.reasonsFor(thing)));
    const refusals = found.flatMap((each) => each.refusals);
    if (refusals.length > 0) this.notice = { text: t("table.notNow", { name }), refusals };
    else this.notice = { text: t(found.some((each) => each.offered) ? "table.canBe" : "table.noReason", { name }), refusals: [] };
  }

  /** What lies in an area: who asks why nothing can be done there asks about it too. */
  private lyingIn(id: string): string[] {
    const pieces = this.update?.scene.areas.find((area) => area.id === id)?.pieces ?? [];
    return pieces.map((piece) => piece.id).filter((piece) => !this.lit.has(piece)).slice(0, MOST_ASKED);
  }

  private async reasonsFor(id: string): Promise<{ offered: boolean; refusals: RefusedChoice[] }> {
    const [about = id] = wordsOf(id, this.stacks);
    const answer = await this.connection.send({ do: "why", about });
    if (answer.is !== "reasons") return { offered: false, refusals: [] };
    return { offered: answer.offered, refusals: answer.refusals.filter((refusal) => !this.stacks.has(id) || placeOf(refusal.choice, id, this.stacks) > 0) };
  }

  /** Send what changes the table, one at a time, so that a double click counts once. */
  private async act(request: Request): Promise<Answer | null> {
    if (this.busy) return null;
    this.awaited = Infinity;
    const answer = await this.connection.send(request);
    this.awaited = answer.is === "done" ? answer.version : -Infinity;
    // A stale click is harmless: what it was about is no longer on the table.
    if (answer.is === "refused" && answer.code !== "stale") this.showNotice(answer.text);
    if (answer.is === "refused") this.picked = [];
    this.goOn();
    return answer;
  }

  private forgetPicks(): void {
    this.picked = [];
    this.notice = null;
    this.hints = null;
  }
}
