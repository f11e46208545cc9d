// Reads every file once, and makes the pieces of a mesh once for each scale it is used with.

#include "limber/files/read_meshes.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <tuple>

#include "limber/base/ids.h"
#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/files/fbx/read_fbx.h"
#include "limber/files/foreign_apart.h"
#include "limber/files/gltf/read_gltf.h"
#include "limber/files/gltf/tessellate.h"
#include "limber/files/kind.h"
#include "limber/files/sentences.h"
#include "limber/files/text_file.h"
#include "limber/meshes/convex_pieces.h"
#include "limber/meshes/deadline.h"
#include "limber/meshes/images.h"
#include "limber/meshes/read_mesh.h"
#include "limber/meshes/tight_hull.h"
#include "limber/meshes/triangle_tree.h"
#include "limber/threads/parallel.h"
#include "limber/world/overlapping_pairs.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

// Largest lie of a piece: of the span of the figure, and of the diagonal of its mesh. Finer ones only where
// these make links overlap that do not, and finer ones still where those do: more pieces take longer to make,
// and are more to compare in every step.
constexpr double tolerance_of_figure = 0.01, tolerance_of_mesh = 0.05;
struct Fineness {
  double tolerance;  // of that of the first
  int most_pieces, resolution;
  double share;  // of free postures that the pieces before rule out: for less it is not worth it
};
constexpr Fineness finenesses[] = {{1.0, 12, 48, 0.0}, {0.25, 32, 96, 0.0}, {0.125, 64, 128, 0.08}};
constexpr int finest = 2;

// One robot, all its files: more are no robot.
constexpr std::size_t most_mesh_triangles = 20'000'000;

constexpr const char* words_of_too_late =
    "the meshes of this robot take too long to read; those that were not read in time are left out";

class MeshReader {
 public:
  MeshReader(FigureDescription& figure, const MeshPlaces& places, const MeshOptions& options)
      : figure_(figure),
        places_(places),
        options_(options),
        deadline_(options.seconds),
        span_(span_of(figure)) {}

  void read() {
    make_solids([](const SegmentDescription&) { return 0; });
    for (SegmentDescription& segment : figure_.segments) {
      read_shapes(segment, 0);
      if (!options_.visuals) continue;
      for (VisualDescription& visual : segment.visuals) {
        if (!visual.mesh) visual.mesh = mesh_of(visual.file, texture_of(visual.texture));
      }
    }
    if (options_.visuals && !figure_.skin.file.empty() && !figure_.skin.skin) read_skin();
  }

  // The pieces of these segments again, more and truer ones. False: none has meshes that can be finer.
  bool refine(const std::set<std::string>& names) {
    std::map<std::string, int> finer;
    for (SegmentDescription& segment : figure_.segments) {
      const auto original = originals_.find(segment.name);
      if (!names.contains(segment.name) || original == originals_.end()) continue;
      if (original->second.fineness == finest) continue;
      finer[segment.name] = original->second.fineness + 1;
      reading_.pieces -= original->second.pieces;
      segment.shapes = original->second.shapes;
    }
    make_solids([&](const SegmentDescription& segment) -> std::optional<int> {
      const auto found = finer.find(segment.name);
      return found == finer.end() ? std::nullopt : std::optional(found->second);
    });
    for (SegmentDescription& segment : figure_.segments) {
      if (const auto found = finer.find(segment.name); found != finer.end()) {
        read_shapes(segment, found->second);
      }
    }
    return !finer.empty();
  }

  // The triangles of what collides, by segments, in their frames; none for a mesh that is not there. A mesh
  // may be named many times: where that makes too many, or it is too late, the other segments are left out.
  std::map<std::string, Triangles> solid_triangles() const {
    std::map<std::string, Triangles> all;
    std::size_t count = 0;
    for (const SegmentDescription& segment : figure_.segments) {
      const auto original = originals_.find(segment.name);
      Triangles whole;
      for (const BodyShape& body : original == originals_.end() ? segment.shapes : original->second.shapes) {
        add_triangles(body.shape, whole);
        if (count + whole.triangles.size() > most_mesh_triangles || deadline_.has_passed()) return all;
      }
      count += whole.triangles.size();
      if (!whole.triangles.empty()) all.emplace(segment.name, std::move(whole));
    }
    return all;
  }

  // Of the pieces that stand for the meshes now: coarser ones that were replaced do not count.
  MeshReading take_reading() {
    for (const auto& [name, original] : originals_) reading_.lie = std::max(reading_.lie, original.lie);
    reading_.warnings = said_.list();
    reading_.missing = missing_.list();
    return std::move(reading_);
  }
  bool has_pieces() const { return reading_.pieces > 0; }
  const Deadline& deadline() const { return deadline_; }

 private:
  struct Pieces {
    std::vector<Shape> shapes;
    double lie = 0.0;  // [m] how much too large they are
  };
  using Solids = std::shared_ptr<const Pieces>;
  using SolidsKey = std::tuple<const Mesh*, double, double, double, int>;  // mesh, scale, fineness

  struct Original {
    std::vector<BodyShape> shapes;  // with their references
    int pieces = 0;                 // that they have become
    int fineness = 0;
    double lie = 0.0;  // [m] of the worst of them
  };

  void read_shapes(SegmentDescription& segment, int fineness) {
    std::vector<BodyShape> shapes;
    int pieces = 0;
    double lie = 0.0;
    for (const BodyShape& body : segment.shapes) {
      const auto* reference = std::get_if<MeshReference>(&body.shape);
      const Solids solids = reference ? solids_of(*reference, fineness) : nullptr;
      if (!solids) {
        shapes.push_back(body);
        continue;
      }
      for (const Shape& solid : solids->shapes) {
        shapes.push_back({transformed(reference->place, solid), body.color});
      }
      pieces += static_cast<int>(solids->shapes.size());
      lie = std::max(lie, solids->lie);
    }
    if (pieces > 0) originals_[segment.name] = {segment.shapes, pieces, fineness, lie};
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
    if (is_too_late()) return;
    const FoundMesh found = found_mesh(figure_.skin.file);
    if (!found.refused.empty()) warn(found.refused);
    if (found.file.empty() && found.refused.empty()) missing_.say(figure_.skin.file);
    if (found.file.empty()) return;
    const Expected<std::string> bytes = places_.dropped != nullptr
                                            ? Expected(places_.dropped->at(found.file.native()))
                                            : read_text(found.file, MeshLimits{}.bytes);
    if (!bytes) return warn(bytes.error().message);
    const std::size_t left = MeshLimits{}.bytes - std::min(MeshLimits{}.bytes, bytes->size());
    const ReadBeside beside = places_.dropped != nullptr
                                  ? dropped_beside(found.file.native(), *places_.dropped)
                                  : files_beside(found.file.parent_path(), found.home, left);
    const std::string name = found.file.filename().generic_string();
    const auto read_it = [&] {
      return kind_of(*bytes, name) == TextKind::fbx ? read_fbx(*bytes, name, beside)
                                                    : read_gltf(*bytes, name, beside);
    };
    const Expected<MovingFigure> character = read_apart(read_it, name);
    if (!character) return warn("the skin " + character.error().message);
    figure_.skin.skin = character->figure.description().skin.skin;
    ++reading_.read;
  }

  FoundMesh found_mesh(const std::string& name, const std::string& what = "mesh") const {
    if (places_.dropped == nullptr) return find_mesh(name, places_, what);
    return {find_dropped(name, places_.folder.native(), *places_.dropped), {}, ""};
  }

  Expected<Mesh> read(const FoundMesh& found, const MeshLimits& limits, const TextureCover& cover) {
    std::vector<std::string> notes;
    const std::string file = found.file.native();
    Expected<Mesh> mesh = places_.dropped == nullptr
                              ? read_mesh(found.file, found.home, limits, &notes, cover)
                              : parse_mesh(places_.dropped->at(file), found.file.filename().generic_string(),
                                           dropped_beside(file, *places_.dropped), limits, &notes, cover);
    for (const std::string& note : notes) {
      if (options_.visuals) warn("the mesh " + note);
    }
    if (mesh) share_textures(*mesh);
    return mesh;
  }

  // Links often have one image for all of them, which is kept and sent once.
  void share_textures(Mesh& mesh) {
    for (std::shared_ptr<const Texture>& texture : mesh.textures) texture = shared(texture);
  }
  std::shared_ptr<const Texture> shared(const std::shared_ptr<const Texture>& texture) {
    const auto [known, is_new] = textures_.emplace(texture->hash, texture);
    const Texture& other = *known->second;
    return !is_new && other.width == texture->width && other.rgb == texture->rgb ? known->second : texture;
  }

  // That of a material, by its name; null, and a sentence, where there is none.
  TextureCover texture_of(const std::string& name) {
    if (name.empty()) return nullptr;
    const auto [known, is_new] = covers_.emplace(name, nullptr);
    if (!is_new) return known->second;
    if (is_too_late()) return nullptr;
    const FoundMesh found = found_mesh(name, "texture");
    const auto problem = [&](const std::string& words) {
      warn("the texture " + limber::quoted(name) + " of a material " + words +
           "; meshes are drawn without it");
      return nullptr;
    };
    if (!found.refused.empty()) {
      warn(found.refused);
      return nullptr;
    }
    if (found.file.empty()) return problem("is not there");
    const Expected<std::string> bytes = places_.dropped != nullptr
                                            ? Expected(places_.dropped->at(found.file.native()))
                                            : read_text(found.file, ImageLimits{}.bytes);
    if (!bytes) return problem("cannot be read (" + bytes.error().message + ")");
    ImageLimits limits;
    limits.seconds = std::min(limits.seconds, deadline_.left());
    Expected<Texture> texture = decode_image_apart(*bytes, limits);
    if (!texture && is_too_late()) return nullptr;
    if (!texture) return problem(texture.error().message);
    return known->second = shared(std::make_shared<const Texture>(std::move(*texture)));
  }

  // What was read in time stays, however often it is asked for; a file that is left out is not even looked
  // for, because that takes time as well.
  std::shared_ptr<const Mesh> mesh_of(const std::string& name, const TextureCover& cover = nullptr) {
    const auto [known, is_new] = meshes_as_named_.emplace(std::pair(name, cover ? cover->hash : 0), nullptr);
    if (is_new && !is_too_late()) known->second = found_and_read(name, cover);
    return known->second;
  }

  std::shared_ptr<const Mesh> found_and_read(const std::string& name, const TextureCover& cover) {
    const FoundMesh found = found_mesh(name);
    if (!found.refused.empty()) warn(found.refused);
    if (found.file.empty() && found.refused.empty()) missing_.say(name);
    if (found.file.empty()) return nullptr;
    std::error_code error;
    const fs::path key = places_.dropped == nullptr ? fs::weakly_canonical(found.file, error) : found.file;
    const auto [known, is_new] = meshes_.emplace(std::pair(key, cover ? cover->hash : 0), nullptr);
    if (!is_new) return known->second;
    MeshLimits limits;
    limits.triangles = std::min(limits.triangles, most_mesh_triangles - triangles_);
    limits.seconds = std::min(limits.seconds, deadline_.left());
    Expected<Mesh> mesh = read(found, limits, cover);
    if (!mesh && is_too_late()) return nullptr;
    if (!mesh) {
      warn("the mesh " + mesh.error().message);
      return nullptr;
    }
    triangles_ += mesh->triangles.size();
    ++reading_.read;
    known->second = std::make_shared<const Mesh>(std::move(*mesh));
    return known->second;
  }

  // Asked where something has to be left out if it is.
  bool is_too_late() {
    if (!deadline_.has_passed()) return false;
    warn(words_of_too_late);
    return true;
  }

  void warn(const std::string& sentence) { said_.say(sentence); }

  static SolidsKey key_of(const Mesh& mesh, const Vec3& scale, int fineness) {
    return {&mesh, scale.x(), scale.y(), scale.z(), fineness};
  }

  // The solids of all segments of a fineness, if `fineness_of` gives one, that are not there yet. Files are
  // read one after the other; the pieces of one mesh have nothing to do with those of another, so they are
  // made by as many threads as there are processors.
  template <class FinenessOf>
  void make_solids(FinenessOf&& fineness_of) {
    std::vector<SolidsKey> keys;
    for (const SegmentDescription& segment : figure_.segments) {
      const std::optional<int> fineness = fineness_of(segment);
      for (const BodyShape& body : segment.shapes) {
        const auto* reference = std::get_if<MeshReference>(&body.shape);
        const std::shared_ptr<const Mesh> mesh = reference && fineness ? mesh_of(reference->file) : nullptr;
        if (!mesh) continue;
        meshes_by_name_[reference->file] = mesh;
        const SolidsKey key = key_of(*mesh, reference->scale, *fineness);
        if (solids_.emplace(key, nullptr).second) keys.push_back(key);
      }
    }
    std::vector<ConvexPieces> made(keys.size());
    std::atomic<bool> any_left_out = false;
    for_each_in_parallel(static_cast<int>(keys.size()), 0, {}, [&](int i) {
      if (deadline_.has_passed()) {
        if (std::get<int>(at(keys, i)) == 0) any_left_out = true;
        return;
      }
      const auto& [mesh, x, y, z, fineness] = at(keys, i);
      at(made, i) = pieces_of(*mesh, Vec3(x, y, z), fineness);
    });
    if (any_left_out) (void)is_too_late();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (made[i].hulls.empty()) continue;
      if (std::get<int>(keys[i]) == 0) ++reading_.solids;
      solids_[keys[i]] = solids_from(made[i]);
    }
  }

  // In the frame of the mesh, its scale applied; null if it cannot be read. Coarser ones than asked for where
  // it was too late for those.
  Solids solids_of(const MeshReference& reference, int fineness) {
    const std::shared_ptr<const Mesh> mesh = mesh_of(reference.file);
    if (!mesh) return nullptr;
    for (; fineness >= 0; --fineness) {
      const auto known = solids_.find(key_of(*mesh, reference.scale, fineness));
      if (known != solids_.end() && known->second) return known->second;
    }
    return nullptr;
  }

  // None for a mesh without extent. Called by several threads.
  ConvexPieces pieces_of(const Mesh& mesh, const Vec3& scale, int fineness) const {
    Triangles triangles;
    Vec3 low = Vec3::Constant(unlimited), high = -low;
    for (const auto& p : mesh.points) {
      const Vec3 point(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
      triangles.points.push_back(scale.cwiseProduct(point));
      low = low.cwiseMin(triangles.points.back()), high = high.cwiseMax(triangles.points.back());
    }
    triangles.triangles = mesh.triangles;
    const double diagonal = (high - low).norm();
    if (!(diagonal > 0.0)) return {};
    PieceOptions options;
    options.tolerance = tolerance_of_mesh * diagonal;
    if (span_ > 0.0) options.tolerance = std::min(options.tolerance, tolerance_of_figure * span_);
    const Fineness& fine = finenesses[fineness];
    options.tolerance *= fine.tolerance;
    options.most_pieces = fine.most_pieces;
    options.resolution = fine.resolution;
    options.is_exact = fineness > 0;
    options.deadline = deadline_;
    return convex_pieces(triangles, options);
  }

  Solids solids_from(const ConvexPieces& pieces) const {
    auto solids = std::make_shared<Pieces>();
    solids->lie = pieces.lie;
    for (const std::shared_ptr<const ConvexHull>& hull : pieces.hulls) {
      if (options_.solids == MeshOptions::Solids::capsules) {
        solids->shapes.push_back(capsule_around(*hull));
      } else {
        solids->shapes.push_back(ConvexMesh{hull, {}});
      }
    }
    return solids;
  }

  FigureDescription& figure_;
  const MeshPlaces& places_;
  const MeshOptions& options_;
  const Deadline deadline_;
  double span_;
  std::size_t triangles_ = 0;
  std::map<std::pair<fs::path, std::uint64_t>, std::shared_ptr<const Mesh>> meshes_;  // and what covers them
  std::map<std::pair<std::string, std::uint64_t>, std::shared_ptr<const Mesh>> meshes_as_named_;  // likewise
  std::map<std::string, TextureCover> covers_;                         // by their names
  std::map<std::uint64_t, std::shared_ptr<const Texture>> textures_;   // by their hashes
  std::map<std::string, std::shared_ptr<const Mesh>> meshes_by_name_;  // those that collide
  std::map<std::string, Original> originals_;                          // by segment
  // Looked up, never walked.
  std::map<SolidsKey, Solids> solids_;
  MeshReading reading_;  // its lists at the end
  Sentences said_, missing_;
};

// Whether the meshes of two segments overlap.
class RealMeshes {
 public:
  RealMeshes(const Figure& figure, std::map<std::string, Triangles> triangles, const Deadline& deadline)
      : trees_(static_cast<std::size_t>(figure.segment_count())) {
    for (auto& [name, list] : triangles) {
      if (deadline.has_passed()) return;
      const std::optional<SegmentId> segment = figure.find_segment(name);
      if (segment) at(trees_, *segment) = std::make_shared<const TriangleTree>(std::move(list));
    }
  }

  // `posture`: its number. Each is looked at again with finer pieces. Where there are no triangles the pieces
  // count as the truth.
  bool overlap(SegmentId a, SegmentId b, const Kinematics& kinematics, int posture) {
    const auto &one = at(trees_, a), &other = at(trees_, b);
    if (!one || !other) return true;
    const auto [known, is_new] = answers_.try_emplace({a, b, posture}, false);
    if (is_new) known->second = one->overlaps(kinematics.segment_pose(a), *other, kinematics.segment_pose(b));
    return known->second;
  }

 private:
  std::vector<std::shared_ptr<const TriangleTree>> trees_;  // by segment; null: it has none
  std::map<std::tuple<SegmentId, SegmentId, int>, bool> answers_;
};

// The files of what is drawn or collides and is not read yet, each once.
std::vector<std::string> unread_meshes(const FigureDescription& figure) {
  Sentences files;
  for (const SegmentDescription& segment : figure.segments) {
    for (const BodyShape& body : segment.shapes) {
      if (const auto* reference = std::get_if<MeshReference>(&body.shape)) files.say(reference->file);
    }
    for (const VisualDescription& visual : segment.visuals) {
      if (!visual.mesh) files.say(visual.file);
    }
  }
  if (!figure.skin.file.empty() && !figure.skin.skin) files.say(figure.skin.file);
  return files.list();
}

}  // namespace

Expected<Figure> with_meshes(Figure figure, const MeshPlaces& places, const MeshOptions& options,
                             MeshReading& reading) {
  if (!options.read) return figure;
  if (std::vector<std::string> unread = unread_meshes(figure.description());
      unread.empty() || places.folder.empty()) {
    reading.missing = std::move(unread);
    return figure;
  }
  FigureDescription description = figure.description();
  MeshReader reader(description, places, options);
  reader.read();
  description.keeps_gaps = description.keeps_gaps || reader.has_pieces();
  Expected<Figure> built = Figure::build(description);
  if (!built || !reader.has_pieces()) {
    reading = reader.take_reading();
    return built;
  }
  RealMeshes meshes(*built, reader.solid_triangles(), reader.deadline());
  const auto is_too_late = [&] { return reader.deadline().has_passed(); };
  // Once it is too late for finer pieces, those there are count as the truth.
  const auto real = [&](SegmentId x, SegmentId y, const Kinematics& kinematics, int posture) {
    return is_too_late() || meshes.overlap(x, y, kinematics, posture);
  };
  LookedAtPairs looked = look_at_pairs(*built, real, is_too_late);
  for (int round = 0; round < finest && !looked.misled.empty() && !is_too_late(); ++round) {
    std::set<std::string> names;
    for (const auto& [segment, share] : looked.misled) {
      if (share >= finenesses[round + 1].share) names.insert(built->segment_name(segment));
    }
    if (!reader.refine(names)) break;
    built = Figure::build(description);
    if (!built) return built;
    looked = look_at_pairs(*built, real, is_too_late);
  }
  reading = reader.take_reading();
  if (looked.unchecked.empty()) return built;
  description = built->description();
  description.unchecked_pairs.insert(description.unchecked_pairs.end(), looked.unchecked.begin(),
                                     looked.unchecked.end());
  return Figure::build(std::move(description));
}

MeshReading read_meshes(FigureDescription& figure, const MeshPlaces& places, const MeshOptions& options) {
  MeshReader reader(figure, places, options);
  reader.read();
  return reader.take_reading();
}

double span_of(const FigureDescription& figure) {
  constexpr double unknown = -1.0;
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < figure.segments.size(); ++i) numbers.emplace(figure.segments[i].name, i);
  std::vector<double> ways(figure.segments.size(), unknown);  // from the root
  double longest = 0.0;
  for (std::size_t start = 0; start < figure.segments.size(); ++start) {
    std::vector<std::size_t> branch;  // up to a way that is known, then back along it
    double way = 0.0;
    for (std::size_t i = start;;) {
      if (ways[i] != unknown) {
        way = ways[i];
        break;
      }
      ways[i] = 0.0;  // a description may still have a circle
      branch.push_back(i);
      const auto parent = numbers.find(figure.segments[i].parent);
      if (parent == numbers.end()) break;
      i = parent->second;
    }
    for (; !branch.empty(); branch.pop_back()) {
      const SegmentDescription& segment = figure.segments[branch.back()];
      way += segment.before.translation.norm() + segment.after.translation.norm();
      ways[branch.back()] = way;
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
