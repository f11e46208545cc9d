// Where the costs of joints come from, and their roots.

#include "limber/solver/step/recruitment.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace limber {

namespace {

// Of what a level asks for: with less, dear joints must help; with as much as this, cheap ones may try again.
// The gap keeps a step from undoing what the one before decided.
constexpr double too_little = 0.25, nearly_all = 0.9;
// Steps in a row that a level may get too little before: an arm that hangs straight down cannot lift its hand
// at once, but after a step or two. With these, of 60 goals within the reach of the arm the back bends by
// 1.2 degrees (median) and 10 (most) from there; without, by 1.2 and 47.
constexpr int steps_to_try_alone = 2;

VecX usual_costs(const Figure& figure, const SolverOptions& options) {
  VecX costs = VecX::Ones(figure.dof_count());
  if (options.recruitment.empty()) {
    // The source documents know no costs; their formulations compute what is written there.
    if (options.formulation != Formulation::lexicographic) return costs;
    for (const DofId i : figure.dofs()) costs[i] = figure.joint(figure.joint_of_dof(i)).cost;
    return costs;
  }
  if (static_cast<int>(options.recruitment.size()) != figure.dof_count()) {
    throw std::invalid_argument("recruitment has " + std::to_string(options.recruitment.size()) +
                                " weights; the figure has " + std::to_string(figure.dof_count()) +
                                " degrees of freedom");
  }
  for (const DofId i : figure.dofs()) {
    costs[i] = at(options.recruitment, i);
    if (!(costs[i] > 0.0)) {
      throw std::invalid_argument("the recruitment weight of " + figure.dof_name(i) + " must be above 0");
    }
  }
  return costs;
}

}  // namespace

Recruitment::Recruitment(const Figure& figure, const SolverOptions& options)
    : figure_(figure),
      usual_(usual_costs(figure, options)),
      costs_(usual_),
      // Without a search every step is taken as the documents compute it.
      may_ease_(options.line_search && options.formulation == Formulation::lexicographic) {
  for (VecX& scale : scales_) scale = VecX::Ones(figure.dof_count());
  compute();
}

void Recruitment::prepare(const TaskList& tasks) {
  of_tasks_.clear();
  std::vector<std::pair<int, int>> order;  // priority, entry: the most important last, of equals the first
  int entry = 0;
  for (const TaskList::Entry& task : tasks) {
    if (!task.settings.costs.empty()) order.emplace_back(-task.settings.priority, -entry);
    ++entry;
  }
  std::sort(order.begin(), order.end());
  for (const auto& [priority, minus_entry] : order) {
    TaskCosts& own = of_tasks_.emplace_back(TaskCosts{-minus_entry, VecX::Zero(figure_.dof_count())});
    for (const JointCost& part : tasks.begin()[own.entry].settings.costs) {
      for (const JointId joint : joints_matching(figure_, {part.joints})) {
        for (const DofId dof : figure_.dofs(joint)) own.of_dofs[dof] = part.cost;
      }
    }
  }
  counted_.assign(of_tasks_.size(), 0);
  for (std::size_t i = 0; i < of_tasks_.size(); ++i)
    counted_[i] = tasks.begin()[of_tasks_[i].entry].settings.enabled ? 1 : 0;
  compute();
  forget();
}

void Recruitment::refresh(const TaskList& tasks) noexcept {
  bool changed = false;
  for (std::size_t i = 0; i < of_tasks_.size(); ++i) {
    const std::uint8_t on = tasks.begin()[of_tasks_[i].entry].settings.enabled ? 1 : 0;
    changed = changed || on != counted_[i];
    counted_[i] = on;
  }
  if (changed) compute();
}

// Roots of roots: exactly rounded on every machine, which a power is not.
void Recruitment::compute() noexcept {
  costs_ = usual_;
  for (std::size_t i = 0; i < of_tasks_.size(); ++i) {
    if (counted_[i] == 0) continue;
    const VecX& own = of_tasks_[i].of_dofs;
    for (Eigen::Index dof = 0; dof < own.size(); ++dof) {
      if (own[dof] > 0.0) costs_[dof] = own[dof];
    }
  }
  for (Eigen::Index dof = 0; dof < costs_.size(); ++dof) {
    const double root = std::sqrt(costs_[dof]), next = std::sqrt(root);
    scales_[0][dof] = 1.0 / root;  // 0: an infinite cost locks the joint, however eased
    scales_[1][dof] = 1.0 / next;
    scales_[2][dof] = 1.0 / std::sqrt(next);
    scales_[3][dof] = std::isinf(root) ? 0.0 : 1.0;
  }
  matters_ = may_ease_ && scales_[0] != scales_[3];
}

bool Recruitment::must_help(double share) noexcept {
  if (share >= too_little) waits_ = 0;
  if (share > nearly_all && ease_ > 0) --ease_;
  const bool can_ease = ease_ + 1 < static_cast<int>(scales_.size());
  if (share >= too_little || !can_ease || ++waits_ <= steps_to_try_alone) return false;
  ++ease_;
  return true;
}

}  // namespace limber
