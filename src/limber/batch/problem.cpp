// The order in which the tables are made, their sizes, and the way from a state back to a posture.

#include "limber/batch/problem.h"

#include <algorithm>

#include "limber/batch/gatherer.h"
#include "limber/batch/starts.h"

namespace limber::batch {

Expected<Problem> Gatherer::gather() {
  if (!figure_.ties().empty()) return Error{"the figure has ties, which close loops"};
  mark_paths();
  find_leads();
  if (std::optional<Error> problem = cut_into_pieces()) return *problem;
  if (pieces_.empty()) return Error{"nothing moves the frame"};
  choose_unit();
  problem_.model = std::make_unique<Model>();
  if (std::optional<Error> problem = check_sizes()) return *problem;
  number_by_depth();
  if (std::optional<Error> problem = add_coordinates()) return *problem;
  add_elements();
  add_groups();
  if (std::optional<Error> problem = add_columns()) return *problem;
  if (std::optional<Error> problem = add_couplings()) return *problem;
  if (options_.world != nullptr) {
    if (std::optional<Error> problem = add_surroundings()) return *problem;
  }
  choose_patience();
  problem_.attempts = problem_.capsule_attempts = options_.restarts + 1;
  // What so many attempts have not found clear, capsules are too coarse for, nearly always.
  constexpr int most_with_capsules = 64;
  if (model().near_pairs > 0) problem_.capsule_attempts = std::min(problem_.attempts, most_with_capsules);
  problem_.starts = make_starts(problem_, start_, options_);
  return std::move(problem_);
}

std::optional<Error> Gatherer::check_sizes() const {
  const int pieces = static_cast<int>(pieces_.size());
  if (pieces > most::elements)
    return too_large("hinges, slides and balls move the tasks", pieces, most::elements);
  int groups = 0, dofs = 0;
  for (const FrameTask& task : tasks_) groups += asks_place(task) + asks_orientation(task);
  if (groups > most::groups)
    return too_large("positions and orientations are asked for", groups, most::groups);
  for (const Piece& piece : pieces_) dofs += dofs_of(piece.kind);
  if (dofs > most::dofs) return too_large("degrees of freedom move the tasks", dofs, most::dofs);
  return std::nullopt;
}

// Chosen by trial: one pose of an arm arrives in ten steps or hardly at all; several tasks take longer.
void Gatherer::choose_patience() {
  Model& m = model();
  const bool is_arm = m.groups <= 2;
  m.damping = is_arm ? 0.1 : 0.02;
  m.least_damping = is_arm ? 1e-6 : 1e-5;
  m.largest_step = is_arm ? 1.5 : 0.6;
  m.enough = m.levels > 1 ? 0.98 : 0.8;
  m.hasty_steps = is_arm && m.levels == 1 ? 16 : 40;
  m.hasty_idle = is_arm && m.levels == 1 ? 2 : 4;
  m.patient_steps = is_arm && m.levels == 1 ? 40 : 80;
  m.patient_idle = is_arm && m.levels == 1 ? 4 : 8;
  // Figures of hinges gain nothing by it, and a GPU would wait for its last problem.
  const bool gains = m.limits > 0;
  m.dogged_steps = gains ? 300 : m.patient_steps;
  m.dogged_idle = gains ? 30 : m.patient_idle;
  m.dogged_enough = gains ? 0.98 : m.enough;
}

void Problem::write_values(const double* state, Eigen::Ref<VecX> values) const {
  for (const Output& output : outputs) {
    const double* const s = state + output.state;
    if (output.kind == ball) {
      // What the kernel brought inside is there but for rounding.
      const Quat q = nearest_allowed(output.swing, output.twist, Quat(s[0], s[1], s[2], s[3]));
      for (int k = 0; k < 4; ++k) values[output.value + k] = q.coeffs()[k];
    } else {
      values[output.value] = output.range.clamp(output.scale * s[0] + output.offset);
    }
  }
}

Expected<Problem> gather_problem(const Figure& figure, std::span<const FrameTask> tasks, const Posture& start,
                                 const ProblemOptions& options) {
  return Gatherer(figure, tasks, start, options).gather();
}

}  // namespace limber::batch
