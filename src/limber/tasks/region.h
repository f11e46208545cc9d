#pragma once
// A point kept inside a region: inequalities, silent while it is inside. With p the point as seen from `in`:
//
//   box          p_k <= h_k,  -p_k <= h_k      six rows
//   sphere       |p| <= r                      one row
//   half-space   normal . p <= offset          one row

#include <variant>

#include "limber/tasks/context.h"

namespace limber {

namespace region {
struct InsideBox {
  Vec3 half_size = Vec3::Ones();  // [m] > 0
};
struct InsideSphere {
  double radius = 1.0;  // [m] > 0
};
struct InsideHalfSpace {
  Vec3 normal = Vec3::UnitZ();  // unit, outwards
  double offset = 0.0;          // [m]
};
}  // namespace region

struct Region {
  using InsideBox = region::InsideBox;
  using InsideSphere = region::InsideSphere;
  using InsideHalfSpace = region::InsideHalfSpace;
  Place frame;
  std::variant<InsideBox, InsideSphere, InsideHalfSpace> inside;
  Place in = {};
};

int row_count(const Region& task);
void evaluate(const Region& task, const TaskContext& context, TaskRows& rows) noexcept;
void check(const Region& task, const Figure& figure);

}  // namespace limber
