#pragma once
// A scalar h(q) that is made small with the freedom the tasks leave:
//
//   minimise  sum over criteria of  gain * h
//
// by quasi-Newton steps, so that a figure comes to rest in a few of them. Gains are weights: only their
// ratios say where it rests. Without line search (SolverOptions) the source documents' way: the step is
// pulled towards
//
//   z = - sum over criteria of  gain * W^-1 grad h,      no entry longer than 0.1 rad
//
// where W are the recruitment weights. Gradients are with respect to a step (the tangent of Posture).

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "limber/figure/posture.h"
#include "limber/tasks/task.h"

namespace limber {

// h = 1/2 sum w |d|^2 (1 + |d|^2/(2 a^2)) over the joints, d = difference(posture, reference). Free joints
// are left out: where a figure stands is not part of its posture here.
struct ReferencePosture {
  Posture reference;                 // empty: the figure's rest posture
  std::vector<double> weights = {};  // w >= 0, one per DOF, the same for all of one joint; empty: all 1
  // a > 0 [rad, m], likewise: a joint so far from the reference pulls back twice as hard as w alone would,
  // and ever harder beyond: what is cheap at first becomes dear. Unlimited, or empty: never.
  std::vector<double> stiffens_at = {};
};

// h = 1/2 sum c (q - middle)^2 over the coordinates limited on both sides, c = (m/half_width)^2 with m the
// mean half width (of angles, of lengths): the same part of its range costs every joint the same. c is at
// most 4, so that a narrow joint does not outweigh all others. Swings are measured from the middle of
// their ellipse or polygon, twists from the middle of their range.
struct MidRange {};

// h = - sqrt det(J J^T) of the frame's position, over the world axes that count: moves away from singular
// postures.
struct Manipulability {
  Place frame;
  Axes axes = {};
};

// h = sum sign * coordinate: flexes or extends the given joints (hips, knees and ankles, for example).
struct Flexion {
  struct Term {
    JointId joint;
    int coordinate = 0;  // see figure/joint_coordinate.h
    double sign = 1.0;   // any factor
  };
  std::vector<Term> terms;
};

// Flexes the whole body (Baerlocher 2001, 7.3): every joint that turns about an axis across the sagittal
// plane, the x z plane of a figure at rest that faces x. With the signs reversed it extends the body.
Flexion whole_body_flexion(const Figure& figure);

// h = sum of (torque/strength)^2 over the joints, of balls and swings by their whole moment: what holding the
// posture costs. Reads the forces, supports and strengths of the task list.
struct Effort {};

struct CustomCriterion {
  std::function<double(const TaskContext&)> value;
  std::function<void(const TaskContext&, Eigen::Ref<VecX> gradient)> add_gradient;
};

using Criterion = std::variant<ReferencePosture, MidRange, Manipulability, Flexion, CustomCriterion, Effort>;

struct WeightedCriterion {
  std::string name;
  Criterion criterion;
  double gain = 0.1;  // >= 0: weight against the other criteria
  bool enabled = true;
};
using CriterionList = std::vector<WeightedCriterion>;

double value(const Criterion& criterion, const TaskContext& context) noexcept;
// gradient += grad h. Allocates nothing.
void add_gradient(const Criterion& criterion, const TaskContext& context, Eigen::Ref<VecX> gradient) noexcept;

// diagonal += what is known of d2h/dq_i^2: exact for ReferencePosture and MidRange, nothing for the others,
// whose curvature the solver learns from its steps. Allocates nothing.
void add_curvature(const Criterion& criterion, const TaskContext& context,
                   Eigen::Ref<VecX> diagonal) noexcept;

// "posture", "mid-range", "manipulability", "flexion", "custom", "effort": the words used in scene files.
std::string_view type_name(const Criterion& criterion);

// Throws std::invalid_argument when the criterion does not fit the figure.
void check(const Criterion& criterion, const Figure& figure);
void check(const CriterionList& criteria, const Figure& figure);

}  // namespace limber
