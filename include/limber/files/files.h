#pragma once
// Figures and scenes from files, and back. An error is one sentence: file, line, place, what is wrong, what
// was expected. No file crashes the reader.
//
// docs/formats.md says what is read and written; docs/json.md and docs/urdf.md describe two of the formats.
// Files over 64 MB are not read.

#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/expected.h"
#include "limber/figure/figure.h"
#include "limber/figure/motion.h"
#include "limber/scene/scene.h"

namespace limber {

// The meshes that a file names. package://NAME/PATH is looked for in `packages`, in the folders of
// ROS_PACKAGE_PATH, then in the folders around the file; docs/urdf.md has the rules. What is not found is a
// warning.
struct MeshOptions {
  std::map<std::string, std::filesystem::path> packages = {};  // NAME -> its folder; for xacro's $(find), too
  std::map<std::string, std::string> xacro_arguments = {};     // for $(arg NAME), before the file's defaults
  bool visuals = true;  // read what is only drawn, too; false saves time where nothing is drawn
  bool read = true;     // false: all stay names of files, to be written to a file of the same kind
  enum class Solids { convex, capsules } solids = Solids::convex;  // what collision meshes become
  // [s] for all meshes of a robot; what is not read by then is left out, with one warning. Infinity: never,
  // so that a robot is the same on every machine.
  double seconds = std::numeric_limits<double>::infinity();
  // The SRDF of a URDF; empty: the file of its name that ends with .srdf beside it, if there is one.
  std::filesystem::path srdf = {};
};

// A figure from any format that docs/formats.md names: the ending of the name decides where it names one,
// otherwise the content.
Expected<Figure> load_figure(const std::filesystem::path& file, const MeshOptions& meshes = {});

// A scene from scene JSON; from a figure file a scene with just the figure at rest.
Expected<Scene> load_scene(const std::filesystem::path& file);

// A scene, and what kind of file it came from.
enum class FileKind { scene, figure, urdf, mjcf, sdf, bvh, gltf, fbx };
struct Loaded {
  Scene scene;  // its keys hold the motion of the file, at most 240 of its postures
  FileKind kind = FileKind::scene;
  Motion motion = {};                            // BVH, glTF and FBX: all of it
  std::vector<std::string> warnings = {};        // what was mended, left out or not found, one sentence each
  std::string meshes = {};                       // how many were read, and what they became; empty: none
  std::vector<std::string> missing_meshes = {};  // names of files that are not there
};
// At most 240 of its postures, evenly chosen, for the studio to show.
std::vector<Keyframe> keys_of(const Motion& motion);
Expected<Loaded> load_file(const std::filesystem::path& file, const MeshOptions& meshes = {});

// The same from text in memory. `name` stands for the file in messages; a name that ends with ".urdf" and a
// text that begins with "<" mean URDF. Files that a scene names are looked up in `folder`, in the folder
// above it, then among the shipped files (find_shipped_file); an empty folder means that there is none, and
// then no mesh is read. parse_figure and parse_urdf read none either. A scene from a stranger, dropped onto
// the studio, may name only files inside `folder` and shipped ones.
enum class FigureFiles { anywhere, inside_folder };
Expected<Figure> parse_figure(std::string_view text, const std::string& name);
Expected<Scene> parse_scene(std::string_view text, const std::string& name,
                            const std::filesystem::path& folder,
                            FigureFiles figure_files = FigureFiles::anywhere);
Expected<Loaded> parse_file(std::string_view text, const std::string& name,
                            const std::filesystem::path& folder, const MeshOptions& meshes = {});

struct UrdfOptions {
  bool floating_base = false;  // the root link hangs from a free joint instead of standing fixed in the world
};
Expected<Figure> parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options = {});

// A skeleton and how it moves.
struct MovingFigure {
  Figure figure;
  Motion motion;
  std::vector<std::string> warnings = {};  // what the file has that is not used
};
struct BvhOptions {
  // [m] one unit of the file, which does not say; none: 0.01, or 1 if the skeleton spans at most 10 units.
  std::optional<double> unit = {};
};
Expected<MovingFigure> parse_bvh(std::string_view text, const std::string& name,
                                 const BvhOptions& options = {});

// Files for other programs. `notes`: what the format cannot hold, one sentence each.
struct Written {
  std::string text;
  std::vector<std::string> notes;
};
Written write_urdf(const Figure& figure);
Written write_mjcf(const Figure& figure);
// The motion may be empty. Its postures are written at even steps, as BVH asks.
Written write_bvh(const Figure& figure, const Motion& motion);
// Binary glTF: a node per segment, the shapes as one skinned mesh, the motion as animation. At most 65535
// segments.
Written write_glb(const Figure& figure, const Motion& motion);
// One row per posture: time, then every joint by name; lengths in metres, angles in radians, orientations as
// rotation vectors.
std::string write_csv(const Figure& figure, const Motion& motion);

// Reading what was written gives the same figure (rotations to 2e-14), and writing that gives the same bytes.
std::string write_figure(const Figure& figure);
std::string write_figure(const FigureDescription& description);
// Throws std::invalid_argument for a scene with a custom task or criterion: no file can hold a function.
std::string write_scene(const Scene& scene);

// Writes a temporary file beside it and renames that, so that a crash or a full disk leaves no half-written
// file.
Expected<bool> save_text(const std::filesystem::path& file, std::string_view text);

// A file shipped with Limber, "models/human.json": looked up in $LIMBER_SHARE, in ../share/limber from the
// running program (an installation, and the build tree), then in the current folder.
std::optional<std::filesystem::path> find_shipped_file(const std::filesystem::path& file);

}  // namespace limber
