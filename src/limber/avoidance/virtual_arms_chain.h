#pragma once
// An arm and the end-points along it. Every end-point is the tip of a shorter, virtual arm with the same
// base, lengths and angles (Tsuji, Nakayama and Ito 1990). The last end-point is the tip itself.
//
//   X_i = p_k + s (p_{k+1} - p_k)          on link k, at fraction s of its length; s = 1: at the next joint
//   dX_i = J_i dtheta,   J_i column c = u_c + w_c x X_i  for joints up to link k, 0 beyond (kinematics.h)
//   dX_v = J dtheta,     J the J_i one below the other: l n rows, block lower-triangular
//
// Any figure has such arms: the links from joint to joint between the root and a point of the figure. Joints
// in the same place have no link between them; lengths are those with prismatic joints at zero.

#include <span>
#include <vector>

#include "limber/avoidance/task_chain.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

// Which coordinates of an end-point are controlled.
enum class ArmSpace : std::uint8_t {
  automatic,   // plane if the arm moves in one, else space
  plane,       // l = 2: position in the plane of motion; the x-y plane if the arm leaves its plane
  plane_pose,  // l = 3: position in the plane and the angle about its normal
  space,       // l = 3: position
};

struct ArmLink {
  SegmentId segment = root_segment;
  Vec3 start, end;      // [m] in the segment's frame: its joint, and the next
  double length = 0.0;  // [m] > 0
  double before = 0.0;  // [m] length of the arm up to its start
  double radius = 0.0;  // [m] half its width: no shape of its segment is farther from its line
};

struct EndPoint {
  int link = 0;           // of ArmChain::links()
  double fraction = 1.0;  // (0, 1] of the link
  SegmentId segment = root_segment;
  Vec3 local;           // [m] in the segment's frame
  double reach = 0.0;   // [m] L_i, length of the virtual arm
  double radius = 0.0;  // [m] of its link
  double gap = 0.0;     // [m] to its farther neighbour along the arm; the base counts as one
};

class ArmChain {
 public:
  // Makes room for the longest arm of the figure with this many end-points per link. The only function that
  // allocates.
  ArmChain(const Figure& figure, int most_points_per_link);

  // The arm from the root to a point of a segment; no end-points yet. `kinematics` tells whether it moves in
  // a plane. It begins where the first of its joints is; of all joints, or of those of a chain alone.
  void lay(const Kinematics& kinematics, SegmentId segment, const Vec3& tip, ArmSpace space) noexcept;
  void lay(const Kinematics& kinematics, SegmentId segment, const Vec3& tip, ArmSpace space,
           std::span<const ChainColumn> columns) noexcept;

  // End-points from the base to the tip: `per_link` on each link, at equal distances, the last at its end.
  void place_evenly(int per_link) noexcept;
  // Adds one end-point; call in order from the base to the tip, the tip last. Links count from 0.
  void place(int link, double fraction) noexcept;

  std::span<const ArmLink> links() const noexcept { return links_; }
  std::span<const EndPoint> points() const noexcept { return points_; }
  double length() const noexcept;
  double widest() const noexcept { return widest_; }                    // [m] the largest radius of a link
  bool has_fixed_length() const noexcept { return has_fixed_length_; }  // no joint slides

  // The degrees of freedom that move the arm, in order: the columns of its Jacobian.
  std::span<const DofId> columns() const noexcept { return columns_; }

  ArmSpace space() const noexcept { return space_; }          // never automatic, once laid
  int rows_per_point() const noexcept { return dimension_; }  // l
  // How many of them are positions, measured along the first columns of axes().
  int position_rows() const noexcept { return space_ == ArmSpace::space ? 3 : 2; }
  const Mat3& axes() const noexcept { return axes_; }  // columns: two in the plane, its normal

  Vec3 position(const Kinematics& kinematics, const EndPoint& point) const noexcept;
  // l n x columns().size(); `positions`: one for every end-point.
  void jacobian(const Kinematics& kinematics, std::span<const Vec3> positions,
                RowMatrixRef rows) const noexcept;

  int most_points() const noexcept { return most_points_; }

 private:
  template <class MayUse>
  void lay_links(const Kinematics& kinematics, SegmentId segment, const Vec3& tip, ArmSpace space,
                 MayUse&& may_use) noexcept;
  void find_plane(const Kinematics& kinematics) noexcept;

  Figure figure_;
  std::vector<ArmLink> links_;
  std::vector<EndPoint> points_;
  std::vector<DofId> columns_;
  std::vector<SegmentId> path_;  // from the root to the tip
  int most_points_ = 0;
  double widest_ = 0.0;
  bool has_fixed_length_ = true;
  ArmSpace space_ = ArmSpace::space;
  int dimension_ = 3;
  Mat3 axes_ = Mat3::Identity();
};

// The number of segments on the longest path from the root to a leaf.
int longest_path(const Figure& figure);

}  // namespace limber
