#include "limber/dynamics/simulation.h"

#include "limber/figure/compiled.h"
#include "limber/math/rotation.h"

namespace limber {

Simulation::Simulation(Figure figure, const Vec3& gravity)
    : dynamics_(figure, gravity),
      stage_{figure.rest_posture(), VecX::Zero(figure.dof_count())},
      torque_(stage_.velocity),
      acceleration_(torque_),
      rotor_(torque_),
      shift_(torque_),
      velocity_(torque_),
      shift_rate_(torque_),
      velocity_rate_(torque_),
      shift_sum_(torque_),
      velocity_sum_(torque_) {}

void Simulation::rates(const MotionState& start, const VecX& shift, const VecX& velocity,
                       const Torque& torque, VecX& shift_rate, VecX& velocity_rate) {
  const Figure& figure = dynamics_.figure();
  const FigureData& data = data_of(figure);
  stage_.posture.values = start.posture.values;
  integrate(figure, shift, stage_.posture);
  stage_.velocity = velocity;
  torque(stage_, torque_);
  dynamics_.update(stage_.posture, velocity);
  dynamics_.forward(torque_, velocity_rate);
  shift_rate = velocity;
  for (std::size_t j = 0; j < data.joints.size(); ++j) {
    const JointType type = data.joints[j].type;
    if (type != JointType::ball && type != JointType::free) continue;
    const int first = data.first_dof[j] + (type == JointType::free ? 3 : 0);
    shift_rate.segment<3>(first) =
        left_jacobian_inverse(shift.segment<3>(first)) * velocity.segment<3>(first);
  }
}

bool Simulation::runge_kutta(MotionState& state, double dt, const Torque& torque) {
  constexpr double share[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  shift_rate_.setZero();
  velocity_rate_.setZero();
  shift_sum_.setZero();
  velocity_sum_.setZero();
  for (int k = 0; k < 4; ++k) {
    shift_ = (share[k] * dt) * shift_rate_;
    velocity_ = state.velocity + (share[k] * dt) * velocity_rate_;
    rates(state, shift_, velocity_, torque, shift_rate_, velocity_rate_);
    shift_sum_ += (weight[k] * dt) * shift_rate_;
    velocity_sum_ += (weight[k] * dt) * velocity_rate_;
  }
  if (!shift_sum_.allFinite() || !velocity_sum_.allFinite()) return false;
  integrate(dynamics_.figure(), shift_sum_, state.posture);
  state.velocity += velocity_sum_;
  return true;
}

bool Simulation::semi_implicit(MotionState& state, double dt, const Torque& torque, const VecX& damping) {
  torque(state, torque_);
  torque_ -= damping.cwiseProduct(state.velocity);
  dynamics_.update(state.posture, state.velocity);
  rotor_ = dynamics_.extra_inertia;
  dynamics_.extra_inertia += dt * damping;
  dynamics_.forward(torque_, acceleration_);
  dynamics_.extra_inertia = rotor_;
  velocity_ = state.velocity + dt * acceleration_;
  shift_ = dt * velocity_;
  if (!shift_.allFinite()) return false;
  state.velocity = velocity_;
  integrate(dynamics_.figure(), shift_, state.posture);
  return true;
}

double Simulation::energy(const MotionState& state) noexcept {
  dynamics_.update(state.posture, state.velocity);
  return dynamics_.kinetic_energy() + dynamics_.potential_energy();
}

}  // namespace limber
