import { beforeEach, describe, expect, it } from "vitest";
import { Connection, type Listener, type Received, type Transport } from "./connection";
import type { Push } from "./types";

class FakeTransport implements Transport {
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

class FakeListener implements Listener {
  news: Push[] = [];
  states: boolean[] = [];
  reason = "";
  where: Received = { seat: null, version: -1, talk: 0 };
  onMessage = (news: Push): void => void this.news.push(news);
  onConnected = (open: boolean): void => void this.states.push(open);
  onRejected = (text: string): void => void (this.reason = text);
  received = (): Received => this.where;
}

const WELCOME = { is: "welcome", protocol: 1, program: "0", table: {} };

describe("a connection", () => {
  let transport: FakeTransport;
  let listener: FakeListener;
  let connection: Connection;

  beforeEach(() => {
    transport = new FakeTransport();
    listener = new FakeListener();
    connection = new Connection("secret", "hu", listener, transport);
  });

  it("says hello first, and asks only after the welcome", () => {
    void connection.send({ do: "hint" });
    transport.onopen?.();
    expect(transport.sent).toMatchObject([{ do: "hello", protocol: 1, token: "secret", lang: "hu", version: -1 }]);
    transport.say(WELCOME);
    expect(transport.sent[1]).toMatchObject({ do: "hint" });
    expect(listener.states).toEqual([true]);
  });

  it("says again, with the same id, what had no answer when it broke", async () => {
    transport.onopen?.();
    transport.say(WELCOME);
    const answer = connection.send({ do: "choose", n: 3, choice: ["end"] });
    transport.onclose?.({ code: 1006 });
    listener.where = { seat: "imperial", version: 7, talk: 2 };
    transport.onopen?.();
    transport.say(WELCOME);
    const [, first, hello, second] = transport.sent;
    expect(hello).toMatchObject({ do: "hello", seat: "imperial", version: 7, talk: 2 });
    expect(second).toEqual(first);
    transport.say({ is: "done", id: second?.["id"], version: 8 });
    expect(await answer).toMatchObject({ is: "done", version: 8 });
    expect(listener.states).toEqual([true, false, true]);
  });

  it("does not say again what was answered", async () => {
    transport.onopen?.();
    transport.say(WELCOME);
    const answer = connection.send({ do: "undo", n: 1 });
    transport.say({ is: "refused", id: transport.sent[1]?.["id"], code: "no_undo", text: "no" });
    expect(await answer).toMatchObject({ code: "no_undo" });
    transport.onclose?.({ code: 1006 });
    transport.onopen?.();
    transport.say(WELCOME);
    expect(transport.sent.filter((sent) => sent["do"] === "undo")).toHaveLength(1);
  });

  it("gives up when the server does not know the link", () => {
    transport.onopen?.();
    transport.say({ is: "refused", id: null, code: "unknown_link", text: "There is no such table." });
    transport.onclose?.({ code: 4401 });
    expect(transport.closed).toBe(true);
    expect(listener.reason).toBe("There is no such table.");
  });

  it("ignores messages that it does not know", () => {
    transport.onopen?.();
    transport.say({ is: "weather", text: "rain" });
    expect(listener.news).toEqual([]);
  });
});
