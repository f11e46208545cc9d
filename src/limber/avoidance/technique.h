#pragma once
// The interface of the documents' techniques: what each is given, and the joint displacement dq it returns.
//
//   n         degrees of freedom of the tasks' chain (task_chain.h): no other joint moves
//   e         errors of all enabled tasks, stacked, weighted and shortened [m]      m
//   J_e       their Jacobian                                                        m x n
//   contacts  where the chain is nearest to each obstacle, worst first
//
// Joint limits and update cancellation follow (mover.h). Where nothing is near, every technique returns
// tracking alone, dq_e = J_e^{+lambda} e.

#include <memory>
#include <optional>
#include <span>

#include "limber/avoidance/options.h"
#include "limber/avoidance/task_chain.h"
#include "limber/kinematics/kinematics.h"
#include "limber/solver/step/hard_constraints.h"
#include "limber/svd/factors.h"
#include "limber/svd/options.h"
#include "limber/tasks/task_list.h"
#include "limber/world/body.h"
#include "limber/world/obstacle_index.h"
#include "limber/world/world.h"

namespace limber {

struct AvoidanceQuestion {
  // The goal of the first enabled task that moves a point of the figure to a place in the world.
  struct Goal {
    SegmentId segment;  // carries the point
    Vec3 local;         // [m] the point, in the segment's frame
    Vec3 target;        // [m] world
  };

  const Kinematics& kinematics;  // of the posture
  const Posture& posture;
  std::span<const ChainColumn> columns;  // the unknowns, in the order of the columns of J_e and of dq
  RowMatrixView jacobian;                // J_e
  Eigen::Ref<const VecX> error;          // e
  std::span<const Contact> contacts;     // one per obstacle within `search_distance()`, worst first
  std::optional<Goal> goal;
  const ObstacleIndex& obstacles;   // for techniques that search for obstacles by themselves
  const Body* own_parts = nullptr;  // the figure's parts where they are, if they are obstacles as well
  // The range the step will be cut to, of the chain's joints (one mark per joint); null: limits are off.
  const HardConstraints* limits = nullptr;
  std::span<const std::uint8_t> joints = {};

  // How the critical point moves against what it is near, 3 x n, and how the clearance changes, n entries.
  void contact_rows(const Contact& contact, RowMatrixRef rows) const noexcept;
  void clearance_row(const Contact& contact, Eigen::Ref<Eigen::RowVectorXd> row) const noexcept;
};

// Whether two contacts are with the same obstacle, or with the same segment of the figure.
inline bool same_obstacle(const Contact& a, const Contact& b) noexcept {
  return a.obstacle == b.obstacle && (a.obstacle.is_valid() || a.other_segment == b.other_segment);
}

class AvoidanceTechnique {
 public:
  virtual ~AvoidanceTechnique() = default;

  // [m] Obstacles farther away are not in `contacts`.
  virtual double search_distance() const noexcept = 0;

  enum class Outcome : std::uint8_t {
    moves,
    stands_still,  // an obstacle is too near to move at all: dq is zero
  };
  // Writes dq, one element per column. Allocates nothing.
  virtual Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept = 0;

  // Drops what was kept from earlier steps.
  virtual void forget() noexcept {}
};

// The largest problem a technique has to make room for.
struct TechniqueSetup {
  int dofs = 0;       // n at most
  int task_rows = 0;  // m at most
  int contacts = 0;   // at most
  SvdOptions svd = {};
};

// `options`: resolved (avoidance/options.h), with one of the documents' techniques. Allocates.
std::unique_ptr<AvoidanceTechnique> make_technique(const Figure& figure, const AvoidanceOptions& options,
                                                   const TechniqueSetup& setup);

}  // namespace limber
