// The text of `limber info`: facts and the tree of segments.

#include "report/info_report.h"

#include <algorithm>
#include <map>

#include "analysis/findings.h"
#include "limber/kinematics/kinematics.h"
#include "limber/tasks/ties.h"
#include "report/quantities.h"
#include "report/task_words.h"
#include "report/tree.h"

namespace limber::cli {

namespace {

constexpr std::size_t lines_of_names = 2;  // of names, without --all

std::string extent_text(const Bounds& extent) {
  const Vec3 size = extent.max - extent.min;
  return number_text(size.x(), 3) + " × " + number_text(size.y(), 3) + " × " + length_text(size.z()) +
         " at rest, z from " + length_text(extent.min.z()) + " to " + length_text(extent.max.z());
}

bool has_meshes(const Figure& figure) {
  for (const SegmentId s : figure.segments()) {
    for (const BodyShape& body : figure.shapes(s)) {
      if (std::holds_alternative<MeshReference>(body.shape)) return true;
    }
  }
  return false;
}

// "30 revolute, 4 ball, 1 free": all joints that move.
std::string joint_census(const Figure& figure) {
  std::map<JointType, int> counts;
  for (const JointId j : figure.joints()) {
    if (figure.joint(j).type != JointType::fixed) ++counts[figure.joint(j).type];
  }
  std::string text;
  for (const auto& [type, count] : counts) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(joint_type_name(type));
  }
  return text;
}

// "24 joints, 12 to 220 N m": of those that turn. A table counts with the least and the most it says.
std::string strength_words(const Figure& figure) {
  double least = unlimited, most = 0.0;
  std::size_t count = 0;
  const auto take = [&](double torque) {
    least = std::min(least, torque);
    most = std::max(most, torque);
  };
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    if (!joint.strength.is_known()) continue;
    ++count;
    if (joint.type == JointType::prismatic) continue;  // newtons: another quantity
    const auto take_table = [&](const Strength::Table& table) {
      for (const Strength::Entry& entry : table) {
        take(entry.positive);
        take(entry.negative);
      }
    };
    take_table(joint.strength.table);
    for (const Strength::Table& axis : joint.strength.axes) take_table(axis);
    if (joint.strength.table.empty() && joint.strength.axes.empty()) take(joint.strength.torque);
  }
  if (count == 0) return "";
  std::string text = count_text(count, "joint");
  if (most > 0.0) text += ", " + number_text(least, 3) + " to " + number_text(most, 3) + " N m";
  return text;
}

std::string coupled_words(const Figure& figure) {
  const int coupled = coupled_dof_count(figure);
  return coupled == 0 ? "" : "; " + std::to_string(figure.dof_count() - coupled) + " without coupled joints";
}

std::string figure_source(const Input& input) {
  if (input.kind != FileKind::scene) return std::string(kind_name(input.kind)) + " of " + input.name;
  return "in scene " + input.name;
}

class Facts {
 public:
  Facts(const Terminal& terminal, bool show_all) : terminal_(terminal), show_all_(show_all) {}

  void add(const std::string& label, const std::string& text) {
    table_.add({Text(label, Style::faint), text});
  }

  // Names, wrapped; cut after a few lines unless show_all.
  void add_names(const std::string& label, const std::vector<std::string>& names) {
    if (names.empty()) return;
    const std::size_t label_width = 14,
                      width = std::max<std::size_t>(40, terminal_.columns) - label_width - 8;
    std::vector<std::string> lines = wrapped_list(names, width);
    if (!show_all_ && lines.size() > lines_of_names) {
      lines.resize(lines_of_names);
      lines.back() += " …";
    }
    add(label, std::to_string(names.size()) + ": " + lines[0]);
    for (std::size_t i = 1; i < lines.size(); ++i) add("", lines[i]);
  }

  std::string to_string() const { return table_.to_string(terminal_, 2); }

 private:
  const Terminal& terminal_;
  bool show_all_;
  Table table_{{{""}, {"", Column::Align::left, true}}};
};

// Two segments that are not kept apart, and why.
std::string pair_in_words(const UncheckedPair& pair) {
  const std::string names = pair.one + " and " + pair.other;
  switch (pair.why) {
    case UncheckedPair::Why::given:
      break;
    case UncheckedPair::Why::always:
      return names + " (nearly always do)";
    case UncheckedPair::Why::at_rest:
      return names + " (do at rest)";
    case UncheckedPair::Why::never:
      return names + " (only their pieces do)";
  }
  return names;
}

}  // namespace

int coupled_dof_count(const Figure& figure) {
  return static_cast<int>(std::count_if(figure.couplings().begin(), figure.couplings().end(),
                                        [](const Coupling& c) { return c.range.min == c.range.max; }));
}

Bounds extent_of(const Figure& figure, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  Bounds all{Vec3::Constant(unlimited), Vec3::Constant(-unlimited)};
  const auto include = [&](const Bounds& one) {
    all = {all.min.cwiseMin(one.min), all.max.cwiseMax(one.max)};
  };
  for (const SegmentId s : figure.segments()) {
    const Transform pose = kinematics.segment_pose(s);
    include({pose.translation, pose.translation});
    for (const BodyShape& body : figure.shapes(s)) {
      if (const auto around = bounds(transformed(pose, body.shape))) include(*around);
    }
  }
  return all;
}

std::string info_text(const Input& input, bool show_all, const Terminal& terminal) {
  const Scene& scene = input.scene;
  const Figure& figure = scene.figure;
  Text title(figure.name(), Style::strong);
  title.add("  " + figure_source(input), Style::faint);

  Facts facts(terminal, show_all);
  const std::string census = joint_census(figure);
  facts.add("segments", std::to_string(figure.segment_count()));
  facts.add("DOF", std::to_string(figure.dof_count()) + (census.empty() ? "" : ": " + census) +
                       coupled_words(figure));
  facts.add("mass", figure.total_mass() > 0.0 ? mass_text(figure.total_mass()) : "none given");
  if (const std::string strengths = strength_words(figure); !strengths.empty())
    facts.add("strength", strengths);
  facts.add("extent", extent_text(extent_of(figure, figure.rest_posture())) +
                          (has_meshes(figure) ? ", missing meshes counted as boxes" : ""));
  if (!input.meshes.empty()) facts.add("meshes", input.meshes);
  if (!scene.root.empty()) facts.add("root", scene.root);
  std::vector<std::string> frames, couplings, ties, may_touch, obstacles, tasks;
  for (const Frame& frame : figure.frames()) frames.push_back(frame.name);
  for (const Coupling& coupling : figure.couplings()) couplings.push_back(coupling.name);
  for (const Tie& tie : figure.ties()) ties.push_back(tie.name + " (" + tie_in_words(figure, tie) + ")");
  for (const UncheckedPair& pair : figure.description().unchecked_pairs)
    may_touch.push_back(pair_in_words(pair));
  for (const Obstacle& obstacle : scene.world.obstacles) obstacles.push_back(obstacle.name);
  for (const TaskList::Entry& entry : scene.tasks) {
    tasks.push_back(entry.name + (entry.name.empty() ? "(" : " (") + task_in_words(entry.task, figure) +
                    ", priority " + std::to_string(entry.settings.priority) +
                    (entry.settings.enabled ? ")" : ", off)"));
  }
  facts.add_names("frames", frames);
  facts.add_names("couplings", couplings);
  facts.add_names("ties", ties);
  facts.add_names("may touch", may_touch);
  facts.add_names("obstacles", obstacles);
  facts.add_names("tasks", tasks);

  if (const std::string forces = force_warning(scene); !forces.empty()) facts.add("warning", forces);
  return terminal.shown(title) + "\n\n" + facts.to_string() + "\n" +
         tree_table(figure, !show_all).to_string(terminal, 2);
}

}  // namespace limber::cli
