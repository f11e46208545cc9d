#pragma once
// The keys of every object of the figure and scene formats. A test compares these tables with
// docs/figure.schema.json and docs/scene.schema.json.

#include <vector>

#include "limber/figure/joint.h"
#include "limber/files/json/reader.h"
#include "limber/shapes/shape.h"

namespace limber::json {

inline constexpr int format_version = 1;  // the value of the key "limber"

extern const ObjectKeys figure_keys, segment_keys, placement_keys, swing_limit_keys, twist_table_keys,
    mass_keys, chain_keys, frame_keys, coupling_keys, coupling_term_keys, tie_keys, visual_keys,
    unchecked_pair_keys, skin_keys, strength_entry_keys, strength_axes_keys;
extern const ObjectKeys scene_keys, camera_keys, key_keys;

const ObjectKeys& joint_keys(JointType type);
inline constexpr std::array all_joint_types = {JointType::fixed, JointType::revolute, JointType::prismatic,
                                               JointType::elbow, JointType::swing,    JointType::ball,
                                               JointType::free};

// The values of a shape's key "shape", in the order of the variant Shape.
inline constexpr std::array<std::string_view, std::variant_size_v<Shape>> shape_words = {
    "sphere", "ellipsoid", "capsule", "cylinder", "box", "plane", "mesh", "convex", "rectangle"};
const ObjectKeys& shape_keys(std::size_t shape_index);     // on a segment
const ObjectKeys& obstacle_keys(std::size_t shape_index);  // in the world: with a name

std::vector<ObjectKeys> figure_format();
std::vector<ObjectKeys> scene_format();  // without those of the figure format

// The keys of tasks or criteria, type by type: `word` and `own_keys` of each type, and what all have in
// common.
template <class Type>
std::vector<ObjectKeys> keys_by_type(const std::vector<Type>& types, const std::string& ending,
                                     std::initializer_list<std::string_view> common) {
  std::vector<ObjectKeys> result;
  for (const Type& type : types) {
    ObjectKeys keys{std::string(type.word) + ending, {"name", "type"}};
    keys.keys.insert(keys.keys.end(), type.own_keys.begin(), type.own_keys.end());
    keys.keys.insert(keys.keys.end(), common);
    result.push_back(std::move(keys));
  }
  return result;
}

}  // namespace limber::json
