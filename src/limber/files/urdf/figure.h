#pragma once
// A URDF robot as a figure's description. docs/urdf.md has the table of what becomes what.

#include "limber/files/files.h"
#include "limber/files/urdf/robot.h"

namespace limber::urdf_import {

FigureDescription describe(const Robot& robot, const UrdfOptions& options);

}  // namespace limber::urdf_import
