// Any bytes: a figure or a sentence, and nothing else.

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
  // The file, one line; and our own checks said it, not urdfdom.
  if (!sentence.starts_with("fuzz.urdf:") || sentence.find('\n') != sentence.npos ||
      sentence.starts_with("fuzz.urdf: urdfdom")) {
    std::abort();
  }
  return 0;
}
