// Reads and writes the solver's options; the defaults are not written.

#include "limber/files/format/solver_json.h"

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"
#include "limber/files/format/avoidance_json.h"
#include "limber/files/format/task_json.h"

namespace limber::json {

namespace {

const ObjectKeys solver_keys{
    "solver",
    {"limits", "formulation", "svd", "svd_mode", "damping", "largest_error", "clamp", "largest_turn",
     "metres_per_radian", "recruitment", "line_search", "fade_steps", "ignored_limits", "ignored_couplings",
     "avoidance", "redundancy", "speeds", "accelerations"}};
const ObjectKeys redundancy_keys{"redundancy", {"method", "gain"}};
const ObjectKeys damping_keys{"damping", {"rule", "lambda", "bound"}};

// In the order of the enums.
constexpr std::array<std::string_view, 4> limit_words = {"active-set", "projection", "clipping", "off"};
constexpr std::array<std::string_view, 3> formulation_words = {"lexicographic", "projector", "chiaverini"};
constexpr std::array<std::string_view, 3> svd_words = {"golub-reinsch", "column-givens", "row-givens"};
constexpr std::array<std::string_view, 3> svd_mode_words = {"full", "one-sweep", "small-angle"};
constexpr std::array<std::string_view, 2> clamp_words = {"per-level", "global"};
constexpr std::array<std::string_view, 6> rule_words = {
    "automatic", "none", "fixed", "step-bound", "smallest-singular-value", "numerical-filtering"};
constexpr int most_fade_steps = 1'000'000;

template <class Enum, std::size_t N>
void read_word(const Value& object, std::string_view key, const std::array<std::string_view, N>& words,
               std::string_view what, Enum& into) {
  if (const auto value = object.find(key)) into = static_cast<Enum>(value->word(words, what));
}

template <class Enum>
void write_word(std::string_view key, std::span<const std::string_view> words, Enum value, Enum usual,
                Output& object) {
  if (value != usual) object.set(key, Output::text(words[static_cast<std::size_t>(value)]));
}

Damping read_damping(const Value& value) {
  Damping damping;
  if (value.is(Kind::text)) {
    damping.rule = static_cast<Damping::Rule>(value.word(rule_words, "damping rule"));
    return damping;
  }
  if (!value.is(Kind::object)) value.fail_type("a damping rule like \"automatic\", or {\"rule\": ...}");
  value.require_object(damping_keys);
  damping.rule = static_cast<Damping::Rule>(value.at("rule").word(rule_words, "damping rule"));
  if (const auto lambda = value.find("lambda")) damping.lambda = lambda->not_negative();
  if (const auto bound = value.find("bound")) damping.bound = bound->positive();
  return damping;
}

void write_damping(const Damping& damping, Output& object) {
  const Damping usual;
  const std::string_view word = rule_words[static_cast<std::size_t>(damping.rule)];
  if (damping.lambda == usual.lambda && damping.bound == usual.bound) {
    if (damping.rule != usual.rule) object.set("damping", Output::text(word));
    return;
  }
  Output rule = Output::object();
  rule.set("rule", Output::text(word));
  if (damping.lambda != usual.lambda) rule.set("lambda", Output::number(damping.lambda));
  if (damping.bound != usual.bound) rule.set("bound", Output::number(damping.bound));
  object.set("damping", std::move(rule));
}

// The cost of every degree of freedom, later patterns over earlier ones and over what the figure says; empty
// without patterns.
std::vector<double> costs_of(const std::vector<JointCost>& recruitment, const Figure& figure) {
  if (recruitment.empty()) return {};
  std::vector<double> costs;
  for (const DofId dof : figure.dofs()) costs.push_back(figure.joint(figure.joint_of_dof(dof)).cost);
  return by_dof(recruitment, figure, std::move(costs));
}

void read_recruitment(const Value& object, Scene& scene) {
  const Figure& figure = scene.figure;
  scene.recruitment = read_joint_numbers(object, figure, &Value::positive);
  scene.solver.recruitment = costs_of(scene.recruitment, figure);
}

constexpr double no_limit = std::numeric_limits<double>::infinity();

// One number per degree of freedom by patterns; empty without them.
std::vector<double> joint_limits(const std::vector<JointCost>& numbers, const Figure& figure) {
  if (numbers.empty()) return {};
  return by_dof(numbers, figure, std::vector<double>(static_cast<std::size_t>(figure.dof_count()), no_limit));
}

void write_motion(const Scene& scene, Output& object) {
  const RedundancyOptions& redundancy = scene.motion.redundancy;
  if (!(redundancy == RedundancyOptions{})) {
    Output method = Output::object();
    method.set("method", Output::text(redundancy_words[static_cast<std::size_t>(redundancy.method)]));
    if (redundancy.gain != RedundancyOptions{}.gain) method.set("gain", Output::number(redundancy.gain));
    object.set("redundancy", std::move(method));
  }
  if (!scene.speeds.empty()) object.set("speeds", write_joint_numbers(scene.speeds));
  if (!scene.accelerations.empty()) object.set("accelerations", write_joint_numbers(scene.accelerations));
}

// The list of names under `key`, as their positions in `names`.
template <class I>
std::vector<I> read_names(const Value& object, std::string_view key, const std::vector<std::string>& names,
                          const std::string& what) {
  std::vector<I> numbers;
  object.for_each(key, [&](const Value& item) {
    const std::string name = item.name();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      item.fail("there is no " + what + " " + limber::quoted(name) + did_you_mean(name, names));
    numbers.push_back(I(found - names.begin()));
  });
  return numbers;
}

std::vector<std::string> dof_names(const Figure& figure) {
  std::vector<std::string> names;
  for (const DofId dof : figure.dofs()) names.push_back(figure.dof_name(dof));
  return names;
}

std::vector<std::string> coupling_names(const Figure& figure) {
  std::vector<std::string> names;
  for (const Coupling& coupling : figure.couplings()) names.push_back(coupling.name);
  return names;
}

}  // namespace

const SolverWords& solver_words() {
  static const SolverWords words{limit_words,    formulation_words, svd_words,
                                 svd_mode_words, clamp_words,       rule_words};
  return words;
}

// The patterns as they were read, unless the costs have changed since. A file has one cost per joint: that of
// its first degree of freedom.
Output write_recruitment(const Scene& scene) {
  const Figure& figure = scene.figure;
  Output costs = Output::object();
  if (scene.solver.recruitment.empty()) return costs;
  if (costs_of(scene.recruitment, figure) == scene.solver.recruitment)
    return write_joint_numbers(scene.recruitment);
  for (const JointId j : figure.joints()) {
    if (dof_count(figure.joint(j).type) == 0) continue;
    const double cost = at(scene.solver.recruitment, figure.first_dof(j));
    if (cost != figure.joint(j).cost) costs.set(figure.joint_name(j), Output::number(cost));
  }
  return costs;
}

void read_solver_choices(const Value& object, Scene& scene) {
  SolverOptions& solver = scene.solver;
  read_word(object, "limits", limit_words, "handling of limits", solver.limits);
  read_word(object, "formulation", formulation_words, "formulation", solver.formulation);
  read_word(object, "svd", svd_words, "singular value decomposition", solver.svd);
  read_word(object, "svd_mode", svd_mode_words, "mode of singular value decompositions", solver.svd_mode);
  if (const auto error = object.find("largest_error")) solver.largest_error = error->not_negative();
  read_word(object, "clamp", clamp_words, "clamp", solver.clamp);
  if (const auto turn = object.find("largest_turn")) solver.largest_turn = turn->positive();
  if (const auto metres = object.find("metres_per_radian")) solver.metres_per_radian = metres->not_negative();
  if (const auto recruitment = object.find("recruitment")) read_recruitment(*recruitment, scene);
  if (const auto search = object.find("line_search")) solver.line_search = search->truth();
  if (const auto steps = object.find("fade_steps")) solver.fade_steps = steps->integer(0, most_fade_steps);
}

void read_solver(const Value& object, Scene& scene) {
  object.require_object(solver_keys);
  read_solver_choices(object, scene);
  SolverOptions& solver = scene.solver;
  if (const auto damping = object.find("damping")) solver.damping = read_damping(*damping);
  solver.ignored_limits =
      read_names<DofId>(object, "ignored_limits", dof_names(scene.figure), "degree of freedom called");
  solver.ignored_couplings =
      read_names<CouplingId>(object, "ignored_couplings", coupling_names(scene.figure), "coupling called");
  if (const auto avoidance = object.find("avoidance")) read_avoidance(*avoidance, scene);
  read_motion(object, scene);
}

void read_motion(const Value& object, Scene& scene) {
  MotionOptions& motion = scene.motion;
  if (const auto redundancy = object.find("redundancy")) {
    redundancy->require_object(redundancy_keys);
    motion.redundancy.method =
        static_cast<RedundancyMethod>(redundancy->at("method").word(redundancy_words, "redundancy method"));
    if (const auto gain = redundancy->find("gain")) motion.redundancy.gain = gain->positive();
  }
  if (const auto speeds = object.find("speeds"))
    scene.speeds = read_joint_numbers(*speeds, scene.figure, &Value::positive);
  if (const auto accelerations = object.find("accelerations"))
    scene.accelerations = read_joint_numbers(*accelerations, scene.figure, &Value::positive);
  motion.speeds = joint_limits(scene.speeds, scene.figure);
  motion.accelerations = joint_limits(scene.accelerations, scene.figure);
}

Output write_solver(const Scene& scene) {
  const SolverOptions usual, &solver = scene.solver;
  const Figure& figure = scene.figure;
  Output object = Output::object();
  write_word("limits", limit_words, solver.limits, usual.limits, object);
  write_word("formulation", formulation_words, solver.formulation, usual.formulation, object);
  write_word("svd", svd_words, solver.svd, usual.svd, object);
  write_word("svd_mode", svd_mode_words, solver.svd_mode, usual.svd_mode, object);
  write_damping(solver.damping, object);
  const auto number = [&](std::string_view key, double value, double by_default) {
    if (value != by_default) object.set(key, Output::number(value));
  };
  number("largest_error", solver.largest_error, usual.largest_error);
  write_word("clamp", clamp_words, solver.clamp, usual.clamp, object);
  number("largest_turn", solver.largest_turn, usual.largest_turn);
  number("metres_per_radian", solver.metres_per_radian, usual.metres_per_radian);
  if (Output costs = write_recruitment(scene); !costs.is_empty()) object.set("recruitment", std::move(costs));
  if (!solver.line_search) object.set("line_search", Output::truth(false));
  number("fade_steps", solver.fade_steps, usual.fade_steps);
  object.set_list("ignored_limits", solver.ignored_limits,
                  [&](DofId dof) { return Output::text(figure.dof_name(dof)); });
  object.set_list("ignored_couplings", solver.ignored_couplings,
                  [&](CouplingId coupling) { return Output::text(at(figure.couplings(), coupling).name); });
  if (Output avoidance = write_avoidance(scene); !avoidance.is_empty())
    object.set("avoidance", std::move(avoidance));
  write_motion(scene, object);
  return object;
}

std::vector<ObjectKeys> solver_formats() {
  return {solver_keys, damping_keys, avoidance_keys(), redundancy_keys};
}

}  // namespace limber::json
