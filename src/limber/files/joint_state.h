#pragma once
// The values of all joints as a text for the clipboard: angles in radians, lengths in metres, orientations as
// rotation vectors.
//
//   JSON  {"elbow": 0.5, "wrist": [0.1, 0, 0]}, as the postures of scenes; read also as ROS has joint states:
//         {"name": ["elbow"], "position": [0.5]}
//   CSV   a line of names and a line of numbers, as write_csv writes them

#include <string>
#include <string_view>

#include "limber/figure/figure.h"

namespace limber {

enum class JointStateForm { json, csv };
std::string write_joint_state(const Figure& figure, const Posture& posture, JointStateForm form);

// Either form; of a CSV the last line. Joints that it does not name keep the values of `posture`; values
// beyond a limit become the limit.
Expected<Posture> read_joint_state(std::string_view text, const Figure& figure, Posture posture);

}  // namespace limber
