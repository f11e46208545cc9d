// node build.mjs            the page, into build/page/
// node build.mjs --watch    the same, again after every change; use with `limber studio --web-dir web/build/page`
// node build.mjs --tests    the tests that need no browser, into build/tests/
// node build.mjs --browser  those that do, into build/browser/
// node build.mjs --samples  protocol/samples/ as typed literals, into build/samples.ts, for the compiler to check
import * as esbuild from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
process.chdir(root);
const common = { bundle: true, format: 'esm', target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'warning' };

// Every file of the folder that `wanted` matches is a program of its own.
async function buildPrograms(folder, wanted) {
  rmSync(`build/${folder}`, { recursive: true, force: true });
  await esbuild.build({
    ...common, platform: 'node', target: 'node18', outdir: `build/${folder}`, outExtension: { '.js': '.mjs' }, packages: 'external',
    entryPoints: readdirSync(folder).filter((name) => wanted.test(name)).map((name) => join(folder, name)),
  });
}

if (process.argv.includes('--tests')) {
  await buildPrograms('tests', /\.test\.tsx?$/);
} else if (process.argv.includes('--samples')) {
  const samples = readdirSync('../protocol/samples').filter((name) => /^(command|message)-/.test(name));
  mkdirSync('build', { recursive: true });
  writeFileSync('build/samples.ts', `import type { Commands, ServerMessage } from '../src/protocol/messages';
` + samples.map((name, i) => {
    const { id, do: verb, ...body } = JSON.parse(readFileSync(`../protocol/samples/${name}`, 'utf8'));
    const message = verb === undefined && id !== undefined ? { id, ...body } : body;
    const type = verb === undefined ? `ServerMessage & { type: '${message.type}' }` : `Commands['${verb}']`;
    return `export const sample${i}: ${type} = ${JSON.stringify(message, null, 2)};\n`;
  }).join(''));
} else if (process.argv.includes('--browser')) {
  await buildPrograms('browser', /^(?!harness).*\.ts$/);
} else {
  const watch = process.argv.includes('--watch');
  mkdirSync('build/page', { recursive: true });
  cpSync('index.html', 'build/page/index.html');
  cpSync('icon.svg', 'build/page/icon.svg');
  cpSync('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'build/page/inter.woff2');
  const options = {
    ...common, entryPoints: { studio: 'src/main.tsx' }, outdir: 'build/page', minify: !watch, sourcemap: watch ? 'inline' : false,
    loader: { '.svg': 'text' }, external: ['/inter.woff2'], legalComments: 'eof',
  };
  if (watch) await (await esbuild.context(options)).watch();
  else await esbuild.build(options);
}
