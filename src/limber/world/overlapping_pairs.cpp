// Counts in how many postures two segments overlap.

#include "limber/world/overlapping_pairs.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <optional>
#include <set>

#include "limber/math/random.h"
#include "limber/shapes/closest.h"
#include "limber/world/body.h"

namespace limber {

namespace {

constexpr int postures_looked_at = 200;
constexpr double nearly_always = 0.95;             // of them; MoveIt's set-up assistant asks for the same
constexpr int most_asked = 20, enough_asked = 10;  // postures in which a pair of pieces overlaps
// A pair whose pieces overlap and whose triangles never did is looked at again with its joints bent. With
// more joints between them than these, two links can touch wherever their joints let them: nothing is shown.
constexpr int bent_postures = 300, enough_bent = 100;
constexpr std::size_t most_joints_between = 4;
constexpr double largest_false_share = 0.05;         // of all postures
constexpr double largest_share_of_free = 0.02;       // of those in which nothing overlaps
constexpr double most_of_free = 0.5;                 // of them: kept apart, the pair would rule out most
constexpr double unlimited_turn = std::numbers::pi;  // [rad] how far a joint without limits is turned
constexpr double unlimited_slide = 0.5;              // [m]

using SegmentPair = std::pair<SegmentId, SegmentId>;

// [its unit] How far a joint of one value can go; nothing for other joints, which stay at rest.
std::optional<Range> range_looked_at(const Joint& joint) {
  const bool slides = joint.type == JointType::prismatic;
  if (!slides && joint.type != JointType::revolute) return std::nullopt;
  const Range& range = joint.ranges[0];
  const double otherwise = slides ? unlimited_slide : unlimited_turn;
  const double low = range.min > -unlimited ? range.min : std::min(-otherwise, range.max);
  return Range{low, range.max < unlimited ? range.max : std::max(otherwise, low)};
}

// Equal relations hold: the first joint of one follows from the others.
void keep_couplings(const Figure& figure, Posture& posture) {
  for (const Coupling& coupling : figure.couplings()) {
    if (coupling.range.min != coupling.range.max) continue;
    const auto value = [&](const Coupling::Term& term) -> double& {
      return posture.values[figure.first_value(term.joint) + term.coordinate];
    };
    const bool is_simple = std::all_of(coupling.terms.begin(), coupling.terms.end(), [&](const auto& term) {
      const JointType type = figure.joint(term.joint).type;
      return type == JointType::revolute || type == JointType::prismatic;
    });
    if (!is_simple) continue;
    double rest = coupling.range.min;
    for (std::size_t i = 1; i < coupling.terms.size(); ++i) {
      rest -= coupling.terms[i].coefficient * value(coupling.terms[i]);
    }
    value(coupling.terms[0]) = rest / coupling.terms[0].coefficient;
  }
}

// Joints anywhere within their limits.
Posture some_posture(const Figure& figure, Random& random) {
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const std::optional<Range> range = range_looked_at(figure.joint(j));
    if (range) posture.values[figure.first_value(j)] = random.between(range->min, range->max);
  }
  keep_couplings(figure, posture);
  return posture;
}

// The joints that move two segments against each other.
std::vector<JointId> joints_between(const Figure& figure, SegmentPair pair) {
  std::set<JointId> between;
  for (SegmentId s : {pair.first, pair.second}) {
    for (; figure.parent(s).is_valid(); s = figure.parent(s)) {
      const JointId joint = figure.joint_of(s);
      if (figure.joint(joint).type == JointType::fixed) continue;
      if (!between.insert(joint).second) between.erase(joint);  // above both
    }
  }
  return {between.begin(), between.end()};
}

// Some of these joints at their ends, where links touch if they do anywhere; the others anywhere.
Posture bent_posture(const Figure& figure, const std::vector<JointId>& joints, Random& random) {
  Posture posture = figure.rest_posture();
  for (const JointId j : joints) {
    const std::optional<Range> range = range_looked_at(figure.joint(j));
    if (!range) continue;
    const double choice = random.between(0.0, 3.0);
    posture.values[figure.first_value(j)] = choice < 1.0   ? range->min
                                            : choice < 2.0 ? range->max
                                                           : random.between(range->min, range->max);
  }
  keep_couplings(figure, posture);
  return posture;
}

std::set<SegmentPair> overlapping_in(Body& body, Kinematics& kinematics, const Posture& posture) {
  kinematics.update(posture);
  body.place(kinematics);
  std::set<SegmentPair> pairs;
  body.for_near_pairs(0.0, [&](int i, int j) {
    const SegmentId a = body.part(i).segment, b = body.part(j).segment;
    if (body.are_neighbours(i, j) || body.is_stand_in(i) || body.is_stand_in(j)) return;
    const SegmentPair pair{std::min(a, b), std::max(a, b)};
    if (!pairs.contains(pair) && overlap(body.solid(i), body.solid(j))) pairs.insert(pair);
  });
  return pairs;
}

bool pieces_overlap(const Figure& figure, const Body& body, SegmentPair pair) {
  const auto count = [&](SegmentId s) { return static_cast<int>(figure.shapes(s).size()); };
  for (int i = 0; i < count(pair.first); ++i) {
    const int one = body.number(pair.first, i);
    for (int j = 0; j < count(pair.second); ++j) {
      const int other = body.number(pair.second, j);
      if (squared_gap(body.box(one), body.box(other)) <= 0.0 && overlap(body.solid(one), body.solid(other)))
        return true;
    }
  }
  return false;
}

// Whether two segments whose pieces overlap may do so in truth: not if few joints move them against each
// other and they do not, however these are bent.
bool may_overlap_when_bent(const Figure& figure, SegmentPair pair, Body& body, Kinematics& kinematics,
                           const ReallyOverlap& really, const std::function<bool()>& is_too_late) {
  const std::vector<JointId> joints = joints_between(figure, pair);
  if (joints.size() > most_joints_between) return true;
  Random random(2);
  int asked = 0;
  for (int k = 0; k < bent_postures && asked < enough_bent; ++k) {
    if (is_too_late && is_too_late()) return true;
    kinematics.update(bent_posture(figure, joints, random));
    body.place(kinematics);
    if (!pieces_overlap(figure, body, pair)) continue;
    ++asked;
    if (really(pair.first, pair.second, kinematics, postures_looked_at + k)) return true;
  }
  return false;
}

}  // namespace

std::vector<UncheckedPair> overlapping_pairs(const Figure& figure) {
  return look_at_pairs(figure, [](SegmentId, SegmentId, const Kinematics&, int) { return true; }).unchecked;
}

LookedAtPairs look_at_pairs(const Figure& figure, const ReallyOverlap& really,
                            const std::function<bool()>& is_too_late) {
  Body body(figure);
  Kinematics kinematics(figure);
  Random random(1);
  struct Count {
    int pieces = 0, asked = 0, real = 0, while_free = 0;
    bool at_rest = false, really_at_rest = false;
    double real_share() const { return asked == 0 ? 0.0 : static_cast<double>(real) / asked; }
    double false_pieces() const { return asked == 0 ? 0.0 : (1.0 - real_share()) * pieces; }
  };
  std::map<SegmentPair, Count> counts;
  int looked_at = 0;  // postures
  int free = 0;       // ... in which nothing overlaps in truth
  for (int k = 0; k < postures_looked_at && !(is_too_late && is_too_late()); ++k, ++looked_at) {
    const std::set<SegmentPair> found = overlapping_in(body, kinematics, some_posture(figure, random));
    // Those first that are likely to be real: one of them says that the posture is not free.
    std::vector<SegmentPair> pairs(found.begin(), found.end());
    std::stable_sort(pairs.begin(), pairs.end(), [&](const SegmentPair& a, const SegmentPair& b) {
      return counts[a].real_share() > counts[b].real_share();
    });
    bool is_free = true;
    for (const SegmentPair& pair : pairs) {
      Count& count = counts[pair];
      ++count.pieces;
      if (count.asked >= most_asked && (!is_free || count.real == 0)) continue;
      ++count.asked;
      const bool is_real = really(pair.first, pair.second, kinematics, k);
      count.real += is_real;
      is_free = is_free && !is_real;
    }
    if (!is_free) continue;
    ++free;
    for (const SegmentPair& pair : pairs) ++counts[pair].while_free;
  }
  for (const SegmentPair& pair : overlapping_in(body, kinematics, figure.rest_posture())) {
    counts[pair].at_rest = true;
    counts[pair].really_at_rest = really(pair.first, pair.second, kinematics, -1);
  }
  const std::set<SegmentPair> known(figure.unchecked_pairs().begin(), figure.unchecked_pairs().end());
  LookedAtPairs looked;
  std::map<SegmentId, double> misled;  // to the largest share
  for (const auto& [pair, count] : counts) {
    if (known.contains(pair)) continue;
    const bool rules_out_most = free >= enough_asked && count.while_free > most_of_free * free;
    const bool always =
        (looked_at >= enough_asked && count.pieces >= nearly_always * looked_at) || rules_out_most;
    const bool never = count.asked >= enough_asked && count.real == 0 &&
                       !may_overlap_when_bent(figure, pair, body, kinematics, really, is_too_late);
    const bool lies_at_rest = count.at_rest && !count.really_at_rest;
    const double share = lies_at_rest ? 1.0 : static_cast<double>(count.while_free) / std::max(free, 1);
    if (!never &&
        (share > largest_share_of_free || count.false_pieces() >= largest_false_share * looked_at)) {
      for (const SegmentId segment : {pair.first, pair.second}) {
        misled[segment] = std::max(misled[segment], share);
      }
    }
    if (!always && !never && !count.at_rest) continue;
    looked.unchecked.push_back({figure.segment_name(pair.first), figure.segment_name(pair.second),
                                never && !count.really_at_rest ? UncheckedPair::Why::never
                                : always                       ? UncheckedPair::Why::always
                                                               : UncheckedPair::Why::at_rest});
  }
  for (const auto& [segment, share] : misled) looked.misled.push_back({segment, share});
  return looked;
}

}  // namespace limber
