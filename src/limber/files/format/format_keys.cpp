// The tables of keys.

#include "limber/files/format/format_keys.h"

#include "limber/files/format/criterion_json.h"
#include "limber/files/format/dynamics_json.h"
#include "limber/files/format/loads_json.h"
#include "limber/files/format/path_json.h"
#include "limber/files/format/place_json.h"
#include "limber/files/format/solver_json.h"
#include "limber/files/format/task_json.h"
#include "limber/files/format/tree_json.h"

namespace limber::json {

const ObjectKeys figure_keys{"figure",
                             {"$schema", "limber", "name", "segments", "chains", "frames", "couplings",
                              "ties", "unchecked_pairs", "skin", "keeps_gaps"}};
const ObjectKeys segment_keys{
    "segment", {"name", "parent", "at", "joint", "then", "shapes", "visuals", "mass", "density"}};
const ObjectKeys placement_keys{"placement", {"position", "rotation"}};
const ObjectKeys swing_limit_keys{"swing_limit", {"ellipse", "polygon", "polygons"}};
const ObjectKeys twist_table_keys{"twist_table", {"largest_deviation", "rows"}};
const ObjectKeys mass_keys{"mass", {"mass", "center", "inertia"}};
const ObjectKeys chain_keys{
    "chain", {"name", "parent", "at", "links", "length", "radius", "shape", "joints", "mass", "color"}};
const ObjectKeys frame_keys{"frame", {"name", "segment", "position", "rotation"}};
const ObjectKeys coupling_keys{"coupling", {"name", "terms", "equals", "min", "max"}};
const ObjectKeys coupling_term_keys{"coupling_term", {"joint", "coordinate", "coefficient"}};
const ObjectKeys tie_keys{"tie", {"name", "type", "frame", "to", "radii"}};
const ObjectKeys visual_keys{"visual", {"file", "scale", "position", "rotation", "color", "texture"}};
const ObjectKeys unchecked_pair_keys{"unchecked_pair", {"one", "other", "why"}};
const ObjectKeys skin_keys{"skin", {"file", "segments"}};
const ObjectKeys strength_entry_keys{"strength_entry", {"angle", "positive", "negative"}};
const ObjectKeys strength_axes_keys{"strength_axes", {"axes"}};

const ObjectKeys scene_keys{
    "scene",
    {"$schema", "limber", "figure", "root", "posture", "world", "tasks", "criteria", "gravity", "forces",
     "supports", "strengths", "distribution", "solver", "dynamics", "camera", "keys"}};
const ObjectKeys camera_keys{"camera", {"eye", "target", "field_of_view", "roll"}};
const ObjectKeys key_keys{"key", {"time", "posture"}};

const ObjectKeys& joint_keys(JointType type) {
  static const std::array<ObjectKeys, all_joint_types.size()> tables = {{
      {"fixed_joint", {"type", "name", "inverted", "cost"}},
      {"revolute_joint", {"type", "name", "axis", "range", "rest", "inverted", "cost", "strength"}},
      {"prismatic_joint", {"type", "name", "axis", "range", "rest", "inverted", "cost", "strength"}},
      {"elbow_joint",
       {"type", "name", "axis", "twist_axis", "ranges", "rest", "inverted", "cost", "strength"}},
      {"swing_joint", {"type", "name", "ranges", "swing", "rest", "inverted", "cost", "strength"}},
      {"ball_joint", {"type", "name", "swing", "twist", "rest", "inverted", "cost", "strength"}},
      {"free_joint", {"type", "name", "rest", "inverted", "cost"}},
  }};
  return tables[static_cast<std::size_t>(type)];
}

const ObjectKeys& shape_keys(std::size_t shape_index) {
  static const std::array<ObjectKeys, shape_words.size()> tables = {{
      {"sphere", {"shape", "center", "radius", "color"}},
      {"ellipsoid", {"shape", "center", "radii", "rotation", "color"}},
      {"capsule", {"shape", "a", "b", "radius", "color"}},
      {"cylinder", {"shape", "a", "b", "radius", "color"}},
      {"box", {"shape", "center", "size", "rotation", "color"}},
      {"plane", {"shape", "point", "normal", "color"}},
      {"mesh", {"shape", "file", "scale", "at", "center", "size", "rotation", "color"}},
      {"convex", {"shape", "vertices", "color"}},
      {"rectangle", {"shape", "center", "size", "rotation", "color"}},
  }};
  return tables[shape_index];
}

const ObjectKeys& obstacle_keys(std::size_t shape_index) {
  static const std::array<ObjectKeys, shape_words.size()> tables = [] {
    std::array<ObjectKeys, shape_words.size()> result;
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = shape_keys(i);
      result[i].object = "obstacle_" + result[i].object;
      result[i].keys.insert(result[i].keys.begin(), "name");
      result[i].keys.push_back("velocity");
      result[i].keys.push_back("solid");
      result[i].keys.push_back("path");
    }
    return result;
  }();
  return tables[shape_index];
}

std::vector<ObjectKeys> figure_format() {
  std::vector<ObjectKeys> format = {
      figure_keys,       segment_keys, placement_keys,      swing_limit_keys, twist_table_keys,
      mass_keys,         chain_keys,   frame_keys,          coupling_keys,    coupling_term_keys,
      tie_keys,          visual_keys,  unchecked_pair_keys, skin_keys,        strength_entry_keys,
      strength_axes_keys};
  for (const JointType type : all_joint_types) format.push_back(joint_keys(type));
  for (std::size_t i = 0; i < shape_words.size(); ++i) {
    if (shape_words[i] != "plane") format.push_back(shape_keys(i));  // planes are only in worlds
  }
  return format;
}

std::vector<ObjectKeys> scene_format() {
  std::vector<ObjectKeys> format = {scene_keys, camera_keys, key_keys};
  for (std::size_t i = 0; i < shape_words.size(); ++i) format.push_back(obstacle_keys(i));
  for (const auto& part : {place_formats(), task_formats(), criterion_formats(), loads_formats(),
                           solver_formats(), tree_formats(), dynamics_formats(), path_formats()}) {
    format.insert(format.end(), part.begin(), part.end());
  }
  return format;
}

}  // namespace limber::json
