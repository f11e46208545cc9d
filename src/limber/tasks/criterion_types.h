#pragma once
// Each kind of criterion by itself: what the functions of tasks/criterion.h choose from.

#include "limber/kinematics/kinematics.h"
#include "limber/tasks/criterion.h"

namespace limber::tasks {

double value(const ReferencePosture& criterion, const TaskContext& context) noexcept;
double value(const MidRange& criterion, const TaskContext& context) noexcept;
double value(const Manipulability& criterion, const TaskContext& context) noexcept;
double value(const Flexion& criterion, const TaskContext& context) noexcept;
double value(const CustomCriterion& criterion, const TaskContext& context) noexcept;
double value(const Effort& criterion, const TaskContext& context) noexcept;
void add_gradient(const ReferencePosture& criterion, const TaskContext& context,
                  Eigen::Ref<VecX> gradient) noexcept;
void add_gradient(const MidRange& criterion, const TaskContext& context, Eigen::Ref<VecX> gradient) noexcept;
void add_gradient(const Manipulability& criterion, const TaskContext& context,
                  Eigen::Ref<VecX> gradient) noexcept;
void add_gradient(const Flexion& criterion, const TaskContext& context, Eigen::Ref<VecX> gradient) noexcept;
void add_gradient(const CustomCriterion& criterion, const TaskContext& context,
                  Eigen::Ref<VecX> gradient) noexcept;
void add_gradient(const Effort& criterion, const TaskContext& context, Eigen::Ref<VecX> gradient) noexcept;
void add_curvature(const ReferencePosture& criterion, const TaskContext& context,
                   Eigen::Ref<VecX> diagonal) noexcept;
void add_curvature(const MidRange& criterion, const TaskContext& context, Eigen::Ref<VecX> diagonal) noexcept;

}  // namespace limber::tasks
