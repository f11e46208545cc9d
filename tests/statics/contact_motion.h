#pragma once
// How places and normals of contacts and the load change with the posture: differences of kinematics alone, which is
// smooth. Steps may be long and are extrapolated, so that hardly a digit is lost.

#include <array>
#include <functional>

#include "statics/statics_support.h"

namespace limber::test {

// Central differences of a smooth function, extrapolated four times (Romberg).
inline VecX smooth_derivative(const std::function<VecX(double)>& value, double longest) {
  std::array<VecX, 5> last;
  for (std::size_t i = 0; i < last.size(); ++i, longest *= 0.5) {
    VecX now = (value(longest) - value(-longest)) / (2 * longest);
    double factor = 1.0;
    for (std::size_t k = 0; k < i; ++k) {
      factor *= 4.0;
      VecX better = now + (now - last[k]) / (factor - 1.0);
      last[k] = std::move(now);
      now = std::move(better);
    }
    last[i] = std::move(now);
  }
  return last.back();
}

// One list, so that differences can be taken of all of it: place, normal and reference of every contact, and the load.
class ContactMotion {
 public:
  explicit ContactMotion(std::size_t contacts)
      : list_(VecX::Zero(9 * static_cast<Eigen::Index>(contacts) + 6)) {}

  Vec3 place(std::size_t i) const { return list_.segment<3>(at(i)); }  // [m/rad]
  Vec3 normal(std::size_t i) const { return list_.segment<3>(at(i) + 3); }
  // Where the cheapest forces were not found, the cost is that of the change from others, which turn along.
  Vec3 reference(std::size_t i) const { return list_.segment<3>(at(i) + 6); }
  Vec3 load_force() const { return list_.segment<3>(list_.size() - 6); }
  Vec3 load_moment() const { return list_.tail<3>(); }

  static ContactMotion by(int dof, const StandingFigure& standing, const statics::SupportModel& model) {
    const std::vector<statics::SupportModel::Spot>& spots = model.spots;
    ContactMotion result(spots.size());
    Kinematics kinematics(standing.figure);
    kinematics.update(standing.posture);
    std::vector<Vec3> references;  // in the frames of their segments
    for (std::size_t i = 0; i < spots.size(); ++i) {
      const Mat3 axes = kinematics.segment_pose(spots[i].segment).rotation;
      references.push_back(axes.transpose() * model.problem.contacts[i].reference);
    }
    const auto there = [&](double step) -> VecX {
      VecX along = VecX::Zero(standing.figure.dof_count());
      along[dof] = step;
      Posture posture = standing.posture;
      integrate(standing.figure, along, posture);
      kinematics.update(posture);
      VecX list = VecX::Zero(result.list_.size());
      for (std::size_t i = 0; i < spots.size(); ++i) {
        const Transform pose = kinematics.segment_pose(spots[i].segment);
        list.segment<3>(at(i)) = pose * spots[i].point;
        if (!spots[i].normal_turns) continue;
        list.segment<3>(at(i) + 3) = pose.rotation * spots[i].normal;
        list.segment<3>(at(i) + 6) = pose.rotation * references[i];
      }
      const Wrench load = load_by_hand(standing, kinematics);
      list.tail<6>() << load.force, load.moment;
      return list;
    };
    result.list_ = smooth_derivative(there, 0.16);
    return result;
  }

 private:
  static Eigen::Index at(std::size_t contact) { return 9 * static_cast<Eigen::Index>(contact); }
  VecX list_;
};

}  // namespace limber::test
