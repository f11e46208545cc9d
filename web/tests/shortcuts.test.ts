import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionFor, findCommands, keysFor, keysOfPress, shortcuts, type KeyPress, type Shortcut } from '../src/state/shortcuts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});
const table = shortcuts as readonly Shortcut[];

test('no two commands share a key', () => {
  const keys = table.flatMap((shortcut) => shortcut.keys);
  assert.deepEqual(
    keys.filter((key, i) => keys.indexOf(key) !== i),
    [],
  );
});

test('Command on a Mac counts as Ctrl, and letters match in either case', () => {
  assert.equal(actionFor(press('z', { ctrlKey: true }), 'page'), 'undo');
  assert.equal(actionFor(press('z', { metaKey: true }), 'page'), 'undo');
  assert.equal(actionFor(press('Z', { ctrlKey: true, shiftKey: true }), 'page'), 'redo');
  assert.equal(actionFor(press('y', { ctrlKey: true }), 'page'), 'redo');
});

test('Shift is part of a letter shortcut but not of a symbol', () => {
  assert.equal(keysOfPress(press('?', { shiftKey: true })), '?');
  assert.equal(actionFor(press('?', { shiftKey: true }), 'page'), 'help');
  assert.equal(actionFor(press('R', { shiftKey: true }), 'page'), 'rest');
  assert.equal(actionFor(press('r'), 'page'), 'record');
  assert.equal(actionFor(press('f', { ctrlKey: true }), 'page'), 'find');
  assert.equal(actionFor(press('f'), 'page'), 'fit-all');
});

test('while typing, letters and undo belong to the field; save and open still work', () => {
  for (const key of ['p', ' ', 'Delete', 'Backspace', 'Enter', 'Escape', '?', '/', '1'])
    assert.equal(actionFor(press(key), 'text'), null, key);
  assert.equal(actionFor(press('z', { ctrlKey: true }), 'text'), null);
  assert.equal(actionFor(press('s', { ctrlKey: true }), 'text'), 'save');
  assert.equal(actionFor(press('k', { ctrlKey: true }), 'text'), 'palette');
});

test('a button keeps Space and Enter; other keys are shortcuts', () => {
  assert.equal(actionFor(press(' '), 'button'), null);
  assert.equal(actionFor(press('Enter'), 'button'), null);
  assert.equal(actionFor(press(' '), 'page'), 'play');
  assert.equal(actionFor(press('p'), 'button'), 'pin');
});

test('every command is found by its words, and an empty query lists all', () => {
  assert.equal(findCommands('').length, table.length);
  for (const shortcut of table)
    assert.ok(
      findCommands(
        shortcut.words
          .split(/[^A-Za-z]+/)
          .slice(0, 3)
          .join(' '),
      ).includes(shortcut),
      shortcut.words,
    );
});

test('commands that begin with the query come first', () => {
  assert.equal(findCommands('undo')[0]?.action, 'undo');
  assert.equal(findCommands('look ab')[0]?.action, 'view-top');
  assert.equal(findCommands('xyzzy').length, 0);
});

test('a command without keys shows none', () => {
  assert.equal(keysFor('undo'), 'Ctrl+Z');
  assert.equal(keysFor('export-scene'), undefined);
});
