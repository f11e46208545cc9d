#pragma once
// A planar arm of four links of 0.5 m and 5 cm radius beside a ball.

#include <string>

namespace limber::test {

struct ObstacleScene {
  std::string world = R"({"name": "ball", "shape": "sphere", "center": [0.72, 0.6, 0], "radius": 0.1})";
  std::string tasks =
      R"({"name": "tip", "type": "reach", "frame": "tip", "target": [0.6, 1.3, 0], "axes": "xy"})";
  std::string solver;  // "\"solver\": {...}", or nothing
  std::string posture = R"("link.2": 0.3, "link.3": 0.3, "link.4": 0.3)";

  std::string text() const {
    std::string segments = R"({"name": "base"})";
    for (int i = 1; i <= 4; ++i) {
      const std::string name = "link." + std::to_string(i);
      const std::string parent = i == 1 ? "base" : "link." + std::to_string(i - 1);
      segments +=
          R"(, {"name": ")" + name + R"(", "parent": ")" + parent + R"(", "joint": {"type": "revolute"},)";
      if (i > 1) segments += R"( "at": {"position": [0.5, 0, 0]},)";
      segments += R"( "shapes": [{"shape": "capsule", "a": [0, 0, 0], "b": [0.5, 0, 0], "radius": 0.05}]})";
    }
    return R"({"limber": 1, "figure": {"limber": 1, "name": "arm", "segments": [)" + segments +
           R"(], "frames": [{"name": "tip", "segment": "link.4", "position": [0.5, 0, 0]}]}, "posture": {)" +
           posture + R"(}, "world": [)" + world + R"(], "tasks": [)" + tasks + "]" +
           (solver.empty() ? "" : ", " + solver) + "}";
  }
};

}  // namespace limber::test
