// The vertex shader of a character's skin: points follow up to four bones, whose motions are in the bone table
// (character_skin.ts), as matrices or as dual quaternions.

export const texelsPerBone = 4;
export const bonesPerRow = 128;

export const boneVertex = /* glsl */ `
uniform highp sampler2D boneTable;
uniform float byDuals;
attribute vec4 bones;
attribute vec4 weights;
attribute vec3 tint;

vec4 boneEntry(float bone, int texel) {
  int row = int(bone + 0.5);
  return texelFetch(boneTable, ivec2((row % ${bonesPerRow}) * ${texelsPerBone} + texel, row / ${bonesPerRow}), 0);
}

void placeVertex(out vec3 p, out vec3 n) {
  if (byDuals > 0.5) {
    vec4 first = boneEntry(bones.x, 0), real = vec4(0.0), dual = vec4(0.0);
    for (int k = 0; k < 4; k++) {
      vec4 turn = boneEntry(bones[k], 0);
      float weight = dot(turn, first) < 0.0 ? -weights[k] : weights[k]; // q and -q are the same turn
      real += weight * turn;
      dual += weight * boneEntry(bones[k], 1);
    }
    float size = length(real);
    real /= size;
    dual /= size;
    vec3 moved = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    p = position + 2.0 * cross(real.xyz, cross(real.xyz, position) + real.w * position) + moved;
    n = normal + 2.0 * cross(real.xyz, cross(real.xyz, normal) + real.w * normal);
    return;
  }
  vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
  for (int k = 0; k < 4; k++) {
    x += weights[k] * boneEntry(bones[k], 0);
    y += weights[k] * boneEntry(bones[k], 1);
    z += weights[k] * boneEntry(bones[k], 2);
  }
  vec4 whole = vec4(position, 1.0);
  p = vec3(dot(x, whole), dot(y, whole), dot(z, whole));
  n = normalize(vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal)));
}

vec3 vertexColor() { return tint; }
float vertexState() { return boneEntry(bones.x, 3).x; }
vec4 vertexRadii() { return vec4(0.0); }
float vertexShape() { return 0.0; }
`;
