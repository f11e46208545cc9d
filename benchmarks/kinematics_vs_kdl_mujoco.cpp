// How long do forward kinematics and the tip Jacobian take, and how do they grow with the figure?
//
// Baselines run beside it, in the same process: KDL (ChainFkSolverPos_recursive + ChainJntToJacSolver) and MuJoCo
// (mj_kinematics + mj_comPos + mj_jac), both from Debian's packages, on the same 30-link trunk of three hinges a link. MuJoCo
// gets three hinges in one body, the form it is fastest with. Every library starts from new joint values each time and ends
// with the tip's position and its 6 x n Jacobian. Postures are compared before anything is timed.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "limber/kinematics/mass_distribution.h"
#include "limber/models/models.h"

#if LIMBER_HAVE_KDL
#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#endif
#if LIMBER_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

namespace {

using namespace limber;

constexpr double trunk_length = 1.8;

Figure trunk(int links) {
  FigureDescription d;
  d.name = "trunk";
  d.segments = {{.name = "head"}};
  ChainDescription chain;
  chain.name = "trunk";
  chain.parent = "head";
  chain.links = links;
  chain.length = trunk_length;
  chain.first_radius = chain.last_radius = 0.05;
  chain.density = 1000;
  for (int axis : {0, 1, 2}) chain.joints.push_back({.type = JointType::revolute, .axis = Vec3::Unit(axis)});
  d.chains = {chain};
  return Figure::build(d).value();
}

Figure model(const std::string& name) {
  return Figure::build(models::find(name)->make({})).value();
}

// Two postures to alternate between, so that nothing can be kept from the last round.
struct TwoPostures {
  explicit TwoPostures(const Figure& figure) {
    for (int k : {0, 1}) {
      at[k] = figure.rest_posture();
      VecX step(figure.dof_count());
      for (Eigen::Index i = 0; i < step.size(); ++i) step[i] = 0.1 * std::sin(0.7 * static_cast<double>(i + 40 * k) + k);
      integrate(figure, step, at[k]);
    }
  }
  Posture at[2];
};

void run_limber(benchmark::State& state, const Figure& figure, int frame) {
  const TwoPostures postures(figure);
  Kinematics kinematics(figure);
  RowMatrix jacobian(6, figure.dof_count());
  int k = 0;
  for (auto _ : state) {
    kinematics.update(postures.at[k ^= 1]);
    kinematics.frame_jacobian(frame, jacobian);
    benchmark::DoNotOptimize(jacobian.data());
    benchmark::ClobberMemory();
  }
  state.counters["dof"] = figure.dof_count();
  state.counters["ns_per_joint"] =
      benchmark::Counter(figure.dof_count() * 1e-9, benchmark::Counter::kIsIterationInvariantRate |
                                                        benchmark::Counter::kInvert);
}

void trunk_tip_vs_dof_limber(benchmark::State& state) {
  const Figure figure = trunk(static_cast<int>(state.range(0)) / 3);
  run_limber(state, figure, figure.frame("trunk.tip"));
}
BENCHMARK(trunk_tip_vs_dof_limber)->Arg(90)->Arg(900)->Arg(9000)->Arg(90000);

void human_hand_limber(benchmark::State& state) {
  const Figure figure = model("human");
  run_limber(state, figure, figure.frame("hand.r"));
}
BENCHMARK(human_hand_limber);

void human_center_of_mass_and_inertia_limber(benchmark::State& state) {
  const Figure figure = model("human");
  const TwoPostures postures(figure);
  Kinematics kinematics(figure);
  MassDistribution masses(figure);
  RowMatrix center(3, figure.dof_count()), inertia(6, figure.dof_count());
  int k = 0;
  for (auto _ : state) {
    kinematics.update(postures.at[k ^= 1]);
    masses.update(kinematics);
    masses.center_jacobian(kinematics, center);
    masses.inertia_gradient(kinematics, inertia);
    benchmark::DoNotOptimize(inertia.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(human_center_of_mass_and_inertia_limber);

#if LIMBER_HAVE_KDL
KDL::Chain kdl_trunk(int links) {
  KDL::Chain chain;
  const KDL::Frame none, link(KDL::Vector(trunk_length / links, 0, 0));
  for (int i = 0; i < links; ++i) {
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::RotX), none));
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::RotY), none));
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::RotZ), link));
  }
  return chain;
}

void trunk_tip_vs_dof_kdl(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const KDL::Chain chain = kdl_trunk(n / 3);
  KDL::ChainFkSolverPos_recursive position(chain);
  KDL::ChainJntToJacSolver differential(chain);
  const TwoPostures postures(trunk(n / 3));
  KDL::JntArray q(static_cast<unsigned>(n));
  KDL::Jacobian jacobian(static_cast<unsigned>(n));
  KDL::Frame tip;
  int k = 0;
  for (auto _ : state) {
    q.data = postures.at[k ^= 1].values;
    position.JntToCart(q, tip);
    differential.JntToJac(q, jacobian);
    benchmark::DoNotOptimize(jacobian.data.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(trunk_tip_vs_dof_kdl)->Arg(90)->Arg(900);

void check_kdl() {
  const Figure figure = trunk(30);
  const TwoPostures postures(figure);
  KDL::JntArray q(90);
  q.data = postures.at[1].values;
  const KDL::Chain chain = kdl_trunk(30);
  KDL::Frame tip;
  KDL::ChainFkSolverPos_recursive(chain).JntToCart(q, tip);
  Kinematics kinematics(figure);
  kinematics.update(postures.at[1]);
  const Vec3 ours = kinematics.frame_position(0);
  if ((ours - Vec3(tip.p.x(), tip.p.y(), tip.p.z())).norm() > 1e-12) {
    std::cerr << "KDL and Limber disagree about the tip of the trunk: nothing is worth timing\n";
    std::exit(1);
  }
}
#endif

#if LIMBER_HAVE_MUJOCO
struct MujocoTrunk {
  explicit MujocoTrunk(int links) {
    const double length = trunk_length / links;
    std::ostringstream xml;
    xml.precision(17);
    xml << "<mujoco><option gravity='0 0 0'/><worldbody>";
    for (int i = 0; i < links; ++i) {
      xml << "<body pos='" << (i == 0 ? 0.0 : length) << " 0 0'><joint axis='1 0 0'/><joint axis='0 1 0'/>"
          << "<joint axis='0 0 1'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";
    }
    for (int i = 0; i < links; ++i) xml << "</body>";
    xml << "</worldbody></mujoco>";
    const std::string file = "kinematics_vs_kdl_mujoco.xml";
    std::ofstream(file) << xml.str();
    char error[500] = "";
    model = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    std::remove(file.c_str());
    if (!model) {
      std::cerr << "MuJoCo cannot load the trunk: " << error << "\n";
      std::exit(1);
    }
    data = mj_makeData(model);
    end = length;
  }
  ~MujocoTrunk() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  Vec3 tip_jacobian(const VecX& q, double* jacobian) {
    std::copy(q.data(), q.data() + q.size(), data->qpos);
    mj_kinematics(model, data);
    mj_comPos(model, data);
    const int body = model->nbody - 1;
    const double local[3] = {end, 0, 0};
    double tip[3];
    mju_rotVecMat(tip, local, data->xmat + 9 * body);
    for (int k = 0; k < 3; ++k) tip[k] += data->xpos[3 * body + k];
    mj_jac(model, data, jacobian, jacobian + 3 * model->nv, tip, body);
    return {tip[0], tip[1], tip[2]};
  }
  mjModel* model = nullptr;
  mjData* data = nullptr;
  double end = 0;
};

void trunk_tip_vs_dof_mujoco(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  MujocoTrunk mujoco(n / 3);
  const TwoPostures postures(trunk(n / 3));
  RowMatrix jacobian(6, n);
  int k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(mujoco.tip_jacobian(postures.at[k ^= 1].values, jacobian.data()));
    benchmark::DoNotOptimize(jacobian.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(trunk_tip_vs_dof_mujoco)->Arg(90);  // MuJoCo's XML nests at most about 100 bodies

void check_mujoco() {
  const Figure figure = trunk(30);
  const TwoPostures postures(figure);
  MujocoTrunk mujoco(30);
  RowMatrix theirs(6, 90), ours(6, 90);
  const Vec3 tip = mujoco.tip_jacobian(postures.at[1].values, theirs.data());
  Kinematics kinematics(figure);
  kinematics.update(postures.at[1]);
  kinematics.frame_jacobian(0, ours);
  if ((kinematics.frame_position(0) - tip).norm() > 1e-12 || (ours - theirs).norm() > 1e-11) {
    std::cerr << "MuJoCo and Limber disagree about the tip of the trunk: nothing is worth timing\n";
    std::exit(1);
  }
}
#endif

}  // namespace

int main(int argc, char** argv) {
#if LIMBER_HAVE_KDL
  check_kdl();
#endif
#if LIMBER_HAVE_MUJOCO
  check_mujoco();
#endif
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
