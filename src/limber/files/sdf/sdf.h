#pragma once
// SDF in three steps, each with files of its own:
//
//   text --xml_input, read_model, read_link, read_joint--> Model --poses, robot_of_model--> Robot
//
// From the Robot on it is the way of URDF (urdf/figure.h). docs/formats.md says what is read.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "limber/files/dropped.h"
#include "limber/files/files.h"
#include "limber/files/mesh_search.h"

namespace limber {

// The file that an <include> means.
struct IncludedSdf {
  std::string text;
  std::string name;  // for messages; two with the same name are the same file
  std::string home;  // what its meshes are relative to: "model://arm/"
};
// By the <uri>. An Error is why not, in words that follow the uri.
using FindSdf = std::function<Expected<IncludedSdf>(const std::string& uri)>;

FindSdf sdf_files_around(const MeshPlaces& places);

Expected<MovingFigure> read_sdf(std::string_view text, const std::string& name, const FindSdf& find);

}  // namespace limber
