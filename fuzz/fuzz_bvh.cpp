// libFuzzer: any bytes as BVH give a figure or one sentence.

#include <cstdint>
#include <cstdlib>

#include "limber/files/files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const limber::Expected<limber::MovingFigure> read = limber::parse_bvh(text, "fuzz.bvh");
  if (read) {
    if (!limber::is_finite(read->figure.rest_posture())) std::abort();
    return 0;
  }
  const std::string& sentence = read.error().message;
  if (!sentence.starts_with("fuzz.bvh:") || sentence.find('\n') != sentence.npos) std::abort();
  return 0;
}
