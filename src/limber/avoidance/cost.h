#pragma once
// Cost functions (Marchand and Courty 2000; Ge 2000, 4.1.2, 5.3.2, 5.3.4): a push z in the null space of
// tracking,
//
//   dq = J_e^{+lambda} e + N z
//
// whose first three components are used as a direction in the world. That is right for the camera the
// technique was made for, whose first variables are x, y and z. In a chain they are angles: the push has no
// geometric meaning and need not lead away from the obstacle. With d clearances, at least d_min, and n
// normals away from the obstacles, the worst of k obstacles being number 1:
//
//   cost                z_1..3       = alpha h^2 d_1 n_1        h = sum 1/d_i^2
//   blended             the same,                               h = sum w_i/d_i^2    w_i: see gains.h
//   adaptive            z_1..3       = h d_1 n_1                h = sum A exp(-2 B d_i^2)
//   augmented           z_3i-2..3i   = alpha n_i/d_i^3          three components for each obstacle
//   blended augmented   z_3i-2..3i   = alpha w_i n_i/d_i^3
//
// Adaptive: once per step A is halved and B quartered while d_1 > d_ug, A doubled and B quadrupled while
// d_1 < d_ta. As printed, both drift without bound while nothing is near; here A stays within a factor of 64
// of A_0, and B = B_0 (A/A_0)^2.
//
// Lengths are in the unit of the options. Augmented: each obstacle has its own three components, by its
// number in the world; if there are more obstacles than a third of the joints, the nearest get them, in the
// same order.

#include <vector>

#include "limber/avoidance/damped_task.h"
#include "limber/avoidance/technique.h"

namespace limber {

class Cost : public AvoidanceTechnique {
 public:
  enum class Variant : std::uint8_t { plain, augmented, blended, blended_augmented, adaptive };

  Cost(Variant variant, const AvoidanceOptions& options, const TechniqueSetup& setup);

  double search_distance() const noexcept override { return search_distance_; }
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept override;
  void forget() noexcept override;

  double adaptive_gain() const noexcept { return gain_; }  // A

 private:
  double distance(const Contact& contact) const noexcept;  // in units, at least d_min
  double weight(const Contact& contact, double sum, int count) const noexcept;
  void push_first_joints(std::span<const Contact> contacts, Eigen::Ref<VecX> push) noexcept;
  void push_three_each(const AvoidanceQuestion& question, Eigen::Ref<VecX> push) noexcept;
  void adapt(double clearance) noexcept;

  Variant variant_;
  double unit_, search_distance_, least_distance_, full_distance_, abort_distance_, longest_turn_;
  double first_gain_, first_decay_;  // alpha, or A_0; B_0
  double gain_;                      // alpha, or A
  DampedTask::Projector projector_;
  DampedTask tracking_;
  VecX push_;                       // z, then N z
  std::vector<int> in_list_order_;  // indices into the contacts, by obstacle
};

}  // namespace limber
