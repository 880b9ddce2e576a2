/** The WebSocket to the server: it reconnects by itself, and requests without an answer are sent again with the same id. */

import { WebSocket as Reconnecting } from "partysocket";
import { newToken } from "./tokens";
import type { Answer, Lang, Message, Push, Request } from "./types";

export const PROTOCOL = 1;
const FATAL_CLOSE_CODES = new Set([4400, 4401, 4409]);

/** What the page has received, for `hello` after a reconnect. */
export interface Received {
  seat: string | null;
  version: number;
  talk: number;
}

export interface Listener {
  onMessage(message: Push): void;
  /** The connection has opened or closed. */
  onConnected(open: boolean): void;
  /** The server refuses this page for good, and says why. */
  onRejected(text: string): void;
  received(): Received;
}

/** The part of a WebSocket that is used here. */
export interface Transport {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

interface Unanswered {
  text: string;
  resolve: (answer: Answer) => void;
}

export class Connection {
  private readonly unanswered = new Map<string, Unanswered>();
  private readonly transport: Transport;
  private open = false;
  private lastRefusal = "";

  constructor(
    private readonly token: string,
    private readonly lang: Lang,
    private readonly listener: Listener,
    transport: Transport = reconnecting(),
  ) {
    this.transport = transport;
    transport.onopen = () => this.hello();
    transport.onmessage = (event) => this.receive(JSON.parse(event.data) as Message);
    transport.onclose = (event) => this.closed(event.code);
  }

  /** Send a request; the answer may come after a reconnect. */
  send(request: Request): Promise<Answer> {
    const id = newToken();
    const text = JSON.stringify({ ...request, id });
    return new Promise((resolve) => {
      this.unanswered.set(id, { text, resolve });
      if (this.open) this.transport.send(text);
    });
  }

  close(): void {
    this.unanswered.clear();
    this.transport.onclose = null;
    this.transport.close();
  }

  private hello(): void {
    const { seat, version, talk } = this.listener.received();
    const hello = { do: "hello", protocol: PROTOCOL, token: this.token, lang: this.lang, version, talk };
    this.transport.send(JSON.stringify(seat === null ? hello : { ...hello, seat }));
  }

  private receive(message: Message): void {
    switch (message.is) {
      case "welcome":
        this.listener.onMessage(message);
        this.resume();
        break;
      case "company":
      case "talk":
      case "update":
        this.listener.onMessage(message);
        break;
      case "done":
      case "reasons":
      case "hints":
      case "odds":
      case "recap":
      case "log":
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
    this.listener.onConnected(true);
    for (const { text } of this.unanswered.values()) this.transport.send(text);
  }

  private answer(id: string, answer: Answer): void {
    this.unanswered.get(id)?.resolve(answer);
    this.unanswered.delete(id);
  }

  private closed(code: number): void {
    this.open = false;
    this.listener.onConnected(false);
    if (FATAL_CLOSE_CODES.has(code)) {
      this.close();
      this.listener.onRejected(this.lastRefusal);
    }
  }
}

/** A socket to the server that this page came from. Nothing is queued in it: `hello` must be first on every connection. */
function reconnecting(): Transport {
  const address = `${location.origin.replace(/^http/, "ws")}/api/socket`;
  const options = { maxEnqueuedMessages: 0, minReconnectionDelay: 300, maxReconnectionDelay: 8000 };
  return new Reconnecting(address, [], options) as unknown as Transport;
}
