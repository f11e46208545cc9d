// Reference posture and flexion, and the functions of a criterion by its type.

#include "limber/tasks/criterion.h"

#include <array>
#include <cmath>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/base/overloaded.h"
#include "limber/figure/compiled.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/tasks/checks.h"
#include "limber/tasks/criterion_types.h"

namespace limber {

namespace tasks {

namespace {

const Posture& reference_of(const ReferencePosture& criterion, const Figure& figure) {
  return criterion.reference.values.size() == 0 ? data_of(figure).rest : criterion.reference;
}

double weight_of(const ReferencePosture& criterion, int dof) {
  return criterion.weights.empty() ? 1.0 : criterion.weights[static_cast<std::size_t>(dof)];
}

// 1/a^2
double stiffening_of(const ReferencePosture& criterion, int dof) {
  if (criterion.stiffens_at.empty()) return 0.0;
  const double a = criterion.stiffens_at[static_cast<std::size_t>(dof)];
  return 1.0 / (a * a);
}

// Calls visit(first DOF, count, step that leads the joint to the reference) for every joint that counts.
template <class Visit>
void for_ways_to_reference(const ReferencePosture& criterion, const TaskContext& context, Visit&& visit) {
  const FigureData& data = data_of(context.figure());
  auto way = context.scratch.row(0).transpose();
  difference(context.figure(), context.posture, reference_of(criterion, context.figure()), way);
  for (std::size_t j = 0; j < data.joints.size(); ++j) {
    const int first = data.first_dof[j], count = data.first_dof[j + 1] - first;
    if (count == 0 || data.joints[j].type == JointType::free) continue;
    visit(first, count, way.segment(first, count));
  }
}

}  // namespace

// For a ball joint h = 1/2 |r|^2 with r = log(R_ref R^T), whose gradient is exactly -r: r is an eigenvector
// of L(r).
double value(const ReferencePosture& criterion, const TaskContext& context) noexcept {
  double sum = 0.0;
  for_ways_to_reference(criterion, context, [&](int first, int, const auto& way) {
    const double size = way.squaredNorm();
    sum += 0.5 * weight_of(criterion, first) * size * (1.0 + 0.5 * stiffening_of(criterion, first) * size);
  });
  return sum;
}

void add_gradient(const ReferencePosture& criterion, const TaskContext& context,
                  Eigen::Ref<VecX> gradient) noexcept {
  for_ways_to_reference(criterion, context, [&](int first, int count, const auto& way) {
    const double stiffer = 1.0 + stiffening_of(criterion, first) * way.squaredNorm();
    gradient.segment(first, count) -= weight_of(criterion, first) * stiffer * way;
  });
}

void add_curvature(const ReferencePosture& criterion, const TaskContext& context,
                   Eigen::Ref<VecX> diagonal) noexcept {
  for_ways_to_reference(criterion, context, [&](int first, int count, const auto& way) {
    const double w = weight_of(criterion, first), s = stiffening_of(criterion, first);
    diagonal.segment(first, count).array() +=
        w * (1.0 + s * way.squaredNorm() + 2.0 * s * way.array().square());
  });
}

double value(const Flexion& criterion, const TaskContext& context) noexcept {
  double sum = 0.0;
  for (const Flexion::Term& term : criterion.terms) {
    sum += term.sign * joint_coordinate(context.figure(), context.posture, term.joint, term.coordinate);
  }
  return sum;
}

void add_gradient(const Flexion& criterion, const TaskContext& context, Eigen::Ref<VecX> gradient) noexcept {
  for (const Flexion::Term& term : criterion.terms) {
    add_joint_coordinate_row(context.figure(), context.posture, term.joint, term.coordinate, term.sign,
                             gradient.transpose());
  }
}

double value(const CustomCriterion& criterion, const TaskContext& context) noexcept {
  return criterion.value ? criterion.value(context) : 0.0;
}

void add_gradient(const CustomCriterion& criterion, const TaskContext& context,
                  Eigen::Ref<VecX> gradient) noexcept {
  if (criterion.add_gradient) criterion.add_gradient(context, gradient);
}

}  // namespace tasks

double value(const Criterion& criterion, const TaskContext& context) noexcept {
  return std::visit([&](const auto& c) { return tasks::value(c, context); }, criterion);
}

void add_gradient(const Criterion& criterion, const TaskContext& context,
                  Eigen::Ref<VecX> gradient) noexcept {
  std::visit([&](const auto& c) { tasks::add_gradient(c, context, gradient); }, criterion);
}

void add_curvature(const Criterion& criterion, const TaskContext& context,
                   Eigen::Ref<VecX> diagonal) noexcept {
  std::visit(
      overloaded{[&](const ReferencePosture& c) { tasks::add_curvature(c, context, diagonal); },
                 [&](const MidRange& c) { tasks::add_curvature(c, context, diagonal); }, [](const auto&) {}},
      criterion);
}

std::string_view type_name(const Criterion& criterion) {
  static constexpr std::array<std::string_view, std::variant_size_v<Criterion>> names = {
      "posture", "mid-range", "manipulability", "flexion", "custom", "effort"};
  return names[criterion.index()];
}

namespace {

void check_weights(const std::vector<double>& weights, const Figure& figure) {
  const auto count = static_cast<int>(weights.size());
  if (count != 0 && count != figure.dof_count()) {
    throw std::invalid_argument("weights has " + std::to_string(count) + " entries, figure " +
                                quoted(figure.name()) + " has " + std::to_string(figure.dof_count()) +
                                " degrees of freedom");
  }
  for (const double weight : weights) {
    if (!(weight >= 0.0 && std::isfinite(weight)))
      throw std::invalid_argument("a weight of the reference posture must be 0 or positive");
  }
}

void check_stiffening(const std::vector<double>& angles, const Figure& figure) {
  if (!angles.empty() && static_cast<int>(angles.size()) != figure.dof_count()) {
    throw std::invalid_argument("stiffens_at has " + std::to_string(angles.size()) + " entries, figure " +
                                quoted(figure.name()) + " has " + std::to_string(figure.dof_count()) +
                                " degrees of freedom");
  }
  for (const double angle : angles) {
    if (!(angle > 0.0)) throw std::invalid_argument("an angle at which a joint stiffens must be positive");
  }
}

}  // namespace

void check(const Criterion& criterion, const Figure& figure) {
  std::visit(overloaded{
                 [&](const ReferencePosture& c) {
                   const Eigen::Index count = c.reference.values.size();
                   if (count != 0 && count != figure.value_count()) {
                     throw std::invalid_argument("reference has " + std::to_string(count) +
                                                 " values, figure " + quoted(figure.name()) + " needs " +
                                                 std::to_string(figure.value_count()));
                   }
                   check_weights(c.weights, figure);
                   check_stiffening(c.stiffens_at, figure);
                   if (!is_finite(c.reference)) {
                     throw std::invalid_argument("reference holds a value that is not a number");
                   }
                 },
                 [](const MidRange&) {},
                 [](const Effort&) {},
                 [&](const Manipulability& c) {
                   tasks::check_moving_place(c.frame, figure, "frame");
                   tasks::check_axes(c.axes);
                 },
                 [&](const Flexion& c) {
                   for (const Flexion::Term& term : c.terms) {
                     tasks::check_joint_coordinate(figure, term.joint, term.coordinate);
                     tasks::check_number(term.sign, "sign");
                   }
                 },
                 [](const CustomCriterion& c) {
                   if (!c.value || !c.add_gradient) {
                     throw std::invalid_argument("a custom criterion needs both of its functions");
                   }
                 },
             },
             criterion);
}

void check(const CriterionList& criteria, const Figure& figure) {
  for (std::size_t i = 0; i < criteria.size(); ++i) {
    const WeightedCriterion& entry = criteria[i];
    try {
      if (!(entry.gain >= 0.0) || !std::isfinite(entry.gain)) {
        throw std::invalid_argument("gain must be zero or a positive number");
      }
      check(entry.criterion, figure);
    } catch (const std::invalid_argument& problem) {
      const std::string title = entry.name.empty() ? "number " + std::to_string(i + 1) : quoted(entry.name);
      throw std::invalid_argument("criterion " + title + ": " + problem.what());
    }
  }
}

}  // namespace limber
