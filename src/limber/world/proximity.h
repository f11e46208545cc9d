#pragma once
// Which parts of a figure are near obstacles or each other: all pairs nearer than a margin, with their
// nearest points.
//
//   Proximity proximity(figure);
//   proximity.prepare(world);                                 // the only place that allocates
//   for (const Contact& contact : proximity.find(kinematics, 0.1)) ...
//
// Broad phase: a tree of boxes over the obstacles, queried with each part's box; a sweep along one axis for
// the figure itself. Narrow phase: closest(). Obstacles that are far away cost only the depth of the tree.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "limber/shapes/closest.h"
#include "limber/world/body.h"
#include "limber/world/obstacle_index.h"
#include "limber/world/separating_planes.h"
#include "limber/world/world.h"

namespace limber {

struct ProximityOptions {
  bool self = true;  // also find parts near each other
  // Ignore pairs of parts that overlap or touch in the rest posture, and pairs that nearly touch there and
  // belong together, with one part or little of the body between them: an upper arm and the chest, the links
  // of a chain that is thicker than they are long. The latter not if the figure keeps its gaps.
  bool ignore_overlap_at_rest = true;
  bool immovable = true;     // include pairs that no joint can move apart: a fixed root on the ground
  int most_contacts = 1024;  // at most so many are found: those with the least clearance
  // Pairs at least this part of the margin away, 0..1, need not be measured by find() if a plane known from
  // an earlier call still parts them: their contacts then have its normal, and the clearance it shows, which
  // is at most the true one. The contact with the least clearance is always exact. 1: all are.
  double exact_below = 1.0;
  bool sample_ellipsoids = false;  // measure two ellipsoids at sample points (shapes/ellipsoid_sampling.h)
};

class Proximity {
 public:
  explicit Proximity(Figure figure, const ProximityOptions& options = {});

  void prepare(const World& world) { obstacles_.build(world); }
  void forget() noexcept { planes_.forget(); }  // what is found next depends on the posture alone

  // Pairs of segments that may overlap, such as hands that hold each other.
  void let_touch(std::span<const std::pair<SegmentId, SegmentId>> segments);

  // From now on only these joints move (one entry per segment: whether the joint that joins it to its parent
  // does); others count as fixed, so that `immovable` leaves out what they would move. Allocates nothing.
  void let_move(std::span<const std::uint8_t> joints) noexcept;
  // Parts farther than this [m] from each other are not found, whatever the margin.
  void set_self_margin(double margin) noexcept { self_margin_ = margin; }

  // One obstacle moved: see ObstacleIndex::move.
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity = Vec3::Zero()) noexcept {
    obstacles_.move(obstacle, shape, velocity);
  }

  // All contacts with a clearance below the margin [m], ordered by segment, shape, then obstacles by number,
  // then the figure's own parts. Valid until the next call. `kinematics`: of the same figure, updated.
  std::span<const Contact> find(const Kinematics& kinematics, double margin) noexcept;

  // Calls visit(contact) for the same contacts, in no particular order and without their places in segments
  // (`local`). Leaves those of find() as they are.
  template <class Visit>
  void visit_near(const Kinematics& kinematics, double margin, Visit&& visit) noexcept;

  // How many contacts exceeded most_contacts in the last find().
  int left_out() const { return left_out_; }

  // The contact with the least clearance, if it is below `farthest` [m].
  std::optional<Contact> nearest(const Kinematics& kinematics, double farthest) noexcept;

  const Body& body() const { return body_; }
  const ObstacleIndex& obstacles() const { return obstacles_; }

 private:
  struct Pair {
    int part, other;  // parts; other -1: an obstacle
    ObstacleId obstacle;
  };
  struct Rough {  // not measured
    Pair pair;
    Contact contact;
  };
  // Calls visit(pair) for all that may be within the margin by their bounds.
  template <class Visit>
  void visit_candidates(const Kinematics& kinematics, double margin, Visit&& visit) noexcept;
  bool may_collide(int i, int j) const noexcept {
    if (are_rigid(i, j)) return false;
    return is_told_apart_.empty() ? tell_apart(i, j) : at(is_told_apart_, i * body_.count() + j) != 0;
  }
  bool tell_apart(int i, int j) const noexcept;  // they may not touch, whatever they do at rest
  void tabulate_pairs();
  void find_overlaps_at_rest();
  bool are_rigid(int i, int j) const noexcept {  // no joint moves them against each other, and that counts
    return !options_.immovable && at(rigid_, body_.part(i).segment) == at(rigid_, body_.part(j).segment);
  }
  bool may_hit_obstacles(int part) const noexcept;
  void add(const Contact& contact) noexcept;
  void put_in_order() noexcept;
  const Solid& second(const Pair& pair) const noexcept {
    return pair.other >= 0 ? body_.solid(pair.other) : obstacles_.solid(pair.obstacle);
  }
  Contact contact_of(const Pair& pair, const Closest& closest) const noexcept;
  std::optional<Closest> parted(const Kinematics& kinematics, const Pair& pair, double least) const noexcept;
  Closest measured(const Kinematics& kinematics, const Pair& pair) noexcept;
  void settle_nearest(const Kinematics& kinematics, double margin) noexcept;

  ProximityOptions options_;
  Body body_;
  ObstacleIndex obstacles_;
  std::vector<std::uint64_t> overlaps_at_rest_;  // pairs of parts, sorted
  std::vector<std::uint64_t> touching_;          // pairs of segments, sorted
  std::vector<std::uint64_t> unchecked_;         // those of the figure, likewise
  std::vector<std::uint8_t> is_told_apart_;      // per pair of parts; empty: there are too many
  Figure figure_;
  double self_margin_ = std::numeric_limits<double>::infinity();
  std::vector<SegmentId> rigid_;  // of a segment: the first of those it cannot move against; none: the world
  std::vector<Contact> contacts_, in_order_;
  std::vector<std::pair<std::uint64_t, int>> places_;  // of the contacts: names of their pairs, and numbers
  std::vector<Rough> rough_;
  SeparatingPlanes planes_;
  int left_out_ = 0;
};

namespace proximity_internal {

// A cheap test before closest(), by the bounding spheres of the two.
inline bool may_be_within(const Solid& a, const Solid& b, double margin) {
  const double reaches = reach(a) + reach(b) + a.rounding + b.rounding + margin;
  return (a.center - b.center).squaredNorm() < reaches * reaches;
}

}  // namespace proximity_internal

template <class Visit>
void Proximity::visit_candidates(const Kinematics& kinematics, double margin, Visit&& visit) noexcept {
  const double search = std::max(margin, 0.0);  // the gap between boxes is never negative
  body_.place(kinematics);
  for (const Body::Bundle& bundle : body_.bundles()) {
    bool moves = false;
    for (int part = bundle.first; part < bundle.end; ++part) moves = moves || may_hit_obstacles(part);
    if (!moves) continue;
    obstacles_.near(bundle.box, search, [&](ObstacleId obstacle) {
      const Solid& other = obstacles_.solid(obstacle);
      for (int part = bundle.first; part < bundle.end; ++part) {
        if (!may_hit_obstacles(part)) continue;
        if (proximity_internal::may_be_within(body_.solid(part), other, search))
          visit(Pair{part, -1, obstacle});
      }
      return search;
    });
  }
  if (!options_.self) return;
  const double own_search = std::min(search, self_margin_);
  body_.for_near_pairs(own_search, [&](int i, int j) {
    if (are_rigid(i, j)) return;
    if (!proximity_internal::may_be_within(body_.solid(i), body_.solid(j), own_search)) return;
    if (may_collide(i, j)) visit(Pair{i, j, ObstacleId{}});
  });
}

template <class Visit>
void Proximity::visit_near(const Kinematics& kinematics, double margin, Visit&& visit) noexcept {
  visit_candidates(kinematics, margin, [&](const Pair& pair) {
    if (parted(kinematics, pair, margin)) return;
    const Closest found = measured(kinematics, pair);
    if (found.distance < margin) visit(contact_of(pair, found));
  });
}

}  // namespace limber
