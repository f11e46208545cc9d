// The socket to the server: sends commands, answers them by id, hands messages and frames on, and comes back by itself
// when the server does.

import { decodeSnapshot, type Snapshot } from './snapshot';
import { protocolVersion, type Commands, type Results, type ServerMessage, type Verb } from './messages';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export interface ConnectionEvents {
  message(message: ServerMessage): void;
  snapshot(snapshot: Snapshot): void;
  state(state: ConnectionState, words?: string): void;
}

export class Refusal extends Error {}

type ResultOf<V extends Verb> = V extends keyof Results ? Results[V] : undefined;

interface Waiting {
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

const unanswered: ReadonlySet<Verb> = new Set<Verb>(['seen', 'drag-move']);

export class Connection {
  private socket: WebSocket | null = null;
  private nextId = 1;
  private waiting = new Map<number, Waiting>();
  private retry = 250; // [ms]
  private closed = false;

  constructor(private readonly address: string, private readonly events: ConnectionEvents) {
    this.open();
  }

  // Resolves with the server's result; rejects with a Refusal whose message is one sentence for people.
  send<V extends Verb>(verb: V, body: Commands[V]): Promise<ResultOf<V>> {
    const id = this.nextId++;
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refusal('The studio has lost its server; nothing was changed.'));
    }
    this.socket.send(JSON.stringify({ id, do: verb, ...body }));
    if (unanswered.has(verb)) return Promise.resolve(undefined as ResultOf<V>);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: (result) => resolve(result as ResultOf<V>), reject });
    });
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private open(): void {
    this.events.state('connecting');
    const socket = new WebSocket(this.address, 'limber.1');
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      this.retry = 250;
      void this.send('hello', { protocol: protocolVersion }).then(
        () => this.events.state('open'),
        (refusal: Error) => {
          this.closed = true;
          this.events.state('refused', refusal.message);
        },
      );
    };
    socket.onmessage = (event) => this.receive(event.data as string | ArrayBuffer);
    socket.onclose = () => {
      for (const { reject } of this.waiting.values()) reject(new Refusal('The studio lost its server before it answered.'));
      this.waiting.clear();
      if (this.closed) return;
      this.events.state('lost');
      setTimeout(() => this.open(), this.retry);
      this.retry = Math.min(2 * this.retry, 4000);
    };
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') {
      const snapshot = decodeSnapshot(data);
      void this.send('seen', { frame: snapshot.sequence });
      this.events.snapshot(snapshot);
      return;
    }
    const message = JSON.parse(data) as ServerMessage;
    if (message.type === 'done' || message.type === 'refused') {
      const waiting = message.id === null ? undefined : this.waiting.get(message.id);
      if (waiting && message.id !== null) this.waiting.delete(message.id);
      if (message.type === 'done') waiting?.resolve(message.result);
      else if (waiting) waiting.reject(new Refusal(message.words));
      else this.events.message(message);
      return;
    }
    this.events.message(message);
  }
}
