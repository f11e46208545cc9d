#pragma once
// Figures and scenes from files, and back. An error is one sentence: file, line, place, what is wrong, what
// was expected. No file crashes the reader.
//
// docs/json.md and docs/urdf.md describe the formats. Files over 64 MB are not read.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "limber/base/expected.h"
#include "limber/figure/figure.h"
#include "limber/scene/scene.h"

namespace limber {

// A figure from figure JSON or URDF.
Expected<Figure> load_figure(const std::filesystem::path& file);

// A scene from scene JSON; from a figure file (JSON or URDF) a scene with just the figure at rest.
Expected<Scene> load_scene(const std::filesystem::path& file);

// A scene, and what kind of file it came from.
enum class FileKind { scene, figure, urdf };
struct Loaded {
  Scene scene;
  FileKind kind = FileKind::scene;
};
Expected<Loaded> load_file(const std::filesystem::path& file);

// The same from text in memory. `name` stands for the file in messages; a name that ends with ".urdf" and a
// text that begins with "<" mean URDF. Files that a scene names are looked up in `folder`, in the folder
// above it, then among the shipped files (find_shipped_file). A scene from a stranger, as one dropped onto
// the studio, may name only files inside `folder` and shipped ones.
enum class FigureFiles { anywhere, inside_folder };
Expected<Figure> parse_figure(std::string_view text, const std::string& name);
Expected<Scene> parse_scene(std::string_view text, const std::string& name,
                            const std::filesystem::path& folder,
                            FigureFiles figure_files = FigureFiles::anywhere);
Expected<Loaded> parse_file(std::string_view text, const std::string& name,
                            const std::filesystem::path& folder);

struct UrdfOptions {
  bool floating_base = false;  // the root link hangs from a free joint instead of standing fixed in the world
};
Expected<Figure> parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options = {});

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
