#pragma once
// A scalar h(q) to be made small with whatever freedom the tasks leave: dq is pulled towards
//
//   z = - sum over criteria of  gain * W^-1 grad h
//
// where W are the recruitment weights. Gradients are with respect to a step (the tangent of Posture).

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "limber/tasks/task.h"

namespace limber {

// h = 1/2 |difference(posture, reference)|^2: a gain of 0.1 removes a tenth of the way per step.
struct ReferencePosture {
  Posture reference;  // empty: the figure's rest posture
};
// h = 1/2 sum ((q - middle)/half_width)^2 * half_width_mean^2 over limited coordinates, balls by their swing
// and twist.
struct MidRange {};
// h = - sqrt det(J J^T) of the frame's position (rows that count): away from singular postures.
struct Manipulability {
  Place frame;
  Axes axes = {};
};
// h = sum sign * value: flexes (or extends) the joints named, hips, knees and ankles say.
struct Flexion {
  struct Term {
    int joint = 0;
    int coordinate = 0;
    double sign = 1.0;
  };
  std::vector<Term> terms;
};
struct CustomCriterion {
  std::function<double(const TaskContext&)> value;
  std::function<void(const TaskContext&, Eigen::Ref<VecX> gradient)> add_gradient;
};

using Criterion = std::variant<ReferencePosture, MidRange, Manipulability, Flexion, CustomCriterion>;

struct WeightedCriterion {
  std::string name;
  Criterion criterion;
  double gain = 0.1;
  bool enabled = true;
};
using CriterionList = std::vector<WeightedCriterion>;

double value(const Criterion& criterion, const TaskContext& context) noexcept;
// gradient += grad h. Allocates nothing.
void add_gradient(const Criterion& criterion, const TaskContext& context, Eigen::Ref<VecX> gradient) noexcept;

}  // namespace limber
