// Read access to a compiled figure, and look-up by name.

#include "limber/figure/figure.h"

#include <algorithm>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"

namespace limber {

namespace {

template <class I>
std::optional<I> find_in(const NameIndex& index, std::string_view name) {
  const auto found = index.find(std::string(name));
  if (found == index.end()) return std::nullopt;
  return I{found->second};
}

template <class I>
I require_in(const NameIndex& index, std::string_view name, std::string_view what, const std::string& figure,
             std::span<const std::string> candidates) {
  if (const std::optional<I> found = find_in<I>(index, name)) return *found;
  throw std::invalid_argument("figure " + quoted(figure) + " has no " + std::string(what) + " " +
                              quoted(name) + did_you_mean(name, candidates));
}

}  // namespace

const FigureData& data_of(const Figure& figure) noexcept {
  return *figure.data_;
}

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
SegmentId Figure::parent(SegmentId segment) const {
  return at(data_->parent, segment);
}
SegmentId Figure::branch_end(SegmentId segment) const {
  return at(data_->branch_end, segment);
}
const std::string& Figure::segment_name(SegmentId segment) const {
  return at(data_->segment_names, segment);
}
const std::string& Figure::joint_name(JointId joint) const {
  return at(data_->joint_names, joint);
}
const Joint& Figure::joint(JointId joint) const {
  return at(data_->joints, joint);
}
const Transform& Figure::before(JointId joint) const {
  return at(data_->before, joint);
}
const Transform& Figure::after(JointId joint) const {
  return at(data_->after, joint);
}
const std::vector<BodyShape>& Figure::shapes(SegmentId segment) const {
  return at(data_->shapes, segment);
}
const std::vector<VisualDescription>& Figure::visuals(SegmentId segment) const {
  return at(data_->visuals, segment);
}
bool Figure::is_drawn_by_meshes(SegmentId segment) const {
  const std::vector<VisualDescription>& all = visuals(segment);
  return !all.empty() && std::all_of(all.begin(), all.end(),
                                     [](const VisualDescription& visual) { return visual.mesh != nullptr; });
}
const Skin* Figure::skin() const {
  return data_->skin_segments.empty() ? nullptr : data_->description.skin.skin.get();
}
std::span<const SegmentId> Figure::skin_segments() const {
  return data_->skin_segments;
}
bool Figure::is_drawn_by_skin(SegmentId segment) const {
  return data_->has_skin[static_cast<std::size_t>(int{segment})];
}
const MassProperties& Figure::mass(SegmentId segment) const {
  return at(data_->masses, segment);
}
double Figure::total_mass() const {
  return data_->total_mass;
}
DofId Figure::first_dof(JointId joint) const {
  return DofId{at(data_->first_dof, joint)};
}
IdRange<DofId> Figure::dofs(JointId joint) const {
  return {first_dof(joint), DofId{at(data_->first_dof, joint + 1)}};
}
int Figure::first_value(JointId joint) const {
  return at(data_->first_value, joint);
}
JointId Figure::joint_of_dof(DofId dof) const {
  return at(data_->joint_of_dof, dof);
}
std::span<const Frame> Figure::frames() const {
  return data_->frames;
}
std::span<const Coupling> Figure::couplings() const {
  return data_->couplings;
}

std::span<const Tie> Figure::ties() const {
  return data_->ties;
}
std::span<const std::pair<SegmentId, SegmentId>> Figure::unchecked_pairs() const {
  return data_->unchecked_pairs;
}

bool Figure::keeps_gaps() const {
  return data_->keeps_gaps;
}
Posture Figure::rest_posture() const {
  return data_->rest;
}

std::string Figure::dof_name(DofId dof) const {
  const JointId j = joint_of_dof(dof);
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

SegmentId Figure::segment(std::string_view wanted) const {
  return require_in<SegmentId>(data_->segment_index, wanted, "segment", name(), data_->segment_names);
}
JointId Figure::joint(std::string_view wanted) const {
  return require_in<JointId>(data_->joint_index, wanted, "joint", name(), data_->joint_names);
}
FrameId Figure::frame(std::string_view wanted) const {
  if (const std::optional<FrameId> found = find_frame(wanted)) return *found;
  std::vector<std::string> names;
  for (const Frame& f : data_->frames) names.push_back(f.name);
  return require_in<FrameId>(data_->frame_index, wanted, "frame", name(), names);
}
std::optional<SegmentId> Figure::find_segment(std::string_view wanted) const {
  return find_in<SegmentId>(data_->segment_index, wanted);
}
std::optional<JointId> Figure::find_joint(std::string_view wanted) const {
  return find_in<JointId>(data_->joint_index, wanted);
}
std::optional<FrameId> Figure::find_frame(std::string_view wanted) const {
  return find_in<FrameId>(data_->frame_index, wanted);
}

}  // namespace limber
