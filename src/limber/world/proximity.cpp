// Broad and narrow phase of the search for contacts.

#include "limber/world/proximity.h"

#include <algorithm>
#include <tuple>

#include "limber/shapes/closest.h"
#include "limber/shapes/ellipsoid_sampling.h"

namespace limber {

namespace {

// Of the thickness of the thinner part:
constexpr double touching = 1e-6;        // less than this is no gap
constexpr double nearly_touching = 0.5;  // a gap that bending closes
constexpr double stocky = 1.5;           // parts with so little of the body between them have only such gaps

constexpr std::size_t planes_per_part = 16;  // remembered
constexpr int most_tabulated = 256;          // parts; their pairs take 64 KiB

std::uint64_t pair_key(int i, int j) {
  return static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint32_t>(j);
}

auto place_in_order(const Contact& c) {
  // Obstacles before parts of the figure itself: -1 as an unsigned number is the largest.
  return std::make_tuple(c.segment, c.shape, static_cast<unsigned>(c.obstacle), c.other_segment,
                         c.other_shape);
}

bool has_less_clearance(const Contact& one, const Contact& other) {
  return std::make_tuple(one.clearance, place_in_order(one)) <
         std::make_tuple(other.clearance, place_in_order(other));
}

// A contact of a part with something that does not move.
Contact between(const Body::Part& part, const Closest& found) {
  Contact contact;
  contact.segment = part.segment;
  contact.shape = part.shape;
  contact.point = found.on_a;
  contact.other_point = found.on_b;
  contact.normal = found.normal;
  contact.clearance = found.distance;
  contact.velocity = Vec3::Zero();
  return contact;
}

}  // namespace

Proximity::Proximity(Figure figure, const ProximityOptions& options)
    : options_(options),
      body_(figure),
      figure_(figure),
      planes_(planes_per_part * static_cast<std::size_t>(body_.count())) {
  contacts_.reserve(static_cast<std::size_t>(options_.most_contacts));
  in_order_.reserve(contacts_.capacity());
  places_.reserve(contacts_.capacity());
  if (options_.exact_below < 1.0) rough_.reserve(static_cast<std::size_t>(options_.most_contacts));
  for (const auto& [a, b] : figure.unchecked_pairs()) unchecked_.push_back(pair_key(a, b));
  std::sort(unchecked_.begin(), unchecked_.end());
  rigid_.resize(static_cast<std::size_t>(figure.segment_count()));
  let_move({});
  if (options_.self && options_.ignore_overlap_at_rest) find_overlaps_at_rest();
  if (options_.self) tabulate_pairs();
}

void Proximity::find_overlaps_at_rest() {
  Kinematics kinematics(figure_);
  kinematics.update(figure_.rest_posture());
  body_.place(kinematics);
  double thickest = 0.0;
  for (int i = 0; i < body_.count(); ++i) thickest = std::max(thickest, thickness(body_.solid(i)));
  body_.for_near_pairs(nearly_touching * thickest, [&](int i, int j) {
    const Solid &one = body_.solid(i), &other = body_.solid(j);
    const double thin = std::min(thickness(one), thickness(other));
    const bool belong_together =
        !figure_.keeps_gaps() &&
        (body_.are_next_but_one(i, j) || body_.is_shorter_between(i, j, kinematics, stocky * thin));
    const double gap = (belong_together ? nearly_touching : touching) * thin;
    if (!body_.are_neighbours(i, j) && closest(one, other).distance < gap) {
      overlaps_at_rest_.push_back(pair_key(i, j));
    }
  });
  std::sort(overlaps_at_rest_.begin(), overlaps_at_rest_.end());
}

void Proximity::tabulate_pairs() {
  const int count = body_.count();
  if (count > most_tabulated) return;
  is_told_apart_.clear();
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j)
      is_told_apart_.push_back(tell_apart(std::min(i, j), std::max(i, j)) ? 1 : 0);
  }
}

void Proximity::let_move(std::span<const std::uint8_t> joints) noexcept {
  for (const SegmentId s : figure_.segments()) {
    const SegmentId parent = figure_.parent(s);
    const bool may_move = joints.empty() || at(joints, s) != 0;
    const bool moves = may_move && dof_count(figure_.joint(figure_.joint_of(s)).type) > 0;
    at(rigid_, s) = moves ? s : parent.is_valid() ? at(rigid_, parent) : no_segment;
  }
}

void Proximity::let_touch(std::span<const std::pair<SegmentId, SegmentId>> segments) {
  touching_.clear();
  for (const auto& [a, b] : segments) touching_.push_back(pair_key(std::min(a, b), std::max(a, b)));
  std::sort(touching_.begin(), touching_.end());
  if (options_.self) tabulate_pairs();
}

bool Proximity::may_hit_obstacles(int part) const noexcept {
  return options_.immovable || at(rigid_, body_.part(part).segment).is_valid();
}

bool Proximity::tell_apart(int i, int j) const noexcept {
  const SegmentId a = body_.part(i).segment, b = body_.part(j).segment;
  if (body_.is_stand_in(i) || body_.is_stand_in(j)) return false;
  if (std::binary_search(unchecked_.begin(), unchecked_.end(), pair_key(std::min(a, b), std::max(a, b))))
    return false;
  if (std::binary_search(touching_.begin(), touching_.end(), pair_key(std::min(a, b), std::max(a, b))))
    return false;
  return !body_.are_neighbours(i, j) &&
         !std::binary_search(overlaps_at_rest_.begin(), overlaps_at_rest_.end(), pair_key(i, j));
}

Contact Proximity::contact_of(const Pair& pair, const Closest& found) const noexcept {
  Contact contact = between(body_.part(pair.part), found);
  if (pair.other >= 0) {
    contact.other_segment = body_.part(pair.other).segment;
    contact.other_shape = body_.part(pair.other).shape;
  } else {
    contact.obstacle = pair.obstacle;
    contact.velocity = obstacles_.velocity(pair.obstacle);
  }
  return contact;
}

// What the plane that parted a pair last, or one between the centres, shows if that is at least `least` [m].
// None where distances have a closed form: to measure is as fast.
std::optional<Closest> Proximity::parted(const Kinematics& kinematics, const Pair& pair,
                                         double least) const noexcept {
  const Solid &a = body_.solid(pair.part), &b = second(pair);
  if (has_closed_form(a, b)) return std::nullopt;
  const Vec3* known = planes_.find(pair_name(pair.part, pair.obstacle, pair.other));
  Vec3 normal = (a.center - b.center).normalized();
  if (known != nullptr) {
    normal = pair.other >= 0 ? Vec3(kinematics.segment_pose(body_.part(pair.other).segment).rotation * *known)
                             : *known;
  }
  const double distance = separation(a, b, normal);
  if (!(distance >= least)) return std::nullopt;
  return Closest{support(a, -normal) - a.rounding * normal, support(b, normal) + b.rounding * normal, normal,
                 distance};
}

Closest Proximity::measured(const Kinematics& kinematics, const Pair& pair) noexcept {
  const Solid &a = body_.solid(pair.part), &b = second(pair);
  if (options_.sample_ellipsoids && a.core == Core::ellipsoid && b.core == Core::ellipsoid)
    return closest_by_sampling(a, b);
  const Closest found = closest(a, b);
  if (!has_closed_form(a, b)) {
    const Vec3 normal =
        pair.other >= 0 ? Vec3(kinematics.segment_pose(body_.part(pair.other).segment).rotation.transpose() *
                               found.normal)
                        : found.normal;
    planes_.remember(pair_name(pair.part, pair.obstacle, pair.other), normal);
  }
  return found;
}

void Proximity::add(const Contact& contact) noexcept {
  const auto room = static_cast<std::size_t>(options_.most_contacts);
  if (contacts_.size() < room) {
    contacts_.push_back(contact);
    if (contacts_.size() == room) {
      std::make_heap(contacts_.begin(), contacts_.end(), has_less_clearance);
    }
    return;
  }
  ++left_out_;
  if (contacts_.empty() || !has_less_clearance(contact, contacts_.front())) return;
  std::pop_heap(contacts_.begin(), contacts_.end(), has_less_clearance);
  contacts_.back() = contact;
  std::push_heap(contacts_.begin(), contacts_.end(), has_less_clearance);
}

// Measures pairs until none that is not can be the nearest.
void Proximity::settle_nearest(const Kinematics& kinematics, double margin) noexcept {
  double least = margin;
  for (const Contact& contact : contacts_) least = std::min(least, contact.clearance);
  const auto nearer = [](const Rough& a, const Rough& b) { return has_less_clearance(a.contact, b.contact); };
  while (!rough_.empty()) {
    const auto first = std::min_element(rough_.begin(), rough_.end(), nearer);
    if (first->contact.clearance >= least) break;
    const Pair pair = first->pair;
    *first = rough_.back();
    rough_.pop_back();
    const Closest found = measured(kinematics, pair);
    least = std::min(least, found.distance);
    if (found.distance < margin) add(contact_of(pair, found));
  }
  for (const Rough& rough : rough_) add(rough.contact);
}

// By the names of their pairs, which are small: a contact is not moved about.
void Proximity::put_in_order() noexcept {
  places_.clear();
  for (const Contact& c : contacts_) {
    const int other = c.obstacle.is_valid() ? -1 : body_.number(c.other_segment, c.other_shape);
    places_.emplace_back(pair_name(body_.number(c.segment, c.shape), c.obstacle, other),
                         static_cast<int>(places_.size()));
  }
  std::sort(places_.begin(), places_.end());
  in_order_.clear();
  for (const auto& place : places_) in_order_.push_back(at(contacts_, place.second));
  std::swap(contacts_, in_order_);
}

std::span<const Contact> Proximity::find(const Kinematics& kinematics, double margin) noexcept {
  contacts_.clear();
  left_out_ = 0;
  rough_.clear();
  visit_candidates(kinematics, margin, [&](const Pair& pair) {
    const bool has_room = rough_.size() < rough_.capacity();
    if (const auto shown = parted(kinematics, pair, has_room ? options_.exact_below * margin : margin)) {
      if (shown->distance < margin) rough_.push_back({pair, contact_of(pair, *shown)});
      return;
    }
    const Closest found = measured(kinematics, pair);
    if (found.distance < margin) add(contact_of(pair, found));
  });
  settle_nearest(kinematics, margin);
  put_in_order();
  for (Contact& contact : contacts_) {
    contact.local = kinematics.segment_pose(contact.segment).inverse() * contact.point;
  }
  return contacts_;
}

std::optional<Contact> Proximity::nearest(const Kinematics& kinematics, double farthest) noexcept {
  body_.place(kinematics);
  std::optional<Contact> best;
  double limit = std::max(farthest, 0.0);  // never negative: among overlaps, all are looked at
  const auto consider = [&](const Contact& contact) {
    if (contact.clearance < farthest && (!best || has_less_clearance(contact, *best))) {
      best = contact;
      limit = std::max(contact.clearance, 0.0);
    }
  };
  for (int part = 0; part < body_.count(); ++part) {
    if (!may_hit_obstacles(part)) continue;
    obstacles_.near(body_.box(part), limit, [&](ObstacleId obstacle) {
      consider(contact_of({part, -1, obstacle}, closest(body_.solid(part), obstacles_.solid(obstacle))));
      return limit;
    });
  }
  if (options_.self) {
    body_.for_near_pairs(limit, [&](int i, int j) {
      if (may_collide(i, j)) consider(contact_of({i, j, {}}, closest(body_.solid(i), body_.solid(j))));
    });
  }
  if (best) best->local = kinematics.segment_pose(best->segment).inverse() * best->point;
  return best;
}

}  // namespace limber
