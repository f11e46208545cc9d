#pragma once
// A step that is tried: the displacement, the posture it leads to, and what tasks and criteria say there.

#include "limber/figure/posture.h"
#include "limber/solver/step/observation.h"

namespace limber {

struct Attempt {
  VecX displacement;  // dq
  Posture posture;
  Evaluation evaluation;
};

}  // namespace limber
