// libFuzzer: any bytes as URDF give a figure or one sentence.

#include <cstdint>
#include <cstdlib>

#include "limber/files/files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const limber::Expected<limber::Figure> figure =
      limber::parse_urdf(text, "fuzz.urdf", {.floating_base = size % 2 == 1});
  if (figure) {
    if (!limber::is_finite(figure->rest_posture())) std::abort();
    return 0;
  }
  const std::string& sentence = figure.error().message;
  if (!sentence.starts_with("fuzz.urdf:") || sentence.find('\n') != sentence.npos) std::abort();
  return 0;
}
