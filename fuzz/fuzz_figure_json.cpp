// libFuzzer: any bytes as figure JSON. What is accepted must survive being written and read again, byte for
// byte.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "limber/files/files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find('<') != std::string_view::npos)
    return 0;  // may be taken for URDF, which has a target of its own
  const limber::Expected<limber::Figure> figure = limber::parse_figure(text, "fuzz.json");
  if (!figure) return 0;
  const std::string written = limber::write_figure(*figure);
  const limber::Expected<limber::Figure> again = limber::parse_figure(written, "written.json");
  if (!again || limber::write_figure(*again) != written) std::abort();
  return 0;
}
