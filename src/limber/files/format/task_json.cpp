// Reads and writes tasks, each by its type.

#include "limber/files/format/task_json.h"

#include <stdexcept>

#include "limber/base/names.h"
#include "limber/base/overloaded.h"
#include "limber/figure/compiled.h"
#include "limber/files/format/format_keys.h"
#include "limber/files/format/geometry_json.h"
#include "limber/files/format/place_json.h"
#include "limber/files/format/posture_json.h"

namespace limber::json {

namespace {

constexpr int last_priority = 1000;

const ObjectKeys inside_box_keys{"inside_box", {"shape", "size"}};
const ObjectKeys inside_sphere_keys{"inside_sphere", {"shape", "radius"}};
const ObjectKeys inside_half_space_keys{"inside_half_space", {"shape", "normal", "offset"}};
constexpr std::array<std::string_view, 3> region_words = {"box", "sphere", "half-space"};
constexpr std::array<std::string_view, 3> side_words = {"on", "inside", "outside"};  // OnEllipsoid::Side

// ---- reading -------------------------------------------------------------------------------------------

// A path is read elsewhere (read_task): until then the target is anything.
Vec3 read_target(const Value& object) {
  const Value target = object.at("target");
  return target.is(Kind::object) ? Vec3(Vec3::Zero()) : target.vec3();
}

Task read_reach(const Value& object, const Figure& figure) {
  return Reach{.frame = read_place(object.at("frame"), figure),
               .target = read_target(object),
               .in = read_place_or_world(object, "in", figure),
               .axes = read_axes(object, Reach{}.axes)};
}

Task read_orient(const Value& object, const Figure& figure) {
  const Value target = object.at("target");
  return Orient{.frame = read_place(object.at("frame"), figure),
                .target = target.is(Kind::object) ? Quat(Quat::Identity()) : read_turn(target),
                .in = read_place_or_world(object, "in", figure),
                .axes = read_axes(object, Orient{}.axes)};
}

Task read_look_at(const Value& object, const Figure& figure) {
  LookAt task{.frame = read_place(object.at("frame"), figure),
              .target = read_target(object),
              .in = read_place_or_world(object, "in", figure)};
  if (const auto gaze = object.find("gaze")) task.gaze = gaze->unit_vector();
  return task;
}

Task read_relative_position(const Value& object, const Figure& figure) {
  RelativePosition task{.first = read_place(object.at("first"), figure),
                        .second = read_place(object.at("second"), figure),
                        .axes = read_axes(object, RelativePosition{}.axes)};
  if (const auto offset = object.find("offset")) task.offset = offset->vec3();
  return task;
}

Task read_relative_orientation(const Value& object, const Figure& figure) {
  RelativeOrientation task{.first = read_place(object.at("first"), figure),
                           .second = read_place(object.at("second"), figure),
                           .axes = read_axes(object, RelativeOrientation{}.axes)};
  if (const auto target = object.find("target")) task.target = read_turn(*target);
  return task;
}

Task read_center_of_mass(const Value& object, const Figure& figure) {
  return CenterOfMass{.target = read_target(object),
                      .in = read_place_or_world(object, "in", figure),
                      .axes = read_axes(object, CenterOfMass{}.axes)};
}

Task read_on_ellipsoid(const Value& object, const Figure& figure) {
  OnEllipsoid task{.frame = read_place(object.at("frame"), figure),
                   .center = read_place(object.at("center"), figure),
                   .radii = read_lengths(object.at("radii"))};
  if (const auto side = object.find("side")) {
    task.side = static_cast<OnEllipsoid::Side>(side->word(side_words, "side of an ellipsoid"));
  }
  return task;
}

Task read_joint_value(const Value& object, const Figure& figure) {
  const Value joint = object.at("joint"), target = object.at("target");
  JointValue task{.joint = read_joint_name(joint, joint.name(), figure),
                  .target = target.is(Kind::object) ? 0.0 : target.number()};
  if (const auto coordinate = object.find("coordinate")) task.coordinate = coordinate->integer(0, 5);
  return task;
}

Task read_region(const Value& object, const Figure& figure) {
  Region task{.frame = read_place(object.at("frame"), figure),
              .inside = {},
              .in = read_place_or_world(object, "in", figure)};
  const Value inside = object.at("inside");
  inside.require_object();
  switch (inside.at("shape").word(region_words, "region")) {
    case 0:
      inside.require_object(inside_box_keys);
      task.inside = Region::InsideBox{0.5 * read_lengths(inside.at("size"))};
      break;
    case 1:
      inside.require_object(inside_sphere_keys);
      task.inside = Region::InsideSphere{inside.at("radius").positive()};
      break;
    default:
      inside.require_object(inside_half_space_keys);
      task.inside = Region::InsideHalfSpace{inside.at("normal").unit_vector(), inside.at("offset").number()};
  }
  return task;
}

Task read_drag(const Value& object, const Figure& figure) {
  return Drag{.segment = read_segment_name(object.at("segment"), figure),
              .point = object.at("point").vec3(),
              .target = object.at("target").vec3()};
}

Task read_equilibrium(const Value&, const Figure&) {
  return Equilibrium{};
}

Task read_center_over_supports(const Value&, const Figure&) {
  return CenterOverSupports{};
}

Task read_balance(const Value& object, const Figure&) {
  Balance task;
  if (const auto margin = object.find("margin")) task.margin = margin->number();
  return task;
}

Task read_inertia(const Value& object, const Figure&) {
  return Inertia{.axis = object.at("axis").unit_vector(), .radius = object.at("radius").not_negative()};
}

Task read_support_share(const Value& object, const Figure&) {
  return SupportShare{.support = object.at("support").name(), .share = object.at("share").number()};
}

Task read_joint_strength(const Value& object, const Figure& figure) {
  const Value joint = object.at("joint");
  JointStrength task{.joint = read_joint_name(joint, joint.name(), figure)};
  if (const auto coordinate = object.find("coordinate")) task.coordinate = coordinate->integer(0, 5);
  if (const auto most = object.find("most")) task.most = most->positive();
  return task;
}

// ---- writing -------------------------------------------------------------------------------------------

struct TaskWriter {
  const Figure& figure;
  Output& object;
  Output path = Output::object();  // not empty: in place of the target

  void target(Output fixed) const { object.set("target", path.is_empty() ? std::move(fixed) : path); }
  void place(std::string_view key, const Place& place) const { object.set(key, write_place(place, figure)); }
  void in(const Place& place) const { write_place_unless_world(place, figure, "in", object); }

  void operator()(const Reach& t) const {
    place("frame", t.frame);
    target(Output::vector(t.target));
    in(t.in);
    write_axes(t.axes, Reach{}.axes, object);
  }
  void operator()(const Orient& t) const {
    place("frame", t.frame);
    target(write_turn(t.target));
    in(t.in);
    write_axes(t.axes, Orient{}.axes, object);
  }
  void operator()(const LookAt& t) const {
    place("frame", t.frame);
    target(Output::vector(t.target));
    in(t.in);
    if (t.gaze != LookAt{}.gaze) object.set("gaze", Output::vector(t.gaze));
  }
  void operator()(const RelativePosition& t) const {
    place("first", t.first);
    place("second", t.second);
    if (t.offset != Vec3::Zero()) object.set("offset", Output::vector(t.offset));
    write_axes(t.axes, RelativePosition{}.axes, object);
  }
  void operator()(const RelativeOrientation& t) const {
    place("first", t.first);
    place("second", t.second);
    if (t.target.vec() != Vec3::Zero()) object.set("target", write_turn(t.target));
    write_axes(t.axes, RelativeOrientation{}.axes, object);
  }
  void operator()(const CenterOfMass& t) const {
    target(Output::vector(t.target));
    in(t.in);
    write_axes(t.axes, CenterOfMass{}.axes, object);
  }
  void operator()(const OnEllipsoid& t) const {
    place("frame", t.frame);
    place("center", t.center);
    object.set("radii", Output::vector(t.radii));
    if (t.side != OnEllipsoid{}.side) {
      object.set("side", Output::text(side_words[static_cast<std::size_t>(t.side)]));
    }
  }
  void operator()(const JointValue& t) const {
    object.set("joint", Output::text(figure.joint_name(t.joint)));
    if (t.coordinate != 0) object.set("coordinate", Output::number(t.coordinate));
    target(Output::number(t.target));
  }
  void operator()(const Region& t) const {
    place("frame", t.frame);
    Output inside = Output::object();
    inside.set("shape", Output::text(region_words[t.inside.index()]));
    std::visit(
        overloaded{
            [&](const Region::InsideBox& box) { inside.set("size", Output::vector(2.0 * box.half_size)); },
            [&](const Region::InsideSphere& sphere) { inside.set("radius", Output::number(sphere.radius)); },
            [&](const Region::InsideHalfSpace& half) {
              inside.set("normal", Output::vector(half.normal)).set("offset", Output::number(half.offset));
            },
        },
        t.inside);
    object.set("inside", std::move(inside));
    in(t.in);
  }
  void operator()(const Drag& t) const {
    object.set("segment", Output::text(figure.segment_name(t.segment)));
    object.set("point", Output::vector(t.point)).set("target", Output::vector(t.target));
  }
  void operator()(const Equilibrium&) const {}
  void operator()(const CenterOverSupports&) const {}
  void operator()(const Balance& t) const {
    if (t.margin != Balance{}.margin) object.set("margin", Output::number(t.margin));
  }
  void operator()(const Inertia& t) const {
    object.set("axis", Output::vector(t.axis)).set("radius", Output::number(t.radius));
  }
  void operator()(const SupportShare& t) const {
    object.set("support", Output::text(t.support)).set("share", Output::number(t.share));
  }
  void operator()(const JointStrength& t) const {
    object.set("joint", Output::text(figure.joint_name(t.joint)));
    if (t.coordinate != 0) object.set("coordinate", Output::number(t.coordinate));
    if (t.most != JointStrength{}.most) object.set("most", Output::number(t.most));
  }
  void operator()(const Custom&) const {
    throw std::invalid_argument("it is a custom task, made of functions, which a file cannot contain");
  }
};

// ---- the table -----------------------------------------------------------------------------------------

struct TaskType {
  std::string_view word;                   // its type_name
  std::vector<std::string_view> own_keys;  // besides those every task has
  Task (*read)(const Value& object, const Figure& figure);
};

const std::vector<TaskType>& task_types() {
  static const std::vector<TaskType> types = {
      {"reach", {"frame", "target", "in", "axes"}, read_reach},
      {"orient", {"frame", "target", "in", "axes"}, read_orient},
      {"look-at", {"frame", "target", "in", "gaze"}, read_look_at},
      {"relative-position", {"first", "second", "offset", "axes"}, read_relative_position},
      {"relative-orientation", {"first", "second", "target", "axes"}, read_relative_orientation},
      {"center-of-mass", {"target", "in", "axes"}, read_center_of_mass},
      {"on-ellipsoid", {"frame", "center", "radii", "side"}, read_on_ellipsoid},
      {"joint-value", {"joint", "coordinate", "target"}, read_joint_value},
      {"region", {"frame", "inside", "in"}, read_region},
      {"drag", {"segment", "point", "target"}, read_drag},
      {"equilibrium", {}, read_equilibrium},
      {"center-over-supports", {}, read_center_over_supports},
      {"balance", {"margin"}, read_balance},
      {"inertia", {"axis", "radius"}, read_inertia},
      {"support-share", {"support", "share"}, read_support_share},
      {"joint-strength", {"joint", "coordinate", "most"}, read_joint_strength},
  };
  return types;
}

const std::vector<ObjectKeys>& task_keys() {
  static const std::vector<ObjectKeys> keys =
      keys_by_type(task_types(), "_task", {"priority", "weight", "tolerance", "joints", "costs", "enabled"});
  return keys;
}

void require_joints_matching(const std::string& pattern, const Value& place, const Figure& figure) {
  try {
    joints_matching(figure, {pattern});
  } catch (const std::invalid_argument& problem) {
    place.fail(problem.what());
  }
}

void read_joints(const Value& list, const Figure& figure, TaskSettings& settings) {
  list.require_list();
  if (list.size() == 0)
    list.fail("expected at least one joint or pattern; leave \"joints\" out to allow all");
  for (std::size_t i = 0; i < list.size(); ++i) {
    settings.joint_patterns.push_back(list[i].name());
    require_joints_matching(settings.joint_patterns.back(), list[i], figure);
  }
  settings.joints = joints_matching(figure, settings.joint_patterns);
}

// The patterns as they were read, unless the joints have changed since.
std::vector<std::string> joints_to_write(const TaskSettings& settings, const Figure& figure) {
  try {
    if (joints_matching(figure, settings.joint_patterns) == settings.joints) return settings.joint_patterns;
  } catch (const std::invalid_argument&) {  // the pattern of another figure
  }
  std::vector<std::string> names;
  for (const JointId joint : settings.joints) names.push_back(figure.joint_name(joint));
  return names;
}

}  // namespace

std::vector<JointCost> read_joint_numbers(const Value& object, const Figure& figure,
                                          double (Value::*read)() const) {
  object.require_object();
  std::vector<JointCost> numbers;
  for (std::size_t i = 0; i < object.size(); ++i) {
    const Value member = object.member(i);
    const std::string pattern(member.node().name());
    require_joints_matching(pattern, member, figure);
    numbers.push_back({pattern, (member.*read)()});
  }
  return numbers;
}

Output write_joint_numbers(const std::vector<JointCost>& numbers) {
  Output object = Output::object();
  for (const JointCost& part : numbers) object.set(part.joints, Output::number(part.cost));
  return object;
}

std::vector<double> by_dof(const std::vector<JointCost>& numbers, const Figure& figure,
                           std::vector<double> otherwise) {
  for (const JointCost& part : numbers) {
    for (const DofId dof : figure.dofs()) {
      if (matches_pattern(figure.joint_name(figure.joint_of_dof(dof)), part.joints))
        at(otherwise, dof) = part.cost;
    }
  }
  return otherwise;
}

PathOf path_kind(const Task& task) {
  return std::holds_alternative<JointValue>(task) ? PathOf::numbers : PathOf::points;
}

NamedTask read_task(const Value& object, const Figure& figure, TaskName need, const TextLoader& load) {
  object.require_object();
  std::vector<std::string_view> words;
  for (const TaskType& type : task_types()) words.push_back(type.word);
  const std::size_t index = object.at("type").word(words, "task type");
  object.require_object(task_keys()[index]);

  NamedTask result;
  const bool may_be_nameless = need == TaskName::optional || words[index] == "drag";
  if (object.find("name") || !may_be_nameless) result.name = object.at("name").name();
  TaskSettings& settings = result.settings;
  if (const auto priority = object.find("priority")) settings.priority = priority->integer(1, last_priority);
  if (const auto weight = object.find("weight")) settings.weight = weight->positive();
  if (const auto tolerance = object.find("tolerance")) settings.tolerance = tolerance->positive();
  if (const auto joints = object.find("joints")) read_joints(*joints, figure, settings);
  if (const auto costs = object.find("costs"))
    settings.costs = read_joint_numbers(*costs, figure, &Value::positive);
  if (const auto enabled = object.find("enabled")) settings.enabled = enabled->truth();
  result.task = task_types()[index].read(object, figure);
  if (const auto target = object.find("target"); target && target->is(Kind::object)) {
    result.path = read_path(*target, path_kind(result.task), load);
    set_target(result.task, *result.path, 0.0);
  }
  try {
    check(result.task, figure);
  } catch (const std::invalid_argument& problem) {
    object.fail(problem.what());
  }
  return result;
}

Output write_task(const TaskList& tasks, const TaskList::Entry& entry, const Figure& figure,
                  const TargetPath* path, PathFiles files) {
  const TaskSettings usual, &settings = entry.settings;
  Output object = Output::object();
  if (!entry.name.empty()) object.set("name", Output::text(entry.name));
  object.set("type", Output::text(type_name(entry.task)));
  try {
    TaskWriter writer{figure, object};
    if (path) writer.path = write_path(*path, path_kind(entry.task), files);
    std::visit(writer, entry.task);
  } catch (const std::invalid_argument& problem) {
    throw std::invalid_argument(title(tasks, entry) + " cannot be saved: " + problem.what());
  }
  if (settings.priority != usual.priority) object.set("priority", Output::number(settings.priority));
  if (settings.weight != usual.weight) object.set("weight", Output::number(settings.weight));
  if (settings.tolerance != usual.tolerance) object.set("tolerance", Output::number(settings.tolerance));
  object.set_list("joints", joints_to_write(settings, figure), Output::text);
  if (!settings.costs.empty()) object.set("costs", write_joint_numbers(settings.costs));
  if (!settings.enabled) object.set("enabled", Output::truth(false));
  return object;
}

std::vector<ObjectKeys> task_formats() {
  std::vector<ObjectKeys> formats = task_keys();
  formats.insert(formats.end(), {inside_box_keys, inside_sphere_keys, inside_half_space_keys});
  return formats;
}

}  // namespace limber::json
