#pragma once
// Each kind of task by itself: what the functions of tasks/task.h choose from.

#include "limber/figure/figure.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/tasks/task.h"

namespace limber::tasks {

int row_count(const Reach& task);
int row_count(const Orient& task);
int row_count(const LookAt& task);
int row_count(const RelativePosition& task);
int row_count(const RelativeOrientation& task);
int row_count(const CenterOfMass& task);
int row_count(const OnEllipsoid& task);
int row_count(const JointValue& task);
int row_count(const Region& task);
int row_count(const Drag& task);
int row_count(const Custom& task);
int row_count(const Equilibrium& task);
int row_count(const CenterOverSupports& task);
int row_count(const Balance& task);
int row_count(const Inertia& task);
int row_count(const SupportShare& task);
int row_count(const JointStrength& task);

void evaluate(const Reach& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const Orient& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const LookAt& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const RelativePosition& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const RelativeOrientation& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const CenterOfMass& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const OnEllipsoid& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const JointValue& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const Region& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const Drag& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const Custom& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const Equilibrium& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const CenterOverSupports& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const Balance& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const Inertia& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const SupportShare& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const JointStrength& task, const TaskContext& context, TaskRows& rows) noexcept;

void check(const Reach& task, const Figure& figure);
void check(const Orient& task, const Figure& figure);
void check(const LookAt& task, const Figure& figure);
void check(const RelativePosition& task, const Figure& figure);
void check(const RelativeOrientation& task, const Figure& figure);
void check(const CenterOfMass& task, const Figure& figure);
void check(const OnEllipsoid& task, const Figure& figure);
void check(const JointValue& task, const Figure& figure);
void check(const Region& task, const Figure& figure);
void check(const Drag& task, const Figure& figure);
void check(const Custom& task, const Figure& figure);
void check(const Equilibrium& task, const Figure& figure);
void check(const CenterOverSupports& task, const Figure& figure);
void check(const Balance& task, const Figure& figure);
void check(const Inertia& task, const Figure& figure);
void check(const SupportShare& task, const Figure& figure);
void check(const JointStrength& task, const Figure& figure);

}  // namespace limber::tasks
