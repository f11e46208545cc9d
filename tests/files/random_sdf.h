#pragma once
// Random SDF models: links placed relative to anything there is, joints of every kind in either direction,
// frames, a model inside the model, poses in radians, degrees and quaternions.

#include <cstdio>
#include <string>
#include <vector>

#include "support/random_figure.h"

namespace limber::test {

class RandomSdf {
 public:
  explicit RandomSdf(Random& random) : random_(random) {}

  std::string text() {
    std::string inner;
    if (chance(0.5)) inner = model("inner", 2, false);
    names_.clear();
    if (!inner.empty()) names_ = {"inner", "inner::link1", "inner::frame"};
    const std::string whole = model("robot", uniform_int(random_, 2, 6), !inner.empty());
    const std::size_t place = whole.find("</model>");
    return "<?xml version='1.0'?><sdf version='1.9'>" + whole.substr(0, place) + inner + whole.substr(place) +
           "</sdf>\n";
  }

 private:
  bool chance(double share) { return uniform(random_, 0, 1) < share; }

  std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
  }

  std::string some(const std::vector<std::string>& names) {
    return names[static_cast<std::size_t>(uniform_int(random_, 0, static_cast<int>(names.size()) - 1))];
  }

  std::string pose(bool may_be_relative) {
    if (chance(0.1)) return "";
    std::string attributes, numbers;
    if (may_be_relative && !names_.empty() && chance(0.5)) attributes = " relative_to='" + some(names_) + "'";
    for (int k = 0; k < 3; ++k) numbers += number(uniform(random_, -1, 1)) + " ";
    if (chance(0.2)) {
      attributes += " rotation_format='quat_xyzw'";
      const Quat turn(random_rotation(random_));
      for (const double part : {turn.x(), turn.y(), turn.z(), turn.w()}) numbers += number(part) + " ";
    } else {
      const bool degrees = chance(0.3);
      if (degrees) attributes += " degrees='true'";
      for (int k = 0; k < 3; ++k) numbers += number(uniform(random_, -3, 3) * (degrees ? 50 : 1)) + " ";
    }
    return "<pose" + attributes + ">" + numbers + "</pose>";
  }

  std::string inertial() {
    if (chance(0.2)) return "";
    std::string text = "<inertial>" + pose(false) + "<mass>" + number(uniform(random_, 0.1, 5)) + "</mass>";
    if (chance(0.8)) {
      text += "<inertia><ixx>" + number(uniform(random_, 1, 1.4)) + "</ixx><iyy>" +
              number(uniform(random_, 1, 1.4)) + "</iyy><izz>" + number(uniform(random_, 1, 1.4)) +
              "</izz><ixy>0.01</ixy><ixz>-0.02</ixz><iyz>0.03</iyz></inertia>";
    }
    return text + "</inertial>";
  }

  std::string axis(const char* word) {
    const Vec3 direction = random_direction(random_);
    std::string attributes;
    if (chance(0.4)) attributes = " expressed_in='" + (chance(0.4) ? "__model__" : some(names_)) + "'";
    std::string text = std::string("<") + word + "><xyz" + attributes + ">";
    for (int k = 0; k < 3; ++k) text += number(direction[k]) + " ";
    text += "</xyz>";
    if (chance(0.7)) {
      text += "<limit><lower>" + number(uniform(random_, -3, 0)) + "</lower><upper>" +
              number(uniform(random_, 0, 3)) + "</upper></limit>";
    }
    return text + "</" + word + ">";
  }

  std::string joint(const std::string& name, std::string parent, std::string child) {
    static const std::vector<std::string> types = {"revolute", "continuous", "prismatic", "fixed",
                                                   "ball",     "universal",  "revolute2", "screw"};
    const std::string type = some(types);
    if (parent != "world" && chance(0.2)) std::swap(parent, child);
    std::string text = "<joint name='" + name + "' type='" + type + "'><parent>" + parent +
                       "</parent><child>" + child + "</child>" + pose(true);
    if (type != "fixed" && type != "ball") text += axis("axis");
    if (type == "universal" || type == "revolute2") text += axis("axis2");
    if (type == "screw") text += "<thread_pitch>" + number(uniform(random_, 2, 9)) + "</thread_pitch>";
    return text + "</joint>";
  }

  // Names are those of what stands before: nothing goes in a circle.
  std::string model(const std::string& name, int links, bool has_inner) {
    std::string text = "<model name='" + name + "'>" + (name == "robot" ? pose(false) : pose(true));
    if (name == "inner") names_.clear();
    std::vector<std::string> bodies;
    for (int i = 1; i <= links; ++i) {
      const std::string own = "link" + std::to_string(i);
      text += "<link name='" + own + "'>" + pose(true) + inertial() + "</link>";
      std::string end = own;
      names_.push_back(own);
      if (chance(0.3)) {
        end = "stand" + std::to_string(i);
        text += "<frame name='" + end + "' attached_to='" + own + "'>" + pose(true) + "</frame>";
        names_.push_back(end);
      }
      if (i > 1 || (name == "robot" && chance(0.5))) {
        const std::string parent = i == 1 ? "world" : some(bodies);
        text += joint("joint" + std::to_string(i), parent, end);
        names_.push_back("joint" + std::to_string(i));
      }
      bodies.push_back(own);
      if (end != own) bodies.push_back(end);
    }
    if (has_inner && chance(0.7)) text += joint("to_inner", "link1", "inner::link2");
    if (name == "inner") text += "<frame name='frame' attached_to='link2'>" + pose(false) + "</frame>";
    return text + "</model>";
  }

  Random& random_;
  std::vector<std::string> names_;  // that a pose may be relative to
};

inline std::string random_sdf(Random& random) {
  return RandomSdf(random).text();
}

}  // namespace limber::test
