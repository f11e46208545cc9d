// Our human and elephant, written as glTF, open in three.js: a skinned mesh whose bones are where the figure has its segments.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SkinnedMesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { limber } from './harness';

const run = (...args: string[]): string => execFileSync(limber, args, { encoding: 'utf8', maxBuffer: 1 << 28 });

for (const name of ['human', 'elephant']) {
  test(`the ${name} opens in three.js with its skin`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'limber-export-')),
      file = join(folder, `${name}.glb`);
    try {
      run('convert', `../models/${name}.json`, '-o', file);
      const bytes = readFileSync(file);
      const gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
      gltf.scene.updateMatrixWorld(true);
      const skins: SkinnedMesh[] = [];
      gltf.scene.traverse((node) => node instanceof SkinnedMesh && skins.push(node));
      assert.equal(skins.length, 1);
      const skin = skins[0]!;
      const segments = (JSON.parse(run('info', `../models/${name}.json`, '--json')) as { segment_count: number }).segment_count;
      assert.equal(skin.skeleton.bones.length, segments);
      assert.ok(skin.geometry.getAttribute('position').count > 1000);
      // At rest the skin is where its vertices are: bones and inverse bind matrices belong together.
      const moved = new Vector3(),
        still = new Vector3();
      for (let k = 0; k < skin.geometry.getAttribute('position').count; k += 97) {
        still.fromBufferAttribute(skin.geometry.getAttribute('position') as never, k);
        moved.copy(still);
        skin.applyBoneTransform(k, moved);
        assert.ok(moved.distanceTo(still) < 1e-4, `vertex ${k} is ${moved.distanceTo(still)} m off`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
