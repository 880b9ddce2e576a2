/** The line to the server: it comes back by itself, and what had no answer is said again with the same id. */

import { WebSocket as Reconnecting } from "partysocket";
import type { Answer, Lang, Message, News, Request } from "./types";

export const PROTOCOL = 1;
const GIVE_UP = new Set([4400, 4401, 4409]);

/** Where the page was when the line broke. */
export interface Seen {
  seat: string | null;
  version: number;
  talk: number;
}

export interface Ears {
  heard(news: News): void;
  /** Whether the line is open. */
  connected(open: boolean): void;
  /** The server will not have us, for good. */
  lost(text: string): void;
  seen(): Seen;
}

/** The part of a WebSocket that is used here. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

interface Waiting {
  text: string;
  resolve: (answer: Answer) => void;
}

export class Line {
  private readonly waiting = new Map<string, Waiting>();
  private readonly wire: Wire;
  private open = false;
  private lastRefusal = "";

  constructor(
    private readonly token: string,
    private readonly lang: Lang,
    private readonly ears: Ears,
    wire: Wire = reconnecting(),
  ) {
    this.wire = wire;
    wire.onopen = () => this.hello();
    wire.onmessage = (event) => this.hear(JSON.parse(event.data) as Message);
    wire.onclose = (event) => this.closed(event.code);
  }

  /** Ask for something; the answer may come over a later connection. */
  ask(request: Request): Promise<Answer> {
    const id = crypto.randomUUID();
    const text = JSON.stringify({ ...request, id });
    return new Promise((resolve) => {
      this.waiting.set(id, { text, resolve });
      if (this.open) this.wire.send(text);
    });
  }

  close(): void {
    this.waiting.clear();
    this.wire.onclose = null;
    this.wire.close();
  }

  private hello(): void {
    const { seat, version, talk } = this.ears.seen();
    const hello = { do: "hello", protocol: PROTOCOL, token: this.token, lang: this.lang, version, talk };
    this.wire.send(JSON.stringify(seat === null ? hello : { ...hello, seat }));
  }

  private hear(message: Message): void {
    switch (message.is) {
      case "welcome":
        this.ears.heard(message);
        this.resume();
        break;
      case "company":
      case "talk":
      case "update":
        this.ears.heard(message);
        break;
      case "done":
      case "reasons":
      case "hints":
      case "recap":
        this.answer(message.id, message);
        break;
      case "refused":
        this.lastRefusal = message.text;
        if (message.id !== null) this.answer(message.id, message);
        break;
    }
  }

  private resume(): void {
    this.open = true;
    this.ears.connected(true);
    for (const { text } of this.waiting.values()) this.wire.send(text);
  }

  private answer(id: string, answer: Answer): void {
    this.waiting.get(id)?.resolve(answer);
    this.waiting.delete(id);
  }

  private closed(code: number): void {
    this.open = false;
    this.ears.connected(false);
    if (GIVE_UP.has(code)) {
      this.close();
      this.ears.lost(this.lastRefusal);
    }
  }
}

/** A socket to the server that this page came from. Nothing is queued in it: `hello` must be first on every connection. */
function reconnecting(): Wire {
  const address = `${location.origin.replace(/^http/, "ws")}/api/socket`;
  const options = { maxEnqueuedMessages: 0, minReconnectionDelay: 300, maxReconnectionDelay: 8000 };
  return new Reconnecting(address, [], options) as unknown as Wire;
}
