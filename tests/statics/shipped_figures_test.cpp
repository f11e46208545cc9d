// The same derivatives on what is shipped, standing on feet, hands and other places: the human, the elephant
// and a robot read from URDF, whose strengths are its efforts.

#include "limber/files/files.h"
#include "limber/models/models.h"
#include "statics/load_bench.h"

namespace limber::test {
namespace {

// With a free root, which the supports alone hold.
Figure shipped_figure(const std::string& name) {
  if (name == "robot") {
    const std::string file = LIMBER_SOURCE_DIR "/examples/two-arms.urdf";
    FigureDescription description = load_figure(file).value().description();
    description.segments[0].joint.type = JointType::free;
    return Figure::build(description).value();
  }
  FigureDescription description = models::find(name)->make({});
  description.segments[0].joint.type = JointType::free;
  return Figure::build(description).value();
}

void add_strengths(Random& random, StandingFigure& standing) {
  for (const JointId joint : standing.figure.joints()) {
    const JointType type = standing.figure.joint(joint).type;
    if (uniform_int(random, 0, 2) == 0 || dof_count(type) == 0) continue;  // the figure's own
    standing.loads.strengths.push_back(
        {standing.figure.joint_name(joint), random_strength(random, type, 20.0, 200.0)});
  }
}

// Two to four supports, of which some grip, so that many of the postures can be balanced.
StandingFigure random_stand(Random& random, const Figure& figure) {
  StandingFigure result{figure, random_posture(random, figure), {}};
  const int supports = uniform_int(random, 2, 4);
  for (int i = 0; i < supports; ++i) {
    result.loads.supports.push_back(random_support(random, figure, i));
    if (i == 0 && uniform_int(random, 0, 1) == 0) result.loads.supports.back().grip = true;
  }
  const auto& frames = figure.frames();
  ForceDescription force{
      .frame =
          frames[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(frames.size()) - 1))].name,
      .force = random_vector(random, 80)};
  if (uniform_int(random, 0, 1) == 0) force.in = ForceAxes::body;
  if (uniform_int(random, 0, 1) == 0) force.mass = uniform(random, 0, 5);
  result.loads.forces.push_back(force);
  add_strengths(random, result);
  make_shares_possible(result.loads);
  return result;
}

class ShippedFigure : public testing::TestWithParam<const char*> {
 protected:
  RowCheck check() const {
    return {.least = 60, .figure = [figure = shipped_figure(GetParam())](Random& random, int) {
              return random_stand(random, figure);
            }};
  }
};

TEST_P(ShippedFigure, StrengthRowsMatchFiniteDifferences) {
  check_rows(
      331, 250, Reads::corners,
      [](Random& random, const StandingFigure& standing, LoadBench& bench) -> std::optional<Task> {
        if (!bench.statics().is_balanced()) return {};
        const DofId dof{uniform_int(random, 6, standing.figure.dof_count() - 1)};
        const JointId joint = standing.figure.joint_of_dof(dof);
        const Task task = JointStrength{joint, dof - standing.figure.first_dof(joint), 0.5};
        // The strength of the other direction is next door.
        if (std::abs(bench.rows(task).error[0] - 0.5) < 1e-3) return {};
        return task;
      },
      check());
}

TEST_P(ShippedFigure, TorqueTaskMatchesFiniteDifferences) {
  check_rows(
      332, 200, Reads::middles,
      [](Random&, const StandingFigure&, LoadBench& bench) -> std::optional<Task> {
        if (!bench.statics().middles().is_balanced) return {};
        return Equilibrium{};
      },
      check());
}

TEST_P(ShippedFigure, InertiaMatchesFiniteDifferences) {
  check_rows(
      333, 100, Reads::nothing,
      [](Random& random, const StandingFigure&, LoadBench&) -> std::optional<Task> {
        return Inertia{.axis = random_direction(random), .radius = 0.3};
      },
      check());
}

TEST_P(ShippedFigure, EffortMatchesFiniteDifferencesWithForcesDistributedAnew) {
  const Figure figure = shipped_figure(GetParam());
  Random random(334);
  Compared compared;
  EveryPosture every_posture;
  for (int trial = 0; trial < scaled(250); ++trial) {
    const StandingFigure standing = random_stand(random, figure);
    LoadBench bench(standing), moved(standing);
    if (!bench.statics().is_balanced()) continue;
    Eigen::RowVectorXd gradient = Eigen::RowVectorXd::Zero(figure.dof_count());
    bench.add_effort_gradient(gradient);
    // Of an elephant it is millions: compared as parts of what it is here.
    const double part = 1.0 / (1.0 + bench.loads().joints.effort());
    LoadBench along(with_handles(standing), LoadBench::Start::warm);
    every_posture.compare(part * gradient, 1.0, standing, bench.statics(), along, Reads::corners,
                          [&](const Posture&) -> VecX {
                            along.update_joints();
                            return VecX::Constant(1, part * along.loads().joints.effort());
                          });
    const Derivative derivative = differentiate(standing, moved, Reads::corners, [&](const Posture&) -> VecX {
      return VecX::Constant(1, part * moved.loads().joints.effort());
    });
    compared.count(derivative.outcome);
    if (derivative.outcome != Derivative::smooth) continue;
    const double size = 1.0 + derivative.by_differences.lpNorm<Eigen::Infinity>();
    ASSERT_LT((part * gradient - derivative.by_differences).lpNorm<Eigen::Infinity>(), 1e-6 * size) << trial;
  }
  compared.expect(60, 0.02, 0.35);
  every_posture.expect(60);
}

INSTANTIATE_TEST_SUITE_P(Models, ShippedFigure, testing::Values("human", "elephant", "robot"),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace limber::test
