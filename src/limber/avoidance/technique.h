#pragma once
// What every technique of the documents is given, and what it answers.
//
//   e    error of all enabled tasks, stacked, weighted and clamped [m]          m
//   J_e  their Jacobian                                                         m x n
//   contacts  where the figure is nearest to each obstacle, the worst first
//
// The answer is a joint displacement dq; joint limits and update cancellation come after it (mover.h).
// Tracking alone would be dq_e = J_e^{+lambda} e, and is what every technique answers where nothing is near.

#include <memory>
#include <optional>
#include <span>

#include "limber/avoidance/options.h"
#include "limber/kinematics/kinematics.h"
#include "limber/svd/factors.h"
#include "limber/svd/options.h"
#include "limber/tasks/task_list.h"
#include "limber/world/contact.h"
#include "limber/world/obstacle_index.h"

namespace limber {

struct AvoidanceQuestion {
  // The goal of the first enabled task that brings a point of the figure somewhere in the world.
  struct Goal {
    int segment;  // that carries the point
    Vec3 local;   // [m] the point, in the segment's frame
    Vec3 target;  // [m] world
  };

  const Kinematics& kinematics;  // of the posture
  const Posture& posture;
  RowMatrixView jacobian;             // J_e
  Eigen::Ref<const VecX> error;       // e
  std::span<const Contact> contacts;  // one per obstacle within `search_distance()`, worst first
  std::optional<Goal> goal;
  const ObstacleIndex& obstacles;  // for techniques that look around by themselves
};

class AvoidanceTechnique {
 public:
  virtual ~AvoidanceTechnique() = default;

  // [m] How far away obstacles still matter to it.
  virtual double search_distance() const noexcept = 0;

  // dq, dof_count() elements. Allocates nothing.
  enum class Outcome : std::uint8_t {
    moves,
    stands_still,  // an obstacle is too near to move at all: dq is zero
  };
  virtual Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept = 0;

  // The next answer depends on its question alone.
  virtual void forget() noexcept {}
};

// What a technique will meet: it makes room for that much.
struct TechniqueSetup {
  int dofs = 0;
  int task_rows = 0;  // m at most
  int contacts = 0;   // at most
  SvdMethod svd = SvdMethod::row_givens;
};

// `options`: resolved (avoidance/options.h), and of one of the documents' techniques. Allocates.
std::unique_ptr<AvoidanceTechnique> make_technique(const Figure& figure, const AvoidanceOptions& options,
                                                   const TechniqueSetup& setup);

}  // namespace limber
