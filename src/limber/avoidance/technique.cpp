// Makes the technique that the options name.

#include "limber/avoidance/technique.h"

#include <stdexcept>
#include <string>

#include "limber/avoidance/cost.h"
#include "limber/avoidance/objective.h"
#include "limber/avoidance/parameters.h"
#include "limber/avoidance/priority_reversing.h"
#include "limber/avoidance/task_augmented.h"
#include "limber/avoidance/task_priority.h"
#include "limber/avoidance/virtual_arms_technique.h"

namespace limber {

std::unique_ptr<AvoidanceTechnique> make_technique(const Figure& figure, const AvoidanceOptions& options,
                                                   const TechniqueSetup& setup) {
  const auto task_priority = [&](TaskPriority::Variant variant) {
    return std::make_unique<TaskPriority>(variant, options, setup);
  };
  const auto augmented = [&](TaskAugmented::Variant variant) {
    return std::make_unique<TaskAugmented>(variant, options, setup);
  };
  const auto cost = [&](Cost::Variant variant) { return std::make_unique<Cost>(variant, options, setup); };
  const auto reversing = [&](PriorityReversing::Variant variant) {
    return std::make_unique<PriorityReversing>(variant, options, setup);
  };
  switch (options.technique) {
    case Technique::task_priority:
      return task_priority(TaskPriority::Variant::worst);
    case Technique::task_priority_normal:
      return task_priority(TaskPriority::Variant::normal_only);
    case Technique::two_worst:
      return task_priority(TaskPriority::Variant::two_worst);
    case Technique::task_augmented:
      return augmented(TaskAugmented::Variant::thesis);
    case Technique::lab:
      return augmented(TaskAugmented::Variant::lab);
    case Technique::cost:
      return cost(Cost::Variant::plain);
    case Technique::cost_augmented:
      return cost(Cost::Variant::augmented);
    case Technique::cost_blended:
      return cost(Cost::Variant::blended);
    case Technique::cost_blended_augmented:
      return cost(Cost::Variant::blended_augmented);
    case Technique::cost_adaptive:
      return cost(Cost::Variant::adaptive);
    case Technique::objective:
      return std::make_unique<Objective>(options, setup);
    case Technique::priority_reversing:
      return reversing(PriorityReversing::Variant::as_printed);
    case Technique::priority_reversing_gated:
      return reversing(PriorityReversing::Variant::gated);
    case Technique::virtual_arms:
      return make_virtual_arms(figure, options, setup);
    case Technique::clearance:
    case Technique::off:
      break;
  }
  throw std::invalid_argument(std::string(describe(options.technique).key) +
                              " is not a technique of the documents");
}

}  // namespace limber
