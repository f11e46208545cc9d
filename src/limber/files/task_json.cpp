#include "limber/files/task_json.h"

#include <algorithm>

#include "limber/base/names.h"

namespace limber::json {

namespace {

constexpr int last_priority = 1000;

std::string read_axes(const Value& value) {
  constexpr std::array<std::string_view, 7> choices = {"x", "y", "z", "xy", "xz", "yz", "xyz"};
  return std::string(choices[value.word(choices, "choice of axes")]);
}

void read_reach(const Value& object, const Figure& figure, TaskDescription& task) {
  task.frame = read_frame_name(object.at("frame"), figure);
  task.target = object.at("target").vec3();
  if (const auto axes = object.find("axes")) task.axes = read_axes(*axes);
  if (const auto tolerance = object.find("tolerance")) task.tolerance = tolerance->positive();
}

void write_reach(const TaskDescription& task, Output& object) {
  const TaskDescription usual;
  object.set("frame", Output::text(task.frame)).set("target", Output::vector(task.target));
  if (task.axes != usual.axes) object.set("axes", Output::text(task.axes));
  if (task.tolerance != usual.tolerance) object.set("tolerance", Output::number(task.tolerance));
}

struct TaskType {
  std::string_view word;
  std::vector<std::string_view> own_keys;  // besides those every task has
  void (*read)(const Value& object, const Figure& figure, TaskDescription& task);
  void (*write)(const TaskDescription& task, Output& object);
};

const std::vector<TaskType>& task_types() {
  static const std::vector<TaskType> types = {
      {"reach", {"frame", "target", "axes", "tolerance"}, read_reach, write_reach},
  };
  return types;
}

constexpr std::array<std::string_view, 1> criterion_types = {"posture"};

std::vector<std::string> read_joint_patterns(const Value& list, const Figure& figure) {
  list.require_list();
  std::vector<std::string> names;
  for (int j = 0; j < figure.segment_count(); ++j) names.push_back(figure.joint_name(j));
  std::vector<std::string> patterns;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string pattern = list[i].name();
    const bool matches = std::any_of(names.begin(), names.end(),
                                     [&](const std::string& name) { return matches_pattern(name, pattern); });
    if (!matches) {
      list[i].fail("no joint of figure " + quoted(figure.name()) + " is called " + quoted(pattern) +
                   did_you_mean(pattern, names));
    }
    patterns.push_back(pattern);
  }
  return patterns;
}

}  // namespace

std::string read_frame_name(const Value& value, const Figure& figure) {
  std::string name = value.name();
  if (figure.find_frame(name)) return name;
  std::vector<std::string> names;
  for (const Frame& frame : figure.frames()) names.push_back(frame.name);
  value.fail("figure " + quoted(figure.name()) + " has no frame " + quoted(name) + did_you_mean(name, names));
}

TaskDescription read_task(const Value& object, const Figure& figure) {
  object.require_object();
  std::vector<std::string_view> words;
  for (const TaskType& type : task_types()) words.push_back(type.word);
  const std::size_t index = object.at("type").word(words, "task type");
  object.require_object(task_formats()[index]);

  TaskDescription task;
  task.type = words[index];
  task.name = object.at("name").name();
  if (const auto priority = object.find("priority")) task.priority = priority->integer(1, last_priority);
  if (const auto weight = object.find("weight")) task.weight = weight->positive();
  if (const auto joints = object.find("joints")) task.joints = read_joint_patterns(*joints, figure);
  task_types()[index].read(object, figure, task);
  return task;
}

Output write_task(const TaskDescription& task) {
  const TaskDescription usual;
  Output object = Output::object();
  object.set("name", Output::text(task.name)).set("type", Output::text(task.type));
  for (const TaskType& type : task_types()) {
    if (type.word == task.type) type.write(task, object);
  }
  if (task.priority != usual.priority) object.set("priority", Output::number(task.priority));
  if (task.weight != usual.weight) object.set("weight", Output::number(task.weight));
  object.set_list("joints", task.joints, Output::text);
  return object;
}

std::vector<ObjectKeys> task_formats() {
  std::vector<ObjectKeys> formats;
  for (const TaskType& type : task_types()) {
    ObjectKeys keys{std::string(type.word) + "_task", {"name", "type", "priority", "weight", "joints"}};
    keys.keys.insert(keys.keys.end(), type.own_keys.begin(), type.own_keys.end());
    formats.push_back(std::move(keys));
  }
  return formats;
}

CriterionDescription read_criterion(const Value& object) {
  object.require_object();
  const std::size_t index = object.at("type").word(criterion_types, "criterion");
  object.require_object(criterion_formats()[index]);
  return {std::string(criterion_types[index]), object.at("gain").not_negative()};
}

Output write_criterion(const CriterionDescription& criterion) {
  Output object = Output::object();
  object.set("type", Output::text(criterion.type)).set("gain", Output::number(criterion.gain));
  return object;
}

std::vector<ObjectKeys> criterion_formats() {
  std::vector<ObjectKeys> formats;
  for (const std::string_view type : criterion_types) {
    formats.push_back({std::string(type) + "_criterion", {"type", "gain"}});
  }
  return formats;
}

}  // namespace limber::json
