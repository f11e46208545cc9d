#pragma once
// URDF, in four steps, each with a file of its own:
//
//   text --urdf_xml--> XML document --urdf_source--> checked source --urdf_model--> urdfdom's model
//        --urdf_figure, urdf_shapes--> FigureDescription --Figure::build--> Figure
//
// urdfdom reads the numbers and poses, but only of a copy that urdf_source has checked and cleaned: on a raw
// file it prints, passes text of the file to printf as a format, recurses as deep as the file is nested, and
// reports without a line. docs/urdf.md says what is read and how each thing maps.

#include <string>
#include <string_view>

#include "limber/files/files.h"

namespace limber {

// What parse_urdf builds its figure from.
Expected<FigureDescription> describe_urdf(std::string_view text, const std::string& name,
                                          const UrdfOptions& options = {});

}  // namespace limber
