// The table of techniques (parameters.h): groups of parameters that several techniques share, the parameters
// of each technique, and the techniques themselves.

#include "limber/avoidance/parameters.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace limber {

namespace {

using Options = AvoidanceOptions;
using Parameter = AvoidanceParameter;

constexpr double longest = 1e6;  // [m] far beyond any scene

constexpr Parameter length(std::string_view key, std::string_view words, Parameter::Member member) {
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

// --- shared by several techniques

constexpr Parameter own_parts =
    truth("self", "parts of the figure are obstacles as well, also for the collision test", &Options::self);
constexpr Parameter collision_test = truth(
    "cancel", "collision test: a step that would end inside an obstacle is not taken", &Options::cancel);

constexpr std::array common = {
    length("unit", "unit of gains and distances; 0: the mean link of the chain", &Options::unit),
    number("damping", "damping of tracking near singularities; 0: 0.1 units", "m/rad", 0.0, longest,
           &Options::damping),
    length("largest_error", "errors are shortened to this before each step; 0: half a unit",
           &Options::largest_error),
    number("most_obstacles", "how many of the nearest obstacles count", "", 1, 64, &Options::most_obstacles),
    number("contacts_per_obstacle", "how many parts of the chain, nearest first, each obstacle acts on", "",
           1, 8, &Options::contacts_per_obstacle),
    truth("sample_ellipsoids", "measures ellipsoids against each other at sample points, as in the thesis",
          &Options::sample_ellipsoids),
    own_parts,
    collision_test,
    number("halvings", "how often such a step is halved before it is given up; 0 may lock forever", "", 0, 10,
           &Options::halvings),
    truth("retreat", "while overlapping, steps that reduce the overlap are taken", &Options::retreat),
};

constexpr std::array projector = {truth("damped_projector",
                                        "projects with the damped inverse; avoiding then disturbs tracking",
                                        &Options::damped_projector)};

constexpr Parameter influence =
    length("influence", "obstacles farther away are ignored; 0: 2 units", &Options::influence);
constexpr Parameter abort_distance =
    length("abort_distance", "at this distance the push reaches its maximum; 0: 0.1 units",
           &Options::abort_distance);
constexpr Parameter full_distance = length(
    "full_distance", "obstacles nearer than this push and count fully; 0: 1 unit", &Options::full_distance);
constexpr Parameter push = tuned(
    length("push", "how far the nearest point is pushed per step at most; 0: 0.2 units", &Options::push),
    1e-2, 1.0);
constexpr Parameter obstacle_damping = number("obstacle_damping", "damping of avoiding; 0: 0.1 units",
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
    length("search_distance", "obstacles farther away are ignored; 0: 10 units", &Options::search_distance),
    length("least_distance", "nearer obstacles count as being this far; 0: 0.05 units",
           &Options::least_distance),
};

constexpr Parameter gain(Parameter::Member member, double tune_least, double tune_most) {
  return tuned(number("gain", "how strongly it pushes away", "", 0.0, 1e6, member), tune_least, tune_most);
}
constexpr Parameter longest_turn(Parameter::Member member) {
  return number("longest_turn", "the push turns no joint by more than this per step; 0: no bound", "rad", 0.0,
                10.0, member);
}

// --- per technique

constexpr std::array clearance_parameters = {
    tuned(number("margin", "the distance kept between any two surfaces", "m", 0.0, longest,
                 &ClearanceOptions::margin),
          1e-2, 1.0),
    number("influence", "obstacles farther away are ignored; 0: a twentieth of the figure's reach", "m", 0.0,
           longest, &ClearanceOptions::influence),
    number("damping", "the share of the clearance above the margin that one step may use up", "", 0.0, 1.0,
           &ClearanceOptions::damping),
    number("priority", "0: above all tasks; p: below the tasks of priority p", "", 0, 1e6,
           &ClearanceOptions::priority),
    truth("self", "parts of the figure also keep clear of each other", &ClearanceOptions::self),
};

constexpr auto task_priority_parameters = join(by_distance, by_approach, projector, common);
constexpr auto augmented_parameters = join(
    by_distance,
    std::array{
        truth("shortest_gain", "all rows are pushed like the nearest obstacle's", &Options::shortest_gain),
        truth("fade_rows", "an obstacle's rows fade in with its own distance", &Options::fade_rows)},
    by_approach, projector, common);
constexpr auto goal_augmented_parameters =
    join(std::array{influence, full_distance, abort_distance, push}, by_approach, common);
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
constexpr auto tracking_parameters = join(std::array{influence}, common);
// Of the classics: the common ones that say something to them.
constexpr auto classic_parameters = [] {
  std::array<Parameter, common.size()> all{influence};  // in the place of the damping
  std::size_t count = 1;
  for (const Parameter& parameter : common) {
    if (parameter.key != "damping") all[count++] = parameter;
  }
  return all;
}();
constexpr auto optimisation_parameters =
    join(std::array{gain(&Options::optimisation_gain, 1e-2, 1e2), full_distance}, classic_parameters);
constexpr std::array virtual_arms_parameters = {
    number("search_radius", "obstacles within this distance of an end-point count; 0: 0.06 of the arm", "m",
           0.0, longest, &Options::search_radius),
    number("obstacle_weight", "k_o: weight of an end-point near an obstacle", "", 0.0, 1e9,
           &Options::obstacle_weight),
    number("goal_weight", "k_g: weight of the tip", "", 0.0, 1e9, &Options::goal_weight),
    number("retry_weight", "k_t: multiplies the weight of an end-point that would collide", "", 1.0, 1e6,
           &Options::retry_weight),
    number("weight_unit", "the length the weights are computed in; 0: 0.005 of the arm", "m", 0.0, longest,
           &Options::weight_unit),
    tuned(number("longest_move", "how far the tip moves in one step at most; 0: a hundredth of the arm", "m",
                 0.0, longest, &Options::longest_move),
          2e-3, 0.1),
    number("damping", "damping near singularities, in fifths of the arm; 0: none, as in the paper", "1/rad",
           0.0, longest, &Options::virtual_damping),
    number("end_points_per_link", "1: at the joints; 2: also at the middles; ...", "", 1, 8,
           &Options::end_points_per_link),
    number("reweightings", "how often a step is retried with more weight on end-points that would collide",
           "", 0, 20, &Options::reweightings),
    truth("check_linear", "checks collisions at X + J dq, as in the paper, instead of where the arm would be",
          &Options::check_linear),
    truth("widen_obstacles", "widens obstacles so that nothing fits between two end-points",
          &Options::widen_obstacles),
    truth("avoid_itself", "links of the arm are obstacles for each other", &Options::avoid_itself),
    own_parts,
    collision_test,
    number("halvings", "how often such a step is halved before it is given up; 0 may lock forever", "", 0, 10,
           &Options::halvings),
    truth("retreat", "while overlapping, steps that reduce the overlap are taken", &Options::retreat),
};

constexpr TechniqueScope solver_scope{.is_solver = true};
constexpr TechniqueScope point_scope{.tasks = TechniqueScope::Tasks::point};

constexpr std::array<TechniqueDescription, technique_count> table = {{
    {Technique::clearance, "clearance", "Clearance kept by the solver",
     "Clearances are inequalities of the solver, like joint limits: tasks give way in order of priority, "
     "obstacles are never entered, and nothing has to be tuned.",
     "Limber", clearance_parameters, solver_scope},
    {Technique::off,
     "off",
     "Nothing is avoided",
     "Obstacles are drawn but not avoided.",
     "",
     {},
     solver_scope},
    {Technique::task_priority, "task-priority", "Task priority, worst obstacle",
     "Pushes the point nearest to the worst obstacle away from it with the freedom that tracking leaves. "
     "Also "
     "holds that point sideways, which kinks long chains, and chatters between two obstacles.",
     "Ge 2000, 4.1.1, eq. 4.6", task_priority_parameters},
    {Technique::task_priority_normal, "task-priority-normal", "Task priority, along the normal only",
     "Moves the point nearest to the worst obstacle away from it and leaves it free sideways: no kinks with "
     "one obstacle, but it chatters between several.",
     "Limber, after Ge 2000, eq. 4.6", task_priority_parameters},
    {Technique::two_worst, "two-worst", "Task priority, two worst obstacles",
     "Blends the escapes from the two worst obstacles by their distances, which ends most of the chatter "
     "between two; a third obstacle is ignored, and chains still kink.",
     "Ge 2000, 5.3.1, eq. 5.2", task_priority_parameters},
    {Technique::task_augmented, "task-augmented", "Task priority, all near obstacles at once",
     "One secondary task for all near obstacles, three rows each: exact only while there is enough freedom "
     "for all of them; jumps when an obstacle comes within range, unless rows fade in.",
     "Ge 2000, 5.3.4", augmented_parameters},
    {Technique::lab, "lab", "Task priority of the 2D lab",
     "All near obstacles at once, with the gains of the nearest one and a damped projector; stops while "
     "anything is nearer than the abort distance.",
     "COMP 477 lab, after Maciejewski and Klein 1985", lab_parameters},
    {Technique::cost, "cost", "Cost function",
     "Writes a push away from the worst obstacle into the first three joints, as if their angles were "
     "Cartesian coordinates: fast and erratic, and its gain depends on the scene.",
     "Ge 2000, 4.1.2 and 5.3.2, eq. 5.3", cost_parameters},
    {Technique::cost_augmented, "cost-augmented", "Cost function, three joints per obstacle",
     "The cost function with three joints for every obstacle: all obstacles are equally urgent, and there "
     "may "
     "be at most a third as many obstacles as joints.",
     "Ge 2000, 5.3.4", cost_augmented_parameters},
    {Technique::cost_blended, "cost-blended", "Cost function, blended",
     "The cost function with obstacles weighted by their distances; far obstacles dilute a near one, so the "
     "gain depends on how many there are.",
     "Ge 2000, 5.3.2, eq. 5.4", cost_blended_parameters},
    {Technique::cost_blended_augmented, "cost-blended-augmented", "Cost function, blended, three joints each",
     "Three joints for every obstacle, weighted by their distances.", "Ge 2000, 5.3.4",
     cost_blended_augmented_parameters},
    {Technique::cost_adaptive, "cost-adaptive", "Cost function, adaptive",
     "A Gaussian of the distance instead of its reciprocal, stronger and narrower near obstacles, weaker and "
     "wider far from them: two more numbers to tune.",
     "Ge 2000, 5.3.4", adaptive_parameters},
    {Technique::objective, "objective", "Objective function",
     "Follows the negative gradient of a sum of 1/d^k as far as tracking allows: smooth, one gain for any "
     "number of obstacles and joints; fast drags and tight places still defeat it.",
     "Ge 2000, 4.1.3 and 5.3.3, eq. 5.5 with the sign corrected", objective_parameters},
    {Technique::priority_reversing, "priority-reversing", "Priority reversing, as printed",
     "Escapes from the worst obstacle first, however far away it is, then tracks the goal: the figure dances "
     "and never comes to rest.",
     "Ge 2000, 5.3.4", reversing_parameters},
    {Technique::priority_reversing_gated, "priority-reversing-gated", "Priority reversing, gated by distance",
     "Escapes from the worst obstacle first, but only when it is near: comes to rest, and stops short of "
     "goals beside an obstacle.",
     "Limber, after Ge 2000, 5.3.4", gated_parameters},
    {Technique::virtual_arms,
     "virtual-arms",
     "Virtual arms",
     "Every joint and every middle of a link is an end effector that keeps away from obstacles near it, all "
     "weighted against the goal: a local technique that may end in a deadlock.",
     "Tsuji, Nakayama and Ito 1990",
     virtual_arms_parameters,
     {.tasks = TechniqueScope::Tasks::point_or_all}},
    {Technique::goal_augmented, "goal-augmented", "Goal and obstacles in one task",
     "Tracking and the escapes from all near obstacles are one least-squares problem of equal priority: "
     "smooth, but the goal gives way as much as the obstacles do.",
     "Ge 2000, 4.1.1 (task space augmentation)", goal_augmented_parameters},
    {Technique::tracking, "tracking", "Tracking alone",
     "Follows the goal by damped least squares and avoids nothing; the collision test still stops steps that "
     "would end inside an obstacle.",
     "Ge 2000, ch. 2", tracking_parameters},
    {Technique::jacobian_transpose, "jacobian-transpose", "Jacobian transpose",
     "Turns joints by the torques that a pull towards the goal would cause: needs no inverse and minds no "
     "singularity, but joints with long levers do nearly all, and the last millimetres take hundreds of "
     "steps. Avoids nothing: the collision test stops it at obstacles.",
     "Wolovich and Elliott 1984", classic_parameters},
    {Technique::coordinate_descent, "coordinate-descent", "Cyclic coordinate descent",
     "Sets one joint after the other, from the tip to the root, to what brings the point nearest to its "
     "goal: one point only, no orientations, and long chains curl up at the tip. Avoids nothing: the "
     "collision test stops it at obstacles.",
     "Wang and Chen 1991", classic_parameters, point_scope},
    {Technique::fabrik,
     "fabrik",
     "FABRIK",
     "Finds places for the joints by pulling the links taut forward and backward, then turns the joints "
     "there: one point, no orientations, made for ball joints without limits. Where hinges or narrow limits "
     "do not follow, it stops short of goals they allow: a trunk whose links bend by 20 degrees hardly "
     "moves. "
     "Sliding joints stay as they are. Avoids nothing.",
     "Aristidou and Lasenby 2011",
     classic_parameters,
     {TechniqueScope::Tasks::point, TechniqueScope::Joints::turning}},
    {Technique::optimisation, "optimisation", "Optimisation with penalties",
     "Goal and obstacles are terms of one function that a variable metric method makes small: one point, no "
     "orientations, and a goal beside an obstacle is missed, because the two are weighed against each other.",
     "Zhao and Badler 1994", optimisation_parameters, point_scope},
    {Technique::two_bones,
     "two-bones",
     "Two bones in closed form",
     "Solves a hinge and the ball joint (or parallel hinge) above it exactly: an arm or a leg, the wrist "
     "held. Nothing else moves, and a chain without such a pair, like most robots, stands still; of a trunk "
     "two parallel hinges turn. Avoids nothing.",
     "law of cosines",
     classic_parameters,
     {TechniqueScope::Tasks::point, TechniqueScope::Joints::two_bones}},
}};

static_assert([] {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].technique) != i) return false;
  }
  return true;
}());

// Calls visit(field) with the option field of a parameter.
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

TechniqueOrigin origin(Technique technique) {
  switch (technique) {
    case Technique::clearance:
    case Technique::off:
    case Technique::task_priority_normal:
    case Technique::priority_reversing_gated:
      return TechniqueOrigin::limber;
    case Technique::jacobian_transpose:
    case Technique::coordinate_descent:
    case Technique::fabrik:
    case Technique::optimisation:
    case Technique::two_bones:
      return TechniqueOrigin::classics;
    default:
      return TechniqueOrigin::documents;
  }
}

std::span<const TechniqueDescription> techniques() {
  return table;
}

const TechniqueDescription& describe(Technique technique) {
  return at(table, static_cast<int>(technique));
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
