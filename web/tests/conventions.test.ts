// What the compiler does not check: colours have one home, lines fit on a screen, and words that were replaced stay away.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const longestLine = 140;

const lines = ['src', 'tests', 'browser'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .map((text, i) => ({ at: `${join(folder, name)}:${i + 1}`, text })),
    ),
);
const matching = (pattern: RegExp, where: RegExp): string[] =>
  lines.filter(({ at, text }) => where.test(at) && pattern.test(text)).map(({ at }) => at);

test('colours are in tokens.css only', () => {
  const elsewhere = /^src\/(?!style\/tokens\.css)/;
  assert.deepEqual(matching(/#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|\brgba?\(|\bhsla?\(|%23[0-9a-f]{6}|\b0x[0-9a-f]{6}\b/i, elsewhere), []);
});

test(`no line is longer than ${longestLine} columns`, () => {
  const drawings = /widgets\/icons\.tsx|tokens\.css/; // paths of icons
  assert.deepEqual(
    lines.filter(({ at, text }) => text.length > longestLine && !drawings.test(at)).map(({ at }) => at),
    [],
  );
});

test('values are compared by sameValue, not by their JSON', () => {
  assert.deepEqual(matching(/JSON\.stringify\(.*[!=]== *JSON\.stringify\(/, /^src/), []);
});
