// Images on the graphics card. One for each image, however often a body is built anew: it goes when the image is forgotten.

import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGBAFormat, SRGBColorSpace, UnsignedByteType } from 'three';
import type { TextureData } from '../state/mesh_store';

const made = new WeakMap<TextureData, DataTexture>();

export function surfaceTexture(image: TextureData | null): DataTexture | undefined {
  if (!image) return undefined;
  let texture = made.get(image);
  if (!texture) {
    texture = new DataTexture(image.rgba, image.width, image.height, RGBAFormat, UnsignedByteType);
    texture.colorSpace = SRGBColorSpace;
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.magFilter = LinearFilter;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.generateMipmaps = true;
    texture.anisotropy = 4;
    texture.needsUpdate = true;
    made.set(image, texture);
  }
  return texture;
}
