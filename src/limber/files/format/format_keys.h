#pragma once
// Every object of the figure and scene formats and the keys it may have: what the readers accept. A test
// holds these tables against docs/figure.schema.json and docs/scene.schema.json. For files/ and session/.

#include <vector>

#include "limber/figure/joint.h"
#include "limber/files/json/reader.h"
#include "limber/shapes/shape.h"

namespace limber::json {

inline constexpr int format_version = 1;  // the value of the key "limber"

extern const ObjectKeys figure_keys, segment_keys, placement_keys, swing_limit_keys, twist_table_keys,
    mass_keys, chain_keys, frame_keys, coupling_keys, coupling_term_keys;
extern const ObjectKeys scene_keys, force_keys, camera_keys, key_keys;

const ObjectKeys& joint_keys(JointType type);
inline constexpr std::array all_joint_types = {JointType::fixed, JointType::revolute, JointType::prismatic,
                                               JointType::elbow, JointType::swing,    JointType::ball,
                                               JointType::free};

// Shapes are told apart by the word of their key "shape", in the order of the variant Shape.
inline constexpr std::array<std::string_view, std::variant_size_v<Shape>> shape_words = {
    "sphere", "ellipsoid", "capsule", "cylinder", "box", "plane", "mesh", "convex", "rectangle"};
const ObjectKeys& shape_keys(std::size_t shape_index);     // on a segment
const ObjectKeys& obstacle_keys(std::size_t shape_index);  // in the world: with a name

std::vector<ObjectKeys> figure_format();
std::vector<ObjectKeys> scene_format();  // without what it takes from the figure format

}  // namespace limber::json
