// Reads and writes the parameters of joints by name.

#include "limber/files/format/posture_json.h"

#include <algorithm>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/format/geometry_json.h"
#include "limber/files/format/joint_json.h"

namespace limber::json {

JointId read_joint_name(const Value& value, std::string_view name, const Figure& figure) {
  if (const std::optional<JointId> joint = figure.find_joint(name)) return *joint;
  value.fail("figure " + limber::quoted(figure.name()) + " has no joint " + limber::quoted(name) +
             did_you_mean(name, data_of(figure).joint_names));
}

void read_posture(const Value& object, const Figure& figure, Posture& posture) {
  object.require_object();
  for (std::size_t i = 0; i < object.size(); ++i) {
    const Value value = object.member(i);
    const JointId joint = read_joint_name(value, value.node().name(), figure);
    set_joint_parameters(figure, posture, joint, read_parameters(value, figure.joint(joint).type));
  }
}

namespace {

// As written in a file, with settled rotation vectors.
std::vector<double> parameters_to_write(const Figure& figure, const Posture& posture, JointId joint) {
  const JointType type = figure.joint(joint).type;
  std::vector<double> parameters = joint_parameters(figure, posture, joint);
  if (type != JointType::ball && type != JointType::free) return parameters;
  double* rotation = parameters.data() + parameters.size() - 3;
  const auto round_trip = [&](const Vec3& k) {
    std::copy(k.begin(), k.end(), rotation);
    const std::vector<double> back = parameters_of_values(type, values_of_parameters(type, parameters));
    return Vec3(back[back.size() - 3], back[back.size() - 2], back[back.size() - 1]);
  };
  const Vec3 settled = settled_rotation_vector(Vec3(rotation[0], rotation[1], rotation[2]), round_trip);
  std::copy(settled.begin(), settled.end(), rotation);
  return parameters;
}

}  // namespace

Output write_posture(const Figure& figure, const Posture& posture, bool always_the_root) {
  const Posture rest = figure.rest_posture();
  Output object = Output::object();
  for (const JointId j : figure.joints()) {
    if (dof_count(figure.joint(j).type) == 0) continue;
    const std::vector<double> parameters = parameters_to_write(figure, posture, j);
    const bool always = j == root_joint && always_the_root;
    if (!always && parameters == parameters_to_write(figure, rest, j)) continue;
    object.set(figure.joint_name(j), write_parameters(parameters));
  }
  return object;
}

}  // namespace limber::json
