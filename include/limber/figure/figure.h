#pragma once
// An articulated figure: immutable, compiled to flat arrays, cheap to copy (copies share the arrays). To
// change one, see figure/edit.h.
//
// Segments are numbered in depth-first order: a parent comes before its children, and a branch is a range of
// numbers. The root is segment 0 and has no parent. Each segment has one joint, which joins it to its parent
// (the root: to the world): joint_of(segment), segment_of(joint).

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/base/expected.h"
#include "limber/base/ids.h"
#include "limber/figure/description.h"
#include "limber/figure/posture.h"

namespace limber {

struct FigureData;

struct Frame {
  std::string name;
  SegmentId segment = root_segment;
  Transform pose;  // in the segment's frame
};

struct Coupling {
  struct Term {
    JointId joint;
    int coordinate;  // see CouplingDescription::Term
    double coefficient;
  };
  std::string name;
  std::vector<Term> terms;
  Range range;
};

struct Tie {
  std::string name;
  TieDescription::Kind kind;
  FrameId frame, to;
  Vec3 radii;  // see TieDescription
};

class Figure {
 public:
  // Checks the description (one root, no cycles, unique names, finite numbers, sane limits and masses) and
  // compiles it. The error names the segment and says what would be right.
  static Expected<Figure> build(FigureDescription description);

  const std::string& name() const;
  const FigureDescription& description() const;  // what it was built from; chains are not expanded

  int segment_count() const;
  int dof_count() const;    // size of a step
  int value_count() const;  // size of a posture

  IdRange<SegmentId> segments() const { return {SegmentId{0}, SegmentId{segment_count()}}; }
  IdRange<JointId> joints() const { return {JointId{0}, JointId{segment_count()}}; }
  IdRange<DofId> dofs() const { return {DofId{0}, DofId{dof_count()}}; }

  JointId joint_of(SegmentId segment) const { return JointId{int{segment}}; }  // joins it to its parent
  SegmentId segment_of(JointId joint) const { return SegmentId{int{joint}}; }  // moved by it

  SegmentId parent(SegmentId segment) const;      // no_segment for the root
  SegmentId branch_end(SegmentId segment) const;  // one past the last segment of the branch that starts here
  IdRange<SegmentId> branch(SegmentId segment) const { return {segment, branch_end(segment)}; }
  const std::string& segment_name(SegmentId segment) const;
  const std::string& joint_name(JointId joint) const;
  const Joint& joint(JointId joint) const;
  const Transform& before(JointId joint) const;
  const Transform& after(JointId joint) const;
  const std::vector<BodyShape>& shapes(SegmentId segment) const;
  const std::vector<VisualDescription>& visuals(SegmentId segment) const;
  // There are meshes to draw for it, and all of them were read.
  bool is_drawn_by_meshes(SegmentId segment) const;
  // The skin, and for each of its bones the segment; null: there is none, or a segment of it is gone.
  const Skin* skin() const;
  std::span<const SegmentId> skin_segments() const;
  bool is_drawn_by_skin(SegmentId segment) const;
  const MassProperties& mass(SegmentId segment) const;
  double total_mass() const;

  DofId first_dof(JointId joint) const;
  IdRange<DofId> dofs(JointId joint) const;
  int first_value(JointId joint) const;  // in Posture::values
  JointId joint_of_dof(DofId dof) const;
  // "shoulder.r swing x", "trunk.3.1", "root move z": a degree of freedom in words.
  std::string dof_name(DofId dof) const;

  std::span<const Frame> frames() const;
  std::span<const Coupling> couplings() const;
  std::span<const Tie> ties() const;
  std::span<const std::pair<SegmentId, SegmentId>> unchecked_pairs() const;  // lower number first
  bool keeps_gaps() const;                                                   // see FigureDescription
  const Frame& frame(FrameId frame) const { return at(frames(), frame); }

  // By name; throws std::invalid_argument naming near matches.
  SegmentId segment(std::string_view name) const;
  JointId joint(std::string_view name) const;
  FrameId frame(std::string_view name) const;
  std::optional<SegmentId> find_segment(std::string_view name) const;
  std::optional<JointId> find_joint(std::string_view name) const;
  std::optional<FrameId> find_frame(std::string_view name) const;

  Posture rest_posture() const;

  bool shares_data_with(const Figure& other) const { return data_ == other.data_; }

 private:
  friend const FigureData& data_of(const Figure& figure) noexcept;  // the arrays, see figure/compiled.h
  explicit Figure(std::shared_ptr<const FigureData> data) : data_(std::move(data)) {}
  std::shared_ptr<const FigureData> data_;
};

}  // namespace limber
