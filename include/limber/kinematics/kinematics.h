#pragma once
// Where every segment is in a posture, and how it moves when the joints do.
//
// Every degree of freedom c is described in the world by a screw: an angular vector w_c, and the velocity u_c
// of a point at the world origin that moves with the joint. A point P attached to a segment beyond the joint
// moves with
//
//   dP/dq_c = u_c + w_c x P,      turning with w_c;      other points do not move.
//
// Translation and rotation Jacobians, the centre of mass, torques and inertia are all made of (w, u).
// The constructor allocates; update() and the Jacobians never do, and cost O(n).

#include <algorithm>
#include <memory>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

namespace kinematics {
struct Program;
}

class Kinematics {
 public:
  explicit Kinematics(Figure figure);

  const Figure& figure() const { return figure_; }

  // Forward kinematics of every segment, and the screws of every degree of freedom.
  void update(const Posture& posture) noexcept;

  // Poses in the world, after update().
  Transform segment_pose(SegmentId segment) const noexcept;
  Transform frame_pose(FrameId frame) const noexcept;
  Vec3 frame_position(FrameId frame) const noexcept;

  // Rows 0-2: w, rows 3-5: u. One column per degree of freedom.
  const RowMatrix& screws() const noexcept { return screws_; }

  // 3 x dof_count() each; columns of joints that do not carry the segment are zero. `point` is a world point
  // that moves with `segment`.
  void translation_jacobian(SegmentId segment, const Vec3& point, RowMatrixRef rows) const noexcept;
  void rotation_jacobian(SegmentId segment, RowMatrixRef rows) const noexcept;

  // 6 x dof_count(): translation of the frame's origin, then rotation, in world axes.
  void frame_jacobian(FrameId frame, RowMatrixRef rows) const noexcept;

  // 6 x dof_count(): how a world point attached to segment `moving` translates, and that segment turns, as
  // seen from segment `reference` and written in its axes. Only joints on the chain between the two have
  // non-zero columns.
  void relative_jacobian(SegmentId reference, SegmentId moving, const Vec3& point,
                         RowMatrixRef rows) const noexcept;

  // Calls visit(first, end) with ranges of columns that together are the degrees of freedom between
  // `ancestor` (exclusive; no_segment: the world) and `segment`. Unbranched runs come as one range, so that
  // loops over them vectorise.
  template <class Visit>
  void for_columns_between(SegmentId ancestor, SegmentId segment, Visit&& visit) const noexcept {
    for (SegmentId s = segment; s > ancestor;) {
      const int first = std::max<int>(at(run_first_, s), ancestor + 1);
      visit(at(first_dof_, first), at(first_dof_, s + 1));
      s = at(parent_, first);
    }
  }

 private:
  // Rotation and translation as a 4 x 4 matrix: columns of four doubles suit vector instructions.
  using Pose = Eigen::Matrix4d;

  template <class Fill>
  void fill_carrying_columns(SegmentId segment, RowMatrixRef& rows, Fill&& fill) const noexcept;

  Figure figure_;
  std::shared_ptr<const kinematics::Program> program_;  // never changed: copies share it
  std::vector<SegmentId> parent_;
  std::vector<int> first_dof_;
  std::vector<SegmentId>
      run_first_;  // per segment: where the unbranched run of consecutive numbers up to it begins
  std::vector<Pose, Eigen::aligned_allocator<Pose>> poses_;
  RowMatrix screws_;               // 6 x n
  VecX angles_, cosines_, sines_;  // of all revolute and elbow coordinates, evaluated in one sweep
};

}  // namespace limber
