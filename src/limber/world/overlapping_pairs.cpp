// Counts in how many postures two segments overlap.

#include "limber/world/overlapping_pairs.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <set>

#include "limber/math/random.h"
#include "limber/shapes/closest.h"
#include "limber/world/body.h"

namespace limber {

namespace {

constexpr int postures_looked_at = 200;
constexpr double nearly_always = 0.95;               // of them; MoveIt's set-up assistant asks for the same
constexpr int most_asked = 20, enough_asked = 10;    // postures in which a pair of pieces overlaps
constexpr double largest_false_share = 0.05;         // of all postures
constexpr double unlimited_turn = std::numbers::pi;  // [rad] how far a joint without limits is turned
constexpr double unlimited_slide = 0.5;              // [m]

using SegmentPair = std::pair<SegmentId, SegmentId>;

double anywhere_in(const Range& range, double otherwise, Random& random) {
  const double low = range.min > -unlimited ? range.min : std::min(-otherwise, range.max);
  const double high = range.max < unlimited ? range.max : std::max(otherwise, low);
  return random.between(low, high);
}

// Joints of one value anywhere within their limits; others as at rest. Equal relations hold: the first joint
// of one follows from the others.
Posture some_posture(const Figure& figure, Random& random) {
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    const bool slides = joint.type == JointType::prismatic;
    if (!slides && joint.type != JointType::revolute) continue;
    posture.values[figure.first_value(j)] =
        anywhere_in(joint.ranges[0], slides ? unlimited_slide : unlimited_turn, random);
  }
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
    if (!pairs.contains(pair) && closest(body.solid(i), body.solid(j)).distance < 0.0) pairs.insert(pair);
  });
  return pairs;
}

}  // namespace

std::vector<UncheckedPair> overlapping_pairs(const Figure& figure) {
  return look_at_pairs(figure, [](SegmentId, SegmentId, const Kinematics&) { return true; }).unchecked;
}

LookedAtPairs look_at_pairs(const Figure& figure, const ReallyOverlap& really) {
  Body body(figure);
  Kinematics kinematics(figure);
  Random random(1);
  struct Count {
    int pieces = 0, asked = 0, real = 0;
    bool at_rest = false, really_at_rest = false;
    double false_share() const {
      return asked == 0 ? 0.0 : (1.0 - static_cast<double>(real) / asked) * pieces / postures_looked_at;
    }
  };
  std::map<SegmentPair, Count> counts;
  for (int k = 0; k < postures_looked_at; ++k) {
    for (const SegmentPair& pair : overlapping_in(body, kinematics, some_posture(figure, random))) {
      Count& count = counts[pair];
      ++count.pieces;
      if (count.asked == most_asked) continue;
      ++count.asked;
      count.real += really(pair.first, pair.second, kinematics);
    }
  }
  for (const SegmentPair& pair : overlapping_in(body, kinematics, figure.rest_posture())) {
    counts[pair].at_rest = true;
    counts[pair].really_at_rest = really(pair.first, pair.second, kinematics);
  }
  const std::set<SegmentPair> known(figure.unchecked_pairs().begin(), figure.unchecked_pairs().end());
  LookedAtPairs looked;
  std::set<SegmentId> misled;
  for (const auto& [pair, count] : counts) {
    if (known.contains(pair)) continue;
    const bool always = count.pieces >= nearly_always * postures_looked_at;
    const bool never = count.asked >= enough_asked && count.real == 0;
    const bool is_misleading =
        (count.at_rest && !count.really_at_rest) || count.false_share() >= largest_false_share;
    if (is_misleading && !never) misled.insert({pair.first, pair.second});
    if (!always && !never && !count.at_rest) continue;
    looked.unchecked.push_back({figure.segment_name(pair.first), figure.segment_name(pair.second),
                                never && !count.really_at_rest ? UncheckedPair::Why::never
                                : always                       ? UncheckedPair::Why::always
                                                               : UncheckedPair::Why::at_rest});
  }
  looked.misled.assign(misled.begin(), misled.end());
  return looked;
}

}  // namespace limber
