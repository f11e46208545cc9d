// Meshes by the ends of their paths: people drop the package, the folder above it, or the folder below.

#include "limber/files/dropped.h"

#include <filesystem>
#include <vector>

#include "limber/base/names.h"

namespace limber {

namespace {

// "a/../b//c" -> b, c: nothing climbs, and nothing has to: it is only compared.
std::vector<std::string> plain_parts(const std::filesystem::path& path) {
  std::vector<std::string> parts;
  for (const auto& part : path.lexically_normal()) {
    const std::string text = part.generic_string();
    if (!text.empty() && text != "." && text != ".." && text != "/") parts.push_back(text);
  }
  return parts;
}

std::string joined_from(const std::vector<std::string>& parts, std::size_t first) {
  std::string path;
  for (std::size_t i = first; i < parts.size(); ++i) path += (path.empty() ? "" : "/") + parts[i];
  return path;
}

}  // namespace

std::string plain_path(const std::string& path) {
  return joined_from(plain_parts(path), 0);
}

std::string find_dropped(const std::string& name, const std::string& robot, const DroppedFiles& files) {
  const std::size_t scheme = name.find("://");
  const std::string path = scheme == std::string::npos ? name : name.substr(scheme + 3);
  const std::filesystem::path home = std::filesystem::path(robot).parent_path();
  if (const std::string beside = joined_from(plain_parts(home / path), 0);
      scheme == std::string::npos && files.contains(beside)) {
    return beside;
  }
  const std::vector<std::string> parts = plain_parts(path);
  for (std::size_t first = 0; first < parts.size(); ++first) {
    const std::string end = joined_from(parts, first);
    for (const auto& [file, bytes] : files) {
      if (file == end || file.ends_with("/" + end)) return file;
    }
  }
  return "";
}

ReadBeside dropped_beside(const std::string& robot, const DroppedFiles& files) {
  return [robot, &files](const std::string& path) -> Expected<std::string> {
    const std::string other = find_dropped(path, robot, files);
    if (other.empty()) return Error{"it refers to " + limber::quoted(path) + ", which was not dropped"};
    return files.at(other);
  };
}

}  // namespace limber
