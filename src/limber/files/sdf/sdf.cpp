// An SDF file as a figure, and where the models are that it includes.

#include "limber/files/sdf/sdf.h"

#include "limber/base/names.h"
#include "limber/files/packages.h"
#include "limber/files/problem.h"
#include "limber/files/sdf/robot_of_model.h"
#include "limber/files/text_file.h"
#include "limber/files/urdf/figure.h"
#include "limber/files/xml_input.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

// "model://arm" -> arm; "model://arm/part.sdf" -> arm, part.sdf.
struct ModelUri {
  std::string package, path;
};
std::optional<ModelUri> model_uri(const std::string& uri) {
  for (const std::string_view scheme : {"model://", "package://"}) {
    if (!uri.starts_with(scheme)) continue;
    const std::string rest = uri.substr(scheme.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    return ModelUri{rest.substr(0, slash), slash < rest.size() ? rest.substr(slash + 1) : ""};
  }
  return {};
}

// The folder of a model says in model.config which file is meant: the last it names, which is the newest.
std::string file_in_config(const std::string& config) {
  std::string file;
  std::size_t at = 0;
  while ((at = config.find("<sdf", at)) != config.npos) {
    const std::size_t begin = config.find('>', at), end = config.find("</sdf>", at);
    if (begin == config.npos || end == config.npos || begin > end) break;
    file = config.substr(begin + 1, end - begin - 1);
    at = end;
  }
  const std::size_t first = file.find_first_not_of(" \t\r\n"), last = file.find_last_not_of(" \t\r\n");
  return first == file.npos ? "model.sdf" : file.substr(first, last - first + 1);
}

Expected<IncludedSdf> read_on_disk(const std::string& uri, const MeshPlaces& places) {
  const std::optional<ModelUri> model = model_uri(uri);
  const std::string asked = model ? model->path : uri;
  const fs::path path(asked);
  if (path.is_absolute() || uri.find('\0') != uri.npos ||
      (!asked.empty() && *path.lexically_normal().begin() == "..")) {
    return Error{"lies outside the folder of its file; it is not read"};
  }
  if (model && (model->package.empty() || model->package == "..")) return Error{"names no model"};
  std::vector<fs::path> homes = {places.folder};
  if (model) homes = homes_of_package(model->package, places.folder, places.packages, places.files);
  for (const fs::path& home : homes) {
    // Folders with another name are tried for meshes; a model of another name is another model.
    const bool is_given = model && places.packages.contains(model->package);
    if (model && !is_given && home.filename() != model->package) continue;
    std::error_code error;
    fs::path file = home / path;
    if (fs::is_directory(file, error)) {
      const Expected<std::string> config = read_text(file / "model.config", largest_xml);
      const std::string chosen = config ? file_in_config(*config) : "model.sdf";
      if (fs::path(chosen).is_absolute() || chosen.find("..") != chosen.npos) continue;
      file /= chosen;
    }
    if (!fs::is_regular_file(file, error) || !lies_inside(file, home)) continue;
    Expected<std::string> text = read_text(file, largest_xml);
    if (!text) return text.error();
    const fs::path folder = path.has_extension() ? path.parent_path() : path;
    const std::string within = folder.empty() ? "" : folder.generic_string() + "/";
    return IncludedSdf{std::move(*text), file.generic_string(),
                       model ? "model://" + model->package + "/" + within : within};
  }
  return Error{"is not there; looked for in the folders around the file"};
}

Expected<IncludedSdf> read_dropped(const std::string& uri, const MeshPlaces& places) {
  const std::optional<ModelUri> model = model_uri(uri);
  const std::string base = model ? model->package + (model->path.empty() ? "" : "/" + model->path) : uri;
  for (const std::string& end : {base, base + "/model.sdf"}) {
    if (end.empty()) continue;
    for (const auto& [file, bytes] : *places.dropped) {
      if ((file == end || file.ends_with("/" + end)) && file.ends_with(".sdf")) {
        return IncludedSdf{bytes, file, model ? "model://" + model->package + "/" : ""};
      }
    }
  }
  return Error{"was not dropped with the others"};
}

}  // namespace

FindSdf sdf_files_around(const MeshPlaces& places) {
  return [places](const std::string& uri) {
    if (places.dropped != nullptr) return read_dropped(uri, places);
    if (places.folder.empty()) return Expected<IncludedSdf>(Error{"is not read: this text has no folder"});
    return read_on_disk(uri, places);
  };
}

Expected<MovingFigure> read_sdf(std::string_view text, const std::string& name, const FindSdf& find) {
  using namespace sdf_import;
  return reading_file([&]() -> MovingFigure {
    Warnings warnings;
    const Model model = read_model_file(text, name, find, warnings);
    RobotOfModel made = robot_of(model, warnings);
    if (model.is_static) warnings.say(name + ": the model is static: its root is held, its joints are not");
    if (made.is_free) warnings.say(name + ": nothing holds the root, so it is free to move");
    made.robot.name = model.name;
    FigureDescription figure = urdf_import::describe(made.robot, {.floating_base = made.is_free});
    std::set<std::string> taken;
    for (const FrameDescription& frame : figure.frames) taken.insert(frame.name);
    for (FrameDescription& frame : made.frames) {
      if (taken.insert(frame.name).second) figure.frames.push_back(std::move(frame));
    }
    Expected<Figure> built = Figure::build(std::move(figure));
    if (!built) fail_in_file(name, 0, built.error().message);
    return {std::move(*built), {}, warnings.list()};
  });
}

}  // namespace limber
