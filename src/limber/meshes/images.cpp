// libpng and libjpeg do the decoding: they are kept safe against hostile files, which stb_image is not (its
// tables of JPEG overflow). Sizes are looked at before anything is allocated for the pixels.

#include "limber/meshes/images.h"

#include <jpeglib.h>
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>

#include "limber/meshes/apart.h"
#include "limber/meshes/hashing.h"

namespace limber {

namespace {

bool is_png(std::string_view bytes) {
  return bytes.starts_with("\x89PNG");
}

bool is_jpeg(std::string_view bytes) {
  return bytes.starts_with("\xff\xd8\xff");
}

const char* const damaged = "is damaged or cut off";

// What is wrong with an image of that size; empty: nothing.
std::string size_problem(std::uint32_t width, std::uint32_t height, const ImageLimits& limits) {
  if (width < 1 || height < 1) return damaged;
  if (std::max(width, height) <= limits.side) return "";
  return "has " + std::to_string(width) + " x " + std::to_string(height) + " pixels; images of up to " +
         std::to_string(limits.side) + " along a side are read";
}

Expected<Texture> decode_png(std::string_view bytes, const ImageLimits& limits) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, void (*)(png_image*)> end(&image, png_image_free);
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return Error{damaged};
  if (const std::string problem = size_problem(image.width, image.height, limits); !problem.empty())
    return Error{problem};
  image.format = PNG_FORMAT_RGBA;
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  const std::size_t pixels = std::size_t{image.width} * image.height;
  std::vector<std::uint8_t> rgba(4 * pixels);
  if (png_image_finish_read(&image, nullptr, rgba.data(), 0, nullptr) == 0) return Error{damaged};
  Texture texture;
  texture.width = image.width;
  texture.height = image.height;
  texture.rgb.resize(3 * pixels);
  for (std::size_t k = 0; k < pixels; ++k) std::copy_n(&rgba[4 * k], 3, &texture.rgb[3 * k]);
  return texture;
}

// libjpeg leaves by longjmp, so nothing with a destructor may be made between the jump and where it leads:
// what the pixels go into is made before.
struct JpegReader {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  std::jmp_buf leave{};

  JpegReader() {
    jpeg.err = jpeg_std_error(&errors);
    jpeg.client_data = this;
    errors.error_exit = [](j_common_ptr common) {
      std::longjmp(static_cast<JpegReader*>(common->client_data)->leave, 1);
    };
    errors.output_message = [](j_common_ptr) {};
    errors.emit_message = [](j_common_ptr common, int level) {
      if (level < 0) ++common->err->num_warnings;
    };
  }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;
  ~JpegReader() { jpeg_destroy_decompress(&jpeg); }

  bool read_header(std::string_view bytes) {
    if (setjmp(leave) != 0) return false;
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    return jpeg_read_header(&jpeg, TRUE) == JPEG_HEADER_OK;
  }

  bool read_pixels(std::vector<std::uint8_t>& rgb) {
    if (setjmp(leave) != 0) return false;
    jpeg.out_color_space = JCS_RGB;
    jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
      JSAMPROW row = rgb.data() + std::size_t{3} * jpeg.output_width * jpeg.output_scanline;
      jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    return true;
  }
};

Expected<Texture> decode_jpeg(std::string_view bytes, const ImageLimits& limits) {
  JpegReader reader;
  if (!reader.read_header(bytes)) return Error{damaged};
  Texture texture;
  texture.width = reader.jpeg.image_width;
  texture.height = reader.jpeg.image_height;
  if (const std::string problem = size_problem(texture.width, texture.height, limits); !problem.empty())
    return Error{problem};
  texture.rgb.resize(std::size_t{3} * texture.width * texture.height);
  // A file that is cut off is a warning of libjpeg, which fills the rest with grey.
  if (!reader.read_pixels(texture.rgb) || reader.errors.num_warnings > 0) return Error{damaged};
  return texture;
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
  Expected<Texture> decoded = is_png(bytes) ? decode_png(bytes, limits) : decode_jpeg(bytes, limits);
  if (!decoded) return decoded;
  Texture texture = std::move(*decoded);
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
