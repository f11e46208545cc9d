#include "limber/figure/figure.h"

#include <stdexcept>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"

namespace limber {

namespace {

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

std::optional<int> find_in(const NameIndex& index, std::string_view name) {
  const auto found = index.find(std::string(name));
  if (found == index.end()) return std::nullopt;
  return found->second;
}

int require_in(const NameIndex& index, std::string_view name, std::string_view what,
               const std::string& figure, std::span<const std::string> candidates) {
  if (const std::optional<int> found = find_in(index, name)) return *found;
  throw std::invalid_argument("figure " + quoted(figure) + " has no " + std::string(what) + " " +
                              quoted(name) + did_you_mean(name, candidates));
}

}  // namespace

const std::string& Figure::name() const {
  return data_->description.name;
}
const FigureDescription& Figure::description() const {
  return data_->description;
}
int Figure::segment_count() const {
  return static_cast<int>(data_->parent.size());
}
int Figure::dof_count() const {
  return data_->first_dof.back();
}
int Figure::value_count() const {
  return data_->first_value.back();
}
int Figure::parent(int segment) const {
  return data_->parent[at(segment)];
}
int Figure::branch_end(int segment) const {
  return data_->branch_end[at(segment)];
}
const std::string& Figure::segment_name(int segment) const {
  return data_->segment_names[at(segment)];
}
const std::string& Figure::joint_name(int joint) const {
  return data_->joint_names[at(joint)];
}
const Joint& Figure::joint(int joint) const {
  return data_->joints[at(joint)];
}
const Transform& Figure::before(int joint) const {
  return data_->before[at(joint)];
}
const Transform& Figure::after(int joint) const {
  return data_->after[at(joint)];
}
const std::vector<BodyShape>& Figure::shapes(int segment) const {
  return data_->shapes[at(segment)];
}
const MassProperties& Figure::mass(int segment) const {
  return data_->masses[at(segment)];
}
double Figure::total_mass() const {
  return data_->total_mass;
}
int Figure::first_dof(int joint) const {
  return data_->first_dof[at(joint)];
}
int Figure::first_value(int joint) const {
  return data_->first_value[at(joint)];
}
int Figure::joint_of_dof(int dof) const {
  return data_->joint_of_dof[at(dof)];
}
std::span<const Frame> Figure::frames() const {
  return data_->frames;
}
std::span<const Coupling> Figure::couplings() const {
  return data_->couplings;
}
Posture Figure::rest_posture() const {
  return data_->rest;
}

std::string Figure::dof_name(int dof) const {
  const int j = joint_of_dof(dof);
  const int k = dof - first_dof(j);
  static constexpr const char* elbow[] = {" flexion", " twist"};
  static constexpr const char* swing[] = {" swing x", " swing y"};
  static constexpr const char* ball[] = {" turn x", " turn y", " turn z"};
  static constexpr const char* free[] = {" move x", " move y", " move z", " turn x", " turn y", " turn z"};
  switch (joint(j).type) {
    case JointType::elbow:
      return joint_name(j) + elbow[k];
    case JointType::swing:
      return joint_name(j) + swing[k];
    case JointType::ball:
      return joint_name(j) + ball[k];
    case JointType::free:
      return joint_name(j) + free[k];
    default:
      return joint_name(j);
  }
}

int Figure::segment(std::string_view wanted) const {
  return require_in(data_->segment_index, wanted, "segment", name(), data_->segment_names);
}
int Figure::joint(std::string_view wanted) const {
  return require_in(data_->joint_index, wanted, "joint", name(), data_->joint_names);
}
int Figure::frame(std::string_view wanted) const {
  if (const std::optional<int> found = find_frame(wanted)) return *found;
  std::vector<std::string> names;
  for (const Frame& f : data_->frames) names.push_back(f.name);
  return require_in(data_->frame_index, wanted, "frame", name(), names);
}
std::optional<int> Figure::find_segment(std::string_view wanted) const {
  return find_in(data_->segment_index, wanted);
}
std::optional<int> Figure::find_joint(std::string_view wanted) const {
  return find_in(data_->joint_index, wanted);
}
std::optional<int> Figure::find_frame(std::string_view wanted) const {
  return find_in(data_->frame_index, wanted);
}

}  // namespace limber
