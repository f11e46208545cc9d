// limber convert and others: see foreign_output.h.

#include "io/foreign_output.h"

#include <algorithm>
#include <filesystem>

#include "commands/arguments.h"
#include "limber/base/names.h"
#include "terminal/exit_code.h"

namespace limber::cli {

void require_ending(const std::string& out, const std::vector<std::string>& endings) {
  const std::filesystem::path path(out);
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return;
  const std::string ending = path.extension().string();
  if (ending.empty() || std::find(endings.begin(), endings.end(), ending) != endings.end()) return;
  throw Failure(ExitCode::usage, out + ": files ending in " + limber::quoted(ending) +
                                     " are not written; expected " + words_or(endings));
}

std::optional<Written> write_foreign(const std::string& out, const Figure& figure, const Motion& motion) {
  if (out.ends_with(".urdf")) return write_urdf(figure);
  if (out.ends_with(".xml") || out.ends_with(".mjcf")) return write_mjcf(figure);
  if (out.ends_with(".bvh")) return write_bvh(figure, motion);
  if (out.ends_with(".glb")) return write_glb(figure, motion);
  if (out.ends_with(".csv")) return Written{write_csv(figure, motion), {}};
  return std::nullopt;
}

}  // namespace limber::cli
