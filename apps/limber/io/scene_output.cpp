#include "io/scene_output.h"

#include <filesystem>

#include "limber/files/files.h"

namespace limber::cli {

namespace fs = std::filesystem;

std::string scene_for(const std::string& out, Scene scene) {
  const fs::path folder = out == "-" ? fs::path() : fs::absolute(out).parent_path();
  if (out != "-" && !scene.figure_file.empty()) {
    std::string text = write_scene(scene);
    const Expected<Scene> again = parse_scene(text, out, folder);
    if (again && write_figure(again->figure) == write_figure(scene.figure)) return text;
  }
  scene.figure_file.clear();
  scene.root.clear();
  return write_scene(scene);
}

}  // namespace limber::cli
