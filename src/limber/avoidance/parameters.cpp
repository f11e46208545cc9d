#include "limber/avoidance/parameters.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace limber {

namespace {

using Options = AvoidanceOptions;
using Parameter = AvoidanceParameter;

constexpr double longest = 1e6;  // [m] nothing is larger

constexpr Parameter length(std::string_view key, std::string_view words, double Options::*member) {
  return {key, words, "m", 0.0, longest, member};
}
constexpr Parameter number(std::string_view key, std::string_view words, std::string_view unit, double least,
                           double most, Parameter::Member member) {
  return {key, words, unit, least, most, member};
}
constexpr Parameter truth(std::string_view key, std::string_view words, Parameter::Member member) {
  return {key, words, "", 0.0, 1.0, member};
}
constexpr Parameter tuned(Parameter parameter, double least, double most) {
  parameter.tune_least = least;
  parameter.tune_most = most;
  return parameter;
}

template <std::size_t... N>
constexpr auto join(const std::array<Parameter, N>&... parts) {
  std::array<Parameter, (N + ...)> all{};
  std::size_t count = 0;
  const auto append = [&](const auto& part) {
    for (const Parameter& parameter : part) all[count++] = parameter;
  };
  (append(parts), ...);
  return all;
}

// --- what several techniques share

constexpr std::array common = {
    length("unit", "what counts as length 1 in gains and distances; 0: the mean link length", &Options::unit),
    number("damping", "how much tracking is damped near singularities; 0: 0.1 units", "m/rad", 0.0, longest,
           &Options::damping),
    length("largest_error", "the goal is asked for in pieces of at most this; 0: half a unit",
           &Options::largest_error),
    number("most_obstacles", "only so many of the nearest obstacles count", "", 1, 64,
           &Options::most_obstacles),
    number("contacts_per_obstacle", "how many of its nearest parts of the figure an obstacle acts on", "", 1,
           8, &Options::contacts_per_obstacle),
    truth("cancel", "a step that would end inside an obstacle is not taken", &Options::cancel),
    number("halvings", "how often such a step is halved before it is given up; 0 may lock for ever", "", 0,
           10, &Options::halvings),
    truth("retreat", "where there is overlap already, steps that lessen it are taken", &Options::retreat),
};

constexpr std::array projector = {truth("damped_projector",
                                        "projects with the damped inverse: avoiding then disturbs tracking",
                                        &Options::damped_projector)};

constexpr Parameter influence =
    length("influence", "obstacles farther away do not count; 0: 2 units", &Options::influence);
constexpr Parameter abort_distance =
    length("abort_distance", "from here on the push is as strong as it gets; 0: 0.1 units",
           &Options::abort_distance);
constexpr Parameter full_distance =
    length("full_distance", "nearer obstacles push, and count fully; 0: 1 unit", &Options::full_distance);
constexpr Parameter push =
    tuned(length("push", "way per step the nearest point is pushed at most; 0: 0.2 units", &Options::push),
          1e-2, 1.0);
constexpr Parameter obstacle_damping = number("obstacle_damping", "how much avoiding is damped; 0: 0.1 units",
                                              "m/rad", 0.0, longest, &Options::obstacle_damping);

constexpr std::array by_distance = {influence, full_distance, abort_distance, push, obstacle_damping};
constexpr std::array by_approach = {
    truth("approach_push", "pushes by the speed of approach (Pourazady and Ho) instead of by distance",
          &Options::approach_push),
    number("deceleration", "how hard the figure can brake, for approach_push; 0: 100 units/s^2", "m/s^2", 0.0,
           longest, &Options::deceleration),
    number("time_constant", "how early braking starts, for approach_push", "s", 1e-6, 1e3,
           &Options::time_constant),
    number("step_time", "time between two steps, for approach_push", "s", 1e-6, 1e3, &Options::step_time),
};

constexpr std::array by_reciprocal = {
    length("search_distance", "obstacles farther away do not count; 0: 10 units", &Options::search_distance),
    length("least_distance", "nearer obstacles count as being here; 0: 0.05 units", &Options::least_distance),
};

constexpr Parameter gain(double Options::*member, double tune_least, double tune_most) {
  return tuned(number("gain", "how strongly it pushes away", "", 0.0, 1e6, member), tune_least, tune_most);
}
constexpr Parameter longest_turn(double Options::*member) {
  return number("longest_turn", "the push turns no joint by more than this in a step; 0: no bound", "rad",
                0.0, 10.0, member);
}

// --- per technique

constexpr std::array clearance_parameters = {
    tuned(number("margin", "what is kept between any two surfaces", "m", 0.0, longest,
                 &ClearanceOptions::margin),
          1e-2, 1.0),
    number("influence", "what is farther away is not looked at; 0: a twentieth of the figure's reach", "m",
           0.0, longest, &ClearanceOptions::influence),
    number("damping", "this part of the room above the margin may be used up by one step", "", 0.0, 1.0,
           &ClearanceOptions::damping),
    number("priority", "0: before all tasks; p: after the tasks of priority p", "", 0, 1e6,
           &ClearanceOptions::priority),
    truth("self", "parts of the figure keep clear of each other, too", &ClearanceOptions::self),
};

constexpr auto task_priority_parameters = join(by_distance, by_approach, projector, common);
constexpr auto augmented_parameters =
    join(by_distance,
         std::array{
             truth("shortest_gain", "all rows are pushed as the nearest obstacle's", &Options::shortest_gain),
             truth("fade_rows", "an obstacle's rows fade in with its own distance", &Options::fade_rows)},
         by_approach, projector, common);
constexpr auto lab_parameters =
    join(by_distance,
         std::array{
             truth("abort", "no step at all while something is nearer than abort_distance", &Options::abort)},
         by_approach, common);
constexpr auto cost_parameters =
    join(std::array{gain(&Options::cost_gain, 1e-4, 1e2), longest_turn(&Options::cost_longest_turn)},
         by_reciprocal, projector, common);
constexpr auto cost_augmented_parameters = join(
    std::array{gain(&Options::cost_augmented_gain, 1e-4, 1e2), longest_turn(&Options::cost_longest_turn)},
    by_reciprocal, projector, common);
constexpr auto cost_blended_parameters =
    join(std::array{gain(&Options::cost_blended_gain, 1e-4, 1e2), longest_turn(&Options::cost_longest_turn)},
         by_reciprocal, projector, common);
constexpr auto cost_blended_augmented_parameters =
    join(std::array{gain(&Options::cost_blended_augmented_gain, 1e-4, 1e2),
                    longest_turn(&Options::cost_longest_turn)},
         by_reciprocal, projector, common);
constexpr auto adaptive_parameters =
    join(std::array{gain(&Options::adaptive_gain, 1e-4, 1e2),
                    tuned(number("decay", "how quickly the push falls off, to start with", "1/unit^2", 1e-6,
                                 1e6, &Options::adaptive_decay),
                          5e-2, 5.0),
                    full_distance, abort_distance, longest_turn(&Options::cost_longest_turn)},
         by_reciprocal, projector, common);
constexpr auto objective_parameters = join(
    std::array{
        gain(&Options::objective_gain, 1e-6, 1.0),
        number("power", "k of the sum of 1/d^k that is made small", "", 1, 8, &Options::objective_power),
        longest_turn(&Options::objective_longest_turn)},
    by_reciprocal, projector, common);
constexpr auto reversing_parameters = join(std::array{push, obstacle_damping}, projector, common);
constexpr auto gated_parameters = join(by_distance, by_approach, projector, common);
constexpr std::array virtual_arms_parameters = {
    number("search_radius", "obstacles within this of an end-point count", "m", 0.0, longest,
           &Options::search_radius),
    number("obstacle_weight", "k_o: weight of an end-point near an obstacle", "", 0.0, 1e9,
           &Options::obstacle_weight),
    number("goal_weight", "k_g: weight of the tip", "", 0.0, 1e9, &Options::goal_weight),
    number("retry_weight", "k_t: weight of an end-point that would collide is multiplied by it", "", 1.0, 1e6,
           &Options::retry_weight),
    number("weight_unit", "the length the weights are computed in; 0.01: centimetres", "m", 1e-6, longest,
           &Options::weight_unit),
    tuned(number("longest_move", "of the tip in one step", "m", 1e-9, longest, &Options::longest_move), 2e-3,
          0.1),
    number("damping", "near singularities; 0: none, as in the paper", "m/rad", 0.0, longest,
           &Options::virtual_damping),
    number("end_points_per_link", "1: joints, 2: joints and middles, ...", "", 1, 8,
           &Options::end_points_per_link),
    number("reweightings", "tries with more weight on end-points that would collide", "", 0, 20,
           &Options::reweightings),
    truth("check_linear", "looks for collisions at X + J dq, as in the paper, not where the arm would be",
          &Options::check_linear),
    truth("widen_obstacles", "so that nothing fits between two end-points", &Options::widen_obstacles),
    truth("avoid_itself", "links of the arm are obstacles, too", &Options::avoid_itself),
    truth("cancel", "a step that would end inside an obstacle is not taken", &Options::cancel),
    number("halvings", "how often such a step is halved before it is given up; 0 may lock for ever", "", 0,
           10, &Options::halvings),
    truth("retreat", "where there is overlap already, steps that lessen it are taken", &Options::retreat),
};

constexpr std::array<TechniqueDescription, technique_count> table = {{
    {Technique::clearance, "clearance", "Clearance kept by the solver",
     "Obstacles are inequalities of the solver like joint limits are: tasks give way in order of priority, "
     "nothing is entered, and nothing has to be tuned.",
     "Limber", clearance_parameters},
    {Technique::off, "off", "Nothing is avoided", "Obstacles are shown and not kept away from.", "", {}},
    {Technique::task_priority, "task-priority", "Task priority, worst obstacle",
     "Pushes the point nearest to the worst obstacle straight away with the freedom tracking leaves; holds "
     "that point sideways, too, which kinks long chains, and chatters between two obstacles.",
     "Ge 2000, 4.1.1, eq. 4.6", task_priority_parameters},
    {Technique::task_priority_normal, "task-priority-normal", "Task priority, along the normal only",
     "Asks of the point nearest to the worst obstacle only that it moves away, not how it moves sideways: "
     "no kinks with one obstacle, but it chatters among several.",
     "Limber, after Ge 2000, eq. 4.6", task_priority_parameters},
    {Technique::two_worst, "two-worst", "Task priority, two worst obstacles",
     "Blends the escapes from the two worst obstacles by their distances, which ends most of the chatter "
     "between two; a third one is not seen, and chains still kink.",
     "Ge 2000, 5.3.1, eq. 5.2", task_priority_parameters},
    {Technique::task_augmented, "task-augmented", "Task priority, all near obstacles at once",
     "One secondary task for all near obstacles, three rows each: exact only while there is freedom for all "
     "of them, and jumpy where an obstacle comes within range unless rows fade in.",
     "Ge 2000, 5.3.4", augmented_parameters},
    {Technique::lab, "lab", "Task priority of the 2D lab",
     "All near obstacles at once with the gains of the nearest one, damped projector included; stops dead "
     "while anything is nearer than the abort distance.",
     "COMP 477 lab, after Maciejewski and Klein 1985", lab_parameters},
    {Technique::cost, "cost", "Cost function",
     "Writes a push away from the worst obstacle into the first three joints, whose angles it takes for "
     "Cartesian coordinates: quick, erratic, and its gain depends on the scene.",
     "Ge 2000, 4.1.2 and 5.3.2, eq. 5.3", cost_parameters},
    {Technique::cost_augmented, "cost-augmented", "Cost function, three joints per obstacle",
     "As the cost function with three joints for every obstacle: no obstacle is more urgent than another, "
     "and there may be a third as many as joints.",
     "Ge 2000, 5.3.4", cost_augmented_parameters},
    {Technique::cost_blended, "cost-blended", "Cost function, blended",
     "As the cost function with obstacles weighted by their distances; the weights dilute a near obstacle "
     "among far ones, so that the gain depends on how many there are.",
     "Ge 2000, 5.3.2, eq. 5.4", cost_blended_parameters},
    {Technique::cost_blended_augmented, "cost-blended-augmented", "Cost function, blended, three joints each",
     "Three joints for every obstacle, weighted by their distances.", "Ge 2000, 5.3.4",
     cost_blended_augmented_parameters},
    {Technique::cost_adaptive, "cost-adaptive", "Cost function, adaptive",
     "A Gaussian of the distance in place of its inverse, made stronger and narrower near obstacles and "
     "weaker and wider far from them: two more numbers to tune.",
     "Ge 2000, 5.3.4", adaptive_parameters},
    {Technique::objective, "objective", "Objective function",
     "Down the gradient of a sum of 1/d^k, as far as tracking allows: smooth, one gain for any number of "
     "obstacles and joints; fast drags and tight places still defeat it.",
     "Ge 2000, 4.1.3 and 5.3.3, eq. 5.5 with the sign corrected", objective_parameters},
    {Technique::priority_reversing, "priority-reversing", "Priority reversing, as printed",
     "Flight from the worst obstacle first, however far it is, then the goal: the figure dances and never "
     "comes to rest.",
     "Ge 2000, 5.3.4", reversing_parameters},
    {Technique::priority_reversing_gated, "priority-reversing-gated", "Priority reversing, gated by distance",
     "Flight from the worst obstacle first, but only as near as it is dangerous: comes to rest, and stops "
     "short of goals beside an obstacle.",
     "Limber, after Ge 2000, 5.3.4", gated_parameters},
    {Technique::virtual_arms, "virtual-arms", "Virtual arms",
     "Every joint and middle of a link is an end effector that keeps away from what is near it, all of them "
     "weighted against the goal: local, may end in a deadlock.",
     "Tsuji, Nakayama and Ito 1990", virtual_arms_parameters},
}};

static_assert([] {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].technique) != i) return false;
  }
  return true;
}());

// Calls visit(field) with the field of the options that a parameter stands for.
template <class Avoidance, class Clearance, class Visit>
auto with_field(const Parameter& parameter, Avoidance& avoidance, Clearance& clearance, Visit&& visit) {
  return std::visit(
      [&](auto member) {
        if constexpr (requires { avoidance.*member; }) {
          return visit(avoidance.*member);
        } else {
          return visit(clearance.*member);
        }
      },
      parameter.member);
}

}  // namespace

AvoidanceParameter::Kind AvoidanceParameter::kind() const {
  AvoidanceOptions avoidance;
  ClearanceOptions clearance;
  return with_field(*this, avoidance, clearance, [](auto field) {
    if (std::is_same_v<decltype(field), bool>) return Kind::truth;
    if (std::is_same_v<decltype(field), int>) return Kind::integer;
    return Kind::number;
  });
}

double AvoidanceParameter::usual() const {
  return value(*this, AvoidanceOptions{}, ClearanceOptions{});
}

const AvoidanceParameter* TechniqueDescription::find(std::string_view parameter_key) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const AvoidanceParameter& p) { return p.key == parameter_key; });
  return found == parameters.end() ? nullptr : &*found;
}

std::span<const TechniqueDescription> techniques() {
  return table;
}

const TechniqueDescription& describe(Technique technique) {
  return table[static_cast<std::size_t>(technique)];
}

const TechniqueDescription* find_technique(std::string_view key) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const TechniqueDescription& t) { return t.key == key; });
  return found == table.end() ? nullptr : &*found;
}

double value(const AvoidanceParameter& parameter, const AvoidanceOptions& avoidance,
             const ClearanceOptions& clearance) {
  return with_field(parameter, avoidance, clearance, [](auto field) { return static_cast<double>(field); });
}

void set_value(const AvoidanceParameter& parameter, double value, AvoidanceOptions& avoidance,
               ClearanceOptions& clearance) {
  with_field(parameter, avoidance, clearance, [&](auto& field) {
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, bool>) {
      field = value != 0.0;
    } else {
      field = static_cast<Field>(value);
    }
  });
}

}  // namespace limber
