// The key to the studio: taken from the address, kept, and added to what needs it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberedToken, withToken } from '../src/state/token';

const key = '0123456789abcdef0123456789abcdef';

function remembered(hash: string, stored: string | null) {
  const kept = new Map<string, string>(stored === null ? [] : [['limber.token', stored]]);
  let shown = `/?quality=low${hash}`;
  const token = rememberedToken(
    { hash, pathname: '/', search: '?quality=low' },
    { replaceState: (_state: unknown, _title: string, address?: string | URL | null) => (shown = String(address)) },
    { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) },
  );
  return { token, shown, stored: kept.get('limber.token') ?? null };
}

test('the address gives the key, and loses it', () => {
  assert.deepEqual(remembered(`#token=${key}`, 'old'), { token: key, shown: '/?quality=low', stored: key });
});

test('without one in the address the key is the last one', () => {
  assert.deepEqual(remembered('', key), { token: key, shown: '/?quality=low', stored: key });
  assert.deepEqual(remembered('', null), { token: '', shown: '/?quality=low', stored: null });
  assert.equal(remembered('#token=<script>', null).token, '');
});

test('pictures carry the key in their query', () => {
  assert.equal(withToken('/a.png', key), `/a.png?token=${key}`);
  assert.equal(withToken('/a.png?12', key), `/a.png?12&token=${key}`);
  assert.equal(withToken('/a.png?12', ''), '/a.png?12');
});
