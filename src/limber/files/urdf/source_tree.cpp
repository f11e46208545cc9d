#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/urdf/source.h"

namespace limber::urdf_import {

namespace {

template <class T>
const T& at(const std::vector<T>& items, int number) {
  return items[static_cast<std::size_t>(number)];
}

std::string on_line(int line) {
  return " (line " + std::to_string(line) + ")";
}

void number_joints(const Xml& xml, Source& source) {
  for (std::size_t j = 0; j < source.joints.size(); ++j) {
    const JointSource& joint = source.joints[j];
    const auto [same, is_new] = source.joint_numbers.emplace(joint.name, static_cast<int>(j));
    if (is_new) continue;
    xml.fail(joint.line, "joint " + quoted(joint.name) + " is there already, on line " +
                             std::to_string(at(source.joints, same->second).line) +
                             "; expected every joint to have a name of its own");
  }
}

// For every link, the number of the joint it hangs from; -1 for the root, which is returned in source.root.
std::vector<int> parent_joints(const Xml& xml, Source& source) {
  std::vector<int> hangs_from(source.links.size(), -1);
  for (std::size_t j = 0; j < source.joints.size(); ++j) {
    const JointSource& joint = source.joints[j];
    const std::string& child = at(source.links, joint.child).name;
    if (joint.parent == joint.child) {
      xml.fail(joint.line, "joint " + quoted(joint.name) + " joins link " + quoted(child) +
                               " to itself; expected two links");
    }
    int& parent_joint = hangs_from[static_cast<std::size_t>(joint.child)];
    if (parent_joint >= 0) {
      const JointSource& other = at(source.joints, parent_joint);
      xml.fail(joint.line, "link " + quoted(child) + " hangs from two joints, " + quoted(other.name) +
                               on_line(other.line) + " and " + quoted(joint.name) +
                               "; expected a tree, in which it hangs from one");
    }
    parent_joint = static_cast<int>(j);
  }
  const auto first = std::find(hangs_from.begin(), hangs_from.end(), -1);
  if (first == hangs_from.end()) return hangs_from;
  source.root = static_cast<int>(first - hangs_from.begin());
  const auto second = std::find(first + 1, hangs_from.end(), -1);
  if (second == hangs_from.end()) return hangs_from;
  const LinkSource& root = at(source.links, source.root);
  const LinkSource& other = at(source.links, static_cast<int>(second - hangs_from.begin()));
  xml.fail(other.line, "link " + quoted(other.name) + " hangs from no joint, and neither does " +
                           quoted(root.name) + on_line(root.line) +
                           "; expected one root link, and every other to be the child of a joint");
}

// Following next[i] from every i: a number that comes back to itself, or -1. Each is visited once.
int on_a_cycle(const std::vector<int>& next) {
  std::vector<int> seen_from(next.size(), -1);
  for (int start = 0; start < static_cast<int>(next.size()); ++start) {
    for (int i = start; i >= 0; i = at(next, i)) {
      if (at(seen_from, i) == start) return i;
      if (at(seen_from, i) >= 0) break;
      seen_from[static_cast<std::size_t>(i)] = start;
    }
  }
  return -1;
}

// With one parent each, a link that does not lead up to the root leads into a cycle.
void refuse_cycles(const Xml& xml, const Source& source, const std::vector<int>& hangs_from) {
  std::vector<int> parents;
  for (int joint : hangs_from) parents.push_back(joint < 0 ? -1 : at(source.joints, joint).parent);
  const int link = on_a_cycle(parents);
  if (link < 0) return;
  const JointSource& joint = at(source.joints, at(hangs_from, link));
  xml.fail(joint.line, "joint " + quoted(joint.name) + " closes a cycle: link " +
                           quoted(at(source.links, link).name) +
                           " hangs, by way of others, from itself; expected a tree");
}

void find_mimicked(const Xml& xml, Source& source) {
  for (JointSource& joint : source.joints) {
    if (joint.mimics.empty()) continue;
    const auto found = source.joint_numbers.find(joint.mimics);
    if (found == source.joint_numbers.end()) {
      std::vector<std::string> names;
      for (const JointSource& other : source.joints) names.push_back(other.name);
      xml.fail(joint.mimic_line, "joint " + quoted(joint.name) + " mimics " + quoted(joint.mimics) +
                                     ", and no joint has this name" + did_you_mean(joint.mimics, names) +
                                     "; expected the name of a <joint>");
    }
    joint.mimicked = found->second;
    const JointSource& other = at(source.joints, joint.mimicked);
    if (other.type == "floating" || other.type == "planar" || other.type == "ball") {
      xml.fail(joint.mimic_line, "joint " + quoted(joint.name) + " mimics the " + other.type + " joint " +
                                     quoted(other.name) + "; expected a joint with one degree of freedom");
    }
  }
  std::vector<int> mimicked;
  for (const JointSource& joint : source.joints) mimicked.push_back(joint.mimicked);
  const int circular = on_a_cycle(mimicked);
  if (circular < 0) return;
  const JointSource& joint = at(source.joints, circular);
  xml.fail(joint.mimic_line, "joint " + quoted(joint.name) +
                                 " mimics, directly or by way of others, itself; expected another joint");
}

}  // namespace

void check_tree(const Xml& xml, Source& source) {
  number_joints(xml, source);
  refuse_cycles(xml, source, parent_joints(xml, source));
  find_mimicked(xml, source);
}

}  // namespace limber::urdf_import
