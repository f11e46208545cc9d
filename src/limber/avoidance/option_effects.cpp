// The options that the Solver leaves unread in each of its ways, and those that the documents' iteration
// and torques do.

#include "limber/avoidance/option_effects.h"

#include "limber/avoidance/parameters.h"

namespace limber {

namespace {

using Rule = Damping::Rule;

void add_modes(const SolverOptions& solver, std::vector<WithoutEffect>& list) {
  if (solver.svd == SvdMethod::golub_reinsch)
    list.push_back(
        {"svd_mode", "The modes are those of the Givens methods; Golub-Reinsch always converges."});
}

void add_of_solver(const SolverOptions& solver, std::vector<WithoutEffect>& list) {
  if (solver.formulation == Formulation::lexicographic) {
    constexpr std::string_view unused =
        "Not used by the lexicographic formulation; only Projector and Chiaverini need singular values.";
    list.push_back({"svd", unused});
    list.push_back({"svd_mode", unused});
  } else {
    add_modes(solver, list);
  }
  const Rule rule = solver.damping.rule;
  if (rule != Rule::fixed && rule != Rule::numerical_filtering)
    list.push_back({"lambda", "Used only by fixed damping and numerical filtering."});
  if (rule == Rule::none || rule == Rule::fixed || rule == Rule::numerical_filtering)
    list.push_back({"bound", "Used only by the rules automatic, step bound and smallest singular value."});
}

void add_of_documents(const SolverOptions& solver, Technique technique, std::vector<WithoutEffect>& list) {
  constexpr std::string_view own_damping = "The technique has a damping of its own, among its parameters.";
  list.push_back({"formulation", "The technique solves all tasks as one, without priorities."});
  list.push_back({"damping", own_damping});
  list.push_back({"lambda", own_damping});
  list.push_back({"bound", own_damping});
  list.push_back(
      {"largest_error", technique == Technique::virtual_arms
                            ? "The technique moves the tip by its longest_move."
                            : "The technique has a largest_error of its own, among its parameters."});
  list.push_back({"clamp", "The technique shortens the errors of all tasks together."});
  list.push_back(
      {"largest_turn", "The technique does not bound single joints, or does so by its own parameters."});
  list.push_back(
      {"line_search", "The technique takes its step, or a half, a quarter, ... if that would collide."});
  list.push_back({"recruitment", "To the technique all joints cost the same."});
  list.push_back({"criteria", "The technique knows no criteria."});
  list.push_back({"priorities", "The technique gives all tasks the same priority."});
  if (solver.limits == LimitMethod::active_set)
    list.push_back({"limits", "With this technique the active set works like projection."});
  if (technique == Technique::virtual_arms) {
    constexpr std::string_view whole =
        "Virtual arms invert their own matrix; used only while no task has a goal.";
    list.push_back({"svd", whole});
    list.push_back({"svd_mode", whole});
  } else if (origin(technique) == TechniqueOrigin::classics) {
    constexpr std::string_view nothing = "The technique decomposes no matrix.";
    list.push_back({"svd", nothing});
    list.push_back({"svd_mode", nothing});
  } else {
    add_modes(solver, list);
  }
}

// Masses, springs and friction have numbers of their own.
void add_of_torques(std::vector<WithoutEffect>& list) {
  for (const std::string_view key :
       {"formulation", "svd", "svd_mode", "damping", "lambda", "bound", "largest_error", "clamp",
        "largest_turn", "metres_per_radian", "line_search", "fade_steps", "recruitment"})
    list.push_back({key, "No effect while torques move the figure."});
  list.push_back({"limits", "Torques turn joints up to their limits, whatever is chosen here."});
  list.push_back({"criteria", "Torques follow the tasks alone."});
  list.push_back({"priorities", "Torques weigh all tasks together, without priorities."});
}

}  // namespace

std::vector<WithoutEffect> without_effect(const SolverOptions& solver, const AvoidanceOptions& avoidance,
                                          MovedBy moved_by) {
  std::vector<WithoutEffect> list;
  if (moved_by == MovedBy::torques) {
    add_of_torques(list);
  } else if (avoidance.technique == Technique::clearance || avoidance.technique == Technique::off) {
    add_of_solver(solver, list);
  } else {
    add_of_documents(solver, avoidance.technique, list);
  }
  return list;
}

}  // namespace limber
