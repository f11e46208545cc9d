#pragma once
// How a figure moves in time: who decides about the freedom that tasks leave, and how fast joints may go.

#include <cstdint>
#include <string_view>
#include <vector>

namespace limber {

// With task Jacobian J, criterion g, its gradient and second derivatives H, a basis V of the freedom left and
// G = V^T grad g (motion/redundancy.h has the equations).
enum class RedundancyMethod : std::uint8_t {
  pseudo_inverse,  // down the gradient of g (Liegeois 1977). A closed path need not close in the joints
                   // quickly; without a criterion it never does
  original,        // extended Jacobian: G stays 0; its derivative by differences of bases
  simplified,      // the same without the derivative of the basis
  estimated,       // the simplified one and a running estimate of what it leaves out
  klein_first,     // the original by one large linear system (Klein, Chu-Jenq and Ahmed 1995)
  klein_second,    // the original with the derivative of the basis in closed form
  repeatable,      // ours: the exact answer at about the cost of the pseudo-inverse, under all priorities
};

struct RedundancyOptions {
  RedundancyMethod method = RedundancyMethod::pseudo_inverse;
  double gain = 10.0;  // [1/s] > 0: G decays by exp(-gain t); gain * dt must stay well below 1
  bool operator==(const RedundancyOptions&) const = default;
};

struct MotionOptions {
  RedundancyOptions redundancy = {};
  // Of each degree of freedom, [rad/s] or [m/s] and [rad/s^2] or [m/s^2]; > 0. Empty: no limit.
  std::vector<double> speeds = {};
  std::vector<double> accelerations = {};
  bool operator==(const MotionOptions&) const = default;
};

// "pseudo-inverse", "repeatable", ...: the words used in scene files, in the order of the enum.
inline constexpr std::string_view redundancy_words[] = {
    "pseudo-inverse", "original", "simplified", "estimated", "klein-first", "klein-second", "repeatable"};

}  // namespace limber
