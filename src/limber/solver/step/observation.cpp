// Evaluates a posture for whoever asks, and only what they read.

#include "limber/solver/step/observation.h"

#include <algorithm>

namespace limber {

namespace {

constexpr int scratch_rows = 12;  // what TaskContext promises

// Functions of the user may read anything.
bool read_masses(const TaskList& tasks, const CriterionList& criteria) {
  return std::any_of(tasks.begin(), tasks.end(),
                     [](const TaskList::Entry& entry) {
                       return std::holds_alternative<CenterOfMass>(entry.task) ||
                              std::holds_alternative<Inertia>(entry.task) || reads_loads(entry.task);
                     }) ||
         std::any_of(criteria.begin(), criteria.end(), [](const WeightedCriterion& weighted) {
           return std::holds_alternative<CustomCriterion>(weighted.criterion) ||
                  std::holds_alternative<Effort>(weighted.criterion);
         });
}

bool read_loads(const TaskList& tasks, const CriterionList& criteria) {
  return std::any_of(tasks.begin(), tasks.end(),
                     [](const TaskList::Entry& entry) { return reads_loads(entry.task); }) ||
         std::any_of(criteria.begin(), criteria.end(), [](const WeightedCriterion& weighted) {
           return std::holds_alternative<Effort>(weighted.criterion) ||
                  std::holds_alternative<CustomCriterion>(weighted.criterion);
         });
}

}  // namespace

Observation::Observation(const Figure& figure, Clearance& clearance)
    : clearance_(clearance),
      kinematics_(figure),
      masses_(figure),
      scratch_(RowMatrix::Zero(scratch_rows, figure.dof_count())) {
  look_at(figure.rest_posture());
}

void Observation::prepare(const TaskList& tasks, const CriterionList& criteria) {
  const bool is_asked = !tasks.loads.empty() ||
                        std::any_of(criteria.begin(), criteria.end(), [](const WeightedCriterion& weighted) {
                          return std::holds_alternative<Effort>(weighted.criterion);
                        });
  loads_are_up_to_date_ = false;
  if (!is_asked) {
    loads_.reset();
  } else if (!loads_ || !(loads_->statics.loads() == tasks.loads)) {
    loads_ = std::make_unique<LoadState>(kinematics_.figure(), tasks.loads);
    loads_->statics.stand_on(surfaces_);
  }
}

void Observation::stand_on(const World& world) {
  surfaces_ = std::make_shared<Surfaces>(world);
  if (loads_) loads_->statics.stand_on(surfaces_);
  loads_are_up_to_date_ = false;
}

void Observation::move_obstacle(ObstacleId obstacle, const Shape& shape) noexcept {
  if (surfaces_) surfaces_->move(obstacle, shape);
  loads_are_up_to_date_ = false;
}

void Observation::forget() noexcept {
  if (loads_) loads_->statics.forget();
  loads_are_up_to_date_ = false;
}

void Observation::look_at(const Posture& posture) noexcept {
  if (!(seen_ == posture)) {
    seen_.values = posture.values;
    kinematics_.update(seen_);
    masses_are_up_to_date_ = loads_are_up_to_date_ = false;
  } else if (!clearance_.must_look()) {
    return;
  }
  if (clearance_.is_on()) clearance_.look(kinematics_);
}

TaskContext Observation::context() noexcept {
  if (masses_are_read_ && !masses_are_up_to_date_) {
    masses_.update(kinematics_);
    masses_are_up_to_date_ = true;
  }
  if (loads_ && loads_are_read_ && !loads_are_up_to_date_) {
    loads_->update(kinematics_, masses_, seen_);
    loads_are_up_to_date_ = true;
  }
  return {kinematics_, masses_, seen_, scratch_, loads_.get()};
}

void Observation::evaluate(const TaskList& tasks, const CriterionList& criteria, const TaskLevels& levels,
                           const Posture& posture, Evaluation& result) noexcept {
  look_at(posture);
  masses_are_read_ = read_masses(tasks, criteria);
  loads_are_read_ = loads_ && read_loads(tasks, criteria);
  levels.evaluate(tasks, context(), result.tasks);
  result.criteria = 0.0;
  for (const WeightedCriterion& weighted : criteria) {
    if (weighted.enabled) result.criteria += weighted.gain * value(weighted.criterion, context());
  }
}

}  // namespace limber
