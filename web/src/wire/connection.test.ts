import { beforeEach, describe, expect, it } from "vitest";
import { Line, type Ears, type Seen, type Wire } from "./connection";
import type { News } from "./types";

class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

class Listener implements Ears {
  news: News[] = [];
  states: boolean[] = [];
  reason = "";
  where: Seen = { seat: null, version: -1, talk: 0 };
  heard = (news: News): void => void this.news.push(news);
  connected = (open: boolean): void => void this.states.push(open);
  lost = (text: string): void => void (this.reason = text);
  seen = (): Seen => this.where;
}

const WELCOME = { is: "welcome", protocol: 1, program: "0", table: {} };

describe("a line", () => {
  let wire: FakeWire;
  let ears: Listener;
  let line: Line;

  beforeEach(() => {
    wire = new FakeWire();
    ears = new Listener();
    line = new Line("secret", "hu", ears, wire);
  });

  it("says hello first, and asks only after the welcome", () => {
    void line.ask({ do: "hint" });
    wire.onopen?.();
    expect(wire.sent).toMatchObject([{ do: "hello", protocol: 1, token: "secret", lang: "hu", version: -1 }]);
    wire.say(WELCOME);
    expect(wire.sent[1]).toMatchObject({ do: "hint" });
    expect(ears.states).toEqual([true]);
  });

  it("says again, with the same id, what had no answer when it broke", async () => {
    wire.onopen?.();
    wire.say(WELCOME);
    const answer = line.ask({ do: "choose", n: 3, choice: ["end"] });
    wire.onclose?.({ code: 1006 });
    ears.where = { seat: "imperial", version: 7, talk: 2 };
    wire.onopen?.();
    wire.say(WELCOME);
    const [, first, hello, second] = wire.sent;
    expect(hello).toMatchObject({ do: "hello", seat: "imperial", version: 7, talk: 2 });
    expect(second).toEqual(first);
    wire.say({ is: "done", id: second?.["id"], version: 8 });
    expect(await answer).toMatchObject({ is: "done", version: 8 });
    expect(ears.states).toEqual([true, false, true]);
  });

  it("does not say again what was answered", async () => {
    wire.onopen?.();
    wire.say(WELCOME);
    const answer = line.ask({ do: "undo", n: 1 });
    wire.say({ is: "refused", id: wire.sent[1]?.["id"], code: "no_undo", text: "no" });
    expect(await answer).toMatchObject({ code: "no_undo" });
    wire.onclose?.({ code: 1006 });
    wire.onopen?.();
    wire.say(WELCOME);
    expect(wire.sent.filter((sent) => sent["do"] === "undo")).toHaveLength(1);
  });

  it("gives up when the server does not know the link", () => {
    wire.onopen?.();
    wire.say({ is: "refused", id: null, code: "unknown_link", text: "There is no such table." });
    wire.onclose?.({ code: 4401 });
    expect(wire.closed).toBe(true);
    expect(ears.reason).toBe("There is no such table.");
  });

  it("ignores messages that it does not know", () => {
    wire.onopen?.();
    wire.say({ is: "weather", text: "rain" });
    expect(ears.news).toEqual([]);
  });
});
