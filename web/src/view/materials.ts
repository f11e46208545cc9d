// Materials of the solids: matte with a faint rim, and highlighted when hovered, selected or lit up.

import { type DataTexture, type IUniform, Material, MeshDepthMaterial, MeshLambertMaterial, RGBADepthPacking, ShaderMaterial } from 'three';
import { boneVertex } from './bone_shader';
import { accent, warning } from './palette';
import { skinVertex } from './skin_shader';

export interface SkinUniforms {
  shapeTable?: IUniform<DataTexture | null>;
  boneTable?: IUniform<DataTexture>; // of a character's skin
  byDuals?: IUniform<number>;
}
export interface SkinVariant {
  tube?: boolean; // vertices are in world coordinates already
  blend?: boolean;
  bones?: boolean; // a character's skin
  texture?: DataTexture; // multiplies the colour; vertices have a `uv`
}

function adapt(material: Material, uniforms: SkinUniforms, variant: SkinVariant, colored: boolean): void {
  material.defines = { ...material.defines, ...(variant.tube ? { SKIN_TUBE: '' } : {}), ...(variant.blend ? { BLEND: '' } : {}) };
  const textured = colored && variant.texture !== undefined;
  const varyings = `varying vec3 solidColor; varying float solidState; ${textured ? 'varying vec2 onTexture;' : ''}`;
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms, textured ? { surfaceTexture: { value: variant.texture } } : {});
    shader.vertexShader =
      `${colored ? varyings : ''}\n${variant.bones ? boneVertex : skinVertex}\n` +
      shader.vertexShader.replace('#include <beginnormal_vertex>', 'vec3 placed, objectNormal; placeVertex(placed, objectNormal);').replace(
        '#include <begin_vertex>',
        colored
          ? /* glsl */ `
        vec3 transformed = placed;
        solidColor = vertexColor();
        solidState = vertexState();
        ${textured ? 'onTexture = uv;' : ''}`
          : /* glsl */ `
        vec3 transformed, solidNormal;
        placeVertex(transformed, solidNormal);`,
      );
    if (!colored) return;
    const paint = textured ? 'solidColor * texture2D(surfaceTexture, onTexture).rgb' : 'solidColor';
    // Where two solids share a surface (capsules end to end in two colours), a tiny depth offset prevents flickering.
    shader.vertexShader = shader.vertexShader.replace(
      '#include <project_vertex>',
      /* glsl */ `
      #include <project_vertex>
      vec4 solidRadii = vertexRadii();
      float hair = 0.012 * mod(vertexShape() + 0.5, 4.0) * min(solidRadii.x, min(solidRadii.y, solidRadii.z));
      vec4 nearer = projectionMatrix * (mvPosition + vec4(0.0, 0.0, hair, 0.0));
      gl_Position.z = nearer.z / nearer.w * gl_Position.w;`,
    );
    shader.fragmentShader =
      `${varyings} ${textured ? 'uniform sampler2D surfaceTexture;' : ''}\n` +
      shader.fragmentShader.replace('#include <color_fragment>', `diffuseColor.rgb = ${paint};`).replace(
        '#include <opaque_fragment>',
        /* glsl */ `
        float facing = clamp(dot(normal, normalize(vViewPosition)), 0.0, 1.0);
        float grazing = pow(1.0 - facing, 3.0);
        outgoingLight += 0.16 * grazing * (0.45 + 0.55 * normal.y) * mix(vec3(0.75, 0.85, 1.0), solidColor, 0.5);
        if (solidState > 2.5) {
          float stripe = smoothstep(0.42, 0.5, abs(fract((gl_FragCoord.x + gl_FragCoord.y) / 14.0) - 0.5) * 2.0 * 0.75);
          outgoingLight = mix(outgoingLight, vec3(${warning.r}, ${warning.g}, ${warning.b}) * (0.55 + 0.45 * facing), 0.45 + 0.3 * stripe);
        } else if (solidState > 1.5) {
          float edge = smoothstep(0.35, 0.95, 1.0 - facing);
          outgoingLight = mix(outgoingLight, vec3(${accent.r}, ${accent.g}, ${accent.b}), 0.16 + 0.75 * edge);
        } else if (solidState > 0.5) {
          outgoingLight = mix(outgoingLight, vec3(1.0), 0.07 + 0.25 * grazing);
        }
        #include <opaque_fragment>`,
      );
  };
  material.customProgramCacheKey = () => `skin ${variant.tube} ${variant.blend} ${variant.bones} ${colored} ${textured}`;
}

export function skinMaterial(uniforms: SkinUniforms, variant: SkinVariant): MeshLambertMaterial {
  const material = new MeshLambertMaterial();
  adapt(material, uniforms, variant, true);
  return material;
}

// For the shadow map. Not blended: blends hardly change the shadow and would double the work.
export function shadowMaterial(uniforms: SkinUniforms, variant: SkinVariant): MeshDepthMaterial {
  const material = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  adapt(material, uniforms, { ...variant, blend: false }, false);
  return material;
}

// For the contact shadow: the nearer to the ground, the darker.
export function contactMaterial(uniforms: SkinUniforms, variant: SkinVariant, height: IUniform<number>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { ...(uniforms as unknown as Record<string, IUniform>), height },
    defines: variant.tube ? { SKIN_TUBE: '' } : {},
    vertexShader: `varying float above;\n${variant.bones ? boneVertex : skinVertex}
      void main() {
        vec3 p, n;
        placeVertex(p, n);
        above = p.z - cameraPosition.z;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying float above;
      uniform float height;
      void main() {
        float near = 1.0 - clamp(above / height, 0.0, 1.0);
        gl_FragColor = vec4(near * near, 0.0, 0.0, 1.0);
      }`,
  });
}
