#pragma once
// The norm of the joint torques of a chain that stands on its base, and its gradient as the thesis prints it
// (Baerlocher 2001, 6.5).
//
//   tau = J_G^T w + J_T^T f,     h = |tau|^2
//   printed:   d tau/dq_j = J_T^T (f x a_j) + J_G^T (w x a_j)
//
// which holds only for the columns of joints at or beyond j.

#include "limber/scene/scene.h"

namespace limber::experiments {

// Of the joints "link.*" alone; forces at the base do not reach them. f: the scene's first force, at the tip.
double squared_torques(const Scene& scene, const Posture& posture);
VecX printed_gradient(const Scene& scene, const Posture& posture);
VecX gradient_by_differences(const Scene& scene, const Posture& posture);
VecX gradient_of_limber(const Scene& scene, const Posture& posture);  // of the criterion "effort"

// How long the part of a gradient is that the tasks of the scene leave free.
double free_part(const Scene& scene, const Posture& posture, const VecX& gradient);

}  // namespace limber::experiments
