#pragma once
// An SDF model as its file describes it: links, joints, frames and models inside it, every element checked,
// poses still relative to what their names mean.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "limber/files/sdf/sdf.h"
#include "limber/files/sentences.h"
#include "limber/files/urdf/robot.h"

namespace limber::sdf_import {

using urdf_import::Geometry;
using Element = XmlElement;

// Where in which file: files include others.
struct Place {
  const std::string* file = nullptr;  // kept by Warnings
  int line = 0;
};

[[noreturn]] void fail(const Place& place, const std::string& sentence);

struct Pose {
  Transform value;
  std::string relative_to;  // empty: what the element says by itself
};

struct Solid {        // a visual or a collision
  Geometry geometry;  // not moved yet
  Pose pose;          // by itself relative to its link
  Place place;
};

struct Link {
  std::string name;
  Place place;
  Pose pose;  // by itself relative to the model
  MassProperties mass;
  std::vector<Solid> visuals, collisions;
};

struct Axis {
  Vec3 direction = Vec3::UnitZ();  // as written, of any length
  std::string expressed_in;        // empty: the joint's own frame
  Range range;
  Strength strength;
};

enum class JointKind { revolute, prismatic, fixed, ball, two_hinges, screw };

struct SdfMimic {  // q = multiplier (q_leader - reference) + offset
  std::string leader;
  double multiplier = 1.0, offset = 0.0, reference = 0.0;
};

struct SdfJoint {
  std::string name;
  Place place;
  JointKind kind = JointKind::fixed;
  std::string parent, child;  // frames of the model, or "world"
  Pose pose;                  // by itself relative to the child
  std::vector<Axis> axes;     // one, of two_hinges two
  double pitch = 0.0;         // [m/rad] of a screw
  std::optional<SdfMimic> mimic;
};

struct SdfFrame {
  std::string name;
  Place place;
  std::string attached_to;  // empty: the model
  Pose pose;                // by itself relative to what it is attached to
};

struct Model {
  std::string name;
  Place place;
  Pose pose;              // by itself relative to the model around it, or the world
  std::string placement;  // the frame whose pose that is; empty: the model's own
  std::string canonical;  // the link that carries the model's frame; empty: the first
  bool is_static = false;
  bool is_merged = false;  // its parts belong to the model around it
  std::vector<Link> links;
  std::vector<SdfJoint> joints;
  std::vector<SdfFrame> frames;
  std::vector<Model> models;
};

// What is said of a file, and the names of all files that were read.
class Warnings : public Sentences {
 public:
  const std::string* keep(const std::string& file) { return &*files_.insert(file).first; }

 private:
  std::set<std::string> files_;
};

// The model of a file: the only one, or the first of a world that has joints. Throws FileProblem.
Model read_model_file(std::string_view text, const std::string& name, const FindSdf& find,
                      Warnings& warnings);

// The steps of it. `home`: before the paths of meshes.
Pose read_pose(const Xml& xml, const Element& element);
Link read_link(const Xml& xml, const Element& element, const Place& place, const std::string& home);
// Nothing for a kind that is left out, which is said. `version`: 9 of 1.9.
std::optional<SdfJoint> read_joint(const Xml& xml, const Element& element, const Place& place, int version);

// The child's content, or the fallback where there is none.
double number_of_child(const Xml& xml, const Element& element, const char* child, double fallback);
Vec3 vector_of_child(const Xml& xml, const Element& element, const char* child, const Vec3& fallback);
bool is_true(const Xml& xml, const Element& element, const char* child);

}  // namespace limber::sdf_import
