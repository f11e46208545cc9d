#pragma once
// A robot as its file, URDF or SDF, describes it: links and joints in the order of the file, every element
// checked. Links and joints refer to each other by their positions in these lists.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/figure/description.h"
#include "limber/files/xml_input.h"

namespace limber::urdf_import {

using Element = XmlElement;

struct Geometry {
  Shape shape;  // in the link's frame; the stand-in box of a mesh is still empty
  std::optional<Color> color;
  std::string texture = {};  // of a mesh: the image of its material, as written; empty: none
};

struct RobotLink {
  std::string name;
  int line = 0;
  std::optional<MassProperties> mass = {};              // in the link's axes
  std::vector<Geometry> visuals = {}, collisions = {};  // shapes without extent are left out
};

enum class RobotJointType { revolute, continuous, prismatic, fixed, floating, planar, ball };
std::string_view type_word(RobotJointType type);

struct Mimic {       // q = multiplier * q_other + offset
  std::string name;  // of the other joint
  int line = 0;
  int joint = -1;  // the other joint
  double multiplier = 1.0, offset = 0.0;
};

struct RobotJoint {
  std::string name;
  int line = 0;
  RobotJointType type = RobotJointType::fixed;
  int parent = -1, child = -1;  // links
  Transform origin;             // of the joint, in the frame of the parent link
  Transform after = {};         // of the child link, in the joint's moving frame; URDF: none
  bool is_inverted = false;     // its own parent is the child here; SDF only
  Vec3 axis = Vec3::UnitX();    // as written, of any length; revolute, continuous, prismatic and planar
  Range range;                  // revolute and prismatic
  Strength strength = {};       // revolute, continuous and prismatic, where the file gives one
  std::optional<Mimic> mimic;
};

struct Robot {
  std::string name;  // empty when the file does not say
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;
  int root = 0;                // the link that is no joint's child
  Transform root_origin = {};  // where it stands in the world; URDF: at the origin

  const RobotLink& link(int number) const { return links[static_cast<std::size_t>(number)]; }
  const RobotJoint& joint(int number) const { return joints[static_cast<std::size_t>(number)]; }
};

// Throws FileProblem.
Robot read_robot(const Xml& xml);

// The steps of read_robot.

// Materials by name. Of several definitions of one name the first counts, and one in the robot element comes
// before those inside visuals. A material without a name belongs to its visual alone.
class Materials {
 public:
  explicit Materials(const Xml& xml);
  struct Look {
    std::optional<Color> color;
    std::string texture;  // as written; empty: none
    bool is_empty() const { return !color && texture.empty(); }
  };
  Look look_of(const Xml& xml, const Element& material);

 private:
  std::map<std::string, Look> looks_;
};

RobotLink read_link(const Xml& xml, const Element& element, Materials& materials);
RobotJoint read_joint(const Xml& xml, const Element& element, const Robot& robot,
                      const std::map<std::string, int>& link_numbers);
// Finds the root and the joints that are mimicked. Refuses duplicate joint names, cycles and several roots.
void connect(const Xml& xml, Robot& robot);

// Following next[i] from every i: an i that leads back to itself, or -1. Visits each once.
int find_cycle(const std::vector<int>& next);

// The <origin> inside an element; the identity when it has none.
Transform read_origin(const Xml& xml, const Element& element);

}  // namespace limber::urdf_import
