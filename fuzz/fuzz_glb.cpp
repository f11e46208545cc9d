// libFuzzer: any bytes as glTF give a figure or one sentence; so do those of a valid container around them.

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "limber/files/gltf/read_gltf.h"

namespace {

void check(std::string_view bytes) {
  const limber::Expected<limber::MovingFigure> read = limber::read_gltf(bytes, "fuzz.glb", {});
  if (read) {
    if (!limber::is_finite(read->figure.rest_posture())) std::abort();
    for (const limber::Posture& posture : read->motion.postures) {
      if (!limber::is_finite(posture)) std::abort();
    }
    return;
  }
  const std::string& sentence = read.error().message;
  if (!sentence.starts_with("fuzz.glb:") || sentence.find('\n') != sentence.npos) std::abort();
}

std::string word(std::size_t count) {
  const auto number = static_cast<std::uint32_t>(count);
  std::string raw(4, '\0');
  std::memcpy(raw.data(), &number, 4);
  return raw;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(bytes);
  // JSON up to the first zero, then the buffer: what mutations of a .glb hardly ever keep in step.
  const std::size_t end = bytes.find('\0');
  if (end == bytes.npos) return 0;
  const std::string_view text = bytes.substr(0, end), binary = bytes.substr(end + 1);
  check("glTF" + word(2) + word(28 + size) + word(text.size()) + "JSON" + std::string(text) +
        word(binary.size()) + std::string("BIN\0", 4) + std::string(binary));
  return 0;
}
