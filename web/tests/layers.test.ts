// Which folder of src/ may import which: the table has exactly the edges in use. And no file imports itself in a circle.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const allowed: Record<string, readonly string[]> = {
  protocol: [],
  style: [],
  state: ['protocol', 'style'],
  view: ['protocol', 'state', 'style'],
  tools: ['protocol', 'state', 'view'],
  panels: ['protocol', 'state', 'style', 'tools', 'view'],
  'main.tsx': ['panels', 'protocol', 'state'],
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));

// The files of src/ that a file imports.
function importsOf(file: string): string[] {
  const text = readFileSync(join('src', file), 'utf8');
  return [...text.matchAll(/(?:from|import) '(\.[^']+)'/g)].flatMap(([, path]) => {
    const target = normalize(join(dirname(file), path!));
    return [target, `${target}.ts`, `${target}.tsx`, join(target, 'index.ts')].filter((name) => files.includes(name)).slice(0, 1);
  });
}
const folderOf = (file: string): string => file.split('/')[0]!;

test('folders import exactly the folders of the table', () => {
  const used = Object.fromEntries(Object.keys(allowed).map((folder) => [folder, new Set<string>()]));
  for (const file of files) {
    for (const target of importsOf(file)) if (folderOf(target) !== folderOf(file)) used[folderOf(file)]!.add(folderOf(target));
  }
  assert.deepEqual(Object.fromEntries(Object.entries(used).map(([folder, targets]) => [folder, [...targets].sort()])), allowed);
});

test('no file imports itself through others', () => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    assert.ok(!path.includes(file), `circle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`);
    if (done.has(file)) return;
    for (const target of importsOf(file)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});
