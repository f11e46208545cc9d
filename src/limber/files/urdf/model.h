#pragma once
// urdfdom, kept quiet and in one piece.

#include <urdf_model/model.h>
#include <urdf_world/types.h>

#include "limber/files/urdf/source.h"
#include "limber/math/transform.h"

namespace limber::urdf_import {

// What urdfdom makes of the copy. It never prints, and comes apart without recursing however long its chains.
class Model {
 public:
  Model(const Source& source, const std::string& file);  // throws Problem
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const urdf::Link& link(int number) const { return *links_[static_cast<std::size_t>(number)]; }
  const urdf::Joint& joint(int number) const { return *joints_[static_cast<std::size_t>(number)]; }

 private:
  urdf::ModelInterfaceSharedPtr model_;
  std::vector<urdf::LinkConstSharedPtr> links_;
  std::vector<urdf::JointConstSharedPtr> joints_;
};

Vec3 vector_of(const urdf::Vector3& v);
Transform transform_of(const urdf::Pose& pose);

}  // namespace limber::urdf_import
