#pragma once
// Internal: forward kinematics compiled to one instruction per segment, with just the constants it needs.
//
// Most joints of a chain turn about a coordinate axis or not at all; those take a few multiplications
// instead of three matrix products. The instruction says which case it is.

#include <cstdint>
#include <vector>

#include "limber/figure/figure.h"

namespace limber::kinematics {

enum class Motion : std::uint8_t {
  none,
  turn_x,  // revolute about a coordinate axis
  turn_y,
  turn_z,
  turn_any,  // revolute about `axis`
  slide,
  elbow,
  swing,
  ball,
  free
};

struct Instruction {
  Motion motion = Motion::none;
  bool plain = false;  // a turn about a coordinate axis or none, and nothing after it: the fast path
  bool inverted = false;
  bool shifted = false;       // `before` has a translation
  bool turned = false;        // `before` has a rotation
  bool placed_after = false;  // `after` is not the identity
  SegmentId parent;
  int value = 0;      // first value in the posture
  DofId dof;          // first column of the screws
  int angle = 0;      // first entry among the evaluated sines and cosines
  int constants = 0;  // first entry of Program::constants: translation 3, rotation 9, axes 3 each, after 12;
                      // only those the flags and the motion name, in this order
};

// Segments after each other in number. Of a chain of plain joints each is the parent of the next: what one
// writes stays in registers for the next.
struct Run {
  int first = 0, end = 0;
  bool plain_turns = false;
};

struct Program {
  std::vector<Instruction> instructions;  // one per segment, in order
  std::vector<Run> runs;                  // all instructions, in order
  std::vector<double> constants;
  std::vector<int> angle_values;        // which posture values need a sine and a cosine
  bool angles_are_consecutive = false;  // those from angle_values.front() on
};

// How many constants the axes of a motion take.
constexpr int axis_constants(Motion motion) {
  return motion == Motion::elbow ? 6 : motion == Motion::turn_any || motion == Motion::slide ? 3 : 0;
}

Program compile(const Figure& figure);

}  // namespace limber::kinematics
