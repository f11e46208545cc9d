// How the page reaches a session: a channel for messages in both directions that opens, closes and may be opened again.
// Today it is a WebSocket to `limber studio`; a worker in the page that runs the session would be another.

export interface TransportEvents {
  opened(): void;
  received(data: string | ArrayBuffer): void; // text: a JSON message; bytes: a snapshot
  closed(): void; // once, whichever side closed it; also when it could not be opened
}

export interface Transport {
  send(text: string): void; // only between `opened` and `closed`
  close(): void;
}

// Starts to open a transport. Events never arrive before the call has returned.
export type OpenTransport = (events: TransportEvents) => Transport;

export const webSocketTransport =
  (address: string): OpenTransport =>
  (events) => {
    const socket = new WebSocket(address, 'limber.1');
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => events.opened();
    socket.onmessage = (event) => events.received(event.data as string | ArrayBuffer);
    socket.onclose = () => events.closed();
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
