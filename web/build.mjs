// node build.mjs            builds the page into build/page/
// node build.mjs --watch    rebuilds it after every change; use with `limber studio --web-dir web/build/page`
// node build.mjs --tests    builds the tests that need no browser into build/tests/
// node build.mjs --browser  builds the browser tests into build/browser/
// node build.mjs --samples  writes protocol/samples/ as typed literals to build/samples.ts, for the compiler to check
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(fileURLToPath(import.meta.url)));

// npm writes this file last, so packages are complete if it exists.
if (!existsSync('node_modules/.package-lock.json')) {
  console.error('The packages of the page are not installed; run: cd web && npm ci');
  process.exit(1);
}
const esbuild = await import('esbuild');
const common = { bundle: true, format: 'esm', target: 'es2022', jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'warning' };

// Every matching file of the folder becomes a program of its own.
async function buildPrograms(folder, wanted) {
  rmSync(`build/${folder}`, { recursive: true, force: true });
  await esbuild.build({
    ...common,
    platform: 'node',
    target: 'node18',
    outdir: `build/${folder}`,
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    entryPoints: readdirSync(folder)
      .filter((name) => wanted.test(name))
      .map((name) => join(folder, name)),
  });
}

function writeSamples() {
  const names = readdirSync('../protocol/samples').filter((name) => /^(command|message)-/.test(name));
  const literals = names.map((name, i) => {
    const { id, do: verb, ...body } = JSON.parse(readFileSync(`../protocol/samples/${name}`, 'utf8'));
    const message = verb === undefined && id !== undefined ? { id, ...body } : body;
    const type = verb === undefined ? `ServerMessage & { type: '${message.type}' }` : `Commands['${verb}']`;
    return `export const sample${i}: ${type} = ${JSON.stringify(message, null, 2)};\n`;
  });
  mkdirSync('build', { recursive: true });
  writeFileSync(
    'build/samples.ts',
    `import type { Commands } from '../src/protocol/commands';\nimport type { ServerMessage } from '../src/protocol/messages';\n${literals.join('')}`,
  );
}

async function buildPage(watch) {
  mkdirSync('build/page', { recursive: true });
  cpSync('index.html', 'build/page/index.html');
  cpSync('icon.svg', 'build/page/icon.svg');
  cpSync('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'build/page/inter.woff2');
  const options = {
    ...common,
    entryPoints: { studio: 'src/main.tsx' },
    outdir: 'build/page',
    minify: !watch,
    sourcemap: watch ? 'inline' : false,
    loader: { '.svg': 'text' },
    external: ['/inter.woff2'],
    legalComments: 'eof',
  };
  if (watch) await (await esbuild.context(options)).watch();
  else await esbuild.build(options);
}

const has = (option) => process.argv.includes(option);
if (has('--tests')) await buildPrograms('tests', /\.test\.tsx?$/);
else if (has('--browser')) await buildPrograms('browser', /^(?!harness).*\.ts$/);
else if (has('--samples')) writeSamples();
else await buildPage(has('--watch'));
