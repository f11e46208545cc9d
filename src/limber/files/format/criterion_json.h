#pragma once
// Criteria in the scene format.

#include <vector>

#include "limber/figure/figure.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/tasks/criterion.h"

namespace limber::json {

WeightedCriterion read_criterion(const Value& object, const Figure& figure);
// Throws std::invalid_argument for a custom criterion: a file cannot contain functions.
Output write_criterion(const WeightedCriterion& criterion, const Figure& figure);
std::vector<ObjectKeys> criterion_formats();

}  // namespace limber::json
