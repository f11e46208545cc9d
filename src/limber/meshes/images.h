#pragma once
// PNG and JPEG images as textures. Whatever the bytes are, the answer is a texture or one sentence.

#include <cstdint>
#include <string>
#include <string_view>

#include "limber/base/expected.h"
#include "limber/shapes/shape.h"

namespace limber {

struct ImageLimits {
  std::uint32_t side = 8192;         // [px] of a file; larger ones are refused before anything is decoded
  std::uint32_t kept_side = 2048;    // [px] larger ones are halved until they fit
  std::size_t bytes = 64u << 20;     // of a file
  double seconds = 10.0;             // of decoding one
  std::size_t memory = 1024u << 20;  // [bytes] of the decoder
};

// In this process, by libpng or libjpeg: only where a process of its own is around it already.
Expected<Texture> decode_image(std::string_view bytes, const ImageLimits& limits = {});

// The same in a process of its own: images come from strangers.
Expected<Texture> decode_image_apart(std::string_view bytes, const ImageLimits& limits = {});

// Sets the hash, from everything else.
void finish_texture(Texture& texture);

// "%20" is a space, a backslash is a slash, "file://" is dropped; of a path on somebody else's machine
// ("C:\art\skin.png", "/home/me/skin.png") only the file's name is left.
std::string image_path(std::string_view written);

}  // namespace limber
