// The container (a header and two chunks), buffers (in it, beside it, or written as base64), and accessors.

#include "limber/files/gltf/gltf_file.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "limber/base/names.h"
#include "limber/files/base64.h"
#include "limber/meshes/images.h"

namespace limber::gltf {

namespace {

static_assert(std::endian::native == std::endian::little, "glTF is little-endian");

constexpr std::size_t header_bytes = 12, chunk_header_bytes = 8;
constexpr std::size_t most_numbers = 100'000'000;
constexpr int largest_integer = 2'000'000'000;
// Extensions a file may ask for that change nothing of what is read here.
constexpr std::string_view harmless_extensions[] = {"KHR_materials_unlit",
                                                    "KHR_texture_transform",
                                                    "KHR_mesh_quantization",
                                                    "KHR_lights_punctual",
                                                    "KHR_materials_specular",
                                                    "KHR_materials_ior",
                                                    "KHR_materials_emissive_strength",
                                                    "KHR_materials_clearcoat",
                                                    "KHR_materials_sheen",
                                                    "KHR_materials_transmission",
                                                    "KHR_materials_volume",
                                                    "KHR_materials_pbrSpecularGlossiness",
                                                    "KHR_texture_basisu",
                                                    "EXT_texture_webp",
                                                    "VRMC_vrm",
                                                    "VRM"};

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

struct ComponentType {
  int code;
  std::size_t bytes;
  double largest;  // of whole numbers that stand for 0..1 or -1..1; 0: a float
};
constexpr ComponentType component_types[] = {{5120, 1, 127.0},   {5121, 1, 255.0}, {5122, 2, 32767.0},
                                             {5123, 2, 65535.0}, {5125, 4, 0.0},   {5126, 4, 0.0}};

template <class Number>
double number_at(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

double component_at(const char* bytes, int code) {
  switch (code) {
    case 5120:
      return number_at<std::int8_t>(bytes);
    case 5121:
      return number_at<std::uint8_t>(bytes);
    case 5122:
      return number_at<std::int16_t>(bytes);
    case 5123:
      return number_at<std::uint16_t>(bytes);
    case 5125:
      return number_at<std::uint32_t>(bytes);
    default:
      return number_at<float>(bytes);
  }
}

std::size_t width_of_type(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type == "VEC2") return 2;
  if (type == "VEC3") return 3;
  if (type == "VEC4") return 4;
  return type == "MAT4" ? 16 : 0;
}

bool is_one_of(std::string_view type, std::string_view types) {
  return width_of_type(type) > 0 &&
         (" " + std::string(types) + " ").find(" " + std::string(type) + " ") != std::string::npos;
}

std::size_t size_at(const json::Value& object, std::string_view key) {
  const auto value = object.find(key);
  return value ? static_cast<std::size_t>(value->integer(0, largest_integer)) : 0;
}

}  // namespace

GltfFile::GltfFile(std::string_view bytes, const std::string& name, const ReadBeside& beside)
    : name_(name), beside_(beside) {
  std::string_view text = bytes;
  if (bytes.starts_with("glTF")) {
    if (bytes.size() < header_bytes + chunk_header_bytes) fail("is cut off");
    if (const std::uint32_t version = word_at(bytes, 4); version != 2) {
      fail("is glTF version " + std::to_string(version) + "; expected 2");
    }
    const std::size_t length = word_at(bytes, header_bytes);
    if (bytes.substr(header_bytes + 4, 4) != "JSON") fail("does not begin with a chunk of JSON");
    const std::size_t after = header_bytes + chunk_header_bytes + length;
    if (after > bytes.size())
      fail("is cut off: it says that its JSON has " + std::to_string(length) + " bytes");
    text = bytes.substr(header_bytes + chunk_header_bytes, length);
    if (bytes.size() >= after + chunk_header_bytes) {
      const std::size_t binary = word_at(bytes, after);
      if (binary > bytes.size() - after - chunk_header_bytes) {
        fail("is cut off: it says that its second chunk has " + std::to_string(binary) + " bytes");
      }
      if (bytes.substr(after + 4, 3) == "BIN") binary_ = bytes.substr(after + chunk_header_bytes, binary);
    }
  }
  while (text.ends_with('\0')) text.remove_suffix(1);
  tree_ = std::make_unique<json::Tree>(json::parse(text, name_));
  document_ = std::make_unique<json::Value>(tree_->root(), name_);
  document_->require_object();
  document_->for_each("extensionsRequired", [&](const json::Value& extension) {
    const std::string word = extension.text();
    for (const std::string_view harmless : harmless_extensions) {
      if (word == harmless) return;
    }
    extension.fail("the file needs the glTF extension " + limber::quoted(word) +
                   ", which is not read; expected a file without compression");
  });
  read_buffers();
}

void GltfFile::fail(const std::string& problem) const {
  throw json::ReadError(name_, 0, "", problem);
}

Expected<std::string> GltfFile::bytes_at(const std::string& address) const {
  if (address.starts_with("data:")) {
    const std::size_t comma = address.find(";base64,");
    std::optional<std::string> decoded = comma == std::string::npos
                                             ? std::nullopt
                                             : bytes_of_base64(std::string_view(address).substr(comma + 8));
    if (!decoded) return Error{"expected base64 after \"data:...;base64,\""};
    return std::move(*decoded);
  }
  if (beside_) return beside_(address);
  return Error{"it refers to " + limber::quoted(address) + ", which did not come with it; expected a .glb"};
}

Expected<std::string> GltfFile::image_bytes(int number) const {
  const json::Value images = document_->at("images");
  const json::Value image = images[static_cast<std::size_t>(number)];
  if (const auto uri = image.find("uri")) {
    const std::string address = uri->text();
    return bytes_at(address.starts_with("data:") ? address : image_path(address));
  }
  std::size_t stride = 0;
  return std::string(view_bytes(image, stride));
}

void GltfFile::read_buffers() {
  own_.reserve(count("buffers"));  // views point into it
  document_->for_each("buffers", [&](const json::Value& buffer) {
    const std::size_t length = size_at(buffer, "byteLength");
    std::string_view bytes = binary_;
    if (const auto uri = buffer.find("uri")) {
      Expected<std::string> found = bytes_at(uri->text());
      if (!found) uri->fail(found.error().message);
      own_.push_back(std::move(*found));
      bytes = own_.back();
    }
    if (length > bytes.size()) {
      buffer.fail("has " + std::to_string(length) + " bytes by its own account and " +
                  std::to_string(bytes.size()) + " in truth: the file is cut off");
    }
    buffers_.push_back(bytes.substr(0, length));
  });
}

std::size_t GltfFile::count(const char* key) const {
  const auto list = document_->find(key);
  if (!list) return 0;
  list->require_list();
  return list->size();
}

int GltfFile::index_in(const json::Value& place, const char* key) const {
  const std::size_t many = count(key);
  const int index = place.integer(0, largest_integer);
  if (static_cast<std::size_t>(index) >= many) {
    place.fail("there is no number " + std::to_string(index) + " among the " + std::to_string(many) + " " +
               key);
  }
  return index;
}

// The bytes that an accessor starts at; `stride`: 0 if the view says none.
std::string_view GltfFile::view_bytes(const json::Value& accessor, std::size_t& stride) const {
  const json::Value place = accessor.at("bufferView");
  const json::Value views = document_->at("bufferViews");
  const json::Value view = views[static_cast<std::size_t>(index_in(place, "bufferViews"))];
  const json::Value buffer = view.at("buffer");
  const std::string_view bytes = buffers_.at(static_cast<std::size_t>(index_in(buffer, "buffers")));
  const std::size_t offset = size_at(view, "byteOffset"), length = size_at(view, "byteLength");
  if (offset > bytes.size() || length > bytes.size() - offset) {
    view.fail("reaches to byte " + std::to_string(offset + length) + " of a buffer of " +
              std::to_string(bytes.size()));
  }
  stride = size_at(view, "byteStride");
  const std::size_t start = size_at(accessor, "byteOffset");
  if (start > length) accessor.fail("starts outside its buffer view");
  return bytes.substr(offset + start, length - start);
}

Rows GltfFile::read(const json::Value& place, std::string_view types) const {
  const json::Value accessors = document_->at("accessors");
  const json::Value accessor = accessors[static_cast<std::size_t>(index_in(place, "accessors"))];
  const std::string type = accessor.at("type").text();
  if (!is_one_of(type, types))
    accessor.fail("is " + limber::quoted(type) + "; expected " + std::string(types));
  if (accessor.find("sparse")) accessor.fail("is sparse, which is not read; expected plain numbers");
  const int code = accessor.at("componentType").integer(0, largest_integer);
  const ComponentType* component = nullptr;
  for (const ComponentType& known : component_types) {
    if (known.code == code) component = &known;
  }
  if (component == nullptr)
    accessor.fail("has the component type " + std::to_string(code) + ", which is none");
  const auto normalized = accessor.find("normalized");
  const double unit =
      normalized && normalized->truth() && component->largest > 0.0 ? component->largest : 1.0;

  Rows rows;
  rows.width = width_of_type(type);
  rows.count = size_at(accessor, "count");
  const std::size_t row_bytes = rows.width * component->bytes;
  if (!accessor.find("bufferView")) accessor.fail("has no buffer view; expected its numbers");
  std::size_t stride = 0;
  const std::string_view bytes = view_bytes(accessor, stride);
  if (stride == 0) stride = row_bytes;
  if (stride < row_bytes) accessor.fail("its rows overlap: their stride is less than their size");
  if (rows.count > 0 && (row_bytes > bytes.size() || rows.count - 1 > (bytes.size() - row_bytes) / stride)) {
    accessor.fail("has " + std::to_string(rows.count) + " rows, which reach outside its buffer view");
  }
  numbers_read_ += rows.count * rows.width;
  if (numbers_read_ > most_numbers) fail("asks for more than 100,000,000 numbers; expected a smaller file");
  rows.values.reserve(rows.count * rows.width);
  for (std::size_t k = 0; k < rows.count; ++k) {
    for (std::size_t i = 0; i < rows.width; ++i) {
      const double value = component_at(bytes.data() + k * stride + i * component->bytes, code);
      if (!std::isfinite(value)) {
        accessor.fail("row " + std::to_string(k + 1) + " is not a number; expected finite ones");
      }
      rows.values.push_back(unit == 1.0 ? value : std::max(value / unit, -1.0));
    }
  }
  return rows;
}

}  // namespace limber::gltf
