// Animated GIF by giflib.

#include <gif_lib.h>

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "limber/picture/encode/palette.h"
#include "limber/picture/picture.h"

namespace limber {

namespace {

constexpr int color_count = 255;  // one more is kept for "as in the frame before"
constexpr int unchanged = 255;

[[noreturn]] void fail(int code) {
  const char* reason = GifErrorString(code);
  throw std::runtime_error(std::string("gif_bytes: ") + (reason ? reason : "unknown error"));
}

int append(GifFileType* gif, const GifByteType* data, int size) {
  static_cast<std::string*>(gif->UserData)
      ->append(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
  return size;
}

class Writer {
 public:
  explicit Writer(std::string& bytes) {
    int code = 0;
    gif_ = EGifOpen(&bytes, append, &code);
    if (!gif_) fail(code);
    EGifSetGifVersion(gif_, true);
  }
  ~Writer() {
    int code = 0;
    if (gif_) EGifCloseFile(gif_, &code);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  GifFileType* get() { return gif_; }
  void require(int result) {
    if (result == GIF_ERROR) fail(gif_->Error);
  }
  void close() {
    int code = 0;
    GifFileType* gif = std::exchange(gif_, nullptr);
    if (EGifCloseFile(gif, &code) == GIF_ERROR) fail(code);
  }

 private:
  GifFileType* gif_ = nullptr;
};

// Endless repetition, in the form that browsers read.
void write_repetition(Writer& writer) {
  writer.require(EGifPutExtensionLeader(writer.get(), APPLICATION_EXT_FUNC_CODE));
  writer.require(EGifPutExtensionBlock(writer.get(), 11, "NETSCAPE2.0"));
  const unsigned char forever[3] = {1, 0, 0};
  writer.require(EGifPutExtensionBlock(writer.get(), 3, forever));
  writer.require(EGifPutExtensionTrailer(writer.get()));
}

void write_control(Writer& writer, int hundredths) {
  GraphicsControlBlock control{};
  control.DisposalMode = DISPOSE_DO_NOT;
  control.DelayTime = hundredths;
  control.TransparentColor = unchanged;
  GifByteType block[4];
  const std::size_t size = EGifGCBToExtension(&control, block);
  writer.require(EGifPutExtension(writer.get(), GRAPHICS_EXT_FUNC_CODE, static_cast<int>(size), block));
}

void check_images(std::span<const Image> images, double seconds) {
  if (images.empty()) throw std::invalid_argument("gif_bytes: no images, expected at least one");
  if (!(seconds >= 0.0 && seconds <= 600.0)) {
    throw std::invalid_argument("gif_bytes: the time per image must be 0 to 600 seconds");
  }
  const Image& first = images.front();
  for (const Image& image : images) {
    const std::size_t bytes =
        3 * static_cast<std::size_t>(first.width) * static_cast<std::size_t>(first.height);
    const bool fits = image.width == first.width && image.height == first.height && image.rgb.size() == bytes;
    if (!fits || first.width <= 0 || first.height <= 0 || first.width > 65535 || first.height > 65535) {
      throw std::invalid_argument("gif_bytes: images must all have the same size, 1 to 65535 pixels a side");
    }
  }
}

}  // namespace

std::string gif_bytes(std::span<const Image> images, double seconds_per_image) {
  check_images(images, seconds_per_image);
  const int width = images.front().width, height = images.front().height;
  const picture::Palette palette(images, color_count);

  std::string bytes;
  Writer writer(bytes);
  GifColorType colors[256] = {};
  for (int i = 0; i < palette.size(); ++i) {
    const std::array<std::uint8_t, 3> c = palette.color(i);
    colors[i] = {c[0], c[1], c[2]};
  }
  ColorMapObject* map = GifMakeMapObject(256, colors);
  if (!map) throw std::runtime_error("gif_bytes: out of memory");
  const int screen = EGifPutScreenDesc(writer.get(), width, height, 8, 0, map);
  GifFreeMapObject(map);
  writer.require(screen);
  write_repetition(writer);

  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  std::vector<std::uint8_t> shown(pixels), indices(pixels), line(static_cast<std::size_t>(width));
  for (std::size_t frame = 0; frame < images.size(); ++frame) {
    palette.dither(images[frame], indices);
    write_control(writer, static_cast<int>(std::lround(100.0 * seconds_per_image)));
    writer.require(EGifPutImageDesc(writer.get(), 0, 0, width, height, false, nullptr));
    for (int y = 0; y < height; ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
      for (std::size_t x = 0; x < line.size(); ++x) {
        const std::uint8_t now = indices[row + x];
        line[x] = frame > 0 && now == shown[row + x] ? std::uint8_t{unchanged} : now;
        shown[row + x] = now;
      }
      writer.require(EGifPutLine(writer.get(), line.data(), width));
    }
  }
  writer.close();
  return bytes;
}

}  // namespace limber
