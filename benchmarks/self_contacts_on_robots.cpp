// Does keeping clear of itself block a robot where its meshes are free, and does it let them touch?
//
//   build/bench/benchmarks/self_contacts_on_robots [--poses N] FOLDER...
//
// For every URDF and SDF below the folders whose collision meshes are all there: random postures within the
// limits in which its triangles (those of the files, not the convex pieces the solver sees) do not collide,
// by FCL, and no mesh is inside another, by its winding number. The pose of the end of its longest chain in each is asked for, position and orientation, from the
// rest posture, with self-avoidance and without, as `limber solve` does by default. Counted are the poses
// found and the answers in which triangles collide. Links joined by a joint, those with only fixed joints
// between them, and those that collide at rest are not compared with each other. Without folders: models/ of
// the source tree.

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <set>
#include <sstream>

#include "farthest_end.h"
#include "limber/files/files.h"
#include "limber/files/gltf/tessellate.h"
#include "limber/files/mesh_search.h"
#include "limber/kinematics/kinematics.h"
#include "limber/meshes/read_mesh.h"
#include "limber/planning/random_posture.h"
#include "limber/solver/solver.h"
#include "limber/world/proximity.h"

namespace {

using namespace limber;
namespace fs = std::filesystem;
using Triangles = fcl::BVHModel<fcl::OBBRSSd>;

// The triangles of every segment as the file has them, its meshes read apart from the figure's own reading.
class RealShapes {
 public:
  RealShapes(const Figure& without_meshes, const fs::path& folder) {
    const MeshPlaces places{folder, {}, FigureFiles::anywhere};
    for (const SegmentDescription& segment : without_meshes.description().segments) {
      auto model = std::make_shared<Triangles>();
      model->beginModel();
      bool is_empty = true;
      for (const BodyShape& body : segment.shapes) {
        is_empty = !add(*model, body.shape, places) && is_empty;
      }
      if (!is_empty) {
        model->endModel();
        model->computeLocalAABB();
      }
      models_.emplace(segment.name, is_empty ? nullptr : model);
    }
  }

  bool is_complete() const { return missing_ == 0 && meshes_ > 0; }
  int mesh_count() const { return meshes_; }

  // Pairs that collide in these poses, of those that count.
  std::vector<std::pair<int, int>> colliding(const Figure& figure, const Kinematics& kinematics) const {
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < figure.segment_count(); ++i) {
      for (int j = i + 1; j < figure.segment_count(); ++j) {
        if (ignored.contains({i, j})) continue;
        const auto &a = models_.at(figure.segment_name(SegmentId{i})),
                   &b = models_.at(figure.segment_name(SegmentId{j}));
        if (!a || !b) continue;
        const fcl::Transform3d at = placed(kinematics.segment_pose(SegmentId{i})),
                               bt = placed(kinematics.segment_pose(SegmentId{j}));
        const double apart = (at * a->aabb_center - bt * b->aabb_center).norm();
        if (apart > a->aabb_radius + b->aabb_radius) continue;
        fcl::CollisionResultd result;
        if (fcl::collide(a.get(), at, b.get(), bt, fcl::CollisionRequestd(), result) > 0 ||
            is_inside(*a, at, *b, bt) || is_inside(*b, bt, *a, at)) {
          pairs.push_back({i, j});
        }
      }
    }
    return pairs;
  }

  std::set<std::pair<int, int>> ignored;

 private:
  static fcl::Transform3d placed(const Transform& pose) {
    fcl::Transform3d made = fcl::Transform3d::Identity();
    made.linear() = pose.rotation;
    made.translation() = pose.translation;
    return made;
  }

  // Where no triangles cross, one point would say it for all, if meshes were closed. Many are not, and then
  // points near the hole are neither inside nor outside: so some from all over the mesh have to be.
  static bool is_inside(const Triangles& outer, const fcl::Transform3d& outer_at, const Triangles& inner,
                        const fcl::Transform3d& inner_at) {
    constexpr int points = 16;
    for (int k = 0; k < points; ++k) {
      const auto triangle = static_cast<int>(static_cast<std::int64_t>(k) * inner.num_tris / points);
      const Vec3 point = outer_at.inverse() * (inner_at * inner.vertices[inner.tri_indices[triangle][0]]);
      if (!is_inside(outer, point)) return false;
    }
    return true;
  }
  static bool is_inside(const Triangles& outer, const Vec3& point) {
    if (!outer.aabb_local.contain(point)) return false;
    double solid_angle = 0.0;
    for (int k = 0; k < outer.num_tris; ++k) {
      const auto corner = [&](int n) -> Vec3 { return outer.vertices[outer.tri_indices[k][n]] - point; };
      const Vec3 a = corner(0), b = corner(1), c = corner(2);
      const double la = a.norm(), lb = b.norm(), lc = c.norm();
      solid_angle +=
          2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return std::abs(solid_angle) > 2 * std::numbers::pi;
  }

  bool add(Triangles& model, const Shape& shape, const MeshPlaces& places) {
    std::vector<Vec3> points;
    std::vector<fcl::Triangle> triangles;
    const auto take = [&](const auto& list) {
      for (const auto& t : list) triangles.emplace_back(t[0], t[1], t[2]);
    };
    if (const auto* reference = std::get_if<MeshReference>(&shape)) {
      const FoundMesh found = find_mesh(reference->file, places);
      const Expected<Mesh> mesh =
          found.file.empty() ? Expected<Mesh>(Error{"not there"}) : read_mesh(found.file, found.home);
      if (!mesh) {
        ++missing_;
        return false;
      }
      ++meshes_;
      for (const auto& p : mesh->points) {
        const Vec3 point(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
        points.push_back(reference->place * reference->scale.cwiseProduct(point));
      }
      take(mesh->triangles);
    } else {
      const gltf::Surface surface = gltf::surface_of(shape);
      points = surface.points;
      take(surface.triangles);
    }
    if (triangles.empty()) return false;
    model.addSubModel(points, triangles);
    return true;
  }

  std::map<std::string, std::shared_ptr<Triangles>> models_;
  int missing_ = 0, meshes_ = 0;
};

// Joined by a joint, or held together by fixed ones.
std::set<std::pair<int, int>> neighbours(const Figure& figure) {
  const auto body_of = [&](SegmentId s) {
    while (figure.parent(s).is_valid() && figure.joint(figure.joint_of(s)).type == JointType::fixed) {
      s = figure.parent(s);
    }
    return s;
  };
  std::set<std::pair<int, int>> pairs;
  for (const SegmentId a : figure.segments()) {
    for (const SegmentId b : figure.segments()) {
      if (!(a < b)) continue;
      const SegmentId one = body_of(a), other = body_of(b);
      const bool joined = one == other ||
                          (figure.parent(one).is_valid() && body_of(figure.parent(one)) == other) ||
                          (figure.parent(other).is_valid() && body_of(figure.parent(other)) == one);
      if (joined) pairs.insert({int{a}, int{b}});
    }
  }
  return pairs;
}

struct Counts {
  int poses = 0, found_with = 0, found_without = 0, touching_with = 0, touching_without = 0,
      overlapping_there = 0;
  void add(const Counts& other) {
    poses += other.poses, found_with += other.found_with, found_without += other.found_without;
    touching_with += other.touching_with, touching_without += other.touching_without;
    overlapping_there += other.overlapping_there;
  }
};

Counts try_robot(const Figure& figure, RealShapes& shapes, SegmentId end, int poses) {
  shapes.ignored = neighbours(figure);
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  const auto at_rest = shapes.colliding(figure, kinematics);
  shapes.ignored.insert(at_rest.begin(), at_rest.end());
  Proximity pieces(figure);
  PostureRandom random(figure, figure.rest_posture(), 0.5, 1);
  SolverOptions no_obstacles;
  no_obstacles.clearance.self = false;
  Solver allowed(figure, no_obstacles);  // with nothing to do it only keeps limits and couplings
  Counts counts;
  for (int tries = 0; counts.poses < poses && tries < 50 * poses; ++tries) {
    Posture there = figure.rest_posture();
    random.fill(there);
    allowed.solve({}, there);
    kinematics.update(there);
    if (!shapes.colliding(figure, kinematics).empty()) continue;
    ++counts.poses;
    const std::optional<Contact> nearest = pieces.nearest(kinematics, 1.0);
    const bool is_lie = nearest && nearest->clearance < 0.0;
    counts.overlapping_there += is_lie;
    const Transform pose = kinematics.segment_pose(end);
    TaskList tasks;
    tasks.add("reach", Reach{.frame = Place::on_segment(end, Transform{}), .target = pose.translation});
    tasks.add("orient", Orient{.frame = Place::on_segment(end, Transform{}), .target = Quat(pose.rotation)});
    for (const bool self : {true, false}) {
      SolverOptions options;
      options.clearance.self = self;
      Solver solver(figure, options);
      solver.surround({});
      Posture posture = figure.rest_posture();
      const bool found = solver.solve(tasks, posture).light == Light::green;
      kinematics.update(posture);
      const auto touching = shapes.colliding(figure, kinematics);
      (self ? counts.found_with : counts.found_without) += found;
      (self ? counts.touching_with : counts.touching_without) += !touching.empty();
      if (self && std::getenv("LIMBER_EXPLAIN")) {
        if (!found) std::printf("    pose %d is not found", counts.poses);
        if (!found && is_lie) {
          std::printf("; there the pieces of %s and %s overlap by %.1f mm",
                      figure.segment_name(nearest->segment).c_str(),
                      figure.segment_name(nearest->other_segment).c_str(), -1e3 * nearest->clearance);
        }
        if (!found) std::printf("\n");
        for (const auto& [a, b] : touching) {
          std::printf("    pose %d: %s touches %s\n", counts.poses, figure.segment_name(SegmentId{a}).c_str(),
                      figure.segment_name(SegmentId{b}).c_str());
        }
      }
    }
  }
  return counts;
}

std::string contents_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

int main(int count, char** arguments) {
  int poses = 20;
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--poses" && i + 1 < count) {
      poses = std::atoi(arguments[++i]);
    } else if (fs::is_regular_file(argument)) {
      files.push_back(argument);
    } else {
      for (const auto& file : fs::recursive_directory_iterator(argument)) files.push_back(file.path());
    }
  }
  if (count == 1) {
    for (const auto& file : fs::recursive_directory_iterator("models")) files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  Counts all;
  int robots = 0;
  std::printf("%-40s  DOF meshes  poses  found with, without  touching with, without\n", "robot");
  for (const fs::path& file : files) {
    if (file.extension() != ".urdf" && file.extension() != ".sdf") continue;
    const Expected<Figure> plain = parse_figure(contents_of(file), file.string());
    if (!plain) continue;
    const End end = farthest_end(*plain);
    if (end.dofs < 3) continue;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    RealShapes shapes(*plain, folder);
    if (!shapes.is_complete()) continue;
    MeshOptions options;
    options.visuals = false;
    const Expected<Figure> figure = load_figure(file, options);
    if (!figure) continue;
    const Counts counts = try_robot(*figure, shapes, end.segment, poses);
    if (counts.poses == 0) continue;
    std::printf("%-40s  %3d %5d  %5d     %5d %5d             %5d %5d\n",
                file.filename().string().substr(0, 40).c_str(), figure->dof_count(), shapes.mesh_count(),
                counts.poses, counts.found_with, counts.found_without, counts.touching_with,
                counts.touching_without);
    std::fflush(stdout);
    all.add(counts);
    ++robots;
  }
  std::printf(
      "%d robots, %d poses free of contact: found %d with self-avoidance (%.2f %%), %d without (%.2f %%); "
      "triangles touch in %d and %d answers\n",
      robots, all.poses, all.found_with, 100.0 * all.found_with / std::max(all.poses, 1), all.found_without,
      100.0 * all.found_without / std::max(all.poses, 1), all.touching_with, all.touching_without);
}
