// The background: one triangle with a vertical gradient, dithered against banding.

import { BufferAttribute, BufferGeometry, Mesh, ShaderMaterial } from 'three';
import { backgroundBottom, backgroundTop } from './palette';

export function makeBackdrop(): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 1, 3, -1, 1, -1, 3, 1]), 3));
  const material = new ShaderMaterial({
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    uniforms: { top: { value: backgroundTop }, bottom: { value: backgroundBottom } },
    vertexShader: 'varying float height; void main() { height = 0.5 * position.y + 0.5; gl_Position = vec4(position.xy, 1.0, 1.0); }',
    fragmentShader: /* glsl */ `
      varying float height;
      uniform vec3 top, bottom;
      void main() {
        vec3 color = mix(bottom, top, smoothstep(0.0, 1.0, height));
        gl_FragColor = linearToOutputTexel(vec4(color, 1.0));
        float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
        gl_FragColor.rgb += (noise - 0.5) / 255.0;
      }`,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1000;
  return mesh;
}
