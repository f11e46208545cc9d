// Models, their places, and the axes and the unit of the file.

#include "limber/files/fbx/models.h"

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <numbers>

#include "limber/base/names.h"
#include "limber/files/euler.h"

namespace limber::fbx {

namespace {

using character::NodePlace;
using character::size;

constexpr double degree = std::numbers::pi / 180.0;
constexpr std::array<std::array<int, 3>, 6> orders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}};

// y up and z forward, in metres.
NodePlace place_of_file(const Tree& tree) {
  NodePlace place;
  place.shape *= 0.01;  // centimetres
  const auto settings = tree.root().find("GlobalSettings");
  const auto properties = settings ? settings->find("Properties70") : std::nullopt;
  if (!properties) return place;
  const auto number = [&](std::string_view name, double fallback) {
    const auto property = property_in(*properties, name);
    return property ? property_real(*property).value_or(fallback) : fallback;
  };
  const double unit = number("UnitScaleFactor", 1.0);
  if (!(unit > 1e-9 && unit < 1e9)) tree.fail("has a unit of " + std::to_string(unit) + " cm");
  Mat3 axes = Mat3::Zero();
  const std::array<std::string_view, 3> names = {"CoordAxis", "UpAxis", "FrontAxis"};
  for (int row = 0; row < 3; ++row) {
    const std::string name(names[size(row)]);
    const double axis = number(name, row), sign = number(name + "Sign", 1.0);
    if (axis != 0.0 && axis != 1.0 && axis != 2.0) tree.fail(name + " is none of 0, 1 and 2");
    axes(row, static_cast<int>(axis)) = sign < 0.0 ? -1.0 : 1.0;
  }
  const double determinant = axes.determinant();
  if (determinant == 0.0) tree.fail("has two of its axes along the same direction");
  // A mirror goes into the shape, since a quaternion cannot hold it.
  const Mat3 mirror = Vec3(determinant, 1.0, 1.0).asDiagonal();
  place.rotation = Quat(Mat3(axes * mirror));
  place.shape = 0.01 * unit * mirror;
  return place;
}

Model read_model(const Objects& objects, int object, std::vector<std::string>& notes, bool& is_spheric) {
  const auto vec3 = [&](std::string_view name, double fallback = 0.0) {
    return objects.vec3(object, name, Vec3::Constant(fallback));
  };
  Model made;
  made.object = object;
  made.translation = vec3("Lcl Translation");
  made.rotation = vec3("Lcl Rotation");
  made.scaling = vec3("Lcl Scaling", 1.0);
  made.rotation_pivot = vec3("RotationPivot");
  made.rotation_offset = vec3("RotationOffset");
  made.scaling_pivot = vec3("ScalingPivot");
  made.scaling_offset = vec3("ScalingOffset");
  const bool has_axes = objects.integer(object, "RotationActive", 1) != 0 &&
                        objects.integer(object, "RotationSpaceForLimitOnly", 0) == 0;
  if (has_axes) {
    made.before = turned(vec3("PreRotation"), 0);
    made.after = turned(vec3("PostRotation"), 0);
    const std::int64_t order = objects.integer(object, "RotationOrder", 0);
    if (order == 6 && !is_spheric) {
      is_spheric = true;
      notes.push_back("spherical rotations are read as turns about x, y and z");
    }
    made.order = order >= 0 && order < 6 ? static_cast<int>(order) : 0;
  }
  const std::string_view kind = objects[object].subtype;
  made.is_limb = kind == "LimbNode" || kind == "Limb" || kind == "Root";
  return made;
}

void find_parents(const Objects& objects, Models& models, std::vector<std::string>& notes) {
  bool has_two = false;
  for (const Objects::Connection& c : objects.connections()) {
    if (c.target < 0 || !c.property.empty()) continue;
    const int child = models.node_of[size(c.source)], parent = models.node_of[size(c.target)];
    if (child < 0 || parent < 0) continue;
    if (models.nodes.list[size(child)].parent >= 0) {
      has_two = true;
      continue;
    }
    models.nodes.list[size(child)].parent = parent;
  }
  if (has_two) notes.push_back("a model with two parents is read as a child of the first");
  for (std::size_t k = 1; k < models.nodes.list.size(); ++k) {
    int& parent = models.nodes.list[k].parent;
    parent = std::max(parent, 0);
    models.nodes.list[size(parent)].children.push_back(static_cast<int>(k));
  }
}

}  // namespace

Quat turned(const Vec3& degrees, int order) {
  Quat made = Quat::Identity();
  for (const int axis : orders[size(order)]) made = turn_about(axis, degree * degrees[axis]) * made;
  return made;
}

NodePlace Model::place(const Vec3& t, const Vec3& r, const Vec3& s) const {
  NodePlace made;
  made.rotation = (before * turned(r, order) * after.conjugate()).normalized();
  const Vec3 inside = scaling_offset + scaling_pivot - s.cwiseProduct(scaling_pivot) - rotation_pivot;
  made.translation = t + rotation_offset + rotation_pivot + made.rotation * inside;
  made.shape = s.cwiseQuotient(unscaled).asDiagonal();
  return made;
}

Models read_models(const Objects& objects, std::vector<std::string>& notes) {
  const std::vector<int> found = objects.of_type("Model");
  if (found.empty()) objects.tree().fail("has no models, so there is nothing to open");
  if (found.size() >= character::most_nodes) {
    objects.tree().fail("has " + std::to_string(found.size()) + " models; expected fewer than " +
                        std::to_string(character::most_nodes));
  }
  Models models;
  models.list.resize(found.size() + 1);
  models.nodes.list.resize(found.size() + 1);
  models.node_of.assign(objects.list().size(), -1);
  models.nodes.list[0].name = "root";
  models.nodes.list[0].place = place_of_file(objects.tree());
  bool is_spheric = false;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const int object = found[k];
    models.list[k + 1] = read_model(objects, object, notes, is_spheric);
    models.node_of[size(object)] = static_cast<int>(k) + 1;
    character::Node& node = models.nodes.list[k + 1];
    node.name = objects[object].name.empty() ? "model " + std::to_string(k + 1) : objects[object].name;
    node.has_mesh = objects[object].subtype == "Mesh" || !objects.sources(object, "Geometry").empty();
  }
  find_parents(objects, models, notes);
  put_in_order(models.nodes);
  for (std::size_t k = 1; k < models.list.size(); ++k) {
    Model& model = models.list[k];
    const int parent = models.nodes.list[k].parent;
    const Vec3& above = models.list[size(parent)].scaling;
    constexpr std::int64_t without_parents = 2;  // Rrs
    if (objects.integer(model.object, "InheritType", 0) == without_parents &&
        above.cwiseAbs().minCoeff() > 1e-9) {
      model.unscaled = above;
    }
    models.nodes.list[k].place = model.place();
  }
  return models;
}

character::Affine geometric_place(const Objects& objects, int object) {
  NodePlace place;
  place.translation = objects.vec3(object, "GeometricTranslation", Vec3::Zero());
  place.rotation = turned(objects.vec3(object, "GeometricRotation", Vec3::Zero()), 0);
  place.shape = objects.vec3(object, "GeometricScaling", Vec3::Ones()).asDiagonal();
  return place.affine();
}

}  // namespace limber::fbx
