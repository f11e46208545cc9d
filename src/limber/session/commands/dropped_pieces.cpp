// Files that come in pieces, put together again within limits of size.

#include "limber/session/commands/dropped_pieces.h"

#include <utility>

#include "limber/base/names.h"
#include "limber/files/base64.h"

namespace limber {

namespace {

constexpr std::size_t largest_drop = std::size_t{256}
                                     << 20;  // [bytes] of files and of their paths, of all windows together
constexpr std::size_t most_dropped_files = 4000;
// [bytes] A path is kept for each file, and compared for each mesh.
constexpr std::size_t longest_dropped_path = 1000;

bool is_true(const json::Value& command, std::string_view key) {
  const auto value = command.find(key);
  return value && value->truth();
}

}  // namespace

std::optional<DroppedRobot> take_piece(Workspace& workspace, const json::Value& command) {
  const std::string given = command.at("path").name();
  if (given.size() > longest_dropped_path) {
    throw Refusal("the path of a dropped file has " + std::to_string(given.size()) +
                  " bytes; the studio takes " + std::to_string(longest_dropped_path));
  }
  const std::string path = plain_path(given);
  if (path.empty()) throw Refusal(limber::quoted(given) + " is no path of a file");
  const std::optional<std::string> bytes = bytes_of_base64(command.at("data").text());
  if (!bytes) throw Refusal("the data of " + limber::quoted(path) + " is not base64");
  const bool opens = is_true(command, "open");
  if (is_true(command, "begin")) workspace.dropped.erase(workspace.window);
  std::size_t others = 0;  // [bytes] on their way from other windows
  for (const auto& [window, robot] : workspace.dropped) {
    if (window != workspace.window) others += robot.bytes;
  }
  DroppedRobot& dropped = workspace.dropped[workspace.window];
  const std::size_t added = bytes->size() + (dropped.files.contains(path) ? 0 : path.size());
  const bool is_too_much = dropped.bytes + added > largest_drop || dropped.files.size() >= most_dropped_files;
  if (is_too_much || others + dropped.bytes + added > largest_drop) {
    workspace.dropped.erase(workspace.window);
    throw Refusal(
        is_too_much
            ? "more than 256 MB or 4,000 files were dropped; open the robot with: limber studio FILE"
            : "other windows are dropping files, together more than 256 MB; try again when they are done");
  }
  dropped.files[path] += *bytes;
  dropped.bytes += added;
  if (!opens) return std::nullopt;
  dropped.opened = path;
  return std::move(workspace.dropped.extract(workspace.window).mapped());
}

}  // namespace limber
