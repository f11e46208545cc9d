// libFuzzer: any bytes as SDF give a figure or one sentence. Includes find a small model that includes nothing.

#include <cstdint>
#include <cstdlib>

#include "limber/files/sdf/sdf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const limber::FindSdf find = [](const std::string& uri) -> limber::Expected<limber::IncludedSdf> {
    if (uri == "none") return limber::Error{"is not there"};
    return limber::IncludedSdf{"<sdf version='1.9'><model name='part'><link name='base'/></model></sdf>",
                               "part.sdf", "model://part/"};
  };
  const limber::Expected<limber::MovingFigure> read = limber::read_sdf(text, "fuzz.sdf", find);
  if (read) {
    if (!limber::is_finite(read->figure.rest_posture())) std::abort();
    return 0;
  }
  const std::string& sentence = read.error().message;
  if (sentence.find(".sdf:") == sentence.npos || sentence.find('\n') != sentence.npos) std::abort();
  return 0;
}
