// How long do forward kinematics and the tip Jacobian take, and how do they grow with the figure?
//
// Baselines run beside it, in the same process: KDL (ChainFkSolverPos_recursive + ChainJntToJacSolver) and
// MuJoCo (mj_kinematics + mj_comPos + mj_jac), both from Debian's packages, on the same 30-link trunk of
// three hinges a link. MuJoCo gets three hinges in one body, the form it is fastest with. Every library
// starts from new joint values each time and ends with the tip's position and its 6 x n Jacobian. Postures
// are compared before anything is timed.
//
// The 50-DOF human has joints the others lack: MuJoCo gets two hinges for an elbow or a swing joint, KDL
// three for a ball as well, and, as its solvers take chains only, just the joints from the root to the hand
// instead of the whole body.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <span>
#include <sstream>

#include "hinges.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/models/models.h"
#include "trunk.h"

#if LIMBER_HAVE_KDL
#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainjnttojacsolver.hpp>

#include "kdl_chain.h"
#endif
#if LIMBER_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

namespace {

using namespace limber;

Figure model(const std::string& name) {
  return Figure::build(models::find(name)->make({})).value();
}

// Two postures to alternate between, so that nothing can be kept from the last round.
struct TwoPostures {
  explicit TwoPostures(const Figure& figure) {
    for (int k : {0, 1}) {
      at[k] = figure.rest_posture();
      VecX step(figure.dof_count());
      for (Eigen::Index i = 0; i < step.size(); ++i)
        step[i] = 0.1 * std::sin(0.7 * static_cast<double>(i + 40 * k) + k);
      integrate(figure, step, at[k]);
    }
  }
  Posture at[2];
};

void run_limber(benchmark::State& state, const Figure& figure, FrameId frame) {
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
  state.counters["ns_per_joint"] = benchmark::Counter(
      figure.dof_count() * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
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

void human_hand_kdl(benchmark::State& state) {
  const Figure figure = model("human");
  const KDL::Chain chain = kdl_chain(figure, figure.frame("hand.r"));
  KDL::ChainFkSolverPos_recursive position(chain);
  KDL::ChainJntToJacSolver differential(chain);
  KDL::JntArray q(chain.getNrOfJoints());
  KDL::Jacobian jacobian(chain.getNrOfJoints());
  KDL::Frame tip;
  double bend = 0.1;
  for (auto _ : state) {
    q.data.setConstant(bend = 0.3 - bend);
    position.JntToCart(q, tip);
    differential.JntToJac(q, jacobian);
    benchmark::DoNotOptimize(jacobian.data.data());
    benchmark::ClobberMemory();
  }
  state.counters["dof"] = chain.getNrOfJoints();
}
BENCHMARK(human_hand_kdl);

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
  const Vec3 ours = kinematics.frame_position(FrameId{0});
  if ((ours - Vec3(tip.p.x(), tip.p.y(), tip.p.z())).norm() > 1e-12) {
    std::cerr << "KDL and Limber disagree about the tip of the trunk: nothing is worth timing\n";
    std::exit(1);
  }
}
#endif

#if LIMBER_HAVE_MUJOCO
// A figure as MuJoCo takes it: bodies nested in bodies. What comes after a joint goes into the placement of
// the children.
class MujocoFigure {
 public:
  MujocoFigure(const Figure& figure, FrameId frame) : frame_(figure.frame(frame)) {
    std::ostringstream xml;
    xml.precision(17);
    xml << "<mujoco><option gravity='0 0 0'/><worldbody>";
    write_body(figure, root_segment, xml);
    xml << "</worldbody></mujoco>";
    const std::string file = "kinematics_vs_kdl_mujoco.xml";
    std::ofstream(file) << xml.str();
    char error[500] = "";
    model_ = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    std::remove(file.c_str());
    if (!model_) {
      std::cerr << "MuJoCo cannot load the figure: " << error << "\n";
      std::exit(1);
    }
    data_ = mj_makeData(model_);
    body_ = mj_name2id(model_, mjOBJ_BODY, figure.segment_name(frame_.segment).c_str());
    local_ = figure.after(figure.joint_of(frame_.segment)) * frame_.pose.translation;
  }
  ~MujocoFigure() {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  int dof_count() const { return model_->nv; }
  std::span<double> values() { return {data_->qpos, static_cast<std::size_t>(model_->nq)}; }

  // Position of the frame and its 6 x n Jacobian.
  Vec3 evaluate(double* jacobian) {
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
    double tip[3];
    mju_rotVecMat(tip, local_.data(), data_->xmat + 9 * body_);
    for (int k = 0; k < 3; ++k) tip[k] += data_->xpos[3 * body_ + k];
    mj_jac(model_, data_, jacobian, jacobian + 3 * model_->nv, tip, body_);
    return {tip[0], tip[1], tip[2]};
  }

 private:
  // Joints without a placement of their own move one body together, the form MuJoCo is fastest with: segments
  // that have no mass, no shape and one child are folded into that child.
  static void write_body(const Figure& figure, SegmentId segment, std::ostringstream& xml) {
    SegmentId last = segment;
    const auto before = [&](SegmentId s) { return figure.before(figure.joint_of(s)); };
    const auto after = [&](SegmentId s) { return figure.after(figure.joint_of(s)); };
    Transform placement = before(segment);
    if (segment > 0) placement = after(figure.parent(segment)) * placement;
    const auto folds_into_next = [&](SegmentId s) {
      const SegmentId next{s + 1};
      return next < figure.segment_count() && figure.parent(next) == s &&
             figure.branch_end(next) == figure.branch_end(s) && figure.mass(s).mass == 0 && s > 0 &&
             before(next) == Transform{} && after(s) == Transform{};
    };
    while (folds_into_next(last)) ++last;
    const Quat q(placement.rotation);
    const Vec3& p = placement.translation;
    xml << "<body name='" << figure.segment_name(last) << "' pos='" << p.x() << ' ' << p.y() << ' ' << p.z()
        << "' quat='" << q.w() << ' ' << q.x() << ' ' << q.y() << ' ' << q.z() << "'>";
    for (SegmentId s = segment; s <= last; ++s) write_joint(figure.joint(figure.joint_of(s)), xml);
    xml << "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";
    for (SegmentId child{last + 1}; child < figure.branch_end(last); child = figure.branch_end(child)) {
      write_body(figure, child, xml);
    }
    xml << "</body>";
  }

  static void write_joint(const Joint& joint, std::ostringstream& xml) {
    if (joint.type == JointType::ball) xml << "<joint type='ball'/>";
    if (joint.type == JointType::free) xml << "<freejoint/>";
    if (joint.type == JointType::ball || joint.type == JointType::free) return;
    for (const Vec3& axis : hinges(joint)) {
      xml << "<joint axis='" << axis.x() << ' ' << axis.y() << ' ' << axis.z() << "'/>";
    }
  }

  Frame frame_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  int body_ = 0;
  Vec3 local_;
};

void trunk_tip_vs_dof_mujoco(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const Figure figure = trunk(n / 3);
  MujocoFigure mujoco(figure, FrameId{0});
  const TwoPostures postures(figure);
  RowMatrix jacobian(6, n);
  int k = 0;
  for (auto _ : state) {
    const VecX& q = postures.at[k ^= 1].values;
    std::copy(q.data(), q.data() + q.size(), mujoco.values().data());
    benchmark::DoNotOptimize(mujoco.evaluate(jacobian.data()));
    benchmark::DoNotOptimize(jacobian.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(trunk_tip_vs_dof_mujoco)->Arg(90);  // MuJoCo's XML nests at most about 100 bodies

void human_hand_mujoco(benchmark::State& state) {
  const Figure figure = model("human");
  MujocoFigure mujoco(figure, figure.frame("hand.r"));
  RowMatrix jacobian(6, mujoco.dof_count());
  for (auto _ : state) {
    benchmark::DoNotOptimize(mujoco.evaluate(jacobian.data()));
    benchmark::DoNotOptimize(jacobian.data());
    benchmark::ClobberMemory();
  }
  state.counters["dof"] = mujoco.dof_count();
}
BENCHMARK(human_hand_mujoco);

void check_mujoco() {
  const Figure figure = trunk(30);
  const TwoPostures postures(figure);
  MujocoFigure mujoco(figure, FrameId{0});
  RowMatrix theirs(6, 90), ours(6, 90);
  const VecX& q = postures.at[1].values;
  std::copy(q.data(), q.data() + q.size(), mujoco.values().data());
  const Vec3 tip = mujoco.evaluate(theirs.data());
  Kinematics kinematics(figure);
  kinematics.update(postures.at[1]);
  kinematics.frame_jacobian(FrameId{0}, ours);
  if ((kinematics.frame_position(FrameId{0}) - tip).norm() > 1e-12 || (ours - theirs).norm() > 1e-11) {
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
