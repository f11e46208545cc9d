// A material's diffuse colour, and the image that is connected to it.

#include "limber/files/fbx/materials.h"

#include "limber/base/names.h"
#include "limber/files/base64.h"
#include "limber/meshes/images.h"

namespace limber::fbx {

namespace {

// "DiffuseColor" of the classical materials; the others are of newer ones.
bool is_color(std::string_view property) {
  return property == "DiffuseColor" || property == "Maya|baseColor" || property == "Maya|TEX_color_map" ||
         property == "3dsMax|Parameters|base_color_map" || property == "3dsMax|main|baseColorMap";
}

std::string path_in(const Element& element) {
  for (const std::string_view key : {"RelativeFilename", "FileName", "Filename"}) {
    const auto found = element.find(key);
    std::string path = found ? found->text(0).value_or("") : "";
    if (!path.empty()) return path;
  }
  return "";
}

}  // namespace

const std::vector<Look>& Materials::of_model(int model) {
  const auto [place, is_new_model] = of_models_.try_emplace(model);
  std::vector<Look>& looks = place->second;
  if (!is_new_model) return looks;
  for (const int material : objects_.sources(model, "Material")) {
    const auto [known, is_new] = known_.try_emplace(material);
    if (is_new) known->second = look_of(material);
    looks.push_back(known->second);
  }
  return looks;
}

Look Materials::look_of(int material) {
  Look look;
  const Vec3 color = objects_.vec3(material, "DiffuseColor", Vec3::Constant(0.8));
  look.color = character::as_bytes(objects_.real(material, "DiffuseFactor", 1.0) * color);
  for (const Object::Source& source : objects_[material].sources) {
    if (objects_[source.object].type != "Texture" || !is_color(source.property)) continue;
    const std::vector<int> videos = objects_.sources(source.object, "Video");
    const int video = videos.empty() ? -1 : videos[0];
    const std::string name = "the texture " + limber::quoted(objects_[source.object].name);
    look.texture = images.decoded(video >= 0 ? video : source.object, name,
                                  [&] { return image_bytes(source.object, video); });
    if (look.texture >= 0) look.color = {255, 255, 255};  // it takes the place of the colour
    break;
  }
  return look;
}

Expected<std::string> Materials::image_bytes(int texture, int video) const {
  if (video >= 0) {
    const auto content = objects_[video].element.find("Content");
    const auto bytes = content ? content->bytes(0) : std::nullopt;
    if (bytes && !bytes->empty()) {
      if (!content->is_text_format()) return std::string(*bytes);
      std::string whole;
      for (std::size_t k = 0; k < content->size(); ++k) {
        const auto piece = bytes_of_base64(content->bytes(k).value_or(""));
        if (!piece) return Error{"expected base64"};
        whole += *piece;
      }
      return whole;
    }
  }
  std::string path = path_in(objects_[texture].element);
  if (path.empty() && video >= 0) path = path_in(objects_[video].element);
  if (path.empty()) return Error{"the file does not say where it is"};
  if (!beside_) return Error{"it refers to " + limber::quoted(path) + ", which did not come with it"};
  return beside_(image_path(path));
}

}  // namespace limber::fbx
