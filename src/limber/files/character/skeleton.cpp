// Joints of the skin become segments: places in the rest posture, joint types, capsules, names.

#include "limber/files/character/skeleton.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/files/character/refused.h"
#include "limber/files/segment_poses.h"

namespace limber::character {

namespace {

constexpr double stays = 1e-4;  // of the skeleton's size: a joint that moves less turns only
// Of a motion, or places of its nodes; longer ones are thinned.
constexpr std::size_t most_values = 20'000'000;

// The node below which all joints are, the lowest; -1: there is none.
int common_ancestor(const Nodes& nodes, const std::vector<bool>& is_joint, const std::vector<int>& below,
                    int all) {
  for (const int top : nodes.order) {
    if (nodes.list[size(top)].parent >= 0 || below[size(top)] != all) continue;
    int node = top;
    for (;;) {
      if (is_joint[size(node)]) return node;
      const std::vector<int>& children = nodes.list[size(node)].children;
      const auto next = std::find_if(children.begin(), children.end(),
                                     [&](int child) { return below[size(child)] == all; });
      if (next == children.end()) return node;
      node = *next;
    }
  }
  return -1;
}

[[noreturn]] void refuse_stretch(const Nodes& nodes, std::size_t k) {
  const Vec3 scale = nodes.list[k].place.shape.colwise().norm();
  throw Refused{
      "the node " + limber::quoted(nodes.list[k].name) + " is stretched (its scale is " +
          number_text(scale.x(), 3) + ", " + number_text(scale.y(), 3) + ", " + number_text(scale.z(), 3) +
          "), and what hangs from it would shear when it turns; expected the same scale along all axes, "
          "not zero",
      static_cast<int>(k)};
}

void find_ends(Skeleton& skeleton, const Nodes& nodes) {
  std::vector<Vec3> sum(skeleton.bones.size(), Vec3::Zero());
  std::vector<int> count(skeleton.bones.size(), 0);
  const auto add = [&](int bone, const Vec3& place) {
    if (!(place - skeleton.rest_pose(bone).translation).isZero(1e-9))
      sum[size(bone)] += place, ++count[size(bone)];
  };
  for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
    const Bone& bone = skeleton.bones[b];
    if (bone.parent >= 0) {
      skeleton.bones[size(bone.parent)].is_limb_end = false;
      add(bone.parent, skeleton.rest_pose(static_cast<int>(b)).translation);
    }
  }
  for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {  // ends that are no joints: tips of fingers
    if (count[b] > 0 || skeleton.bones[b].node < 0) continue;
    for (const int child : nodes.list[size(skeleton.bones[b].node)].children) {
      if (!nodes.list[size(child)].has_mesh) {
        add(static_cast<int>(b), figure_axes() * skeleton.rest_place[size(child)].col(3));
      }
    }
  }
  for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
    Bone& bone = skeleton.bones[b];
    const Transform pose = skeleton.rest_pose(static_cast<int>(b));
    if (count[b] > 0) {
      bone.end = pose.inverse() * Vec3(sum[b] / count[b]);
    } else if (bone.parent >= 0) {  // on as its parent went, a little
      const Transform above = skeleton.rest_pose(bone.parent);
      bone.end = 0.5 * (pose.rotation.transpose() * (pose.translation - above.translation));
    }
  }
}

Mat3 limb_axes(const Bone& bone) {
  return bone.end.norm() > 1e-9 ? Quat::FromTwoVectors(Vec3::UnitZ(), bone.end).toRotationMatrix()
                                : Mat3(Mat3::Identity());
}

}  // namespace

Mat3 figure_axes() {
  Mat3 axes;
  axes << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return axes;
}

Transform Skeleton::rest_pose(int bone) const {
  const Similarity& rest = bones[size(bone)].rest;
  return {figure_axes() * rest.rotation, figure_axes() * rest.translation};
}

Skeleton find_skeleton(const Nodes& nodes, std::vector<bool> is_joint,
                       const std::optional<Animation>& animation) {
  const std::size_t count = nodes.list.size();
  const std::vector<bool> turns = animation ? animation->moves : std::vector<bool>(count);
  if (std::none_of(is_joint.begin(), is_joint.end(), [](bool is) { return is; })) is_joint = turns;
  std::vector<int> below(count, 0);  // joints in the branch that starts here
  for (std::size_t next = count; next-- > 0;) {
    const int node = nodes.order[next], parent = nodes.list[size(node)].parent;
    below[size(node)] += is_joint[size(node)] ? 1 : 0;
    if (parent >= 0) below[size(parent)] += below[size(node)];
  }
  const auto all = static_cast<int>(std::count(is_joint.begin(), is_joint.end(), true));
  if (all == 0) throw Refused{"has neither a skin nor an animation, so there is no skeleton to pose"};
  const int root = common_ancestor(nodes, is_joint, below, all);

  Skeleton skeleton;
  skeleton.bone_of.assign(count, -1);
  skeleton.rest_place.resize(count);
  skeleton.carries.assign(count, false);
  std::vector<Similarity> rest(count);
  std::set<std::string> names;
  if (root < 0) skeleton.bones.push_back({.name = free_name("root", names), .type = JointType::free});
  for (const int node : nodes.order) {
    const Node& it = nodes.list[size(node)];
    const Affine own = it.place.affine();
    skeleton.rest_place[size(node)] = it.parent < 0 ? own : times(skeleton.rest_place[size(it.parent)], own);
    if (below[size(node)] == 0) continue;
    skeleton.carries[size(node)] = true;
    if (!it.place.is_similarity()) refuse_stretch(nodes, size(node));
    const Similarity place = it.place.similarity();
    rest[size(node)] = it.parent < 0 ? place : rest[size(it.parent)] * place;
    const int above = it.parent < 0 ? -1 : skeleton.bone_of[size(it.parent)];
    if (node != root && above < 0 && root >= 0) continue;  // it only places the root
    Bone bone{.node = node, .parent = root < 0 ? std::max(above, 0) : above, .is_limb_end = true};
    bone.name = free_name(it.name, names);
    bone.rest = rest[size(node)];
    bone.type = node == root                                ? JointType::free
                : is_joint[size(node)] || turns[size(node)] ? JointType::ball
                                                            : JointType::fixed;
    skeleton.bone_of[size(node)] = static_cast<int>(skeleton.bones.size());
    skeleton.bones.push_back(std::move(bone));
  }
  Eigen::AlignedBox3d extent;
  for (const Bone& bone : skeleton.bones) extent.extend(bone.rest.translation);
  if (animation) {
    for (Bone& bone : skeleton.bones) {
      if (bone.node < 0) continue;
      const int parent = nodes.list[size(bone.node)].parent;
      const double unit = parent < 0 ? 1.0 : rest[size(parent)].scale;
      if (unit * animation->way[size(bone.node)] > stays * extent.diagonal().norm()) {
        bone.type = JointType::free;
      }
    }
  }
  find_ends(skeleton, nodes);
  return skeleton;
}

FigureDescription describe(const Skeleton& skeleton, const Nodes& nodes) {
  FigureDescription figure;
  std::set<std::string> frames;
  for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
    const Bone& bone = skeleton.bones[b];
    SegmentDescription segment;
    segment.name = bone.name;
    segment.joint.type = bone.type;
    const Transform pose = skeleton.rest_pose(static_cast<int>(b));
    if (bone.parent < 0) {
      const Vec3& place = pose.translation;
      segment.joint.rest = {place.x(), place.y(), place.z(), 0, 0, 0};
      segment.after.rotation = pose.rotation;
    } else {
      segment.parent = skeleton.bones[size(bone.parent)].name;
      const Mat3 limb = limb_axes(bone);
      segment.before = skeleton.rest_pose(bone.parent).inverse() * pose * Transform{limb, Vec3::Zero()};
      segment.after.rotation = limb.transpose();
    }
    frames.insert(bone.name);
    figure.frames.push_back({bone.name, bone.name, {}});
    figure.segments.push_back(std::move(segment));
  }
  // Ends that no skin follows: places for tasks.
  for (const int node : nodes.order) {
    const Node& it = nodes.list[size(node)];
    if (it.parent < 0 || it.has_mesh || skeleton.bone_of[size(node)] >= 0) continue;
    const int bone = skeleton.bone_of[size(it.parent)];
    if (bone < 0) continue;
    const Vec3 place = figure_axes() * skeleton.rest_place[size(node)].col(3);
    figure.frames.push_back({free_name(it.name, frames), skeleton.bones[size(bone)].name,
                             Transform::at(skeleton.rest_pose(bone).inverse() * place)});
  }
  return figure;
}

Motion motion_of(const Skeleton& skeleton, const Nodes& nodes, const Animation& animation,
                 const Figure& figure) {
  Motion motion{.name = animation.name};
  const std::size_t room =
      most_values / std::max({size(figure.value_count()), nodes.list.size(), std::size_t{1}});
  const std::size_t stride = animation.times.size() / std::max<std::size_t>(room, 1) + 1;
  std::vector<JointId> joints;
  for (const Bone& bone : skeleton.bones) joints.push_back(figure.joint(bone.name));
  std::vector<Similarity> place(nodes.list.size());  // in the world of the file
  for (std::size_t t = 0; t < animation.times.size(); t += stride) {
    const double time = animation.times[t];
    std::vector<NodePlace> now;
    now.reserve(nodes.list.size());
    for (const Node& node : nodes.list) now.push_back(node.place);
    animation.pose(time, now);
    for (const int node : nodes.order) {
      if (!skeleton.carries[size(node)]) continue;
      const int parent = nodes.list[size(node)].parent;
      const Similarity own = now[size(node)].similarity();
      place[size(node)] = parent < 0 ? own : place[size(parent)] * own;
    }
    Posture posture = figure.rest_posture();
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
      const Bone& bone = skeleton.bones[b];
      if (bone.node < 0 || bone.type == JointType::fixed) continue;
      const Transform pose{figure_axes() * place[size(bone.node)].rotation,
                           figure_axes() * place[size(bone.node)].translation};
      const JointId j = joints[b];
      Transform inside = pose;
      if (bone.parent >= 0) {
        const int above = skeleton.bones[size(bone.parent)].node;
        const Transform outer = above < 0 ? skeleton.rest_pose(bone.parent)
                                          : Transform{figure_axes() * place[size(above)].rotation,
                                                      figure_axes() * place[size(above)].translation};
        inside = outer.inverse() * pose;
      }
      const Transform moved = figure.before(j).inverse() * inside * figure.after(j).inverse();
      const Quat turn = Quat(moved.rotation).normalized();
      double* values = posture.values.data() + figure.first_value(j);
      if (bone.type == JointType::free) {
        std::copy_n(moved.translation.data(), 3, values);
        values += 3;
      }
      std::copy_n(turn.coeffs().data(), 4, values);
    }
    motion.times.push_back(time);
    motion.postures.push_back(std::move(posture));
  }
  return motion;
}

}  // namespace limber::character
