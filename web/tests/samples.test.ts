// Reads the golden samples of protocol/, which the C++ tests write. The compiler checks their types against messages.ts:
// build.mjs --samples writes them as typed literals for `npm run types`.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Connection } from '../src/protocol/connection';
import { decodeSnapshot } from '../src/protocol/snapshot';
import type { Commands, Verb } from '../src/protocol/commands';
import type { ServerMessage } from '../src/protocol/messages';
import { Store } from '../src/state/store';

const folder = '../protocol/samples';
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

test('the page writes every command as in the samples', () => {
  const heard: string[] = [];
  let opened = () => {};
  const connection = new Connection(
    (events) => {
      opened = () => events.opened();
      return { send: (text) => void heard.push(text), close() {} };
    },
    '',
    { message() {}, snapshot() {}, state() {} },
  );
  opened();
  const commands = names.filter((name) => name.startsWith('command-'));
  assert.ok(commands.length > 45, `${commands.length} commands`);
  for (const name of commands) {
    const { id, do: verb, ...body } = read(name) as { id: number; do: Verb };
    assert.equal(`command-${verb}.json`, name);
    connection.send(verb, body as Commands[Verb]).catch(() => undefined);
    const said = JSON.parse(heard.pop()!) as { id: number };
    assert.deepEqual({ ...said, id }, { id, do: verb, ...body });
  }
});

test('the store accepts every message', () => {
  const store = new Store(() => Promise.reject(new Error('no')));
  for (const kind of ['welcome', 'figure', 'scene', 'status', 'time', 'files', 'notice']) {
    store.receive(read(`message-${kind}.json`) as ServerMessage);
  }
  assert.equal(store.figure.value?.name, 'crane');
  assert.equal(store.scene.value?.figure_revision, store.figure.value?.figure_revision);
  assert.ok(store.status.value!.tasks.length > 0 && store.time.value!.keys.length > 0 && store.notices.value.length > 0);
  assert.deepEqual(
    store.figure.value?.segments.map(({ name }) => store.segmentIndex.value.get(name)),
    store.figure.value?.segments.map((_, i) => i),
  );

  const bytes = new Uint8Array(readFileSync(join(folder, 'snapshot.bin')));
  const snapshot = decodeSnapshot(bytes.buffer);
  store.receiveSnapshot(snapshot);
  assert.equal(store.snapshot, snapshot);
  assert.equal(snapshot.segments.length, 7 * store.figure.value!.segments.length);
  assert.equal(snapshot.values.length, store.figure.value!.values);
});

test('the sample snapshot decodes to what was encoded', () => {
  const bytes = new Uint8Array(readFileSync(join(folder, 'snapshot.bin')));
  const plain = (value: unknown): unknown =>
    value instanceof Float32Array
      ? [...value]
      : Array.isArray(value)
        ? value.map(plain)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
          : value;
  assert.deepEqual(plain(decodeSnapshot(bytes.buffer)), read('snapshot.json'));
});

test('a truncated snapshot, or one with a wrong count, is refused', () => {
  const whole = new Uint8Array(readFileSync(join(folder, 'snapshot.bin')));
  for (let length = 0; length < whole.length; length += 7) assert.throws(() => decodeSnapshot(whole.slice(0, length).buffer));
  for (let at = 12; at < 24; at += 2) {
    const changed = whole.slice();
    changed[at]!++;
    assert.throws(() => decodeSnapshot(changed.buffer), `count at ${at}`);
  }
});
