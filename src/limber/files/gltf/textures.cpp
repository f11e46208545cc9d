#include "limber/files/gltf/textures.h"

#include "limber/meshes/images.h"

namespace limber::gltf {

namespace {

constexpr std::size_t most_bytes = std::size_t{128} << 20;  // of all textures of a character, as pixels

}  // namespace

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
    if (by_image_.try_emplace(-1, -1).second)
      notes_.push_back("a texture that is neither PNG nor JPEG is not drawn");
    return {};
  }
  laid.number = decoded(file_.index_in(*source, "images"));
  return laid;
}

int Textures::decoded(int image) {
  const auto [known, is_new] = by_image_.try_emplace(image, -1);
  if (!is_new) return known->second;
  const std::string name = "image " + std::to_string(image + 1);
  const Expected<std::string> bytes = file_.image_bytes(image);
  if (!bytes) {
    notes_.push_back(name + " is not drawn: " + bytes.error().message);
    return -1;
  }
  Expected<Texture> texture = decode_image_apart(*bytes);
  if (texture && texture->rgb.size() > most_bytes - bytes_) {
    texture = Error{"is not drawn: the textures have together more than 128 MB"};
  }
  if (!texture) {
    notes_.push_back(name + " " + texture.error().message + "; the skin is drawn without it");
    return -1;
  }
  bytes_ += texture->rgb.size();
  list.push_back(std::make_shared<const Texture>(std::move(*texture)));
  return known->second = static_cast<int>(list.size()) - 1;
}

}  // namespace limber::gltf
