#pragma once
// A humanoid of hinges on a floating base, 50 degrees of freedom, the same in every library; and the plain
// loops over it.

#include <array>
#include <random>
#include <string>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/tasks/task_list.h"
#include "plain_arm.h"
#include "plain_priorities.h"

namespace limber::peers {

struct HumanoidTree {
  struct Hinge {
    int parent;  // -1: the floating base
    int axis;    // x, y or z
    Vec3 offset;
  };
  std::vector<Hinge> hinges;
  std::array<int, 5> ends = {};  // hands, feet, head

  HumanoidTree() {
    const Vec3 here = Vec3::Zero();
    int spine = -1;
    for (int i = 0; i < 3; ++i) spine = add_ball(spine, Vec3(0, 0, 0.15));
    ends[4] = add_ball(spine, Vec3(0, 0, 0.2));
    for (const int side : {0, 1}) {
      const double y = side == 0 ? 1.0 : -1.0;
      int arm = add(add(spine, 0, Vec3(0, 0.05 * y, 0.1)), 2, here);
      arm = add_ball(arm, Vec3(0, 0.15 * y, 0));
      arm = add(add(arm, 1, Vec3(0, 0, -0.3)), 2, Vec3(0, 0, -0.12));
      ends[static_cast<std::size_t>(side)] = add(add(arm, 0, Vec3(0, 0, -0.13)), 1, here);
      int leg = add_ball(-1, Vec3(0, 0.1 * y, 0));
      leg = add(add(add(leg, 1, Vec3(0, 0, -0.42)), 0, Vec3(0, 0, -0.42)), 1, here);
      ends[static_cast<std::size_t>(2 + side)] = add(leg, 1, Vec3(0.15, 0, -0.05));
    }
  }
  int count() const { return static_cast<int>(hinges.size()); }
  int dof_count() const { return count() + 6; }

 private:
  int add(int parent, int axis, const Vec3& offset) {
    hinges.push_back({parent, axis, offset});
    return count() - 1;
  }
  int add_ball(int parent, const Vec3& offset) {
    return add(add(add(parent, 0, offset), 1, Vec3::Zero()), 2, Vec3::Zero());
  }
};

inline std::string hinge_name(int i) {
  return "s" + std::to_string(i);
}

inline Figure figure_of(const HumanoidTree& tree) {
  FigureDescription description;
  description.name = "humanoid";
  SegmentDescription root;
  root.name = "root";
  root.joint.type = JointType::free;
  description.segments.push_back(root);
  for (int i = 0; i < tree.count(); ++i) {
    const HumanoidTree::Hinge& hinge = tree.hinges[static_cast<std::size_t>(i)];
    SegmentDescription segment;
    segment.name = hinge_name(i);
    segment.parent = hinge.parent < 0 ? "root" : hinge_name(hinge.parent);
    segment.before = Transform::at(hinge.offset);
    segment.joint.type = JointType::revolute;
    segment.joint.axis = Vec3::Unit(hinge.axis);
    description.segments.push_back(segment);
  }
  for (std::size_t e = 0; e < tree.ends.size(); ++e) {
    description.frames.push_back({"end" + std::to_string(e), hinge_name(tree.ends[e]), {}});
  }
  return Figure::build(description).value();
}

// A place and an orientation for each hand and foot, a level each.
struct EndTasks {
  TaskList tasks;
  std::array<TaskId<Reach>, 4> reach;
  std::array<TaskId<Orient>, 4> orient;

  explicit EndTasks(double tolerance) {
    for (int e = 0; e < 4; ++e) {
      const auto i = static_cast<std::size_t>(e);
      const TaskSettings settings{.priority = e + 1, .tolerance = tolerance};
      reach[i] = tasks.add("reach " + std::to_string(e), Reach{.frame = FrameId{e}}, settings);
      orient[i] = tasks.add("orient " + std::to_string(e), Orient{.frame = FrameId{e}}, settings);
    }
  }
  void aim(const std::array<Transform, 4>& poses) {
    for (std::size_t e = 0; e < 4; ++e) {
      tasks[reach[e]].target = poses[e].translation;
      tasks[orient[e]].target = Quat(poses[e].rotation);
    }
  }
};

// Where the base is, and the angles of the hinges.
struct HumanoidPosture {
  Mat3 rotation = Mat3::Identity();
  Vec3 position = Vec3::Zero();
  VecX angles;
};

inline HumanoidPosture random_humanoid(const HumanoidTree& tree, std::mt19937_64& random, double most) {
  std::uniform_real_distribution<double> uniform(-most, most);
  HumanoidPosture posture;
  posture.angles = VecX::NullaryExpr(tree.count(), [&] { return uniform(random); });
  posture.position = Vec3::NullaryExpr([&] { return uniform(random); });
  const Vec3 turn = Vec3::NullaryExpr([&] { return uniform(random); });
  posture.rotation = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix();
  return posture;
}

class PlainHumanoid {
 public:
  explicit PlainHumanoid(const HumanoidTree& tree)
      : tree_(tree),
        rotations_(tree.hinges.size()),
        positions_(tree.hinges.size()),
        axes_(tree.hinges.size()) {}

  void update(const HumanoidPosture& posture) {
    base_ = posture.position;
    for (std::size_t i = 0; i < tree_.hinges.size(); ++i) {
      const auto& [parent, axis, offset] = tree_.hinges[i];
      const Mat3& before = parent < 0 ? posture.rotation : rotations_[static_cast<std::size_t>(parent)];
      positions_[i] =
          (parent < 0 ? posture.position : positions_[static_cast<std::size_t>(parent)]) + before * offset;
      const double c = std::cos(posture.angles[static_cast<int>(i)]),
                   s = std::sin(posture.angles[static_cast<int>(i)]);
      const int y = (axis + 1) % 3, z = (axis + 2) % 3;
      rotations_[i].col(axis) = axes_[i] = before.col(axis);
      rotations_[i].col(y) = c * before.col(y) + s * before.col(z);
      rotations_[i].col(z) = c * before.col(z) - s * before.col(y);
    }
  }
  Transform end(int number) const {
    const auto i = static_cast<std::size_t>(tree_.ends[static_cast<std::size_t>(number)]);
    return {rotations_[i], positions_[i]};
  }
  // Translation, then rotation; columns: the base's translation and turn in world axes, then the hinges.
  void jacobian(int number, RowMatrix& j) const {
    const Vec3 at = end(number).translation, d = at - base_;
    j.block<3, 3>(0, 0).setIdentity();
    j.block<3, 3>(3, 3).setIdentity();
    j.block<3, 3>(0, 3) = -cross_matrix(d);
    for (int i = tree_.ends[static_cast<std::size_t>(number)]; i >= 0;
         i = tree_.hinges[static_cast<std::size_t>(i)].parent) {
      const auto k = static_cast<std::size_t>(i);
      j.col(6 + i).head<3>() = axes_[k].cross(at - positions_[k]);
      j.col(6 + i).tail<3>() = axes_[k];
    }
  }

  // Hands and feet to their goals, in this order of priority, by undamped Gauss-Newton steps of at most
  // half a radian.
  int solve(const std::array<Transform, 4>& goals, double tolerance, HumanoidPosture& posture) {
    levels_.resize(goals.size(), {RowMatrix::Zero(6, tree_.dof_count()), VecX::Zero(6)});
    for (int step = 0; step < 200; ++step) {
      update(posture);
      double worst = 0.0;
      for (std::size_t l = 0; l < goals.size(); ++l) {
        const Transform now = end(static_cast<int>(l));
        levels_[l].error << goals[l].translation - now.translation,
            PlainArm::turn_between(now.rotation, goals[l].rotation);
        worst = std::max({worst, levels_[l].error.head<3>().norm(), levels_[l].error.tail<3>().norm()});
        jacobian(static_cast<int>(l), levels_[l].jacobian);
      }
      if (worst < tolerance) return step;
      VecX dq = priorities_.solve(levels_);
      const double largest = dq.cwiseAbs().maxCoeff();
      if (largest > 0.5) dq *= 0.5 / largest;
      posture.position += dq.head<3>();
      const Vec3 turn = dq.segment<3>(3);
      if (turn.norm() > 0.0) {
        posture.rotation =
            Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * posture.rotation;
      }
      posture.angles += dq.tail(tree_.count());
    }
    return 200;
  }

 private:
  const HumanoidTree& tree_;
  std::vector<Mat3> rotations_;
  std::vector<Vec3> positions_, axes_;
  Vec3 base_ = Vec3::Zero();
  std::vector<Level> levels_;
  PlainPriorities priorities_;
};

// DART's hierarchical inverse kinematics on the same goals: median [us] of those it solves, and the share
// it solves. In a file of its own: DART's headers take long.
struct DartResult {
  double median, share;
};
DartResult dart_humanoid(const HumanoidTree& tree, const std::vector<std::array<Transform, 4>>& goals,
                         double tolerance);

}  // namespace limber::peers
