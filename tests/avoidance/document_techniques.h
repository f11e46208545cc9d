#pragma once
// The techniques of the documents that are built here, for tests that go through all of them.

#include <algorithm>
#include <string>
#include <vector>

#include "limber/avoidance/parameters.h"
#include "limber/kinematics/kinematics.h"

namespace limber::test {

// What the documents start from: joint by joint or by points, not by rows.
inline bool is_classic(Technique technique) {
  return origin(technique) == TechniqueOrigin::classics;
}

// All but the solver's own.
inline std::vector<Technique> techniques_that_move() {
  std::vector<Technique> list;
  for (const TechniqueDescription& description : techniques()) {
    const Technique technique = description.technique;
    if (technique != Technique::clearance && technique != Technique::off) list.push_back(technique);
  }
  return list;
}

inline std::vector<Technique> techniques_of_documents() {
  std::vector<Technique> list = techniques_that_move();
  std::erase_if(list, is_classic);
  return list;
}

// Virtual arms and the classics have tests of their own.
inline std::vector<Technique> document_techniques() {
  std::vector<Technique> list = techniques_of_documents();
  std::erase(list, Technique::virtual_arms);
  return list;
}

inline AvoidanceOptions with(Technique technique) {
  AvoidanceOptions options;
  options.technique = technique;
  return options;
}

// As the name of a test may have it.
template <class Case>
std::string technique_name(const Case& test_case) {
  std::string name(describe(test_case.param).key);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// The place of a frame in a posture.
inline Vec3 place_of(const Figure& figure, const Posture& posture, const std::string& frame) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  return kinematics.frame_position(figure.frame(frame));
}

}  // namespace limber::test
