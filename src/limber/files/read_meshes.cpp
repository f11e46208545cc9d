// Reads every file once, and makes the pieces of a mesh once for each scale it is used with.

#include "limber/files/read_meshes.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "limber/base/ids.h"
#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/files/gltf/read_gltf.h"
#include "limber/files/gltf/tessellate.h"
#include "limber/files/text_file.h"
#include "limber/meshes/convex_pieces.h"
#include "limber/meshes/read_mesh.h"
#include "limber/meshes/tight_hull.h"
#include "limber/meshes/triangle_tree.h"
#include "limber/world/overlapping_pairs.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

// Largest lie of a piece: of the span of the figure, and of the diagonal of its mesh. Finer ones only where
// these make links overlap that do not: more pieces are more to compare in every step.
constexpr double tolerance_of_figure = 0.01, tolerance_of_mesh = 0.05;
constexpr double finer_tolerance = 0.25;  // of the other
constexpr int most_finer_pieces = 32, finer_resolution = 96;

// One robot, all its files: more are no robot.
constexpr std::size_t most_mesh_triangles = 20'000'000;

class MeshReader {
 public:
  MeshReader(FigureDescription& figure, const MeshPlaces& places, const MeshOptions& options)
      : figure_(figure), places_(places), options_(options), span_(span_of(figure)) {}

  void read() {
    for (SegmentDescription& segment : figure_.segments) {
      read_shapes(segment, false);
      if (!options_.visuals) continue;
      for (VisualDescription& visual : segment.visuals) {
        if (!visual.mesh) visual.mesh = mesh_of(visual.file);
      }
    }
    if (options_.visuals && !figure_.skin.file.empty() && !figure_.skin.skin) read_skin();
  }

  // The pieces of a segment again, more and truer ones. False: it has no meshes.
  bool refine(SegmentDescription& segment) {
    const auto original = originals_.find(segment.name);
    if (original == originals_.end()) return false;
    reading_.pieces -= original->second.pieces;
    segment.shapes = original->second.shapes;
    originals_.erase(original);
    read_shapes(segment, true);
    return true;
  }

  // The triangles of what collides, by segments, in their frames; none for a mesh that is not there.
  std::map<std::string, Triangles> solid_triangles() const {
    std::map<std::string, Triangles> all;
    for (const SegmentDescription& segment : figure_.segments) {
      const auto original = originals_.find(segment.name);
      Triangles whole;
      for (const BodyShape& body : original == originals_.end() ? segment.shapes : original->second.shapes) {
        add_triangles(body.shape, whole);
      }
      if (!whole.triangles.empty()) all.emplace(segment.name, std::move(whole));
    }
    return all;
  }

  MeshReading& reading() { return reading_; }

 private:
  using Solids = std::shared_ptr<const std::vector<Shape>>;

  struct Original {
    std::vector<BodyShape> shapes;  // with their references
    int pieces = 0;                 // that they have become
  };

  void read_shapes(SegmentDescription& segment, bool finer) {
    std::vector<BodyShape> shapes;
    int pieces = 0;
    for (const BodyShape& body : segment.shapes) {
      const auto* reference = std::get_if<MeshReference>(&body.shape);
      const Solids solids = reference ? solids_of(*reference, finer) : nullptr;
      if (!solids) {
        shapes.push_back(body);
        continue;
      }
      for (const Shape& solid : *solids) shapes.push_back({transformed(reference->place, solid), body.color});
      pieces += static_cast<int>(solids->size());
    }
    if (pieces > 0) originals_[segment.name] = {segment.shapes, pieces};
    reading_.pieces += pieces;
    segment.shapes = std::move(shapes);
  }

  void add_triangles(const Shape& shape, Triangles& whole) const {
    const auto first = static_cast<std::uint32_t>(whole.points.size());
    const auto add = [&](const std::array<std::uint32_t, 3>& t) {
      whole.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    };
    if (const auto* reference = std::get_if<MeshReference>(&shape)) {
      const auto mesh = meshes_by_name_.find(reference->file);
      if (mesh == meshes_by_name_.end() || !mesh->second) return;
      for (const auto& p : mesh->second->points) {
        const Vec3 point(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
        whole.points.push_back(reference->place * reference->scale.cwiseProduct(point));
      }
      for (const auto& t : mesh->second->triangles) add(t);
    } else {
      const gltf::Surface surface = gltf::surface_of(shape);
      whole.points.insert(whole.points.end(), surface.points.begin(), surface.points.end());
      for (const auto& t : surface.triangles) add(t);
    }
  }

  void read_skin() {
    const FoundMesh found = found_mesh(figure_.skin.file);
    if (!found.refused.empty()) warn(found.refused);
    if (found.file.empty()) return;
    const Expected<std::string> bytes = places_.dropped != nullptr
                                            ? Expected(places_.dropped->at(found.file.generic_string()))
                                            : read_text(found.file, MeshLimits{}.bytes);
    if (!bytes) return warn(bytes.error().message);
    const std::size_t left = MeshLimits{}.bytes - std::min(MeshLimits{}.bytes, bytes->size());
    const ReadBeside beside = places_.dropped != nullptr
                                  ? dropped_beside(found.file.generic_string(), *places_.dropped)
                                  : files_beside(found.file.parent_path(), found.home, left);
    const Expected<MovingFigure> character =
        read_gltf(*bytes, found.file.filename().generic_string(), beside);
    if (!character) return warn("the skin " + character.error().message);
    figure_.skin.skin = character->figure.description().skin.skin;
    ++reading_.read;
  }

  FoundMesh found_mesh(const std::string& name) const {
    if (places_.dropped == nullptr) return find_mesh(name, places_);
    return {find_dropped(name, places_.folder.generic_string(), *places_.dropped), {}, ""};
  }

  Expected<Mesh> read(const FoundMesh& found, const MeshLimits& limits) const {
    if (places_.dropped == nullptr) return read_mesh(found.file, found.home, limits);
    const std::string file = found.file.generic_string();
    return parse_mesh(places_.dropped->at(file), found.file.filename().generic_string(),
                      dropped_beside(file, *places_.dropped), limits);
  }

  std::shared_ptr<const Mesh> mesh_of(const std::string& name) {
    const FoundMesh found = found_mesh(name);
    if (!found.refused.empty()) warn(found.refused);
    if (found.file.empty()) return nullptr;
    std::error_code error;
    const fs::path key = places_.dropped == nullptr ? fs::weakly_canonical(found.file, error) : found.file;
    const auto [known, is_new] = meshes_.emplace(key, nullptr);
    if (!is_new) return known->second;
    MeshLimits limits;
    limits.triangles = std::min(limits.triangles, most_mesh_triangles - triangles_);
    Expected<Mesh> mesh = read(found, limits);
    if (!mesh) {
      warn("the mesh " + mesh.error().message);
      return nullptr;
    }
    triangles_ += mesh->triangles.size();
    ++reading_.read;
    known->second = std::make_shared<const Mesh>(std::move(*mesh));
    return known->second;
  }

  void warn(const std::string& sentence) {
    if (std::find(reading_.warnings.begin(), reading_.warnings.end(), sentence) == reading_.warnings.end()) {
      reading_.warnings.push_back(sentence);
    }
  }

  // In the frame of the mesh, its scale applied; null if it cannot be read.
  Solids solids_of(const MeshReference& reference, bool finer) {
    const std::shared_ptr<const Mesh> mesh = mesh_of(reference.file);
    if (!mesh) return nullptr;
    meshes_by_name_[reference.file] = mesh;
    const Vec3& scale = reference.scale;
    const auto [known, is_new] =
        solids_.emplace(std::tuple(mesh.get(), scale.x(), scale.y(), scale.z(), finer), nullptr);
    if (is_new) known->second = made_from(*mesh, scale, finer);
    return known->second;
  }

  Solids made_from(const Mesh& mesh, const Vec3& scale, bool finer) {
    Triangles triangles;
    Vec3 low = Vec3::Constant(unlimited), high = -low;
    for (const auto& p : mesh.points) {
      const Vec3 point(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
      triangles.points.push_back(scale.cwiseProduct(point));
      low = low.cwiseMin(triangles.points.back()), high = high.cwiseMax(triangles.points.back());
    }
    triangles.triangles = mesh.triangles;
    const double diagonal = (high - low).norm();
    if (!(diagonal > 0.0)) return nullptr;
    PieceOptions options;
    options.tolerance = tolerance_of_mesh * diagonal;
    if (span_ > 0.0) options.tolerance = std::min(options.tolerance, tolerance_of_figure * span_);
    if (finer) {
      options.tolerance *= finer_tolerance;
      options.most_pieces = most_finer_pieces;
      options.resolution = finer_resolution;
    }
    const ConvexPieces pieces = convex_pieces(triangles, options);
    if (pieces.hulls.empty()) return nullptr;
    reading_.lie = std::max(reading_.lie, pieces.lie);
    if (!finer) ++reading_.solids;
    auto solids = std::make_shared<std::vector<Shape>>();
    for (const std::shared_ptr<const ConvexHull>& hull : pieces.hulls) {
      if (options_.solids == MeshOptions::Solids::capsules) {
        solids->push_back(capsule_around(*hull));
      } else {
        solids->push_back(ConvexMesh{hull, {}});
      }
    }
    return solids;
  }

  FigureDescription& figure_;
  const MeshPlaces& places_;
  const MeshOptions& options_;
  double span_;
  std::size_t triangles_ = 0;
  std::map<fs::path, std::shared_ptr<const Mesh>> meshes_;
  std::map<std::string, std::shared_ptr<const Mesh>> meshes_by_name_;  // those that collide
  std::map<std::string, Original> originals_;                          // by segment
  // Looked up, never walked.
  std::map<std::tuple<const Mesh*, double, double, double, bool>, Solids> solids_;
  MeshReading reading_;
};

// Whether the meshes of two segments overlap.
class RealMeshes {
 public:
  RealMeshes(const Figure& figure, std::map<std::string, Triangles> triangles)
      : trees_(static_cast<std::size_t>(figure.segment_count())) {
    for (auto& [name, list] : triangles) {
      const std::optional<SegmentId> segment = figure.find_segment(name);
      if (segment) at(trees_, *segment) = std::make_shared<const TriangleTree>(std::move(list));
    }
  }

  bool operator()(SegmentId a, SegmentId b, const Kinematics& kinematics) const {
    const auto &one = at(trees_, a), &other = at(trees_, b);
    if (!one || !other) return true;
    return one->overlaps(kinematics.segment_pose(a), *other, kinematics.segment_pose(b));
  }

 private:
  std::vector<std::shared_ptr<const TriangleTree>> trees_;  // by segment; null: it has none
};

// Some that are not read yet.
bool names_meshes(const FigureDescription& figure) {
  if (!figure.skin.file.empty() && !figure.skin.skin) return true;
  return std::any_of(figure.segments.begin(), figure.segments.end(), [](const SegmentDescription& segment) {
    return std::any_of(segment.visuals.begin(), segment.visuals.end(),
                       [](const VisualDescription& visual) { return visual.mesh == nullptr; }) ||
           std::any_of(segment.shapes.begin(), segment.shapes.end(), [](const BodyShape& body) {
             return std::holds_alternative<MeshReference>(body.shape);
           });
  });
}

}  // namespace

Expected<Figure> with_meshes(Figure figure, const MeshPlaces& places, const MeshOptions& options,
                             MeshReading& reading) {
  if (places.folder.empty() || !names_meshes(figure.description())) return figure;
  FigureDescription description = figure.description();
  MeshReader reader(description, places, options);
  reader.read();
  Expected<Figure> built = Figure::build(description);
  if (!built || reader.reading().pieces == 0) {
    reading = std::move(reader.reading());
    return built;
  }
  const RealMeshes real(*built, reader.solid_triangles());
  LookedAtPairs looked = look_at_pairs(*built, real);
  bool is_refined = false;
  for (const SegmentId segment : looked.misled) {
    const auto named = [&](const SegmentDescription& s) { return s.name == built->segment_name(segment); };
    const auto found = std::find_if(description.segments.begin(), description.segments.end(), named);
    is_refined = (found != description.segments.end() && reader.refine(*found)) || is_refined;
  }
  reading = std::move(reader.reading());
  if (is_refined) {
    built = Figure::build(description);
    if (!built) return built;
    looked = look_at_pairs(*built, real);
  }
  if (looked.unchecked.empty()) return built;
  description = built->description();
  description.unchecked_pairs.insert(description.unchecked_pairs.end(), looked.unchecked.begin(),
                                     looked.unchecked.end());
  return Figure::build(std::move(description));
}

MeshReading read_meshes(FigureDescription& figure, const MeshPlaces& places, const MeshOptions& options) {
  MeshReader reader(figure, places, options);
  reader.read();
  return std::move(reader.reading());
}

double span_of(const FigureDescription& figure) {
  std::map<std::string, const SegmentDescription*> by_name;
  for (const SegmentDescription& segment : figure.segments) by_name.emplace(segment.name, &segment);
  double longest = 0.0;
  for (const SegmentDescription& start : figure.segments) {
    double way = 0.0;
    std::size_t steps = 0;  // a description may still have a circle
    for (const SegmentDescription* s = &start; s != nullptr && steps <= figure.segments.size(); ++steps) {
      way += s->before.translation.norm() + s->after.translation.norm();
      const auto parent = by_name.find(s->parent);
      s = parent == by_name.end() ? nullptr : parent->second;
    }
    longest = std::max(longest, way);
  }
  return longest;
}

std::string MeshReading::in_words() const {
  if (read == 0) return "";
  std::string words = std::to_string(read) + (read == 1 ? " mesh read" : " meshes read");
  if (solids == 0) return words;
  return words + "; for collisions " + std::to_string(solids) +
         (solids == 1 ? " of them is " : " of them are ") + std::to_string(pieces) +
         (pieces == 1 ? " convex piece" : " convex pieces") + ", at most " + number_text(1e3 * lie, 2) +
         " mm too large";
}

}  // namespace limber
