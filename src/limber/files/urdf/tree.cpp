// How links and joints are connected: one tree of links, and no circle of mimics.

#include <algorithm>

#include "limber/base/ids.h"
#include "limber/base/names.h"
#include "limber/files/urdf/robot.h"

namespace limber::urdf_import {

namespace {

using Numbers = std::map<std::string, int>;

std::string on_line(int line) {
  return " (line " + std::to_string(line) + ")";
}

Numbers number_joints(const Xml& xml, const Robot& robot) {
  Numbers numbers;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint& joint = robot.joints[j];
    const auto [same, is_new] = numbers.emplace(joint.name, static_cast<int>(j));
    if (is_new) continue;
    xml.fail(joint.line, "joint " + limber::quoted(joint.name) + " is already defined on line " +
                             std::to_string(robot.joint(same->second).line) +
                             "; expected every joint to have its own name");
  }
  return numbers;
}

// For every link the joint it is the child of; -1: none.
std::vector<int> find_parent_joints(const Xml& xml, const Robot& robot) {
  std::vector<int> parents(robot.links.size(), -1);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint& joint = robot.joints[j];
    const std::string& child = robot.link(joint.child).name;
    if (joint.parent == joint.child) {
      xml.fail(joint.line, "joint " + limber::quoted(joint.name) + " connects link " + limber::quoted(child) +
                               " to itself; expected two links");
    }
    int& parent = at(parents, joint.child);
    if (parent >= 0) {
      const RobotJoint& other = robot.joint(parent);
      xml.fail(joint.line, "link " + limber::quoted(child) + " is the child of two joints, " +
                               limber::quoted(other.name) + on_line(other.line) + " and " +
                               limber::quoted(joint.name) +
                               "; expected a tree, where it is the child of one");
    }
    parent = static_cast<int>(j);
  }
  return parents;
}

// Without any root there is a cycle, which is reported by refuse_cycles.
int find_root(const Xml& xml, const Robot& robot, const std::vector<int>& parent_joints) {
  const auto first = std::find(parent_joints.begin(), parent_joints.end(), -1);
  if (first == parent_joints.end()) return 0;
  const int root = static_cast<int>(first - parent_joints.begin());
  const auto second = std::find(first + 1, parent_joints.end(), -1);
  if (second == parent_joints.end()) return root;
  const RobotLink& other = robot.link(static_cast<int>(second - parent_joints.begin()));
  xml.fail(other.line, "link " + limber::quoted(other.name) + " is no joint's child, and neither is " +
                           limber::quoted(robot.link(root).name) + on_line(robot.link(root).line) +
                           "; expected one root link, and every other link to be the child of a joint");
}

// With one parent each, a link that does not lead up to the root leads into a cycle.
void refuse_cycles(const Xml& xml, const Robot& robot, const std::vector<int>& parent_joints) {
  std::vector<int> parents;
  for (int joint : parent_joints) parents.push_back(joint < 0 ? -1 : robot.joint(joint).parent);
  const int link = find_cycle(parents);
  if (link < 0) return;
  const RobotJoint& joint = robot.joint(at(parent_joints, link));
  xml.fail(joint.line, "joint " + limber::quoted(joint.name) + " closes a cycle: link " +
                           limber::quoted(robot.link(link).name) + " is its own ancestor; expected a tree");
}

// False if there is no such joint: then the joint moves by itself. `hints`: how many more sentences may say
// which name was meant, since each of those looks at all names.
bool find_mimicked(const Xml& xml, const Numbers& numbers, const RobotJoint& joint, Mimic& mimic,
                   const Robot& robot, int& hints) {
  const auto found = numbers.find(mimic.name);
  if (found == numbers.end()) {
    std::vector<std::string> names;
    if (hints > 0) {
      --hints;
      for (const RobotJoint& other : robot.joints) names.push_back(other.name);
    }
    xml.warn(mimic.line, "joint " + limber::quoted(joint.name) + " mimics " + limber::quoted(mimic.name) +
                             ", and no joint has this name" + did_you_mean(mimic.name, names) +
                             "; it moves by itself");
    return false;
  }
  mimic.joint = found->second;
  const RobotJoint& other = robot.joint(mimic.joint);
  if (other.type == RobotJointType::floating || other.type == RobotJointType::planar ||
      other.type == RobotJointType::ball) {
    xml.fail(mimic.line, "joint " + limber::quoted(joint.name) + " mimics the " +
                             std::string(type_word(other.type)) + " joint " + limber::quoted(other.name) +
                             "; expected a joint with one degree of freedom");
  }
  return true;
}

void refuse_circular_mimics(const Xml& xml, const Robot& robot) {
  std::vector<int> mimicked;
  for (const RobotJoint& joint : robot.joints) mimicked.push_back(joint.mimic ? joint.mimic->joint : -1);
  const int circular = find_cycle(mimicked);
  if (circular < 0) return;
  const RobotJoint& joint = robot.joint(circular);
  xml.fail(joint.mimic->line, "joint " + limber::quoted(joint.name) +
                                  " mimics itself, directly or through others; expected another joint");
}

}  // namespace

int find_cycle(const std::vector<int>& next) {
  std::vector<int> seen_from(next.size(), -1);
  for (int start = 0; start < static_cast<int>(next.size()); ++start) {
    for (int i = start; i >= 0; i = at(next, i)) {
      int& seen = at(seen_from, i);
      if (seen == start) return i;
      if (seen >= 0) break;
      seen = start;
    }
  }
  return -1;
}

void connect(const Xml& xml, Robot& robot) {
  const Numbers numbers = number_joints(xml, robot);
  const std::vector<int> parent_joints = find_parent_joints(xml, robot);
  robot.root = find_root(xml, robot, parent_joints);
  refuse_cycles(xml, robot, parent_joints);
  int hints = 10;
  for (RobotJoint& joint : robot.joints) {
    if (joint.mimic && !find_mimicked(xml, numbers, joint, *joint.mimic, robot, hints)) joint.mimic.reset();
  }
  refuse_circular_mimics(xml, robot);
}

}  // namespace limber::urdf_import
