// Elbows as two hinges, inverted joints by the opposite axes, couplings of hinges; and what is left over, in
// words.

#include "limber/files/hinges.h"

#include <algorithm>
#include <map>

#include "limber/base/names.h"

namespace limber {

namespace {

constexpr std::size_t most_named = 3;

// "a, b, c and 4 more"
std::string some_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most_named); ++k) text += (k ? ", " : "") + names[k];
  if (names.size() > most_named) text += " and " + std::to_string(names.size() - most_named) + " more";
  return text;
}

bool has_swing_limits(const Joint& joint) {
  return !std::holds_alternative<std::monostate>(joint.swing_limit) ||
         !std::holds_alternative<std::monostate>(joint.twist_limit) || joint.ranges[0].is_limited() ||
         joint.ranges[1].is_limited();
}

}  // namespace

std::vector<Hinge> hinges_of(const Figure& figure, JointId j) {
  const Joint& joint = figure.joint(j);
  const std::string& name = figure.joint_name(j);
  const double sign = joint.inverted ? -1.0 : 1.0;
  switch (joint.type) {
    case JointType::fixed:
      return {};
    case JointType::revolute:
    case JointType::prismatic:
      return {{name, joint.type, sign * joint.axis, joint.ranges[0], 0}};
    case JointType::elbow: {
      std::vector<Hinge> two = {
          {name + ".flexion", JointType::revolute, sign * joint.axis, joint.ranges[0], 0},
          {name + ".twist", JointType::revolute, sign * joint.twist_axis, joint.ranges[1], 1}};
      if (joint.inverted) std::swap(two[0], two[1]);
      return two;
    }
    case JointType::swing:
    case JointType::ball:
      return {{name, JointType::ball, {}, {}, 0}};
    case JointType::free:
      return {{name, JointType::free, {}, {}, 0}};
  }
  return {};
}

std::string hinge_of_term(const Figure& figure, const Coupling::Term& term) {
  for (const Hinge& hinge : hinges_of(figure, term.joint)) {
    const bool has_one_value = hinge.type == JointType::revolute || hinge.type == JointType::prismatic;
    if (has_one_value && hinge.coordinate == term.coordinate) return hinge.name;
  }
  return "";
}

std::vector<std::string> notes_on_joints(const Figure& figure) {
  std::vector<std::string> swings, limited;
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    if (joint.type == JointType::swing) swings.push_back(figure.joint_name(j));
    const bool turns_freely = joint.type == JointType::swing || joint.type == JointType::ball;
    if (turns_freely && has_swing_limits(joint)) limited.push_back(figure.joint_name(j));
  }
  std::vector<std::string> notes;
  if (!swings.empty())
    notes.push_back("swing joints are written as ball joints, which can twist: " + some_of(swings));
  if (!limited.empty()) notes.push_back("swing and twist limits are not written: " + some_of(limited));
  if (!figure.ties().empty()) {
    std::vector<std::string> ties;
    for (const Tie& tie : figure.ties()) ties.push_back(tie.name);
    notes.push_back("ties are not written: " + some_of(ties));
  }
  return notes;
}

std::vector<HingeCoupling> hinge_couplings(const Figure& figure, std::vector<std::string>& notes) {
  std::map<std::string, std::string> follows;  // first -> second
  std::vector<HingeCoupling> written;
  std::vector<std::string> left_out;
  const auto leads_to = [&](std::string from, const std::string& to) {
    while (!from.empty() && from != to) {
      const auto next = follows.find(from);
      from = next == follows.end() ? std::string() : next->second;
    }
    return from == to;
  };
  for (const Coupling& coupling : figure.couplings()) {
    const std::size_t terms = coupling.terms.size();
    HingeCoupling made;
    bool can = coupling.range.min == coupling.range.max && (terms == 1 || terms == 2);
    if (can) {
      made.first = hinge_of_term(figure, coupling.terms[0]);
      made.offset = coupling.range.min / coupling.terms[0].coefficient;
      if (terms == 2) {
        made.second = hinge_of_term(figure, coupling.terms[1]);
        made.factor = -coupling.terms[1].coefficient / coupling.terms[0].coefficient;
      }
      can = !made.first.empty() && (terms == 1 || !made.second.empty()) && !follows.contains(made.first) &&
            !(terms == 2 && leads_to(made.second, made.first));
    }
    if (!can) {
      left_out.push_back(coupling.name);
      continue;
    }
    follows[made.first] = made.second;
    written.push_back(std::move(made));
  }
  if (!left_out.empty()) {
    notes.push_back("couplings other than equalities of two hinges are not written: " + some_of(left_out));
  }
  return written;
}

}  // namespace limber
