// The 50-DOF humanoid: its kinematics with five Jacobians, and hands and feet brought to 6-D poses at four
// levels of priority.

#include "humanoid_tree.h"
#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"
#include "measure.h"
#include "mujoco_model.h"
#include "table.h"

namespace limber::peers {

namespace {

constexpr double tolerance = 1e-5;  // [m] and [rad]

Posture posture_of(const HumanoidTree& tree, const Figure& figure, const HumanoidPosture& from) {
  Posture posture = figure.rest_posture();
  posture.values.head<3>() = from.position;
  posture.values.segment<4>(3) = Quat(from.rotation).coeffs();
  for (int i = 0; i < tree.count(); ++i) {
    posture.values[figure.first_value(figure.joint_of(figure.segment(hinge_name(i))))] = from.angles[i];
  }
  return posture;
}

#if LIMBER_HAVE_MUJOCO
// Hinges at one point move one body together. `order`: in which MuJoCo numbers them.
void write_body(const HumanoidTree& tree, int first, std::ofstream& xml, std::vector<int>& order) {
  const auto hinge = [&](int i) -> const HumanoidTree::Hinge& {
    return tree.hinges[static_cast<std::size_t>(i)];
  };
  const auto children = [&](int parent) {
    std::vector<int> found;
    for (int i = 0; i < tree.count(); ++i) {
      if (hinge(i).parent == parent) found.push_back(i);
    }
    return found;
  };
  const Vec3& p = hinge(first).offset;
  xml << "<body pos='" << p.x() << ' ' << p.y() << ' ' << p.z() << "'>" << mujoco_inertia;
  int last = first;
  while (true) {
    const Vec3 axis = Vec3::Unit(hinge(last).axis);
    order.push_back(last);
    xml << "<joint axis='" << axis.x() << ' ' << axis.y() << ' ' << axis.z() << "'/>";
    const std::vector<int> next = children(last);
    if (next.size() != 1 || hinge(next[0]).offset.norm() > 0.0) break;
    last = next[0];
  }
  for (std::size_t e = 0; e < tree.ends.size(); ++e) {
    if (tree.ends[e] == last) xml << "<site name='end" << e << "'/>";
  }
  for (const int child : children(last)) write_body(tree, child, xml, order);
  xml << "</body>";
}

double time_mujoco(const HumanoidTree& tree, const HumanoidPosture& posture, const PlainHumanoid& plain) {
  const std::filesystem::path folder = new_folder();
  std::vector<int> order;
  {
    std::ofstream xml(folder / "humanoid.xml");
    xml << "<mujoco><compiler angle='radian'/><worldbody><body><freejoint/>" << mujoco_inertia;
    for (int i = 0; i < tree.count(); ++i) {
      if (tree.hinges[static_cast<std::size_t>(i)].parent < 0) write_body(tree, i, xml, order);
    }
    xml << "</body></worldbody></mujoco>";
  }
  MujocoModel mujoco(folder, "humanoid.xml");
  mjModel* const m = mujoco.model;
  mjData* const d = mujoco.data;
  std::copy_n(posture.position.data(), 3, d->qpos);
  const Quat q(posture.rotation);
  const double base[4] = {q.w(), q.x(), q.y(), q.z()};
  std::copy_n(base, 4, d->qpos + 3);
  for (std::size_t i = 0; i < order.size(); ++i) d->qpos[7 + i] = posture.angles[order[i]];
  std::vector<double> jacobians(static_cast<std::size_t>(30 * m->nv));
  const auto work = [&] {
    mj_kinematics(m, d);
    mj_comPos(m, d);
    for (int e = 0; e < 5; ++e)
      mj_jacSite(m, d, &jacobians[static_cast<std::size_t>(6 * e * m->nv)],
                 &jacobians[static_cast<std::size_t>((6 * e + 3) * m->nv)], e);
  };
  work();
  for (int e = 0; e < 5; ++e) {
    const int site = mj_name2id(m, mjOBJ_SITE, ("end" + std::to_string(e)).c_str());
    require_same("MuJoCo's humanoid", (Vec3::Map(d->site_xpos + 3 * site) - plain.end(e).translation).norm());
  }
  return time_of(work);
}
#endif

void measure_kinematics(Table& table, const HumanoidTree& tree, const Figure& figure) {
  std::mt19937_64 random(1);
  const HumanoidPosture posture = random_humanoid(tree, random, 1.0);
  PlainHumanoid plain(tree);
  plain.update(posture);
  Kinematics kinematics(figure);
  const Posture ours = posture_of(tree, figure, posture);
  kinematics.update(ours);
  std::vector<RowMatrix> jacobians(5, RowMatrix::Zero(6, figure.dof_count())), theirs = jacobians;
  for (int e = 0; e < 5; ++e) {
    kinematics.frame_jacobian(FrameId{e}, jacobians[static_cast<std::size_t>(e)]);
    plain.jacobian(e, theirs[static_cast<std::size_t>(e)]);
    require_same("Limber's humanoid",
                 (kinematics.frame_position(FrameId{e}) - plain.end(e).translation).norm());
    require_same("Limber's Jacobian of the humanoid", (jacobians[static_cast<std::size_t>(e)].norm() -
                                                       theirs[static_cast<std::size_t>(e)].norm()));
  }
  table.problem("kinematics and five 6 x 50 Jacobians [us]", 0.6);
  table.add(Who::limber, "Limber", time_of([&] {
              kinematics.update(ours);
              for (int e = 0; e < 5; ++e)
                kinematics.frame_jacobian(FrameId{e}, jacobians[static_cast<std::size_t>(e)]);
              keep(jacobians);
            }));
  table.add(Who::plain, "plain, Eigen", time_of([&] {
              plain.update(posture);
              for (int e = 0; e < 5; ++e) plain.jacobian(e, theirs[static_cast<std::size_t>(e)]);
              keep(theirs);
            }));
#if LIMBER_HAVE_MUJOCO
  table.add(Who::peer, "MuJoCo", time_mujoco(tree, posture, plain));
#endif
}

bool is_reached(PlainHumanoid& plain, const HumanoidPosture& posture, const std::array<Transform, 4>& goals) {
  plain.update(posture);
  for (int e = 0; e < 4; ++e) {
    const Transform now = plain.end(e), &goal = goals[static_cast<std::size_t>(e)];
    if ((now.translation - goal.translation).norm() > 1.001 * tolerance) return false;
    if (PlainArm::turn_between(now.rotation, goal.rotation).norm() > 1.001 * tolerance) return false;
  }
  return true;
}

void measure_solve(Table& table, const HumanoidTree& tree, const Figure& figure) {
  std::mt19937_64 random(5);
  PlainHumanoid plain(tree);
  std::vector<std::array<Transform, 4>> goals(300);
  for (auto& poses : goals) {
    plain.update(random_humanoid(tree, random, 0.4));
    for (int e = 0; e < 4; ++e) poses[static_cast<std::size_t>(e)] = plain.end(e);
  }
  EndTasks ends(tolerance);
  Solver solver(figure);
  Samples limber_us, limber_steps, plain_us, plain_steps;
  int limber_found = 0, plain_found = 0;
  for (const auto& poses : goals) {
    Posture posture = figure.rest_posture();
    double begin = now_us();
    ends.aim(poses);
    const SolveReport report = solver.solve(ends.tasks, posture);
    limber_us.add(now_us() - begin);
    limber_steps.add(report.steps);
    HumanoidPosture answer{
        Quat(posture.values[6], posture.values[3], posture.values[4], posture.values[5]).toRotationMatrix(),
        posture.values.head<3>(), VecX(tree.count())};
    for (int i = 0; i < tree.count(); ++i) {
      answer.angles[i] = posture.values[figure.first_value(figure.joint_of(figure.segment(hinge_name(i))))];
    }
    limber_found += is_reached(plain, answer, poses);
    HumanoidPosture own;
    own.angles = VecX::Zero(tree.count());
    begin = now_us();
    plain_steps.add(plain.solve(poses, tolerance, own));
    plain_us.add(now_us() - begin);
    plain_found += is_reached(plain, own, poses);
  }
  table.problem("humanoid, four levels of 6-D poses to 1e-5 [us]", 40);
  table.add(Who::limber, "Limber, Solver::solve", limber_us.median());
  table.add(Who::plain, "plain, reflections in place", plain_us.median());
#if LIMBER_HAVE_DART
  goals.resize(5);
  const DartResult dart = dart_humanoid(tree, goals, tolerance);
  table.add(Who::peer, "DART", dart.median);
  table.note("DART solves " + std::to_string(static_cast<int>(dart.share)) + " % of the humanoid's goals.");
#else
  table.note("DART is not installed: no peer for the humanoid's priorities.");
#endif
  table.problem("humanoid, four levels: steps", 5);
  table.add(Who::limber, "Limber, Solver::solve", limber_steps.median());
  table.add(Who::plain, "plain, reflections in place", plain_steps.median());
  if (limber_found < 300 || plain_found < 300) {
    table.note("humanoid, of 300 goals: Limber reaches " + std::to_string(limber_found) +
               ", the plain loop " + std::to_string(plain_found) + ".");
  }
}

}  // namespace

void measure_humanoid(Table& table) {
  const HumanoidTree tree;
  const Figure figure = figure_of(tree);
  measure_kinematics(table, tree, figure);
  measure_solve(table, tree, figure);
}

}  // namespace limber::peers
