#include "limber/files/character/images.h"

#include "limber/meshes/images.h"

namespace limber::character {

namespace {

constexpr std::size_t most_bytes = std::size_t{128} << 20;  // of all textures of a character, as pixels

}  // namespace

int Images::decode(const std::string& name, const Expected<std::string>& bytes) {
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
  return static_cast<int>(list.size()) - 1;
}

}  // namespace limber::character
