#include "models/model_support.h"

#include "limber/kinematics/kinematics.h"

namespace limber::test {

Bounds bounds_of(const Figure& figure, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  Bounds box{Vec3::Constant(1e9), Vec3::Constant(-1e9)};
  for (const SegmentId s : figure.segments()) {
    for (const BodyShape& body : figure.shapes(s)) {
      const Bounds part = *bounds(transformed(kinematics.segment_pose(s), body.shape));
      box.min = box.min.cwiseMin(part.min);
      box.max = box.max.cwiseMax(part.max);
    }
  }
  return box;
}

}  // namespace limber::test
