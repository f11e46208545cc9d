// Chooses the instruction and the constants of every joint.

#include "limber/kinematics/program.h"

namespace limber::kinematics {

namespace {

void append(std::vector<double>& list, const Vec3& v) {
  list.insert(list.end(), v.data(), v.data() + 3);
}

void append(std::vector<double>& list, const Mat3& m) {
  list.insert(list.end(), m.data(), m.data() + 9);
}

Motion motion_of(const Joint& joint) {
  switch (joint.type) {
    case JointType::fixed:
      return Motion::none;
    case JointType::revolute:
      if (joint.axis == Vec3::UnitX()) return Motion::turn_x;
      if (joint.axis == Vec3::UnitY()) return Motion::turn_y;
      if (joint.axis == Vec3::UnitZ()) return Motion::turn_z;
      return Motion::turn_any;
    case JointType::prismatic:
      return Motion::slide;
    case JointType::elbow:
      return Motion::elbow;
    case JointType::swing:
      return Motion::swing;
    case JointType::ball:
      return Motion::ball;
    case JointType::free:
      return Motion::free;
  }
  return Motion::none;
}

}  // namespace

Program compile(const Figure& figure) {
  Program program;
  program.instructions.reserve(static_cast<std::size_t>(figure.segment_count()));
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    const Transform &before = figure.before(j), &after = figure.after(j);
    Instruction i;
    i.motion = motion_of(joint);
    i.inverted = joint.inverted;
    i.shifted = before.translation != Vec3::Zero();
    i.turned = before.rotation != Mat3::Identity();
    i.placed_after = !(after == Transform{});
    i.plain = i.motion <= Motion::turn_z && !i.inverted && !i.placed_after;
    i.parent = figure.parent(figure.segment_of(j));
    i.value = figure.first_value(j);
    i.dof = figure.first_dof(j);
    i.angle = static_cast<int>(program.angle_values.size());
    i.constants = static_cast<int>(program.constants.size());
    if (i.shifted) append(program.constants, before.translation);
    if (i.turned) append(program.constants, before.rotation);
    const int axes = axis_constants(i.motion);
    if (axes > 0) append(program.constants, joint.axis);
    if (axes > 3) append(program.constants, joint.twist_axis);
    if (i.placed_after) {
      append(program.constants, after.rotation);
      append(program.constants, after.translation);
    }
    const int angles = joint.type == JointType::revolute ? 1 : joint.type == JointType::elbow ? 2 : 0;
    for (int k = 0; k < angles; ++k) program.angle_values.push_back(i.value + k);
    const bool continues = !program.runs.empty() && program.runs.back().plain_turns == i.plain &&
                           (!i.plain || i.parent == figure.segment_of(j) - 1);
    if (!continues) program.runs.push_back({int{j}, int{j}, i.plain});
    ++program.runs.back().end;
    program.instructions.push_back(i);
  }
  const std::vector<int>& angles = program.angle_values;
  program.angles_are_consecutive =
      !angles.empty() && angles.back() - angles.front() + 1 == static_cast<int>(angles.size());
  return program;
}

}  // namespace limber::kinematics
