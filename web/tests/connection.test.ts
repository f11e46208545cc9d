// The connection over a transport in memory: what a WebSocket does today, and a worker in the page could do.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Connection, Refusal, type ConnectionState } from '../src/protocol/connection';
import type { ServerMessage } from '../src/protocol/messages';
import type { TransportEvents } from '../src/protocol/transport';

interface Said {
  id: number;
  do: string;
  [key: string]: unknown;
}

function connect() {
  const opened: { events: TransportEvents; said: Said[]; closed: boolean }[] = [];
  const states: (ConnectionState | string)[] = [];
  const messages: ServerMessage[] = [];
  const snapshots: number[] = [];
  const waiting: { attempt: () => void; milliseconds: number }[] = [];
  const connection = new Connection(
    (events) => {
      const transport = { events, said: [] as Said[], closed: false };
      opened.push(transport);
      return {
        send: (text) => void transport.said.push(JSON.parse(text) as Said),
        close: () => {
          transport.closed = true;
          events.closed();
        },
      };
    },
    'key',
    {
      message: (message) => void messages.push(message),
      snapshot: ({ sequence }) => void snapshots.push(sequence),
      state: (state, words) => void states.push(words ? `${state}: ${words}` : state),
    },
    (attempt, milliseconds) => void waiting.push({ attempt, milliseconds }),
  );
  const server = () => opened.at(-1)!;
  const answer = (message: object) => server().events.received(JSON.stringify(message));
  const greeted = async () => {
    server().events.opened();
    answer({ type: 'done', id: server().said[0]!.id });
    await settled();
  };
  return { connection, opened, states, messages, snapshots, waiting, server, answer, greeted };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('the first message is hello, and the connection is open once it was answered', async () => {
  const { states, server, greeted } = connect();
  assert.deepEqual(states, ['connecting']);
  await greeted();
  assert.equal(server().said[0]!.do, 'hello');
  assert.equal(server().said[0]!['token'], 'key');
  assert.deepEqual(states, ['connecting', 'open']);
});

test('answers find their commands by id, in any order', async () => {
  const { connection, server, answer, greeted } = connect();
  await greeted();
  const first = connection.send('export', { what: 'scene' }),
    second = connection.send('undo', {});
  const [, exported, undone] = server().said;
  answer({ type: 'refused', id: undone!.id, words: 'There is nothing to undo.' });
  answer({ type: 'done', id: exported!.id, result: { name: 'a.json', text: '{}' } });
  assert.deepEqual(await first, { name: 'a.json', text: '{}' });
  await assert.rejects(second, (reason) => reason instanceof Refusal && reason.message === 'There is nothing to undo.');
});

test('a refusal that answers no command is passed on as a message, like any other message', async () => {
  const { messages, answer, greeted } = connect();
  await greeted();
  answer({ type: 'refused', id: null, words: 'not valid JSON' });
  answer({ type: 'notice', kind: 'info', words: 'Recovered.' });
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['refused', 'notice'],
  );
});

test('every snapshot is acknowledged and passed on', async () => {
  const { server, snapshots, greeted } = connect();
  await greeted();
  server().events.received(new Uint8Array(readFileSync('../protocol/samples/snapshot.bin')).buffer);
  const { do: verb, snapshot } = server().said.at(-1)!;
  assert.deepEqual([verb, [snapshot]], ['seen', snapshots]);
});

test('commands that are never answered do not wait for an answer', async () => {
  const { connection, greeted } = connect();
  await greeted();
  assert.equal(await connection.send('drag-move', { target: [0, 0, 0] }), undefined);
});

test('a lost transport rejects what was pending, refuses what comes, and is opened again', async () => {
  const { connection, opened, states, waiting, server, greeted } = connect();
  await greeted();
  const pending = connection.send('undo', {});
  server().events.closed();
  await assert.rejects(pending, Refusal);
  await assert.rejects(connection.send('undo', {}), /nothing was changed/);
  assert.equal(states.at(-1), 'lost');
  waiting.at(-1)!.attempt();
  assert.equal(opened.length, 2);
  await greeted();
  assert.equal(states.at(-1), 'open');
});

test('attempts come less and less often, and often again after a success', async () => {
  const { waiting, server, greeted } = connect();
  for (let attempt = 0; attempt < 7; attempt++) {
    server().events.closed();
    waiting.at(-1)!.attempt();
  }
  assert.deepEqual(
    waiting.map(({ milliseconds }) => milliseconds),
    [250, 500, 1000, 2000, 4000, 4000, 4000],
  );
  await greeted();
  server().events.closed();
  assert.equal(waiting.at(-1)!.milliseconds, 250);
});

test('a server that refuses hello is not asked again', async () => {
  const { opened, states, waiting, server, answer } = connect();
  server().events.opened();
  answer({ type: 'refused', id: server().said[0]!.id, words: 'This page is too old.' });
  await settled();
  server().events.closed();
  assert.deepEqual(states, ['connecting', 'refused: This page is too old.']);
  assert.deepEqual([opened.length, waiting.length], [1, 0]);
});

test('a server lost before it answered hello is asked again', async () => {
  const { states, waiting, server, greeted } = connect();
  server().events.opened();
  server().events.closed();
  await settled();
  assert.equal(states.at(-1), 'lost');
  waiting.at(-1)!.attempt();
  await greeted();
  assert.equal(states.at(-1), 'open');
});

test('a closed connection stays closed', async () => {
  const { connection, server, waiting, greeted } = connect();
  await greeted();
  connection.close();
  assert.ok(server().closed);
  assert.equal(waiting.length, 0);
  await assert.rejects(connection.send('undo', {}), Refusal);
});
