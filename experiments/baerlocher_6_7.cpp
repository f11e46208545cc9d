// Baerlocher 2001, figure 6.7: a chain on two supports, with the root at either.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/gallery.h"
#include "experiments/common/planar.h"
#include "limber/figure/edit.h"

namespace limber::experiments {

namespace of_baerlocher_6_7 {
namespace {

struct Load {  // a force at a frame
  std::string frame;
  Vec3 force;
};

// Eq. 6.11 with either root: J_G^T w + sum J_T^T f, by joint name.
std::map<std::string, double> torques(const Figure& figure, const Posture& posture,
                                      const std::vector<Load>& loads, const Vec3& weight) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  MassDistribution masses(figure);
  masses.update(kinematics);
  RowMatrix rows = RowMatrix::Zero(3, figure.dof_count());
  masses.center_jacobian(kinematics, rows);
  VecX sum = rows.transpose() * weight;
  for (const Load& load : loads) {
    const FrameId frame = figure.frame(load.frame);
    RowMatrix at_frame = RowMatrix::Zero(3, figure.dof_count());
    kinematics.translation_jacobian(figure.frame(frame).segment, kinematics.frame_position(frame), at_frame);
    sum += at_frame.transpose() * load.force;
  }
  std::map<std::string, double> result;
  for (const JointId joint : figure.joints()) {
    if (figure.joint_name(joint).starts_with("link."))
      result[figure.joint_name(joint)] = sum[figure.first_dof(joint)];
  }
  return result;
}

Result run(const RunOptions& options) {
  Plot plot = plane("Three distributions of the weight", {-0.2, 0.8}, {-0.1, 0.6});
  plot.height = 380;
  double share_error = 0.0, by_root = 0.0, by_recursion = 0.0, kept = 0.0, largest = 0.0;
  Series centers{.label = "centre of mass", .style = Series::Style::crosses, .tone = Tone::accent};
  const Tone tones[] = {Tone::strong, Tone::middle, Tone::faint};
  int k = 0;
  for (const double share : {0.35, 0.5, 0.65}) {
    Scene scene = gallery_scene("chain-double-support");
    scene.criteria = {{"posture", ReferencePosture{.reference = scene.posture}, 0.1}};
    scene.tasks.add("poise", Equilibrium{}, {.priority = 2, .tolerance = 1e-8});
    scene.tasks.loads.supports.at(0).share = 1 - share;
    scene.tasks.loads.supports.at(1).share = share;
    const AtRest rest = settle(scene);
    const Vec3 weight = rest.masses.total_mass() * scene.tasks.loads.gravity;
    share_error = std::max(share_error, std::abs(rest.force_of("tip").y() / -weight.y() - share));
    kept = std::max(kept, rest.largest_error());
    std::vector<Load> loads = {{"base", rest.force_of("base")}, {"link.tip", rest.force_of("tip")}};
    if (options.replaces("no-balance")) std::swap(loads[0].force, loads[1].force = 0.5 * loads[1].force);
    const auto at_base = torques(scene.figure, scene.posture, loads, weight);
    const Edited turned = re_root(scene.figure, scene.posture, "link.10").value();
    const auto at_tip = torques(turned.figure, turned.posture, loads, weight);
    for (const auto& [joint, torque] : at_base) {
      by_root = std::max(by_root, std::abs(torque - at_tip.at(joint)));
      const DofId dof = scene.figure.first_dof(scene.figure.joint(joint));
      by_recursion = std::max(by_recursion, std::abs(torque + rest.loads.joints.torque(dof)));
      largest = std::max(largest, std::abs(torque));
    }
    for (const Series& arm :
         arms(scene.figure, scene.posture, {"link.tip"},
              std::to_string(static_cast<int>(std::lround(100 * share))) + " % at the tip", tones[k++]))
      plot.series.push_back(arm);
    centers.points.emplace_back(rest.center().head<2>());
  }
  plot.series.push_back(centers);
  Result result;
  result.add("largest difference of a torque between the roots", "not affected by the choice of the root",
             by_root, "N m", at_most(1e-9));
  result.add("largest difference from adding up branch by branch",
             "several ways, of which the transposed Jacobian is one", by_recursion, "N m", at_most(1e-9));
  result.add("part of the weight at the tip, largest difference from what was asked",
             "reaction forces specified by the user", share_error, "", at_most(1e-5));
  result.add("largest error of the tasks", "resulting configurations", kept, "m", at_most(1e-6));
  result.add("shift of the centre of mass from 35 to 65 % at the tip", "different configurations",
             centers.points.back().x() - centers.points.front().x(), "m", between(0.17, 0.19, signed_number));
  result.note("largest torque", largest, "N m");
  result.plots = {plot};
  result.conclusion = "The torques are the same to the last digits with the root at the base or at the tip.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_6_7

Experiment baerlocher_6_7() {
  return {.name = "baerlocher-6.7",
          .title = "A chain on two supports, with either as the root",
          .document = "Baerlocher 2001",
          .place = "sections 6.4.3 and 6.4.4, figure 6.7",
          .claim =
              "Reaction forces specified by the user result in different configurations. The root may be at "
              "either supporting site: in equilibrium the torques do not depend on it.",
          .parameters = {{"scene", "scenes/chain-double-support.json: 10 links, supports 0.6 m apart"},
                         {"ratios", "35, 50 and 65 % of the weight at the tip; the thesis prints none"},
                         {"torques", "by transposed Jacobians (Eq. 6.11), in figures with either root"}},
          .run = of_baerlocher_6_7::run,
          .replacements = {{"no-balance", "forces at the supports that do not balance the weight"}}};
}

}  // namespace limber::experiments
