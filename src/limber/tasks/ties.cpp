// Ties of a figure by the tasks that ask the same.

#include "limber/tasks/ties.h"

#include <algorithm>

namespace limber {

namespace {

constexpr int scratch_rows = 12;  // what TaskContext promises

std::vector<Task> tasks_like(const Tie& tie) {
  const Place frame = tie.frame, to = tie.to;
  switch (tie.kind) {
    case TieDescription::Kind::on_ellipsoid:
      return {OnEllipsoid{.frame = frame, .center = to, .radii = tie.radii}};
    case TieDescription::Kind::same_point:
      return {RelativePosition{.first = frame, .second = to}};
    case TieDescription::Kind::same_pose:
      return {RelativePosition{.first = frame, .second = to},
              RelativeOrientation{.first = frame, .second = to}};
  }
  return {};
}

}  // namespace

Ties::Ties(const Figure& figure)
    : kinematics_(figure), masses_(figure), scratch_(RowMatrix::Zero(scratch_rows, figure.dof_count())) {
  for (const Tie& tie : figure.ties()) {
    const TieId id{&tie - figure.ties().data()};
    for (Task& task : tasks_like(tie)) {
      parts_.push_back({std::move(task), id, row_count()});
      tie_of_row_.resize(tie_of_row_.size() + static_cast<std::size_t>(limber::row_count(parts_.back().task)),
                         id);
    }
  }
  jacobian_ = RowMatrix::Zero(row_count(), figure.dof_count());
  error_ = VecX::Zero(row_count());
}

void Ties::look_at(const Posture& posture) noexcept {
  kinematics_.update(posture);
  jacobian_.setZero();
  const TaskContext context{kinematics_, masses_, posture, scratch_};
  for (const Part& part : parts_) {
    const int rows = limber::row_count(part.task);
    TaskRows values{jacobian_.middleRows(part.first_row, rows), error_.segment(part.first_row, rows)};
    evaluate(part.task, context, values);
  }
}

double Ties::error_of(TieId tie) const noexcept {
  double largest = 0.0;
  for (const Part& part : parts_) {
    if (part.tie != tie) continue;
    largest = std::max(largest, error_.segment(part.first_row, limber::row_count(part.task)).norm());
  }
  return largest;
}

std::string tie_in_words(const Figure& figure, const Tie& tie) {
  const std::string &frame = figure.frame(tie.frame).name, &to = figure.frame(tie.to).name;
  switch (tie.kind) {
    case TieDescription::Kind::on_ellipsoid:
      return frame + " on an ellipsoid around " + to;
    case TieDescription::Kind::same_point:
      return frame + " at " + to;
    case TieDescription::Kind::same_pose:
      return frame + " at " + to + ", turned the same way";
  }
  return "";
}

}  // namespace limber
