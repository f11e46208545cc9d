// What a posture that has arrived must pass (kernel/filter.h): couplings that are no fixed ratio, and
// capsules in place of the solids that are to be clear of each other.

#include <algorithm>
#include <cmath>

#include "limber/batch/clear_check.h"
#include "limber/batch/cover.h"
#include "limber/batch/gatherer.h"
#include "limber/batch/kernel/filter.h"
#include "limber/figure/joint_coordinate.h"

namespace limber::batch {

namespace {

constexpr double endless = 1e30;  // of a coupling's range

// Where the capsules of each shape are among the rods, or those of each obstacle.
struct RodRange {
  int first = 0, count = 0;
};

void write_vector(const Vec3& v, double* to) {
  for (int k = 0; k < 3; ++k) to[k] = v[k];
}

}  // namespace

std::optional<Error> Gatherer::add_couplings() {
  Model& m = model();
  int terms = 0;
  for (const int number : problem_.couplings) {
    const Coupling& coupling = figure_.couplings()[static_cast<std::size_t>(number)];
    constexpr double least_width = 0.01;  // [rad] narrower ones are not met by chance
    if (coupling.range.max - coupling.range.min < least_width) {
      return Error{"the coupling \"" + coupling.name + "\" is not a fixed ratio of two hinges or slides"};
    }
    if (m.couplings == most::couplings || terms + static_cast<int>(coupling.terms.size()) > most::terms) {
      return too_large("couplings", m.couplings + 1, most::couplings);
    }
    CouplingRange range{terms, 0, coupling.range.min, coupling.range.max};
    for (const Coupling::Term& term : coupling.terms) {
      if (std::optional<Error> problem = add_term(term, range, terms)) return problem;
    }
    range.count = terms - range.first;
    range.low = std::max(range.low, -endless);
    range.high = std::min(range.high, endless);
    m.coupling[m.couplings++] = range;
  }
  return std::nullopt;
}

// Of a joint that moves no task, its value at the start.
std::optional<Error> Gatherer::add_term(const Coupling::Term& term, CouplingRange& range, int& terms) {
  Model& m = model();
  const auto shift = [&](double by) {
    range.low -= by;
    range.high -= by;
  };
  if (!is_on_path_[static_cast<std::size_t>(int{term.joint})]) {
    shift(term.coefficient * joint_coordinate(figure_, start_, term.joint, term.coordinate));
    return std::nullopt;
  }
  const Joint& joint = figure_.joint(term.joint);
  for (int i = 0; i < m.elements; ++i) {
    const Piece& piece = piece_at(i);
    if (piece.joint != int{term.joint}) continue;
    const Single& single = single_of(i);
    if (piece.kind == ball && joint.type == JointType::ball) {
      constexpr int kinds[] = {of_swing_x, of_swing_y, of_twist};
      m.term[terms++] = {kinds[term.coordinate], single.state, term.coefficient};
      return std::nullopt;
    }
    if (piece.kind == swing) {
      m.term[terms++] = {of_state, single.state + term.coordinate, term.coefficient};
      return std::nullopt;
    }
    if (piece.kind == ball || piece.number != term.coordinate) continue;
    const Lead l = is_single(joint) ? lead(piece.joint) : Lead{piece.joint};
    m.term[terms++] = {of_state, single.state, term.coefficient * l.ratio * single.scale};
    shift(term.coefficient * l.offset);
    return std::nullopt;
  }
  return refusal(term.joint, "is coupled by its rotation");
}

Placed Gatherer::segment_place(SegmentId segment, const Kinematics& at_start) const {
  SegmentId carrier = segment;
  while (!is_on_path_[static_cast<std::size_t>(int{carrier})]) carrier = figure_.parent(carrier);
  Placed place = placed_[static_cast<std::size_t>(int{carrier})];
  place.offset = place.offset * at_start.segment_pose(carrier).inverse() * at_start.segment_pose(segment);
  return place;
}

std::optional<Error> Gatherer::add_surroundings() {
  Model& m = model();
  const World& world = *options_.world;
  problem_.moving.assign(static_cast<std::size_t>(figure_.segment_count()), 0);
  for (const Piece& piece : pieces_) problem_.moving[static_cast<std::size_t>(piece.joint)] = 1;

  const auto add_rods = [&](const Shape& shape, int element, const Transform& place) {
    RodRange range{problem_.rods, 0};
    for (const Capsule& capsule : capsules_around(shape)) {
      if (problem_.rods == most::rods) break;
      Rod& rod = m.rod[problem_.rods++];
      rod.element = element;
      write_vector((place * capsule.a) / unit_, rod.a);
      write_vector((place * capsule.b) / unit_, rod.b);
      rod.radius = capsule.radius / unit_;
      ++range.count;
    }
    return range;
  };
  Kinematics at_start(figure_);
  at_start.update(start_);
  std::vector<std::vector<RodRange>> of_segment(static_cast<std::size_t>(figure_.segment_count()));
  for (const SegmentId s : figure_.segments()) {
    const Placed place = segment_place(s, at_start);
    for (const BodyShape& body : figure_.shapes(s)) {
      of_segment[static_cast<std::size_t>(int{s})].push_back(
          add_rods(body.shape, element_at(place), place.offset));
    }
  }
  // Obstacles are rods, blocks or half-spaces.
  struct Obstruction {
    int kind = with_rod;
    RodRange rods;
    int block = 0;
  };
  std::vector<Obstruction> obstructions;
  int blocks = 0;
  for (const Obstacle& obstacle : world.obstacles) {
    const auto* plane = std::get_if<Plane>(&obstacle.shape);
    const std::optional<Box> box = box_around(obstacle.shape);
    if (plane == nullptr && !box) {
      obstructions.push_back({with_rod, add_rods(obstacle.shape, -1, Transform{}), 0});
      continue;
    }
    if (blocks == most::blocks) return too_large("boxes and planes in the world", blocks + 1, most::blocks);
    Block& block = m.block[blocks];
    if (plane != nullptr) {
      write_vector(plane->point / unit_, block.center);
      write_vector(plane->normal, block.axes + 6);
    } else {
      write_vector(box->center / unit_, block.center);
      write_vector(0.5 * box->size / unit_, block.half);
      for (int k = 0; k < 3; ++k) write_vector(box->rotation.col(k), block.axes + 3 * k);
    }
    obstructions.push_back({plane != nullptr ? with_half_space : with_block, {}, blocks++});
  }
  if (problem_.rods == most::rods)
    return too_large("capsules around figure and world", problem_.rods, most::rods - 1);

  const double margin = options_.clearance.margin / unit_;
  bool has_room = true;
  const auto add_pair = [&](int kind, int rod, int other, double distance) {
    has_room = has_room && m.near_pairs < most::near_pairs;
    if (has_room) m.near_pair[m.near_pairs++] = {kind, rod, other, distance};
  };
  const auto rods_of = [&](SegmentId s, int shape) {
    return of_segment[static_cast<std::size_t>(int{s})][static_cast<std::size_t>(shape)];
  };
  // The capsules of two parts of the figure may overlap where the parts do not; where they do so at the
  // start, they say nothing, and the pair is left to the exact check.
  const auto says_nothing = [&](const Contact& contact, int rod, int other) {
    const auto ends = [&](SegmentId of, int number, double* to) {
      const Transform pose = at_start.segment_pose(of) * segment_place(of, at_start).offset.inverse();
      for (int k = 0; k < 2; ++k) {
        const double* const local = k == 0 ? m.rod[number].a : m.rod[number].b;
        write_vector(pose.rotation * Vec3(local[0], local[1], local[2]) + pose.translation / unit_,
                     to + 3 * k);
      }
    };
    double one[6], two[6];
    ends(contact.segment, rod, one);
    ends(contact.other_segment, other, two);
    const double distance = m.rod[rod].radius + m.rod[other].radius + margin;
    return contact.clearance >= options_.clearance.margin && squared_between(one, two) < distance * distance;
  };
  ClearCheck check(figure_, tasks_, world, options_.clearance, problem_.moving);
  check.for_all_pairs(at_start, [&](const Contact& contact) {
    const RodRange rods = rods_of(contact.segment, contact.shape);
    for (int r = rods.first; r < rods.first + rods.count; ++r) {
      if (contact.other_segment.is_valid()) {
        const RodRange others = rods_of(contact.other_segment, contact.other_shape);
        for (int o = others.first; o < others.first + others.count; ++o) {
          if (!says_nothing(contact, r, o))
            add_pair(with_rod, r, o, m.rod[r].radius + m.rod[o].radius + margin);
        }
        continue;
      }
      const Obstruction& other = obstructions[static_cast<std::size_t>(int{contact.obstacle})];
      const double distance = m.rod[r].radius + margin;
      if (other.kind != with_rod) {
        add_pair(other.kind, r, other.block, distance);
        continue;
      }
      for (int o = other.rods.first; o < other.rods.first + other.rods.count; ++o) {
        add_pair(with_rod, r, o, distance + m.rod[o].radius);
      }
    }
  });
  if (!has_room)
    return too_large("pairs of capsules to be kept apart", most::near_pairs + 1, most::near_pairs);
  return std::nullopt;
}

}  // namespace limber::batch
