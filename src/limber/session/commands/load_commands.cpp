// Forces, supports and strengths: added, edited, removed; and what would be if one of them were different.
//
// A force or a support is at a frame of the figure. With "at" the frame it names is put there first, on a
// point of the body, in the same step of undo; frames made so ("force.1", "support.2") go with what they were
// made for.

#include <algorithm>
#include <limits>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/files/format/loads_json.h"
#include "limber/files/format/place_json.h"
#include "limber/files/format/scene_json.h"
#include "limber/session/commands/figure_change.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/workspace.h"
#include "limber/statics/report.h"

namespace limber {

namespace {

using json::Value;

constexpr double most_friction = 10.0;  // no surface has more: where the search for enough friction ends
constexpr int friction_halvings = 14;   // to a thousandth

// A force that is pulled out of the body is added and then changed in one gesture, and undone at once.
constexpr std::string_view force_verb = "force";

bool is_made_for_loads(const std::string& frame) {
  return frame.starts_with("force.") || frame.starts_with("support.");
}

const FrameDescription* frame_named(const FigureDescription& description, const std::string& name) {
  const auto found = std::find_if(description.frames.begin(), description.frames.end(),
                                  [&](const FrameDescription& frame) { return frame.name == name; });
  return found == description.frames.end() ? nullptr : &*found;
}

// The frame that `load` names, on the point of the body that `at` says. One of the figure's own is not moved.
void put_frame(State& next, const Value& command, const Value& load, EditName& name) {
  const auto where = command.find("at");
  if (!where) return;
  where->require_object({"place on the body", {"segment", "point"}});
  load.require_object();
  const Figure figure = next.scene.figure;
  const Value frame_value = load.at("frame");
  const std::string frame = frame_value.name();
  FigureDescription description = figure.description();
  if (frame_named(description, frame) != nullptr && !is_made_for_loads(frame))
    frame_value.fail("the figure has a frame " + limber::quoted(frame) + " already");
  std::erase_if(description.frames, [&](const FrameDescription& each) { return each.name == frame; });
  description.frames.push_back(
      {frame, segment_in(*where, "segment", figure), {Mat3::Identity(), where->at("point").vec3()}});
  put_figure(next, require(rebuilt(figure, next.scene.posture, std::move(description))), name);
}

// A frame that was made for a load and that nothing is at any more.
void drop_frame(State& next, const std::string& frame, EditName& name) {
  const Loads& loads = next.scene.tasks.loads;
  const auto at_it = [&](const auto& load) { return load.frame == frame; };
  const bool is_used = std::any_of(loads.forces.begin(), loads.forces.end(), at_it) ||
                       std::any_of(loads.supports.begin(), loads.supports.end(), at_it);
  const Figure figure = next.scene.figure;
  FigureDescription description = figure.description();
  if (is_used || !is_made_for_loads(frame) || frame_named(description, frame) == nullptr) return;
  std::erase_if(description.frames, [&](const FrameDescription& each) { return each.name == frame; });
  put_figure(next, require(rebuilt(figure, next.scene.posture, std::move(description))), name);
}

void require_supports_of_tasks(const TaskList& tasks) {
  for (const TaskList::Entry& entry : tasks) {
    try {
      check(entry.task, tasks.loads);
    } catch (const std::invalid_argument&) {
      throw Refusal("the task " + limber::quoted(entry.name) + " is about it: remove that first");
    }
  }
}

// --- forces

std::string force_words(const ForceDescription& force) {
  return force.mass > 0.0 && force.force.isZero(0.0) ? "mass at " + limber::quoted(force.frame)
                                                     : "force at " + limber::quoted(force.frame);
}

ForceDescription& read_force_number(const Value& number, Loads& loads) {
  if (loads.forces.empty()) number.fail("there are no forces");
  return loads.forces[static_cast<std::size_t>(number.integer(0, static_cast<int>(loads.forces.size()) - 1))];
}

void add_force(Workspace& workspace, const Value& command, Answer& answer) {
  State next = workspace.draft();
  Loads& loads = next.scene.tasks.loads;
  EditName name{.gesture = gesture_of(command)};
  const Value object = command.at("force");
  put_frame(next, command, object, name);
  loads.forces.push_back(json::read_force(object, next.scene.figure));
  const std::size_t number = loads.forces.size() - 1;
  name.words = "add " + force_words(loads.forces.back());
  workspace.verb = force_verb;
  workspace.commit(std::move(next), std::move(name));
  answer.result = "{\"number\": " + std::to_string(number) + "}";
}

void set_force(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  EditName name{.gesture = gesture_of(command)};
  const Value object = command.at("force");
  put_frame(next, command, object, name);
  ForceDescription& force = read_force_number(command.at("number"), next.scene.tasks.loads);
  const std::string frame_before = force.frame;
  force = json::read_force(object, next.scene.figure);
  name.words = (force.frame == frame_before ? "change " : "move ") + force_words(force);
  drop_frame(next, frame_before, name);
  workspace.verb = force_verb;
  workspace.commit(std::move(next), std::move(name));
}

void remove_force(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  Loads& loads = next.scene.tasks.loads;
  const ForceDescription force = read_force_number(command.at("number"), loads);
  loads.forces.erase(loads.forces.begin() + command.at("number").integer(0, std::numeric_limits<int>::max()));
  EditName name{.words = "remove " + force_words(force)};
  drop_frame(next, force.frame, name);
  workspace.commit(std::move(next), std::move(name));
}

// --- supports

SupportDescription& read_support_name(const Value& value, Loads& loads) {
  const std::string name = value.name();
  std::vector<std::string> known;
  for (SupportDescription& support : loads.supports) {
    if (support.name == name) return support;
    known.push_back(support.name);
  }
  value.fail("there is no support " + limber::quoted(name) + did_you_mean(name, known));
}

SupportDescription read_support_of(const Value& object, const Scene& scene) {
  return json::read_support(object, scene.figure, scene.root.empty() && json::is_bolted(scene.figure));
}

void require_free_support_name(const Value& object, const Loads& loads, const std::string& name) {
  const auto has_it = [&](const SupportDescription& support) { return support.name == name; };
  if (std::any_of(loads.supports.begin(), loads.supports.end(), has_it))
    object.at("name").fail("there is already a support " + limber::quoted(name));
}

void add_support(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  Loads& loads = next.scene.tasks.loads;
  EditName name;
  const Value object = command.at("support");
  put_frame(next, command, object, name);
  SupportDescription support = read_support_of(object, next.scene);
  require_free_support_name(object, loads, support.name);
  name.words = "add support " + limber::quoted(support.name);
  loads.supports.push_back(std::move(support));
  check_shares(loads.supports);
  workspace.commit(std::move(next), std::move(name));
}

void set_support(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  Loads& loads = next.scene.tasks.loads;
  EditName name{.gesture = gesture_of(command)};
  const Value object = command.at("to");
  put_frame(next, command, object, name);
  SupportDescription& support = read_support_name(command.at("support"), loads);
  const SupportDescription before = support;
  SupportDescription changed = read_support_of(object, next.scene);
  if (changed.name != before.name) require_free_support_name(object, loads, changed.name);
  support = std::move(changed);
  check_shares(loads.supports);
  name.words =
      (support.name == before.name ? "change support " : "rename support ") + limber::quoted(before.name);
  for (TaskList::Entry& entry : next.scene.tasks) {
    auto* share = std::get_if<SupportShare>(&entry.task);
    if (share != nullptr && share->support == before.name) share->support = support.name;
  }
  drop_frame(next, before.frame, name);
  workspace.commit(std::move(next), std::move(name));
}

void remove_support(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  Loads& loads = next.scene.tasks.loads;
  const SupportDescription support = read_support_name(command.at("support"), loads);
  std::erase(loads.supports, support);
  require_supports_of_tasks(next.scene.tasks);
  EditName name{.words = "remove support " + limber::quoted(support.name)};
  drop_frame(next, support.frame, name);
  workspace.commit(std::move(next), std::move(name));
}

// --- the rest of the loads

void set_strengths(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  Loads& loads = next.scene.tasks.loads;
  loads.strengths.clear();
  command.at("strengths");
  command.for_each("strengths", [&](const Value& item) {
    loads.strengths.push_back(json::read_strength(item, next.scene.figure));
  });
  workspace.commit(std::move(next), {.words = "change strengths", .gesture = gesture_of(command)});
}

void set_loads(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  Loads& loads = next.scene.tasks.loads;
  std::string words = "change forces";
  if (const auto gravity = command.find("gravity")) {
    loads.gravity = gravity->vec3();
    words = "change gravity";
  }
  if (const auto distribution = command.find("distribution")) {
    loads.distribution = json::read_distribution(*distribution);
    words = "change how supports share the load";
  }
  check(loads, next.scene.figure);
  workspace.commit(std::move(next), {.words = std::move(words), .gesture = gesture_of(command)});
}

// --- looking

void show_statics(Workspace& workspace, const Value& command, Answer&) {
  if (command.at("on").truth()) {
    workspace.windows_with_statics.insert(workspace.window);
  } else {
    workspace.windows_with_statics.erase(workspace.window);
  }
  workspace.news.status_changed();
}

std::string standing_words(const StaticsReport& report) {
  if (!report.is_balanced) return report.verdict();
  if (!report.has_margin) return "it stands";
  return "it stands, with " + fixed_text(100.0 * report.margin, 1) + " cm to spare";
}

// The least friction of one support with which the figure stands.
std::string answer_about_friction(const Scene& scene, std::size_t support) {
  Loads loads = scene.tasks.loads;
  const double now = loads.supports[support].friction;
  const auto stands_with = [&](double friction) {
    loads.supports[support].friction = friction;
    return report_on_loads(scene.figure, scene.posture, loads, &scene.world).is_balanced;
  };
  const std::string name = limber::quoted(loads.supports[support].name);
  if (stands_with(now)) return "It stands with the friction it has, " + number_text(now, 3) + ".";
  if (!stands_with(most_friction)) return "However rough the ground under " + name + ", it does not stand.";
  double slips = now, holds = most_friction;
  for (int k = 0; k < friction_halvings; ++k) {
    const double middle = 0.5 * (slips + holds);
    (stands_with(middle) ? holds : slips) = middle;
  }
  return "It would stand with a friction of " + fixed_text(holds, 2) + " at " + name + " instead of " +
         number_text(now, 3) + ".";
}

void statics_what_if(Workspace& workspace, const Value& command, Answer& answer) {
  Scene scene = workspace.draft().scene;
  Loads& loads = scene.tasks.loads;
  if (const auto about = command.find("friction_of")) {
    const auto support = static_cast<std::size_t>(&read_support_name(*about, loads) - loads.supports.data());
    answer.later = [scene = std::move(scene), support] {
      json::Output result = json::Output::object();
      return result.set("words", json::Output::text(answer_about_friction(scene, support))).to_string();
    };
    return;
  }
  std::string what;
  if (const auto number = command.find("without_force")) {
    const ForceDescription force = read_force_number(*number, loads);
    loads.forces.erase(loads.forces.begin() + number->integer(0, std::numeric_limits<int>::max()));
    what = "the " + force_words(force);
  } else {
    const SupportDescription support = read_support_name(command.at("without_support"), loads);
    std::erase(loads.supports, support);
    what = support.name;
  }
  answer.later = [scene = std::move(scene), what = std::move(what)] {
    const StaticsReport report =
        report_on_loads(scene.figure, scene.posture, scene.tasks.loads, &scene.world);
    json::Output result = json::Output::object();
    return result.set("words", json::Output::text("Without " + what + ": " + standing_words(report) + "."))
        .to_string();
  };
}

}  // namespace

std::span<const Verb> load_verbs() {
  static const std::vector<Verb> verbs = {
      {"force-add", {"force", "at"}, add_force},
      {"force-set", {"number", "force", "at"}, set_force},
      {"force-remove", {"number"}, remove_force},
      {"support-add", {"support", "at"}, add_support},
      {"support-set", {"support", "to", "at"}, set_support},
      {"support-remove", {"support"}, remove_support},
      {"strengths-set", {"strengths"}, set_strengths},
      {"loads-set", {"gravity", "distribution"}, set_loads},
      {"statics-show", {"on"}, show_statics, not_recorded},
      {"statics-what-if", {"friction_of", "without_force", "without_support"}, statics_what_if, not_recorded},
  };
  return verbs;
}

}  // namespace limber
