// libFuzzer: any bytes as scene JSON, in a folder that holds nothing. What is accepted must survive being
// written and read again, byte for byte.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "limber/files/files.h"

namespace {

std::filesystem::path empty_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "limber-fuzz-XXXXXX").string();
  if (!::mkdtemp(name.data())) std::abort();
  std::filesystem::current_path(name);  // shipped files are looked for in the current folder, too
  return std::filesystem::path(name) / "scenes";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path folder = empty_folder();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find('<') != std::string_view::npos)
    return 0;  // may be taken for URDF, which has a target of its own
  const limber::Expected<limber::Scene> scene = limber::parse_scene(text, "fuzz.json", folder);
  if (!scene) return 0;
  const std::string written = limber::write_scene(*scene);
  const limber::Expected<limber::Scene> again = limber::parse_scene(written, "written.json", folder);
  if (!again || limber::write_scene(*again) != written) std::abort();
  return 0;
}
