// stb_image does the decoding; sizes are looked at before it may allocate anything for the pixels.

#include "limber/meshes/images.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "limber/meshes/apart.h"
#include "limber/meshes/hashing.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wduplicated-branches"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_SIMD  // the same bits on every machine
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace limber {

namespace {

bool is_png(std::string_view bytes) {
  return bytes.starts_with("\x89PNG");
}

bool is_jpeg(std::string_view bytes) {
  return bytes.starts_with("\xff\xd8\xff");
}

// Half as wide and as high, each pixel the mean of four. An odd last row or column counts with its neighbour.
Texture halved(const Texture& whole) {
  Texture half;
  half.width = std::max(1u, whole.width / 2);
  half.height = std::max(1u, whole.height / 2);
  half.rgb.reserve(std::size_t{3} * half.width * half.height);
  const auto light = [&](std::uint32_t x, std::uint32_t y, std::size_t channel) {
    const std::size_t at = std::size_t{std::min(y, whole.height - 1)} * whole.width;
    return unsigned{whole.rgb[3 * (at + std::min(x, whole.width - 1)) + channel]};
  };
  for (std::uint32_t y = 0; y < half.height; ++y) {
    for (std::uint32_t x = 0; x < half.width; ++x) {
      for (std::size_t c = 0; c < 3; ++c) {
        const unsigned sum = light(2 * x, 2 * y, c) + light(2 * x + 1, 2 * y, c) +
                             light(2 * x, 2 * y + 1, c) + light(2 * x + 1, 2 * y + 1, c);
        half.rgb.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
      }
    }
  }
  return half;
}

bool is_drive(std::string_view path) {
  return path.size() > 2 && path[1] == ':' && path[2] == '/';
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

void finish_texture(Texture& texture) {
  WordHash hash;
  hash.add(texture.width);
  hash.add(texture.height);
  std::uint32_t word = 0;
  for (std::size_t k = 0; k < texture.rgb.size(); ++k) {
    word = word << 8 | texture.rgb[k];
    if (k % 4 == 3) hash.add(word);
  }
  hash.add(word);
  texture.hash = hash.value();
}

Expected<Texture> decode_image(std::string_view bytes, const ImageLimits& limits) {
  if (bytes.empty()) return Error{"is empty"};
  if (!is_png(bytes) && !is_jpeg(bytes)) return Error{"is neither PNG nor JPEG"};
  if (bytes.size() > limits.bytes) {
    return Error{"is " + std::to_string(bytes.size() >> 20) + " MB large; images up to " +
                 std::to_string(limits.bytes >> 20) + " MB are read"};
  }
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  if (stbi_info_from_memory(data, size, &width, &height, &channels) == 0 || width < 1 || height < 1) {
    return Error{"is damaged or cut off"};
  }
  const auto side = static_cast<std::uint32_t>(std::max(width, height));
  if (side > limits.side) {
    return Error{"has " + std::to_string(width) + " x " + std::to_string(height) +
                 " pixels; images of up to " + std::to_string(limits.side) + " along a side are read"};
  }
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(data, size, &width, &height, &channels, 3), stbi_image_free);
  if (!pixels) return Error{"is damaged or cut off"};
  Texture texture;
  texture.width = static_cast<std::uint32_t>(width);
  texture.height = static_cast<std::uint32_t>(height);
  texture.rgb.assign(pixels.get(), pixels.get() + std::size_t{3} * texture.width * texture.height);
  while (std::max(texture.width, texture.height) > limits.kept_side) texture = halved(texture);
  finish_texture(texture);
  return texture;
}

// T, width, height and pixels; or E and a sentence.
Expected<Texture> decode_image_apart(std::string_view bytes, const ImageLimits& limits) {
  constexpr std::size_t header = 1 + 2 * sizeof(std::uint32_t);
  const auto work = [&] {
    const Expected<Texture> texture = decode_image(bytes, limits);
    if (!texture) return "E" + texture.error().message;
    std::string answer = "T";
    for (const std::uint32_t word : {texture->width, texture->height}) {
      answer.append(reinterpret_cast<const char*>(&word), sizeof word);
    }
    answer.append(texture->rgb.begin(), texture->rgb.end());
    return answer;
  };
  const std::size_t most = 3 * std::size_t{limits.kept_side} * limits.kept_side + header;
  const Expected<std::string> answer = done_apart(work, {limits.seconds, limits.memory, most});
  if (!answer) return Error{"is damaged: its reader " + answer.error().message};
  if (answer->starts_with('E')) return Error{answer->substr(1)};
  Texture texture;
  if (answer->size() < header || !answer->starts_with('T')) return Error{"is damaged"};
  std::memcpy(&texture.width, answer->data() + 1, sizeof texture.width);
  std::memcpy(&texture.height, answer->data() + 1 + sizeof texture.width, sizeof texture.height);
  texture.rgb.assign(answer->begin() + header, answer->end());
  if (texture.rgb.empty() || texture.rgb.size() != std::uint64_t{3} * texture.width * texture.height) {
    return Error{"is damaged"};
  }
  finish_texture(texture);
  return texture;
}

std::string image_path(std::string_view written) {
  if (written.starts_with("file://")) written.remove_prefix(7);
  std::string path;
  for (std::size_t k = 0; k < written.size(); ++k) {
    const bool is_code = written[k] == '%' && k + 2 < written.size() && hex_digit(written[k + 1]) >= 0 &&
                         hex_digit(written[k + 2]) >= 0;
    if (is_code) {
      path += static_cast<char>(16 * hex_digit(written[k + 1]) + hex_digit(written[k + 2]));
      k += 2;
    } else {
      path += written[k] == '\\' ? '/' : written[k];
    }
  }
  if (path.starts_with("./")) path.erase(0, 2);
  if (path.starts_with('/') || is_drive(path)) path.erase(0, path.rfind('/') + 1);
  return path;
}

}  // namespace limber
