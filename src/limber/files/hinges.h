#pragma once
// The joints of a figure as other programs know them: hinges, slides, and what they have for the rest.
//
//   elbow         two hinges: R_a1(t1) R_a2(t2)
//   inverted      J(q)^-1: the hinges in the opposite order, about the opposite axes, with the same values
//   ball, swing   `ball`: a program without ball joints gets three hinges, about x, y and z

#include <string>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

struct Hinge {
  std::string name;
  JointType type = JointType::revolute;  // revolute, prismatic, ball or free; none of them: fixed
  Vec3 axis = Vec3::UnitZ();             // revolute, prismatic
  Range range;                           // revolute, prismatic
  int coordinate = 0;                    // which of the joint's values it is
};

// From the parent outwards; empty for a fixed joint.
std::vector<Hinge> hinges_of(const Figure& figure, JointId joint);

// The name of the hinge that has the value of a coupling's term; empty where a value is none of a hinge.
std::string hinge_of_term(const Figure& figure, const Coupling::Term& term);

// What other programs cannot hold of these joints, couplings and ties, one sentence each.
std::vector<std::string> notes_on_joints(const Figure& figure);

// q_first = factor * q_second + offset, of an equality of one or two hinges; `second` is empty for one.
struct HingeCoupling {
  std::string first, second;
  double factor = 0.0, offset = 0.0;
};
// Those that can be written, each joint at most once as the first and in no circle; what is left out is said.
std::vector<HingeCoupling> hinge_couplings(const Figure& figure, std::vector<std::string>& notes);

}  // namespace limber
