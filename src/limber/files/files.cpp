// Which kind of file a text is, and the reader for it.

#include "limber/files/files.h"

#include <algorithm>
#include <functional>

#include "limber/base/names.h"
#include "limber/files/dropped.h"
#include "limber/files/fbx/read_fbx.h"
#include "limber/files/foreign_apart.h"
#include "limber/files/format/figure_json.h"
#include "limber/files/format/format_keys.h"
#include "limber/files/format/scene_json.h"
#include "limber/files/format/tracked_motion_json.h"
#include "limber/files/gltf/read_gltf.h"
#include "limber/files/kind.h"
#include "limber/files/mjcf/mjcf.h"
#include "limber/files/read_meshes.h"
#include "limber/files/sdf/sdf.h"
#include "limber/files/sentences.h"
#include "limber/files/srdf/srdf.h"
#include "limber/files/text_file.h"
#include "limber/files/urdf/urdf.h"
#include "limber/files/xacro/xacro.h"
#include "limber/meshes/deadline.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

const std::size_t largest_file = json::Limits{}.bytes;

// A motion can be scrubbed in the studio through keys; more than these would make the page slow.
constexpr std::size_t most_keys = 240;

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

bool is_figure_name(const fs::path& name) {
  const std::string ending = name.extension().string();
  return ending == ".json" || ending == ".urdf" || ending == ".sdf" || ending == ".bvh" || ending == ".glb" ||
         ending == ".fbx";
}

// Inside a folder, links followed, or among the shipped files; and a figure file by its name, so that the
// sentence about a wrong one never quotes a line of a file that is none of ours.
std::optional<fs::path> find_file_inside(const fs::path& name, const fs::path& folder) {
  if (name.is_absolute()) return std::nullopt;
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

// The folder of a file: never empty, which would mean that there is none.
fs::path home_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// Each sentence once: a scene and its figure may both say it.
void add_new(const std::vector<std::string>& sentences, std::vector<std::string>& warnings) {
  Sentences all;
  all.say(warnings);
  all.say(sentences);
  warnings = all.list();
}

Expected<Figure> parse_figure_of_stranger(std::string_view text, const std::string& name,
                                          const std::atomic<bool>* is_wanted) {
  if (kind_of(text, name) == TextKind::json) return parse_figure(text, name);
  const auto read = [&]() -> Expected<MovingFigure> {
    Expected<Figure> figure = parse_figure(text, name);
    if (!figure) return figure.error();
    return MovingFigure{std::move(*figure), {}};
  };
  Expected<MovingFigure> moving = read_apart(read, name, is_wanted);
  if (!moving) return moving.error();
  return std::move(moving->figure);
}

Expected<Figure> load_figure_of_stranger(const std::string& file, const fs::path& folder,
                                         const MeshOptions& meshes, const std::atomic<bool>* is_wanted,
                                         std::vector<std::string>& warnings) {
  const fs::path name(file);
  const bool is_figure_file = is_figure_name(name);
  if (const auto found = is_figure_file ? find_file_inside(name, folder) : std::nullopt) {
    const Expected<std::string> text = read_text(*found, largest_file);
    if (!text) return text.error();
    Expected<Figure> figure = parse_figure_of_stranger(*text, shown(*found), is_wanted);
    if (!figure) return figure;
    MeshReading reading;
    figure =
        with_meshes(std::move(*figure), {home_of(*found), {}, FigureFiles::inside_folder}, meshes, reading);
    add_new(reading.warnings, warnings);
    return figure;
  }
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

// A CSV file of a path, by the same rules.
Expected<std::string> load_csv(const std::string& file, const fs::path& folder, FigureFiles where) {
  const fs::path name(file);
  if (name.extension() != ".csv") return Error{"the file of a path must be a .csv file"};
  const std::optional<fs::path> found =
      where == FigureFiles::anywhere ? find_figure_file(file, folder) : find_file_inside(name, folder);
  if (found) return read_text(*found, largest_file);
  return Error{"there is no file " + limber::quoted(file) + " beside the scene or among the shipped files"};
}

Scene at_rest(Figure figure, std::string figure_file) {
  Posture posture = figure.rest_posture();
  return {.figure = std::move(figure), .posture = std::move(posture), .figure_file = std::move(figure_file)};
}

// Everything but JSON: a figure, perhaps with a motion. `folder`: where files that the text names are; none
// for a text in memory, whose files were `dropped` with it or are not there.
struct Dropped {
  std::string robot = {};
  const DroppedFiles* files = nullptr;
  const std::atomic<bool>* is_wanted = nullptr;  // of strangers: StrangerOptions
};
Expected<MovingFigure> read_foreign(TextKind kind, std::string_view text, const std::string& name,
                                    const std::optional<fs::path>& folder, const MeshOptions& options,
                                    const Dropped& dropped = {}) {
  const ReadBeside beside = folder                     ? files_beside(*folder, *folder, MeshLimits{}.bytes)
                            : dropped.files != nullptr ? dropped_beside(dropped.robot, *dropped.files)
                                                       : ReadBeside();
  const MeshPlaces places{folder.value_or(fs::path(dropped.robot)), options.packages,
                          folder ? FigureFiles::anywhere : FigureFiles::inside_folder, dropped.files};
  switch (kind) {
    case TextKind::bvh:
      return parse_bvh(text, name);
    case TextKind::mjcf:
      return read_mjcf(text, name, folder);
    case TextKind::xacro:
      return read_xacro_robot(text, name, {options.xacro_arguments, folder, options.packages});
    case TextKind::gltf:
      return read_gltf(text, name, beside);
    case TextKind::fbx:
      return read_fbx(text, name, beside);
    case TextKind::sdf:
      return read_sdf(text, name, sdf_files_around(places));
    case TextKind::srdf:
      return Error{name + ": an SRDF file says what its robot may do; expected the URDF it goes with"};
    case TextKind::urdf:
    case TextKind::json:
      break;
  }
  std::vector<std::string> warnings;
  Expected<FigureDescription> description = describe_urdf(text, name, {}, &warnings);
  if (!description) return description.error();
  Expected<Figure> figure = Figure::build(std::move(*description));
  if (!figure) return Error{name + ": " + figure.error().message};
  return MovingFigure{std::move(*figure), {}, std::move(warnings)};
}

FileKind file_kind(TextKind kind) {
  switch (kind) {
    case TextKind::bvh:
      return FileKind::bvh;
    case TextKind::mjcf:
      return FileKind::mjcf;
    case TextKind::sdf:
      return FileKind::sdf;
    case TextKind::gltf:
      return FileKind::gltf;
    case TextKind::fbx:
      return FileKind::fbx;
    case TextKind::urdf:
    case TextKind::xacro:
    case TextKind::srdf:
    case TextKind::json:
      break;
  }
  return FileKind::urdf;
}

// A figure by itself, its meshes not read yet. `own_file`: the figure_file of the scene made of it; empty
// for a text in memory.
Expected<Loaded> figure_or_scene(std::string_view text, const std::string& name, const fs::path& folder,
                                 const std::string& own_file, FigureFiles figure_files,
                                 const MeshOptions& options, const Dropped& dropped = {}) {
  const bool is_on_disk = !own_file.empty();
  if (const TextKind kind = kind_of(text, name); kind != TextKind::json) {
    const std::optional<fs::path> home = is_on_disk ? std::optional<fs::path>(folder) : std::nullopt;
    const auto read = [&] { return read_foreign(kind, text, name, home, options, dropped); };
    Expected<MovingFigure> moving =
        figure_files == FigureFiles::anywhere ? read() : read_apart(read, name, dropped.is_wanted);
    if (!moving) return moving.error();
    Loaded loaded{at_rest(std::move(moving->figure), own_file), file_kind(kind)};
    loaded.motion = std::move(moving->motion);
    loaded.warnings = std::move(moving->warnings);
    loaded.scene.keys = keys_of(loaded.motion);
    return loaded;
  }
  return json::reading([&] {
    const json::Tree tree = json::parse(text, name);
    const json::Value document(tree.root(), name);
    if (is_figure(document)) return Loaded{at_rest(figure_from(document), own_file), FileKind::figure};
    if (json::is_tracked_motion(document))
      return Loaded{json::read_tracked_motion_as_scene(document), FileKind::scene};
    std::vector<std::string> warnings;
    const auto load = [&](const std::string& file) {
      return figure_files == FigureFiles::anywhere
                 ? load_figure_of_scene(file, folder)
                 : load_figure_of_stranger(file, folder, options, dropped.is_wanted, warnings);
    };
    const auto load_text = [&](const std::string& file) { return load_csv(file, folder, figure_files); };
    Loaded loaded{json::read_scene(document, load, load_text), FileKind::scene};
    loaded.warnings = std::move(warnings);
    return loaded;
  });
}

// What the SRDF beside a URDF says. One that is named must be right; of one that is found a problem is a
// warning.
Expected<Loaded> with_srdf_beside(Loaded loaded, const fs::path& urdf, const fs::path& named) {
  if (loaded.kind != FileKind::urdf) return loaded;
  std::error_code error;
  const fs::path file = named.empty() ? fs::path(urdf).replace_extension(".srdf") : named;
  if (named.empty() && !fs::is_regular_file(file, error)) return loaded;
  const Expected<std::string> text = read_text(file, largest_file);
  const Expected<Srdf> srdf = text ? parse_srdf(*text, shown(file)) : Expected<Srdf>(text.error());
  if (srdf) return with_srdf(std::move(loaded), *srdf, shown(file));
  if (!named.empty()) return srdf.error();
  loaded.warnings.push_back(srdf.error().message);
  return loaded;
}

// `own_file`: the figure_file of the scene that is made of a figure file.
Expected<Loaded> loaded_from(std::string_view text, const std::string& name, const fs::path& folder,
                             const std::string& own_file, FigureFiles figure_files, const MeshOptions& meshes,
                             const StrangerOptions& stranger = {}) {
  const Deadline deadline(meshes.seconds);  // one, for the meshes of a figure's file and those of the scene
  Expected<Loaded> loaded =
      figure_or_scene(text, name, folder, own_file, figure_files, meshes, {.is_wanted = stranger.is_wanted});
  if (loaded && (!own_file.empty() || !meshes.srdf.empty())) {
    loaded = with_srdf_beside(std::move(*loaded), own_file, meshes.srdf);
  }
  if (!loaded) return loaded;
  if (stranger.before_meshes) stranger.before_meshes(loaded->scene);
  MeshOptions rest = meshes;
  rest.seconds = deadline.left();
  MeshReading reading;
  Expected<Figure> figure =
      with_meshes(loaded->scene.figure, {folder, meshes.packages, figure_files}, rest, reading);
  if (!figure) return Error{name + ": " + figure.error().message};
  loaded->scene.figure = std::move(*figure);
  add_new(reading.warnings, loaded->warnings);
  loaded->meshes = reading.in_words();
  loaded->missing_meshes = std::move(reading.missing);
  return loaded;
}

Expected<Scene> scene_of(Expected<Loaded> loaded) {
  if (!loaded) return loaded.error();
  return std::move(loaded->scene);
}

Expected<Figure> figure_of_text(std::string_view text, const std::string& name,
                                const std::optional<fs::path>& folder, const MeshOptions& options) {
  if (const TextKind kind = kind_of(text, name); kind != TextKind::json) {
    Expected<MovingFigure> moving = read_foreign(kind, text, name, folder, options);
    if (!moving) return moving.error();
    return std::move(moving->figure);
  }
  return json::reading([&] {
    const json::Tree tree = json::parse(text, name);
    return figure_from(json::Value(tree.root(), name));
  });
}

}  // namespace

std::vector<Keyframe> keys_of(const Motion& motion) {
  std::vector<Keyframe> keys;
  const std::size_t stride = (motion.postures.size() + most_keys - 1) / most_keys;
  double last = -shortest_key_step;
  for (std::size_t k = 0; k < motion.postures.size(); k += std::max<std::size_t>(stride, 1)) {
    const double time = motion.times[k] - motion.times[0];
    if (time - last < shortest_key_step) continue;
    keys.push_back({static_cast<int>(keys.size()) + 1, time, motion.postures[k]});
    last = time;
  }
  return keys;
}

Expected<Figure> parse_figure(std::string_view text, const std::string& name) {
  return figure_of_text(text, name, std::nullopt, {});
}

Expected<Loaded> parse_file(std::string_view text, const std::string& name, const fs::path& folder,
                            const MeshOptions& meshes) {
  return loaded_from(text, name, folder, "", FigureFiles::anywhere, meshes);
}

Expected<Loaded> parse_file_of_stranger(std::string_view text, const std::string& name,
                                        const fs::path& folder, const StrangerOptions& options) {
  MeshOptions meshes;
  meshes.seconds = options.seconds;
  return loaded_from(text, name, folder, "", FigureFiles::inside_folder, meshes, options);
}

Expected<Loaded> parse_dropped(const std::string& robot, const DroppedFiles& files,
                               const StrangerOptions& options) {
  const auto file = files.find(robot);
  if (file == files.end()) return Error{"there is no " + limber::quoted(robot) + " among what was dropped"};
  const std::string name = fs::path(robot).filename().generic_string();
  Expected<Loaded> loaded = figure_or_scene(file->second, name, "", "", FigureFiles::inside_folder, {},
                                            {robot, &files, options.is_wanted});
  if (!loaded) return loaded;
  const auto srdf_file = std::find_if(files.begin(), files.end(),
                                      [](const auto& entry) { return entry.first.ends_with(".srdf"); });
  if (loaded->kind == FileKind::urdf && srdf_file != files.end()) {
    const Expected<Srdf> srdf = parse_srdf(srdf_file->second, srdf_file->first);
    if (srdf) loaded = with_srdf(std::move(*loaded), *srdf, srdf_file->first);
    if (!srdf) loaded->warnings.push_back(srdf.error().message);
    if (!loaded) return loaded;
  }
  if (options.before_meshes) options.before_meshes(loaded->scene);
  MeshOptions meshes;
  meshes.seconds = options.seconds;
  MeshReading reading;
  Expected<Figure> figure =
      with_meshes(loaded->scene.figure, {.folder = robot, .dropped = &files}, meshes, reading);
  if (!figure) return Error{name + ": " + figure.error().message};
  loaded->scene.figure = std::move(*figure);
  loaded->warnings.insert(loaded->warnings.end(), reading.warnings.begin(), reading.warnings.end());
  loaded->meshes = reading.in_words();
  loaded->missing_meshes = std::move(reading.missing);
  return loaded;
}

Expected<Scene> parse_scene(std::string_view text, const std::string& name, const fs::path& folder,
                            FigureFiles figure_files) {
  if (figure_files == FigureFiles::inside_folder) return scene_of(parse_file_of_stranger(text, name, folder));
  return scene_of(loaded_from(text, name, folder, "", figure_files, {}));
}

Expected<Figure> load_figure(const fs::path& file, const MeshOptions& meshes) {
  const Expected<std::string> text = read_text(file, largest_file);
  if (!text) return text.error();
  Expected<Figure> figure = figure_of_text(*text, shown(file), home_of(file), meshes);
  if (!figure) return figure;
  if (kind_of(*text, shown(file)) == TextKind::urdf || !meshes.srdf.empty()) {
    Expected<Loaded> loaded =
        with_srdf_beside({at_rest(std::move(*figure), ""), FileKind::urdf}, file, meshes.srdf);
    if (!loaded) return loaded.error();
    figure = std::move(loaded->scene.figure);
  }
  MeshReading reading;
  return with_meshes(std::move(*figure), {home_of(file), meshes.packages}, meshes, reading);
}

Expected<Loaded> load_file(const fs::path& file, const MeshOptions& meshes) {
  const Expected<std::string> text = read_text(file, largest_file);
  if (!text) return text.error();
  return loaded_from(*text, shown(file), home_of(file), file.generic_string(), FigureFiles::anywhere, meshes);
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
