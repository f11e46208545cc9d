#pragma once
// L-system trees as obstacles: a Lindenmayer grammar rewrites a word, and a turtle that walks along the word
// leaves capsules behind.
//
//   axiom -> ... -> word        `depth` times, every letter that has a rule is replaced, all at once
//
//   F      draw a capsule of length s and radius r, and move to its end
//   f      move without drawing
//   + -    turn by +-angle about U
//   & ^    turn by +-angle about L
//   \ /    turn by +-angle about H
//   |      turn round (180 degrees about U)
//   !      r *= radius_ratio
//   '      s *= length_ratio
//   [ ]    remember the turtle, return to where it was remembered
//
// Any other letter does nothing. H (ahead), L (left), U (up) are the turtle's own axes, right-handed; it
// turns about their current directions. It starts at `place`, with H along z there. (Ge 2000 grows trees this
// way, but gives no grammar.)

#include <cstdint>
#include <string>
#include <vector>

#include "limber/base/expected.h"
#include "limber/math/transform.h"
#include "limber/shapes/shape.h"

namespace limber {

struct LSystem {
  struct Rule {
    char letter = 'A';
    std::string word;
    double probability = 1.0;  // 0..1; the rules of one letter sum to at most 1, else the letter stays
    bool operator==(const Rule&) const = default;
  };

  std::string axiom = "A";
  std::vector<Rule> rules = {{'A', "F[&!'A]////[&!'A]////[&!'A]"}};
  int depth = 3;                      // 0..20
  double angle = 0.5235987755982988;  // [rad]
  double angle_spread = 0.0;          // [rad] every turn varies by up to this in both directions
  double length = 2.0;                // [m] of the first capsule, end to end without its caps
  double radius = 0.3;                // [m]
  double length_ratio = 0.8;          // > 0
  double radius_ratio = 0.7;          // > 0
  std::uint64_t seed = 1;             // of probabilities and spread; same seed, same tree
  Transform place;                    // of the foot: the tree grows along its z axis
  bool operator==(const LSystem&) const = default;
};

// The capsules from the foot up. The error says what is wrong with the grammar, or that it grows too large.
Expected<std::vector<Capsule>> grow(const LSystem& system);

}  // namespace limber
