// libFuzzer: any bytes as FBX give a figure or one sentence.

#include <cstdint>
#include <cstdlib>

#include "limber/files/fbx/read_fbx.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const limber::Expected<limber::MovingFigure> read = limber::read_fbx(bytes, "fuzz.fbx", {});
  if (read) {
    if (!limber::is_finite(read->figure.rest_posture())) std::abort();
    for (const limber::Posture& posture : read->motion.postures) {
      if (!limber::is_finite(posture)) std::abort();
    }
    return 0;
  }
  const std::string& sentence = read.error().message;
  if (!sentence.starts_with("fuzz.fbx:") || sentence.find('\n') != sentence.npos) std::abort();
  return 0;
}
