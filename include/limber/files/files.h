#pragma once
// Files in, values out, and back. Whatever is wrong with a file comes back as one sentence: file, line or
// place in it, what is wrong, what was expected. Nothing here crashes, whatever the bytes.
//
// The formats are in docs/json.md. Files over 64 MB are not read.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "limber/base/expected.h"
#include "limber/figure/figure.h"
#include "limber/scene/scene.h"

namespace limber {

// A figure from figure JSON, or from URDF when the file says so (".urdf", or it begins like XML).
Expected<Figure> load_figure(const std::filesystem::path& file);

// A scene from scene JSON. A figure file (JSON or URDF) is taken as a scene that holds just the figure at
// rest.
Expected<Scene> load_scene(const std::filesystem::path& file);

// The same from text already in memory; `name` stands for the file in messages, and other files a scene names
// are looked up in `folder`, in the folder above it, then among the shipped files (see find_shipped_file).
Expected<Figure> parse_figure(std::string_view text, const std::string& name);
Expected<Scene> parse_scene(std::string_view text, const std::string& name,
                            const std::filesystem::path& folder);

struct UrdfOptions {
  bool floating_base = false;  // the root link hangs from a free joint instead of standing fixed in the world
};
Expected<Figure> parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options = {});

// What is written reads back as the same figure (rotations to 2e-14), and writing that gives the same bytes.
std::string write_figure(const Figure& figure);
std::string write_figure(const FigureDescription& description);
// Throws std::invalid_argument for a scene with a custom task or criterion: no file can hold a function.
std::string write_scene(const Scene& scene);

// Writes beside the file first and renames, so that neither a crash nor a full disk leaves half a file.
Expected<bool> save_text(const std::filesystem::path& file, std::string_view text);

// A file that came with Limber, "models/human.json": looked for in $LIMBER_SHARE, in ../share/limber seen
// from the running program (an installation, and the build tree), then in the current folder.
std::optional<std::filesystem::path> find_shipped_file(const std::filesystem::path& file);

}  // namespace limber
