// What is wrong with a force, a support or a strength, in one sentence each.

#include "limber/statics/loads.h"

#include <cmath>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/figure/checks.h"
#include "limber/figure/figure.h"
#include "limber/statics/cone_problem.h"

namespace limber {

namespace {

constexpr double largest_patch = 1e3;     // [m]
constexpr double largest_friction = 1e3;  // ice 0.05, rubber 1: beyond, nothing slips
constexpr double nearly_unit = 1e-6;      // how far the length of a normal may be from 1
constexpr double rounding_of_shares = 1e-9;
constexpr double nearly_straight = 1e-10;  // [m^2] twice the area of a patch that is only an edge

[[noreturn]] void fail(const std::string& sentence) {
  throw std::invalid_argument(sentence);
}

void check_frame(const std::string& name, const Figure& figure, const char* field) {
  if (figure.find_frame(name)) return;
  fail(std::string(field) + ": figure " + quoted(figure.name()) + " has no frame " + quoted(name));
}

void check_size(const Vec3& vector, const char* field, const char* unit) {
  if (!vector.allFinite()) fail(std::string(field) + ": expected three numbers");
  if (vector.norm() > largest_force) {
    fail(std::string(field) + ": " + exact_text(vector.norm()) + " " + unit + " is too large; at most " +
         exact_text(largest_force) + " " + unit);
  }
}

double twice_area(const std::vector<Vec2>& corners) {
  double sum = 0.0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 &a = corners[i], &b = corners[(i + 1) % corners.size()];
    sum += a.x() * b.y() - a.y() * b.x();
  }
  return std::abs(sum);
}

}  // namespace

void check(const ForceDescription& force, const Figure& figure) {
  check_frame(force.frame, figure, "frame");
  check_size(force.force, "force", "N");
  check_size(force.torque, "torque", "N m");
  if (!(force.mass >= 0.0) || force.mass > largest_force)
    fail("mass: expected 0 or a positive number of kilograms, at most " + exact_text(largest_force));
  if (force.against.empty()) return;
  check_frame(force.against, figure, "against");
  const SegmentId here = figure.frame(figure.frame(force.frame)).segment;
  if (here == figure.frame(figure.frame(force.against)).segment)
    fail("against: frame " + quoted(force.against) + " is on the same segment as " + quoted(force.frame));
  if (force.mass > 0.0) fail("mass: a force between two parts of the figure carries no mass");
}

void check(const SupportDescription& support, const Figure& figure) {
  check_frame(support.frame, figure, "frame");
  if (!(support.friction >= 0.0) || support.friction > largest_friction) {
    fail("friction: expected a number from 0 (ice) to " + exact_text(largest_friction) +
         ", as 0.6 for a shoe on a floor, got " + exact_text(support.friction));
  }
  if (support.share && !(*support.share >= 0.0 && *support.share <= 1.0))
    fail("share: expected a part of the load from 0 to 1, got " + exact_text(*support.share));
  for (const Vec2& corner : support.patch) {
    if (!corner.allFinite() || corner.norm() > largest_patch)
      fail("patch: expected corners within " + exact_text(largest_patch) + " m of the frame");
  }
  if (support.patch.size() > 2 && twice_area(support.patch) < nearly_straight)
    fail("patch: its corners lie on a line; give the two ends of an edge, or corners of a surface in order");
  if (support.normal &&
      (!support.normal->allFinite() || std::abs(support.normal->norm() - 1.0) > nearly_unit))
    fail("normal: expected a direction of length 1");
}

void check(const StrengthDescription& strength, const Figure& figure) {
  bool any = false;
  for (const JointId joint : figure.joints()) {
    if (!matches_pattern(figure.joint_name(joint), strength.joints)) continue;
    any = true;
    const JointType type = figure.joint(joint).type;
    if (type == JointType::fixed || type == JointType::free) continue;  // "*" does not mean them
    const Complaint wrong = check_strength(strength.strength, type);
    if (!wrong) continue;
    const std::size_t colon = wrong->find(": ");
    const bool is_about_axes = wrong->starts_with("table: a ") || wrong->starts_with("axes: a ");
    if (!is_about_axes) fail(*wrong);
    fail(wrong->substr(0, colon + 2) + "joint " + quoted(figure.joint_name(joint)) + ": " +
         wrong->substr(colon + 2));
  }
  if (!any)
    fail("joints: no joint of figure " + quoted(figure.name()) + " matches " + quoted(strength.joints));
}

void check_shares(const std::vector<SupportDescription>& supports) {
  double sum = 0.0;
  int given = 0;
  for (const SupportDescription& support : supports) {
    if (!support.share) continue;
    ++given;
    sum += *support.share;
  }
  if (given > statics::most_shares)
    fail("share: at most " + std::to_string(statics::most_shares) + " supports may have one, here " +
         std::to_string(given));
  if (given > 0 && given == static_cast<int>(supports.size()) && !(sum > 0.0))
    fail("share: the shares of all supports sum to 0, so nothing carries; give one a share above 0, or none");
  // Where every support has one they count in proportion; else what is left goes to the others.
  const auto without = static_cast<std::ptrdiff_t>(supports.size()) - given;
  if (without > 0 && sum > 1.0 + rounding_of_shares) {
    fail("share: the shares given sum to " + number_text(sum, 6) +
         ", more than the whole load, which leaves less than nothing to the supports without one; lower "
         "them, or give every support a share: then they count in proportion");
  }
}

void check(const Loads& loads, const Figure& figure) {
  const auto each = [&](const auto& list, const char* word) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      try {
        check(list[i], figure);
      } catch (const std::invalid_argument& problem) {
        fail(std::string(word) + " " + std::to_string(i + 1) + ": " + problem.what());
      }
    }
  };
  if (!loads.gravity.allFinite() || loads.gravity.norm() > largest_force)
    fail("gravity: expected three numbers, as [0, 0, -9.81]");
  each(loads.forces, "force");
  each(loads.supports, "support");
  each(loads.strengths, "strength");
  check_shares(loads.supports);
}

}  // namespace limber
