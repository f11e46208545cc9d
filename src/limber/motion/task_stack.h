#pragma once
// All equality tasks of a list as one map x(q), with what second-order methods ask of it:
//
//   J = dx/dq            one row per task coordinate, in the tasks' own units
//   C(lambda) = sum_r lambda_r Q_r,   Q_r = dJ_r/dq      n x n
//
// In closed form for Reach, Orient and CenterOfMass measured in the world, and for values of hinges and
// slides; by central differences for the rest.

#include <Eigen/Dense>

#include "limber/motion/jacobian_derivative.h"
#include "limber/tasks/task_list.h"

namespace limber {

// Rows that know how they change with the posture.
class CurvedRows {
 public:
  virtual ~CurvedRows() = default;
  virtual const RowMatrix& jacobian() const = 0;
  virtual void curvature(const VecX& lambda, Eigen::MatrixXd& matrix) = 0;         // C
  virtual void product(const VecX& lambda, const VecX& direction, VecX& out) = 0;  // C direction
  virtual void jacobian_after(const VecX& step, RowMatrix& jacobian) = 0;          // moved by a step
  // What the criterion's second derivatives do to the direction of the last product, where the rows know
  // better than CriterionNow; nullptr: they do not.
  virtual const VecX* criterion_along() const { return nullptr; }
};

class TaskStack final : public CurvedRows {
 public:
  // Inequalities and tasks that are switched off are left out. Throws std::invalid_argument for tasks that do
  // not fit the figure.
  TaskStack(const Figure& figure, TaskList tasks);
  TaskStack(const TaskStack&) = delete;

  TaskList& tasks() { return tasks_; }  // targets may be changed
  const Figure& figure() const { return kinematics_.figure(); }
  int rows() const { return static_cast<int>(jacobian_.rows()); }
  void look_at(const Posture& posture);
  const Posture& posture() const { return posture_; }
  const Kinematics& kinematics() const { return kinematics_; }
  TaskContext context() { return {kinematics_, masses_, posture_, scratch_}; }

  const RowMatrix& jacobian() const override { return jacobian_; }
  const VecX& error() const { return error_; }  // target - value
  void curvature(const VecX& lambda, Eigen::MatrixXd& matrix) override;
  void product(const VecX& lambda, const VecX& direction, VecX& out) override;
  void jacobian_after(const VecX& step, RowMatrix& jacobian) override;

 private:
  struct Slot {
    int entry, first_row, rows;
  };
  void evaluate(const Posture& posture, RowMatrix& jacobian, VecX& error);
  void add_by_differences(const Slot& slot, const VecX& lambda, Eigen::MatrixXd& matrix);
  bool add_closed_form(const Task& task, const Slot& slot, const VecX& lambda, Eigen::MatrixXd& matrix);
  void add_orient(const Orient& task, const Slot& slot, const VecX& lambda, Eigen::MatrixXd& matrix);

  TaskList tasks_;
  std::vector<Slot> slots_;
  Kinematics kinematics_;
  MassDistribution masses_;
  RowMatrix scratch_;
  JacobianDerivative derivative_;
  Posture posture_, there_;
  RowMatrix jacobian_, jacobian_there_;
  VecX error_, error_there_;
  bool needs_masses_ = false, swept_ = false;  // swept: products take O(n)
};

}  // namespace limber
