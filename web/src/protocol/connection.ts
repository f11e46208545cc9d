// The conversation with the server: sends commands, matches answers to them by id, passes on messages and snapshots, and
// reconnects when the transport was lost.

import type { Commands, Results, Verb } from './commands';
import { protocolVersion, type ServerMessage } from './messages';
import { decodeSnapshot, type Snapshot } from './snapshot';
import type { OpenTransport, Transport } from './transport';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export interface ConnectionEvents {
  message(message: ServerMessage): void;
  snapshot(snapshot: Snapshot): void;
  state(state: ConnectionState, words?: string): void;
}

// The server said no; the message is one sentence for the user.
export class Refusal extends Error {
  // Only because something would be lost: the same command with `replace` is carried out.
  constructor(
    words: string,
    readonly mayReplace = false,
  ) {
    super(words);
  }
}

type ResultOf<V extends Verb> = V extends keyof Results ? Results[V] : undefined;

interface Pending {
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

const unanswered: ReadonlySet<Verb> = new Set<Verb>(['seen', 'drag-move']);

const firstRetry = 250; // [ms]
const longestRetry = 4000; // [ms]

export class Connection {
  private transport: Transport | null = null; // null: not open
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();
  private retry = firstRetry;
  private finished = false; // no further attempts

  // `later` runs an attempt after some milliseconds; tests pass their own clock.
  constructor(
    private readonly openTransport: OpenTransport,
    private readonly token: string, // the key to the studio; empty: none
    private readonly events: ConnectionEvents,
    private readonly later = (attempt: () => void, milliseconds: number): void => void setTimeout(attempt, milliseconds),
  ) {
    this.open();
  }

  // Resolves with the server's result; rejects with a Refusal.
  send<V extends Verb>(verb: V, body: Commands[V]): Promise<ResultOf<V>> {
    if (!this.transport) return Promise.reject(new Refusal('The studio has lost its server; nothing was changed.'));
    const id = this.nextId++;
    this.transport.send(JSON.stringify({ id, do: verb, ...body }));
    if (unanswered.has(verb)) return Promise.resolve(undefined as ResultOf<V>);
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: (result) => resolve(result as ResultOf<V>), reject });
    });
  }

  close(): void {
    this.finished = true;
    this.transport?.close();
  }

  private open(): void {
    if (this.finished) return;
    this.events.state('connecting');
    const transport = this.openTransport({
      opened: () => {
        this.transport = transport;
        this.greet();
      },
      received: (data) => this.receive(data),
      closed: () => this.lose(),
    });
  }

  private greet(): void {
    this.retry = firstRetry;
    const key = this.token === '' ? {} : { token: this.token };
    void this.send('hello', { protocol: protocolVersion, ...key }).then(
      () => this.events.state('open'),
      (refusal: Error) => {
        if (!this.transport) return; // lost before it answered: tried again
        this.finished = true;
        this.events.state('refused', refusal.message);
      },
    );
  }

  private lose(): void {
    this.transport = null;
    for (const { reject } of this.pending.values()) reject(new Refusal('The server was lost before it answered.'));
    this.pending.clear();
    if (this.finished) return;
    this.events.state('lost');
    this.later(() => this.open(), this.retry);
    this.retry = Math.min(2 * this.retry, longestRetry);
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') {
      const snapshot = decodeSnapshot(data);
      void this.send('seen', { snapshot: snapshot.sequence });
      this.events.snapshot(snapshot);
      return;
    }
    const message = JSON.parse(data) as ServerMessage;
    if (message.type === 'done' || message.type === 'refused') {
      const pending = message.id === null ? undefined : this.pending.get(message.id);
      if (pending && message.id !== null) this.pending.delete(message.id);
      if (message.type === 'done') pending?.resolve(message.result);
      else if (pending) pending.reject(new Refusal(message.words, message.may_replace));
      else this.events.message(message);
      return;
    }
    this.events.message(message);
  }
}
