#include "limber/files/gltf/textures.h"

#include <utility>

namespace limber::gltf {

Textures::Laid Textures::base_color(const json::Value& look) {
  const auto used = look.find("baseColorTexture");
  if (!used) return {};
  Laid laid;
  if (const auto set = used->find("texCoord"))
    laid.coordinates = static_cast<std::size_t>(set->integer(0, 7));
  const json::Value textures = file_.document().at("textures");
  const json::Value number = used->at("index");
  const json::Value texture = textures[static_cast<std::size_t>(file_.index_in(number, "textures"))];
  const auto source = texture.find("source");
  if (!source) {  // an extension has it: WebP, Basis
    if (!std::exchange(has_other_kind_, true))
      notes_.push_back("a texture that is neither PNG nor JPEG is not drawn");
    return {};
  }
  const int image = file_.index_in(*source, "images");
  laid.number =
      images.decoded(image, "image " + std::to_string(image + 1), [&] { return file_.image_bytes(image); });
  return laid;
}

}  // namespace limber::gltf
