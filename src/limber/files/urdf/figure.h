#pragma once
// A checked URDF as a figure's description.

#include "limber/files/files.h"
#include "limber/files/urdf/model.h"

namespace limber::urdf_import {

FigureDescription describe(const Source& source, const Model& model, const UrdfOptions& options);

}  // namespace limber::urdf_import
