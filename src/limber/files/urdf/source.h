#pragma once
// A URDF checked element by element, and the copy of it that urdfdom is given.
//
// The copy holds only what Limber reads: poses, axes, limits, mimics, inertials, geometry and colors, with
// numbers rewritten so that they read back to the same bits, and with links, joints and materials called
// "0", "1", ... in the order of the file. Names, mesh files and whatever URDF cannot say (capsules, ball
// joints) stay here, under the same numbers.

#include <map>
#include <string>
#include <vector>

#include "limber/files/urdf/xml.h"

namespace limber::urdf_import {

struct GeometrySource {
  std::string mesh;         // file, as written; empty for other shapes
  bool is_capsule = false;  // the copy has a cylinder instead
};

struct LinkSource {
  std::string name;
  int line = 0;
  std::vector<GeometrySource> collisions, visuals;  // as many, and in the order, as in the copy
};

struct JointSource {
  std::string name;
  int line = 0;
  std::string type;    // "ball" is "floating" in the copy
  int parent = -1;     // number of the link
  int child = -1;      // number of the link
  std::string mimics;  // name of a joint, or empty
  int mimicked = -1;   // its number, or -1
  int mimic_line = 0;
};

struct Source {
  std::string robot;  // empty when the file does not say
  std::vector<LinkSource> links;
  std::vector<JointSource> joints;
  int root = 0;      // number of the link that hangs from no joint
  std::string copy;  // for urdfdom

  std::map<std::string, int> link_numbers, joint_numbers, material_numbers;
  // What the copy calls a material; nameless ones stay nameless: they are not shared.
  std::string material_number(const std::optional<std::string>& name);
};

// Throws Problem.
Source read_source(const Xml& xml);

// The parts of read_source: each appends to source.copy.
void read_materials(const Xml& xml, Source& source);
void read_link(const Xml& xml, const Element& element, Source& source);
void read_joint(const Xml& xml, const Element& element, Source& source);
// Joints to links and to the joints they mimic; one root, nothing twice, no cycles.
void check_tree(const Xml& xml, Source& source);

// ` key="1 2 3"`, digits enough to read back the same bits.
std::string written(const char* key, std::initializer_list<double> values);
// <origin xyz rpy/> of an element, when it has one.
std::string written_origin(const Xml& xml, const Element& element);

}  // namespace limber::urdf_import
