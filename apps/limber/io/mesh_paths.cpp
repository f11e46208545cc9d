// limber convert and limber retarget: see mesh_paths.h.

#include "io/mesh_paths.h"

#include "limber/files/mesh_search.h"

namespace limber::cli {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const fs::path& file) {
  std::error_code error;
  return fs::weakly_canonical(file.has_parent_path() ? file.parent_path() : fs::path("."), error);
}

}  // namespace

Figure with_paths_from(const Input& input, const Figure& figure, const std::string& out, bool packages_too) {
  if (out == "-" || input.path.empty()) return figure;
  const fs::path from = folder_of(input.path), to = folder_of(out);
  if (from == to) return figure;
  const MeshPlaces places{from, input.mesh_options.packages, FigureFiles::anywhere};
  const auto renamed = [&](std::string& name) {
    if (name.empty() || (!packages_too && name.starts_with("package:"))) return;
    const FoundMesh found = find_mesh(name, places);
    std::error_code error;
    if (!found.file.empty()) name = fs::relative(found.file, to, error).generic_string();
  };
  FigureDescription description = figure.description();
  for (SegmentDescription& segment : description.segments) {
    for (VisualDescription& visual : segment.visuals) renamed(visual.file), renamed(visual.texture);
    for (BodyShape& body : segment.shapes) {
      if (auto* mesh = std::get_if<MeshReference>(&body.shape)) renamed(mesh->file);
    }
  }
  renamed(description.skin.file);
  return Figure::build(std::move(description)).value();
}

}  // namespace limber::cli
