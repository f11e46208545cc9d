#pragma once
// Random robots as URDF text, and where forward kinematics of its own puts their links.

#include <algorithm>
#include <iomanip>
#include <random>
#include <sstream>

#include "urdf_support.h"

namespace limber::test {

struct RandomRobot {
  std::string text;
  std::vector<Transform> poses;                        // of links l0, l1, ... in the posture below
  std::vector<std::pair<std::string, double>> values;  // joint, value
  double mass = 0;
  Vec3 moment = Vec3::Zero();  // mass times centre, in the world
};

class RobotWriter {
 public:
  explicit RobotWriter(unsigned seed) : random_(seed) {}

  RandomRobot robot(int links) {
    RandomRobot robot;
    std::vector<int> order(static_cast<std::size_t>(links));
    for (int i = 0; i < links; ++i) at(order, i) = i;
    std::vector<std::string> elements;
    robot.poses.push_back({});
    elements.push_back(link(0, robot));
    for (int i = 1; i < links; ++i) {
      const int parent = std::uniform_int_distribution<int>(std::max(0, i - 4), i - 1)(random_);
      elements.push_back(joint(i, parent, robot));
      elements.push_back(link(i, robot));
    }
    std::shuffle(elements.begin(), elements.end(), random_);  // URDF does not care about the order
    for (const std::string& element : elements) robot.text += element;
    robot.text = "<robot name=\"random\">\n" + robot.text + "</robot>\n";
    return robot;
  }

 private:
  double number(double low, double high) { return std::uniform_real_distribution<>(low, high)(random_); }
  Vec3 vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

  static std::string written(const Vec3& v) {
    std::ostringstream text;
    text << std::setprecision(17) << v.x() << " " << v.y() << " " << v.z();
    return text.str();
  }
  static std::string origin(const Vec3& xyz, const Vec3& rpy) {
    return "<origin xyz=\"" + written(xyz) + "\" rpy=\"" + written(rpy) + "\"/>";
  }

  std::string link(int i, RandomRobot& robot) {
    const Vec3 center = vector(0.2), rpy = vector(3);
    const double mass = number(0.1, 5);
    std::ostringstream text;
    text << std::setprecision(17) << "<link name=\"l" << i << "\"><inertial>" << origin(center, rpy)
         << "<mass value=\"" << mass << "\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.2\" iyz=\"0\" "
         << "izz=\"0.25\"/></inertial></link>\n";
    robot.mass += mass;
    robot.moment += mass * (at(robot.poses, i) * center);
    return text.str();
  }

  std::string joint(int i, int parent, RandomRobot& robot) {
    const char* const types[] = {"revolute", "continuous", "prismatic", "fixed"};
    const std::string type = types[std::uniform_int_distribution<int>(0, 3)(random_)];
    const std::string name = "j" + std::to_string(i);
    const Vec3 xyz = vector(0.5), rpy = vector(3), axis = vector(2);
    const double value = type == "fixed" ? 0.0 : number(-1.5, 1.5);
    Transform motion;
    if (type == "prismatic") motion.translation = value * axis / axis.norm();
    if (type == "revolute" || type == "continuous") motion.rotation = turn(axis / axis.norm(), value);
    robot.poses.push_back(at(robot.poses, parent) * Transform{rpy_rotation(rpy.x(), rpy.y(), rpy.z()), xyz} *
                          motion);
    if (type != "fixed") robot.values.push_back({name, value});
    return "<joint name=\"" + name + "\" type=\"" + type + "\">" + origin(xyz, rpy) + "<axis xyz=\"" +
           written(axis) + "\"/><parent link=\"l" + std::to_string(parent) + "\"/><child link=\"l" +
           std::to_string(i) +
           "\"/><limit lower=\"-1.5\" upper=\"1.5\" effort=\"1\" velocity=\"1\"/></joint>\n";
  }

  std::mt19937 random_;
};

}  // namespace limber::test
