// What of a material is drawn: its base colour, and the image laid over it.

#include "limber/meshes/foreign_materials.h"

#include <assimp/material.h>

#include <algorithm>
#include <array>

#include "limber/base/names.h"
#include "limber/meshes/colors.h"
#include "limber/meshes/images.h"

namespace limber {

ForeignMaterials::ForeignMaterials(const aiScene& scene, const std::string& ending, const ReadBeside& beside,
                                   Looks looks)
    : scene_(scene), ending_(ending), beside_(beside), which_(looks) {
  if (looks == Looks::own) return;
  Texture white{1, 1, {255, 255, 255}};
  finish_texture(white);
  textures.push_back(std::make_shared<const Texture>(std::move(white)));
}

std::optional<Color> ForeignMaterials::color_of(const aiMaterial& material) const {
  aiColor4D rgba;
  if (material.Get(AI_MATKEY_BASE_COLOR, rgba) != aiReturn_SUCCESS &&
      material.Get(AI_MATKEY_COLOR_DIFFUSE, rgba) != aiReturn_SUCCESS) {
    return std::nullopt;
  }
  const bool is_linear = ending_ == ".gltf" || ending_ == ".glb";
  Color color;
  for (unsigned k = 0; k < 3; ++k) {
    const double x = static_cast<double>(rgba[k]);
    if (!(x >= 0.0)) return std::nullopt;
    color[k] = is_linear ? shown_light(std::min(x, 1.0)) : std::min(x, 1.0);
  }
  return color;
}

ForeignLook ForeignMaterials::look_of(unsigned number) {
  if (which_ == Looks::coverable) return {{}, 0, 0};
  if (number >= scene_.mNumMaterials) return {};
  const auto [known, is_new] = looks_.try_emplace(number);
  ForeignLook& look = known->second;
  if (!is_new) return look;
  const aiMaterial& material = *scene_.mMaterials[number];
  look.color = color_of(material);
  for (const aiTextureType type : {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}) {
    aiString written;
    if (material.GetTexture(type, 0, &written, nullptr, &look.uv_channel) != aiReturn_SUCCESS) continue;
    look.texture = texture_named(written.C_Str());
    break;
  }
  if (look.texture < 0) return look;
  // Collada has a colour or a texture, and what Assimp gives beside the texture is its own grey. Exporters of
  // OBJ write a black Kd where the texture is meant to say everything.
  const bool is_black = look.color && *look.color == Color{0.0, 0.0, 0.0};
  if (ending_ == ".dae" || (ending_ == ".obj" && is_black)) look.color.reset();
  return look;
}

int ForeignMaterials::texture_named(const std::string& written) {
  const auto [known, is_new] = by_name_.try_emplace(written, -1);
  if (!is_new) return known->second;
  Expected<Texture> texture = decoded(written);
  if (texture && texture->rgb.size() > most_texture_bytes - bytes_) {
    texture =
        Error{"its textures have together more than " + std::to_string(most_texture_bytes >> 20) + " MB"};
  }
  if (!texture) {
    notes.push_back(texture.error().message + "; it is drawn without this texture");
    return -1;
  }
  bytes_ += texture->rgb.size();
  textures.push_back(std::make_shared<const Texture>(std::move(*texture)));
  return known->second = static_cast<int>(textures.size()) - 1;
}

Expected<Texture> ForeignMaterials::decoded(const std::string& written) const {
  const auto named = [&](Expected<Texture> texture) {
    if (texture) return texture;
    return Expected<Texture>(Error{"its texture " + limber::quoted(written) + " " + texture.error().message});
  };
  if (const aiTexture* embedded = scene_.GetEmbeddedTexture(written.c_str())) {
    if (embedded->mHeight != 0 || embedded->pcData == nullptr) return named(Error{"is neither PNG nor JPEG"});
    return named(
        decode_image({reinterpret_cast<const char*>(embedded->pcData), std::size_t{embedded->mWidth}}));
  }
  const std::string path = image_path(written);
  if (path.empty() || !beside_) return named(Error{"did not come with it"});
  const Expected<std::string> bytes = beside_(path);
  if (!bytes) return bytes.error();
  return named(decode_image(*bytes));
}

}  // namespace limber
