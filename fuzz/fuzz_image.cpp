// Any bytes as the image of a texture: a texture of the size it says, or one sentence.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "limber/meshes/images.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  limber::ImageLimits limits;
  limits.side = 512;  // larger ones only take longer
  limits.kept_side = 64;
  const limber::Expected<limber::Texture> texture = limber::decode_image(bytes, limits);
  if (!texture) {
    if (texture.error().message.empty()) std::abort();
    return 0;
  }
  const bool fits = texture->width >= 1 && texture->height >= 1 && texture->width <= 64 &&
                    texture->height <= 64 &&
                    texture->rgb.size() == std::size_t{3} * texture->width * texture->height;
  if (!fits) std::abort();
  return 0;
}
