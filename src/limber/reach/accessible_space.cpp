// Fills the grid from the start outwards, refines its boundary, and says what every posture costs.

#include "limber/reach/accessible_space.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/figure/joint_chain.h"
#include "limber/reach/cell_grid.h"
#include "limber/reach/frame_probe.h"
#include "limber/statics/load_state.h"

namespace limber {

namespace {

constexpr double cells_in_plane = 25.0, cells_in_space = 10.0;  // per reach of the figure
constexpr double tolerance_in_cells = 0.02;
constexpr double usual_farthest = 2.0;  // of the figure's reach
// The boundary is known to a 64th of a cell; in space, where it has many more faces, to a 16th.
constexpr int halvings_in_plane = 5, halvings_in_space = 3;
constexpr double shortest_normal = 1e-9;
constexpr int plane_tries = 4;  // to find a point of the plane the frame can reach

struct Stopped {};

// Right-handed; in a plane z is its normal, and x is level where it can be.
Mat3 grid_axes(const std::optional<AccessPlane>& plane) {
  if (!plane) return Mat3::Identity();
  const Vec3 z = plane->normal.normalized();
  Vec3 x = Vec3::UnitZ().cross(z);
  x = x.norm() > 1e-6 ? Vec3(x.normalized()) : Vec3(Vec3::UnitX());
  Mat3 axes;
  axes << x, z.cross(x), z;
  return axes;
}

// [m] along the joints from the root to a frame; none where one of them slides or is free, and lengths do not
// bound it.
std::optional<double> length_to(const Figure& figure, FrameId frame) {
  const Frame& place = figure.frame(frame);
  double length = 0.0;
  Vec3 beyond = place.pose.translation;  // in the segment that is being looked at
  for (SegmentId s = place.segment; s != root_segment; s = figure.parent(s)) {
    const JointId joint = figure.joint_of(s);
    const JointType type = figure.joint(joint).type;
    if (type == JointType::prismatic || type == JointType::free) return std::nullopt;
    // Outside the joint nothing bends on the way to `beyond`; inside, its centre is a point of the parent.
    length += (figure.after(joint) * beyond).norm();
    beyond = figure.before(joint).translation;
  }
  return length + beyond.norm();
}

class SpaceSearch {
 public:
  SpaceSearch(const Scene& scene, const AccessOptions& options, FrameId frame, const AccessObserver& observe)
      : scene_(scene),
        options_(options),
        observe_(observe),
        start_(scene.posture),
        probe_(scene, frame, options.keep_priority, tolerance_in_cells * options.cell, start_) {
    grid_.axes = grid_axes(options.plane);
    grid_.cell = options.cell;
    grid_.dimensions = options.plane ? 2 : 3;
  }

  Expected<AccessibleSpace> run() {
    if (!enter_plane()) {
      return Error{"frame " + quoted(options_.frame) + " cannot reach the plane: at its nearest it is " +
                   fixed_text(1000.0 * std::abs(above_plane(probe_.place(start_))), 1) + " mm away"};
    }
    find_bound();
    fill();
    find_crossings();
    return result();
  }

 private:
  double above_plane(const Vec3& point) const { return grid_.axes.col(2).dot(point - options_.plane->point); }
  Vec3 on_plane(const Vec3& point) const { return point - above_plane(point) * grid_.axes.col(2); }

  // -> grid_.origin, and its cell as the first that was reached.
  bool enter_plane() {
    grid_.origin = probe_.place(start_);
    for (int i = 0; options_.plane && i < plane_tries; ++i) {
      grid_.origin = on_plane(probe_.place(start_));
      if (probe_.reach(grid_.origin, start_)) break;
      if (i + 1 == plane_tries) return false;
    }
    grid_.reached.emplace(CellPlace{}, start_);
    return true;
  }

  // No frame is farther from a root that does not move than the segments between them are long: what lies
  // beyond is not tried.
  void find_bound() {
    const Figure& figure = scene_.figure;
    if (figure.joint(root_joint).type != JointType::fixed) return;
    const std::optional<double> length = length_to(figure, *figure.find_frame(options_.frame));
    if (!length) return;
    kinematics_.update(start_);
    bound_center_ = kinematics_.segment_pose(root_segment).translation;
    bound_ = *length + tolerance_in_cells * grid_.cell;
  }
  bool is_beyond_bound(const CellPlace& at) const {
    return (grid_.middle(at) - bound_center_).norm() > bound_;
  }

  bool is_too_far(const CellPlace& at) const {
    return std::any_of(at.begin(), at.end(),
                       [&](int i) { return std::abs(i) * grid_.cell > options_.farthest; });
  }

  void tell(double share) const {
    if (observe_ && !observe_({is_filling_, grid_.reached.size(), share})) throw Stopped();
  }

  // Cells in which a posture was stuck get one more chance when nothing else is left to try: leaving a
  // singular posture takes long, and most of them have been reached from elsewhere by then.
  void fill() {
    std::deque<CellPlace> open = {CellPlace{}}, stuck;
    std::size_t done = 0;
    const auto enter = [&](const CellPlace& to, Posture posture) {
      grid_.reached.emplace(to, std::move(posture));
      open.push_back(to);
    };
    const auto tell_share = [&] {
      tell(static_cast<double>(done) / static_cast<double>(done + open.size() + stuck.size()));
    };
    while (!open.empty() || !stuck.empty()) {
      if (open.empty()) {
        const CellPlace to = stuck.front();
        stuck.pop_front();
        if (grid_.has(to)) continue;
        ++done;
        Posture posture = grid_.reached.at(stuck_beside_.at(to));
        if (probe_.reach_from_singular(grid_.middle(to), posture)) enter(to, std::move(posture));
        tell_share();
        continue;
      }
      const CellPlace from = open.front();
      open.pop_front();
      ++done;
      for (int direction = 0; direction < grid_.neighbour_count(); ++direction) {
        const CellPlace to = CellGrid::neighbour(from, direction);
        if (grid_.has(to) || is_beyond_bound(to)) continue;
        if (is_too_far(to) || grid_.reached.size() >= most_access_cells) {
          is_cut_off_ = true;
          continue;
        }
        Posture posture = grid_.reached.at(from);
        if (probe_.reach(grid_.middle(to), posture)) {
          enter(to, std::move(posture));
        } else if (probe_.is_stuck() && stuck_beside_.emplace(to, from).second) {
          stuck.push_back(to);
        }
        tell_share();
      }
    }
  }

  // The farthest place on the way to the neighbour that is reached, half of the last interval further on.
  Vec3 crossing(const CellPlace& from, int direction) {
    const Vec3 a = grid_.middle(from), b = grid_.middle(CellGrid::neighbour(from, direction));
    Posture posture = grid_.reached.at(from);
    double reached = 0.0, missed = 1.0;
    for (int i = 0; i < (options_.plane ? halvings_in_plane : halvings_in_space); ++i) {
      const double middle = 0.5 * (reached + missed);
      Posture next = posture;
      if (probe_.reach(a + middle * (b - a), next)) {
        reached = middle;
        posture = std::move(next);
      } else {
        missed = middle;
      }
    }
    return a + 0.5 * (reached + missed) * (b - a);
  }

  void find_crossings() {
    is_filling_ = false;
    std::vector<Crossings::key_type> edges;
    for (const auto& [at, posture] : grid_.reached) {
      for (int direction = 0; direction < grid_.neighbour_count(); ++direction) {
        if (!grid_.has(CellGrid::neighbour(at, direction))) edges.emplace_back(at, direction);
      }
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      crossings_.emplace(edges[i], crossing(edges[i].first, edges[i].second));
      edge_cells_.insert(edges[i].first);
      tell(static_cast<double>(i + 1) / static_cast<double>(edges.size()));
    }
  }

  AccessCell describe(const CellPlace& at, const Posture& posture) {
    AccessCell cell{.at = at, .place = probe_.place(posture), .is_edge = edge_cells_.contains(at)};
    kinematics_.update(posture);
    masses_.update(kinematics_);
    if (!(masses_.total_mass() > 0.0)) return cell;
    const Loads& loads = scene_.tasks.loads;
    const bool is_held = loads.supports.empty() && scene_.figure.joint(root_joint).type == JointType::fixed;
    loads_.statics.forget();
    loads_.update(kinematics_, masses_, posture);
    if (is_held || loads_.statics.is_balanced()) cell.effort = loads_.joints.effort();
    if (loads.supports.empty()) return cell;
    const FeasibleRegion::Edge worst = loads_.region.worst(loads_.statics, masses_);
    if (worst.exists && !loads_.region.is_empty()) cell.margin = worst.depth();
    return cell;
  }

  AccessibleSpace result() {
    AccessibleSpace space{.frame = options_.frame,
                          .origin = grid_.origin,
                          .axes = grid_.axes,
                          .cell = grid_.cell,
                          .in_plane = options_.plane.has_value()};
    for (const auto& [at, posture] : grid_.reached) space.cells.push_back(describe(at, posture));
    for (const auto& [edge, point] : crossings_) space.boundary.push_back(point);
    if (space.in_plane) {
      space.outlines = outlines_through(grid_, crossings_);
      space.size = area_inside(grid_, space.outlines);
    } else {
      space.size = static_cast<double>(space.cells.size()) * grid_.cell * grid_.cell * grid_.cell;
    }
    space.is_cut_off = is_cut_off_;
    space.left_out = probe_.left_out();
    space.unmet = probe_.unmet();
    space.tries = probe_.tries();
    space.steps = probe_.steps();
    return space;
  }

  const Scene& scene_;
  const AccessOptions& options_;
  const AccessObserver& observe_;
  Posture start_;
  FrameProbe probe_;
  CellGrid grid_;
  Crossings crossings_;
  std::set<CellPlace> edge_cells_;
  std::map<CellPlace, CellPlace> stuck_beside_;  // cells in which a posture was stuck: where it came from
  Vec3 bound_center_ = Vec3::Zero();
  double bound_ = unlimited;  // [m] from there: beyond, nothing is reached
  Kinematics kinematics_{scene_.figure};
  MassDistribution masses_{scene_.figure};
  LoadState loads_{scene_.figure, scene_.tasks.loads, &scene_.world};
  bool is_filling_ = true, is_cut_off_ = false;
};

Error no_such_frame(const std::string& name, const Figure& figure) {
  std::vector<std::string> names;
  for (const Frame& frame : figure.frames()) names.push_back(frame.name);
  return {"there is no frame " + quoted(name) + did_you_mean(name, names)};
}

bool is_bad_length(double length) {
  return !(length >= 0.0) || !std::isfinite(length);
}

}  // namespace

double usual_cell(const Figure& figure, bool in_plane) {
  return longest_reach(figure) / (in_plane ? cells_in_plane : cells_in_space);
}

Expected<AccessibleSpace> accessible_space(const Scene& scene, const AccessOptions& options,
                                           const AccessObserver& observe) {
  const std::optional<FrameId> frame = scene.figure.find_frame(options.frame);
  if (!frame) return no_such_frame(options.frame, scene.figure);
  if (is_bad_length(options.cell) || is_bad_length(options.farthest))
    return Error{"the size of a cell and the distance must be positive numbers of metres"};
  if (options.plane && (!options.plane->point.allFinite() || !options.plane->normal.allFinite() ||
                        !(options.plane->normal.norm() > shortest_normal)))
    return Error{"the plane needs a point and a normal that is not zero"};
  AccessOptions all = options;
  if (all.cell == 0.0) all.cell = usual_cell(scene.figure, options.plane.has_value());
  if (all.farthest == 0.0) all.farthest = usual_farthest * longest_reach(scene.figure);
  try {
    Expected<AccessibleSpace> space = SpaceSearch(scene, all, *frame, observe).run();
    if (space && space->cells.size() == 1)
      return Error{"frame " + quoted(options.frame) + " cannot leave its place by a cell of " +
                   fixed_text(1000.0 * all.cell, 1) + " mm: what is kept holds it, or the cell is too large"};
    return space;
  } catch (const Stopped&) {
    return Error{"the search was stopped"};
  } catch (const std::invalid_argument& problem) {
    return Error{problem.what()};
  }
}

}  // namespace limber
