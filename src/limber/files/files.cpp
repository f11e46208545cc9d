// Which kind of file a text is, and the reader for it.

#include "limber/files/files.h"

#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/format/figure_json.h"
#include "limber/files/format/format_keys.h"
#include "limber/files/format/scene_json.h"
#include "limber/files/text_file.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

const std::size_t largest_file = json::Limits{}.bytes;

bool is_urdf(std::string_view text, std::string_view name) {
  if (name.ends_with(".urdf")) return true;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the mark some editors put before UTF-8
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

// Only a scene has a figure; only a figure has segments.
bool has_key(const json::Value& document, std::string_view key) {
  return document.is(json::Kind::object) && document.find(key).has_value();
}

bool is_figure(const json::Value& document) {
  return has_key(document, "segments") && !has_key(document, "figure");
}

Figure figure_from(const json::Value& document) {
  json::require_version(document, "figure");
  if (has_key(document, "figure")) {
    document.at("figure").fail("this is a scene; expected a file with just a figure");
  }
  return json::build_figure(document);
}

// A scene's figure is looked up beside the scene, beside its folder, and among the shipped files. So a scene
// in scenes/ can say "models/human.json" wherever it is opened from.
std::optional<fs::path> find_figure_file(const std::string& file, const fs::path& folder) {
  std::error_code error;
  for (const fs::path& place : {folder, folder / ".."}) {
    const fs::path candidate = (place / file).lexically_normal();
    if (fs::is_regular_file(candidate, error)) return candidate;
  }
  return find_shipped_file(file);
}

// Inside a folder, links followed, or among the shipped files; and a figure file by its name, so that the
// sentence about a wrong one never quotes a line of a file that is none of ours.
std::optional<fs::path> find_figure_file_inside(const std::string& file, const fs::path& folder) {
  const fs::path name(file);
  if (name.is_absolute() || (name.extension() != ".json" && name.extension() != ".urdf")) return std::nullopt;
  const auto is_inside = [&](const fs::path& candidate, const fs::path& place) {
    std::error_code error;
    if (!fs::is_regular_file(candidate, error)) return false;
    const fs::path real = fs::canonical(candidate, error), home = fs::canonical(place, error);
    return !error && std::mismatch(home.begin(), home.end(), real.begin(), real.end()).first == home.end();
  };
  std::vector<fs::path> places = shipped_folders();
  places.insert(places.begin(), folder);
  for (const fs::path& place : places) {
    if (!place.empty() && is_inside(place / name, place)) return place / name;
  }
  return std::nullopt;
}

Expected<Figure> load_figure_of_stranger(const std::string& file, const fs::path& folder) {
  if (const std::optional<fs::path> found = find_figure_file_inside(file, folder)) return load_figure(*found);
  return Error{"there is no figure file " + limber::quoted(file) +
               " in the folder of scenes or among the shipped files"};
}

Expected<Figure> load_figure_of_scene(const std::string& file, const fs::path& folder) {
  if (const std::optional<fs::path> found = find_figure_file(file, folder)) return load_figure(*found);
  std::string hint;
  for (const fs::path& place : {folder, folder / ".."}) {
    if (hint.empty()) hint = did_you_mean_file(place / file);
  }
  return Error{"there is no file " + limber::quoted(file) +
               " beside the scene, beside its folder or among the shipped files" + hint};
}

Scene at_rest(Figure figure, std::string figure_file) {
  Posture posture = figure.rest_posture();
  return {.figure = std::move(figure), .posture = std::move(posture), .figure_file = std::move(figure_file)};
}

// `own_file`: the figure_file of the scene that is made of a figure file.
Expected<Loaded> loaded_from(std::string_view text, const std::string& name, const fs::path& folder,
                             const std::string& own_file, FigureFiles figure_files = FigureFiles::anywhere) {
  if (is_urdf(text, name)) {
    Expected<Figure> figure = parse_urdf(text, name);
    if (!figure) return figure.error();
    return Loaded{at_rest(std::move(*figure), own_file), FileKind::urdf};
  }
  return json::reading([&] {
    const json::Tree tree = json::parse(text, name);
    const json::Value document(tree.root(), name);
    if (is_figure(document)) return Loaded{at_rest(figure_from(document), own_file), FileKind::figure};
    const auto load = [&](const std::string& file) {
      return figure_files == FigureFiles::anywhere ? load_figure_of_scene(file, folder)
                                                   : load_figure_of_stranger(file, folder);
    };
    return Loaded{json::read_scene(document, load), FileKind::scene};
  });
}

Expected<Scene> scene_of(Expected<Loaded> loaded) {
  if (!loaded) return loaded.error();
  return std::move(loaded->scene);
}

}  // namespace

Expected<Figure> parse_figure(std::string_view text, const std::string& name) {
  if (is_urdf(text, name)) return parse_urdf(text, name);
  return json::reading([&] {
    const json::Tree tree = json::parse(text, name);
    return figure_from(json::Value(tree.root(), name));
  });
}

Expected<Loaded> parse_file(std::string_view text, const std::string& name, const fs::path& folder) {
  return loaded_from(text, name, folder, "");
}

Expected<Scene> parse_scene(std::string_view text, const std::string& name, const fs::path& folder,
                            FigureFiles figure_files) {
  return scene_of(loaded_from(text, name, folder, "", figure_files));
}

Expected<Figure> load_figure(const fs::path& file) {
  const Expected<std::string> text = read_text(file, largest_file);
  if (!text) return text.error();
  return parse_figure(*text, shown(file));
}

Expected<Loaded> load_file(const fs::path& file) {
  const Expected<std::string> text = read_text(file, largest_file);
  if (!text) return text.error();
  return loaded_from(*text, shown(file), file.parent_path(), file.generic_string());
}

Expected<Scene> load_scene(const fs::path& file) {
  return scene_of(load_file(file));
}

std::string write_figure(const FigureDescription& description) {
  json::Output document = json::Output::object();
  document.set("limber", json::Output::number(json::format_version));
  json::write_figure(description, document);
  return document.to_string();
}

std::string write_figure(const Figure& figure) {
  return write_figure(figure.description());
}

std::string write_scene(const Scene& scene) {
  return json::write_scene(scene).to_string();
}

}  // namespace limber
