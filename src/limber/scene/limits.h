#pragma once
// How much a scene may hold of what takes a few bytes of text and much memory: {} is a whole posture at rest,
// "*" are all joints. Files that have more are refused before it is built, and so are edits.

#include <cstddef>

namespace limber {

inline constexpr std::size_t most_scene_keys = 1000;
// Of all keys together, of all criteria, of all tasks: 80 MB. So 120 keys of 20,000 ball joints are read.
inline constexpr std::size_t most_numbers_of_a_list = 10'000'000;
inline constexpr std::size_t most_branches = 200'000;  // of all trees; a tree is a line of text

}  // namespace limber
