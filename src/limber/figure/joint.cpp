#include "limber/figure/joint.h"

namespace limber {

namespace {

struct TypeFacts {
  std::string_view name;
  int dofs;
  int values;
};

constexpr std::array<TypeFacts, 7> facts = {{{"fixed", 0, 0},
                                             {"revolute", 1, 1},
                                             {"prismatic", 1, 1},
                                             {"elbow", 2, 2},
                                             {"swing", 2, 2},
                                             {"ball", 3, 4},
                                             {"free", 6, 7}}};

const TypeFacts& facts_of(JointType type) {
  return facts[static_cast<std::size_t>(type)];
}

}  // namespace

int dof_count(JointType type) {
  return facts_of(type).dofs;
}

int value_count(JointType type) {
  return facts_of(type).values;
}

std::string_view joint_type_name(JointType type) {
  return facts_of(type).name;
}

}  // namespace limber
