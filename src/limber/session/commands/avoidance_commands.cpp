// The avoidance technique, and comparing techniques.

#include <algorithm>

#include "limber/avoidance/course.h"
#include "limber/avoidance/parameters.h"
#include "limber/avoidance/tuning.h"
#include "limber/base/names.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/forms/avoidance_form.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

constexpr std::size_t steps_to_goals = 600;  // if nothing was dragged

void set_avoidance(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const Technique before = next.scene.avoidance.technique;
  read_avoidance_form(command.at("avoidance"), next.scene);
  const Technique chosen = next.scene.avoidance.technique;
  const std::string title(describe(chosen).title);
  workspace.commit(std::move(next),
                   {.words = chosen == before ? "change the avoidance" : "avoid by " + limber::quoted(title),
                    .gesture = gesture_of(command)});
}

// The last drag, repeated from its start; if there was none, the motion from the posture shown to the goals.
Course course_of(const Workspace& workspace) {
  const LastDrag& drag = workspace.last_drag();
  const bool was_dragged = drag.start && !drag.targets.empty();
  State start = was_dragged ? *drag.start : workspace.draft();
  Course course{.figure = start.scene.figure,
                .start = start.scene.posture,
                .world = start.scene.world,
                .tasks = was_dragged ? drag.tasks : start.scene.tasks,
                .criteria = start.scene.criteria,
                .solver = workspace.now().scene.solver,
                .targets = was_dragged ? drag.targets : std::vector<Vec3>(steps_to_goals, Vec3::Zero()),
                .frame_time = workspace.motion().obstacles_move() ? step_seconds : 0.0};
  if (was_dragged) course.leading_task = drag_task(drag.tasks).number;
  return course;
}

std::string row_of(const Measures& measures, const TechniqueDescription& technique, int course) {
  Output row = Output::object();
  row.set("technique", Output::text(technique.key)).set("course", Output::number(course));
  row.set("steps", Output::number(measures.frames));
  row.set("least_clearance", Output::number(measures.least_clearance));  // null: nothing near
  row.set("penetrations", Output::number(measures.penetrations));
  row.set("mean_error", Output::number(measures.mean_error));
  row.set("final_error", Output::number(measures.final_error));
  row.set("largest_bend", Output::number(measures.largest_bend));
  row.set("reversals", Output::number(measures.reversals));
  return row.set("step_microseconds", Output::number(1e6 * measures.mean_seconds)).to_string();
}

void compare(Workspace& workspace, const Value& command, Answer& answer) {
  const Value wanted = command.at("technique");
  const std::string key = wanted.name();
  const TechniqueDescription* technique = find_technique(key);
  if (!technique) wanted.fail("there is no technique " + limber::quoted(key));
  AvoidanceOptions options = workspace.now().scene.avoidance;
  options.technique = technique->technique;
  workspace.questions.comparison_wanted = std::make_shared<std::atomic<bool>>(true);
  answer.later = [course = course_of(workspace), options, technique, number = workspace.last_drag().number,
                  wanted_still = workspace.questions.comparison_wanted] {
    const Measures measures =
        run(course, options,
            [&](int, const Posture&, const StepReport&, const MotionMeter&) { return wanted_still->load(); });
    if (!wanted_still->load()) throw Refusal("the comparison was stopped");
    return row_of(measures, *technique, number);
  };
}

// The parameters with which a technique meets wishes on the last drag.
void tune_technique(Workspace& workspace, const Value& command, Answer& answer) {
  const AvoidanceOptions start = workspace.now().scene.avoidance;
  const TechniqueDescription& technique = describe(start.technique);
  const bool any = std::any_of(technique.parameters.begin(), technique.parameters.end(),
                               [](const AvoidanceParameter& parameter) { return parameter.is_tuned(); });
  if (!any)
    throw Refusal("the technique " + limber::quoted(std::string(technique.title)) +
                  " has no parameter to tune");
  TuningWishes wishes;
  if (const auto clearance = command.find("clearance")) wishes.clearance = clearance->not_negative();
  if (const auto bend = command.find("bend")) wishes.bend = bend->positive();
  if (const auto error = command.find("mean_error")) wishes.mean_error = error->positive();
  if (const auto reversals = command.find("reversals")) wishes.reversals = reversals->integer(0, 1'000'000);
  workspace.questions.comparison_wanted = std::make_shared<std::atomic<bool>>(true);
  answer.later = [course = course_of(workspace), start, wishes, &technique,
                  wanted_still = workspace.questions.comparison_wanted] {
    const TuningResult result = tune(
        course, start, wishes,
        {.refinements = 2, .progress = [&](double, const TuningTrial&) { return wanted_still->load(); }});
    if (result.cancelled) throw Refusal("tuning was stopped");
    Output parameters = Output::object();
    for (const AvoidanceParameter& parameter : technique.parameters) {
      if (parameter.is_tuned())
        parameters.set(parameter.key,
                       Output::number(value(parameter, result.best.avoidance, result.best.clearance)));
    }
    Output row = Output::object();
    row.set("technique", Output::text(technique.key)).set("found", Output::truth(result.found));
    row.set("words", Output::text(in_words(result, wishes))).set("trials", Output::number(result.trials));
    return row.set("parameters", std::move(parameters)).to_string();
  };
}

void stop_comparison(Workspace& workspace, const Value&, Answer&) {
  *workspace.questions.comparison_wanted = false;
}

}  // namespace

std::span<const Verb> avoidance_verbs() {
  static const std::vector<Verb> verbs = {
      {"avoidance-set", {"avoidance"}, set_avoidance},
      {"compare", {"technique"}, compare, not_recorded},
      {"tune", {"clearance", "bend", "mean_error", "reversals"}, tune_technique, not_recorded},
      {"compare-stop", {}, stop_comparison, not_recorded},
  };
  return verbs;
}

}  // namespace limber
