// Tsuji, Nakayama and Ito 1990, figure 3: the three cases of the rank, on an arm of seven links.

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "experiments/common/tsuji_arm.h"
#include "limber/math/random.h"

namespace limber::experiments {

namespace of_tsuji_3 {
namespace {

constexpr int links = 7;

Figure seven_links() {
  return planar_chain(links, 1.4);
}

Posture bent(const Figure& figure) {
  Posture posture = figure.rest_posture();
  posture.values << 1.9, -0.35, -0.4, -0.45, -0.4, -0.35, -0.3;
  return posture;
}

Posture wanted_posture(const Figure& figure) {
  Posture posture = bent(figure);
  posture.values[0] -= 0.25;
  posture.values[2] -= 0.2;
  posture.values[5] -= 0.4;
  return posture;
}

struct Set {
  const char* name;
  std::vector<Cut> cuts;
  ArmSpace space;
  int rank;
  RankCase rank_case;
};

const Set redundant{"redundant", {{4, 0.5}}, ArmSpace::plane_pose, 6, RankCase::redundant};
const Set over_constrained{"over-constrained",
                           {{1, 1.0}, {2, 1.0}, {3, 1.0}, {4, 1.0}, {5, 1.0}},
                           ArmSpace::plane_pose,
                           7,
                           RankCase::over_constrained};
const Set singular{"singular", {{6, 0.5}}, ArmSpace::plane_pose, 4, RankCase::singular};

// The answer the other way round: (W^1/2 J)^+ W^1/2 dX by a singular value decomposition of its own.
VecX by_weighted_pseudo_inverse(const RowMatrix& jacobian, const VecX& weights, const VecX& wanted) {
  const VecX root = weights.cwiseSqrt();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(Eigen::MatrixXd(root.asDiagonal() * jacobian),
                                              Eigen::ComputeThinU | Eigen::ComputeThinV);
  VecX inverse = svd.singularValues();
  for (double& value : inverse) value = value > 1e-9 * svd.singularValues()[0] ? 1.0 / value : 0.0;
  return svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose() * root.cwiseProduct(wanted);
}

struct Comparison {
  double largest_difference = 0.0;  // relative, of the two ways
  bool same_rank = true;
};

Comparison compare(const Figure& figure, const Set& set, int count, const RunOptions& options) {
  ArmPosture arm = cut_arm(figure, set.cuts, set.space);
  Kinematics kinematics(figure);
  Random random(3);
  Comparison result;
  VecX step(links);
  for (int n = 0; n < count; ++n) {
    Posture posture = figure.rest_posture();
    for (double& value : posture.values) value = random.between(-2, 2);
    kinematics.update(posture);
    arm.update(kinematics);
    VecX weights(3 * arm.count()), wanted(3 * arm.count());
    for (int i = 0; i < arm.count(); ++i) {
      const Vec3 asked(random.between(-1, 1), random.between(-1, 1), 0);
      const double turn = random.between(-1, 1), weight = std::pow(10.0, random.between(-1, 1));
      arm.ask(i, asked, weight, turn);
      weights.segment<3>(3 * i).setConstant(weight);
      wanted.segment<3>(3 * i) << asked.x(), asked.y(), turn;
    }
    result.same_rank = arm.displace(step) == set.rank_case && arm.rank() == set.rank && result.same_rank;
    if (options.replaces("transpose")) step = arm.jacobian().transpose() * weights.cwiseProduct(wanted);
    const VecX other = by_weighted_pseudo_inverse(arm.jacobian(), weights, wanted);
    result.largest_difference =
        std::max(result.largest_difference, (step - other).norm() / (1.0 + other.norm()));
  }
  return result;
}

// Follows the requests to rest: every end-point is asked for where another posture has it, the tip for
// `tip_shift` from there.
struct Followed {
  Posture posture;
  std::vector<Vec2> goals;
  std::vector<double> errors;  // [m] of every end-point at rest
};

Followed follow(const Figure& figure, const Set& set, const Vec2& tip_shift, double tip_weight) {
  ArmPosture arm = cut_arm(figure, set.cuts, set.space);
  Kinematics kinematics(figure);
  Followed result{.posture = bent(figure)};
  kinematics.update(wanted_posture(figure));
  arm.update(kinematics);
  std::vector<Vec3> goals;
  std::vector<double> angles;  // what each end-point's link keeps
  const auto angle_of = [&](int i) {
    const SegmentId segment = at(arm.chain().points(), i).segment;
    const Mat3 turn = kinematics.segment_pose(segment).rotation;
    return std::atan2(turn(1, 0), turn(0, 0));
  };
  for (int i = 0; i < arm.count(); ++i) {
    const bool tip = i + 1 == arm.count();
    goals.push_back(arm.position(i) + in_plane(tip ? tip_shift : Vec2(0, 0)));
    angles.push_back(angle_of(i));
    result.goals.emplace_back(goals.back().head<2>());
  }
  VecX step(links);
  for (int n = 0; n < 400; ++n) {
    kinematics.update(result.posture);
    arm.update(kinematics);
    for (int i = 0; i < arm.count(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      arm.ask(i, goals[k] - arm.position(i), i + 1 == arm.count() ? tip_weight : 1.0,
              std::remainder(angles[k] - angle_of(i), 2 * 3.14159265358979323846));
    }
    arm.displace(step);
    integrate(figure, 0.2 * step, result.posture);
  }
  kinematics.update(result.posture);
  arm.update(kinematics);
  for (int i = 0; i < arm.count(); ++i) {
    result.errors.push_back((at(goals, i) - arm.position(i)).norm());
  }
  return result;
}

Plot picture(const Figure& figure, const Set& set, const Followed& followed, const std::string& title) {
  Plot plot = plane(title, {-0.5, 1.2}, {-0.15, 0.9});
  for (Series& arm : arms(figure, bent(figure), {"link.tip"}, "start", Tone::faint))
    plot.series.push_back(std::move(arm));
  for (Series& arm : arms(figure, followed.posture, {"link.tip"}, "rest", Tone::accent))
    plot.series.push_back(std::move(arm));
  plot.series.push_back(
      crosses(followed.goals, "asked of " + std::to_string(set.cuts.size() + 1) + " end-points"));
  return plot;
}

Result run(const RunOptions& options) {
  const Figure figure = seven_links();
  const int count = options.shortened ? 200 : 5000;
  Result result;
  for (const Set* set : {&redundant, &over_constrained, &singular}) {
    ArmPosture arm = cut_arm(figure, set->cuts, set->space);
    Kinematics kinematics(figure);
    kinematics.update(bent(figure));
    arm.update(kinematics);
    VecX step(links);
    arm.displace(step);
    const std::string rows = std::to_string(arm.jacobian().rows()) + " × " + std::to_string(links);
    result.findings.push_back(
        {.what = std::string("rank of the concatenated Jacobian, ") + set->name + ", " + rows,
         .claim = std::string("the ") + set->name + " case of figure 3",
         .value = double(arm.rank()),
         .agrees = between(set->rank, set->rank)});
    const Comparison comparison = compare(figure, *set, count, options);
    result.findings.push_back(
        {.what = std::string("largest difference from the weighted pseudo-inverse, ") + set->name,
         .claim = "the two steps give the weighted least-squares solution of smallest norm",
         .value = comparison.same_rank ? comparison.largest_difference : 1.0,
         .agrees = at_most(1e-8)});
    options.progress(0.3 * double(result.findings.size()) / 2);
  }
  const Vec2 no_shift(0, 0), shift(0.12, 0.1);
  const Followed both = follow(figure, redundant, no_shift, 1.0);
  const Followed heavy = follow(figure, redundant, no_shift, 100.0);
  result.findings.push_back({.what = "larger error of the two end-points at rest, redundant",
                             .claim = "every request is met",
                             .value = *std::max_element(both.errors.begin(), both.errors.end()),
                             .unit = "m",
                             .agrees = at_most(1e-6)});
  result.findings.push_back({.what = "change due to a tip weight of 100, redundant",
                             .claim = "the weights have no effect",
                             .value = (both.posture.values - heavy.posture.values).norm(),
                             .unit = "rad",
                             .agrees = at_most(1e-9)});
  const Followed even = follow(figure, over_constrained, shift, 1.0);
  const Followed weighted = follow(figure, over_constrained, shift, 100.0);
  result.findings.push_back({.what = "error of the tip at rest, over-constrained, all weights 1",
                             .claim = "a compromise by weighted least squares",
                             .value = even.errors.back(),
                             .unit = "m",
                             .agrees = at_least(0.005)});
  result.findings.push_back({.what = "the same with a tip weight of 100, relative to weights of 1",
                             .claim = "the weight decides how near an end-point comes to its request",
                             .value = weighted.errors.back() / even.errors.back(),
                             .unit = "×",
                             .agrees = at_most(0.5)});
  ArmPosture positions = cut_arm(figure, singular.cuts, ArmSpace::plane);
  Kinematics kinematics(figure);
  kinematics.update(bent(figure));
  positions.update(kinematics);
  VecX step(links);
  positions.displace(step);
  result.findings.push_back(
      {.what = "rank for the end-point on link 6 if only positions are requested, 4 × 7",
       .claim = "(ours: the rank decides, not the number of rows)",
       .value = double(positions.rank()),
       .agrees = between(4, 4)});
  result.plots = {
      picture(figure, redundant, both, "Redundant: all requests met"),
      picture(figure, over_constrained, weighted, "Over-constrained: tip weight 100"),
      picture(figure, singular, follow(figure, singular, shift, 1.0), "Singular: as near as possible")};
  options.progress(1.0);
  result.conclusion =
      "The rank decides the case, and in each case the two steps of the maximum-rank decomposition give the "
      "same displacement as an independent weighted pseudo-inverse.";
  return result;
}

}  // namespace
}  // namespace of_tsuji_3

Experiment tsuji_3() {
  return {.name = "tsuji-3",
          .title = "Virtual arms: three cases of the rank",
          .document = "Tsuji, Nakayama and Ito 1990",
          .place = "section 2, figure 3",
          .claim =
              "The displacements of several end-points of one arm are solved for by maximum-rank "
              "decomposition: redundant, every request is met; over-constrained, weighted least squares; "
              "singular, both in turn.",
          .parameters = {{"arm", "seven links of 0.2 m; the paper prints no lengths"},
                         {"asked for", "position and angle in the plane, three numbers for each end-point"},
                         {"end-points",
                          "tip and: link 4 (redundant); links 1 to 5 (over-constrained); link 6 (singular)"},
                         {"weights", "1; tip 100 where stated"},
                         {"comparison", "5000 random postures, requests and weights in each case"}},
          .run = of_tsuji_3::run,
          .replacements = {{"transpose", "Jᵀ instead of the inverse by maximum-rank decomposition"}}};
}

}  // namespace limber::experiments
