// All options written, and those that are named read.

#include "limber/session/forms/solver_form.h"

#include "limber/avoidance/option_effects.h"
#include "limber/files/format/solver_json.h"

namespace limber {

namespace {

using json::Output;

const json::ObjectKeys solver_form_keys{
    "list of solver options",
    {"limits", "formulation", "svd", "svd_mode", "damping", "lambda", "bound", "largest_error", "clamp",
     "largest_turn", "metres_per_radian", "line_search", "fade_steps", "recruitment"}};

template <class Enum>
Output chosen_word(std::span<const std::string_view> words, Enum value) {
  return Output::text(words[static_cast<std::size_t>(value)]);
}

Output word_list(std::span<const std::string_view> words) {
  Output list = Output::list();
  for (const std::string_view w : words) list.add(Output::text(w));
  return list;
}

}  // namespace

void read_solver_form(const json::Value& object, Scene& scene) {
  object.require_object(solver_form_keys);
  json::read_solver_choices(object, scene);
  Damping& damping = scene.solver.damping;
  if (const auto rule = object.find("damping")) {
    damping.rule = static_cast<Damping::Rule>(rule->word(json::solver_words().damping_rules, "damping rule"));
  }
  if (const auto lambda = object.find("lambda")) damping.lambda = lambda->not_negative();
  if (const auto bound = object.find("bound")) damping.bound = bound->positive();
}

namespace {

Output write_choices(const Scene& scene) {
  const SolverOptions& solver = scene.solver;
  const json::SolverWords& words = json::solver_words();
  Output object = Output::object();
  object.set("limits", chosen_word(words.limits, solver.limits));
  object.set("formulation", chosen_word(words.formulations, solver.formulation));
  object.set("svd", chosen_word(words.svd_methods, solver.svd));
  object.set("svd_mode", chosen_word(words.svd_modes, solver.svd_mode));
  object.set("damping", chosen_word(words.damping_rules, solver.damping.rule));
  object.set("lambda", Output::number(solver.damping.lambda));
  object.set("bound", Output::number(solver.damping.bound));
  object.set("largest_error", Output::number(solver.largest_error));
  object.set("clamp", chosen_word(words.clamps, solver.clamp));
  object.set("largest_turn", Output::number(solver.largest_turn));
  object.set("metres_per_radian", Output::number(solver.metres_per_radian));
  object.set("line_search", Output::truth(solver.line_search));
  object.set("fade_steps", Output::number(solver.fade_steps));
  return object.set("recruitment", json::write_recruitment(scene));
}

// Option -> why it has no effect now.
Output write_without_effect(const Scene& scene) {
  Output object = Output::object();
  const MovedBy moved_by = scene.dynamics.on ? MovedBy::torques : MovedBy::steps;
  for (const WithoutEffect& option : without_effect(scene.solver, scene.avoidance, moved_by))
    object.set(option.key, Output::text(option.words));
  return object;
}

}  // namespace

Output write_solver_form(const Scene& scene) {
  const json::SolverWords& words = json::solver_words();
  Output object = write_choices(scene);
  object.set("svd_methods", word_list(words.svd_methods));
  object.set("svd_modes", word_list(words.svd_modes));
  object.set("without_effect", write_without_effect(scene));
  return object.set("damping_rules", word_list(words.damping_rules));
}

Output write_solver_defaults(const Scene& scene) {
  return write_choices(Scene{.figure = scene.figure});
}

}  // namespace limber
