// Names and poses are made those of the whole first; then the tree is found, and its joints are written.

#include "limber/files/sdf/robot_of_model.h"

#include <algorithm>
#include <map>

#include "limber/base/ids.h"
#include "limber/base/names.h"
#include "limber/files/sdf/poses.h"
#include "limber/files/segment_poses.h"

namespace limber::sdf_import {

namespace {

using urdf_import::Mimic;
using urdf_import::RobotJoint;
using urdf_import::RobotJointType;
using urdf_import::RobotLink;

constexpr int the_world = -1;

// A joint between links of the whole, where it is when all joints are at zero.
struct Connection {
  const SdfJoint* joint;
  std::string name;
  std::string leader;  // of its mimic
  int parent, child;   // links, or the_world
  Transform at;
  std::vector<Vec3> axes;  // in the joint's own frame, unit
};

Geometry moved(const Geometry& geometry, const Transform& place) {
  return {transformed(place, geometry.shape), geometry.color};
}

class Gatherer {
 public:
  explicit Gatherer(const Model& model) {
    const Poses poses(model);
    Transform at = model.pose.value;
    if (!model.placement.empty()) at = at * poses.pose(model.placement, model.place).inverse();
    gather_links(model, poses, "", at, model.is_static);
    if (links.empty()) fail(model.place, "the model has no link; expected at least one");
    gather_the_rest(model, poses, "", at);
    const std::string carrier = poses.link("", model.place);
    first_ = carrier == "world" ? 0 : numbers_.at(carrier);
  }

  std::vector<RobotLink> links;
  std::vector<Transform> places;  // of every link
  std::vector<bool> is_held;      // of every link: of a static model
  std::vector<Connection> connections;
  std::vector<FrameDescription> frames;  // of links and of the world
  int first() const { return first_; }

 private:
  void gather_links(const Model& model, const Poses& poses, const std::string& before, const Transform& outer,
                    bool is_static) {
    for (const Link& link : model.links) {
      RobotLink made;
      made.name = before + link.name;
      made.line = link.place.line;
      made.mass = link.mass;
      const Transform own = poses.pose(link.name, link.place);
      const auto place = [&](const Solid& solid) {
        if (solid.pose.relative_to.empty()) return solid.pose.value;
        return own.inverse() * poses.pose(solid.pose.relative_to, solid.place) * solid.pose.value;
      };
      for (const Solid& solid : link.visuals) made.visuals.push_back(moved(solid.geometry, place(solid)));
      for (const Solid& solid : link.collisions)
        made.collisions.push_back(moved(solid.geometry, place(solid)));
      numbers_.emplace(made.name, static_cast<int>(links.size()));
      links.push_back(std::move(made));
      places.push_back(outer * own);
      is_held.push_back(is_static);
    }
    for (std::size_t i = 0; i < model.models.size(); ++i) {
      const Model& inner = model.models[i];
      gather_links(inner, poses.inner(i),
                   before + inner.name + "::", outer * poses.pose(inner.name, inner.place),
                   is_static || inner.is_static);
    }
  }

  int number_of(const Poses& poses, const std::string& before, const std::string& name, const Place& place) {
    if (name == "world") return the_world;
    const std::string link = poses.link(name, place);
    return link == "world" ? the_world : numbers_.at(before + link);
  }

  void gather_the_rest(const Model& model, const Poses& poses, const std::string& before,
                       const Transform& outer) {
    for (const SdfJoint& joint : model.joints) {
      Connection made;
      made.joint = &joint;
      made.name = before + joint.name;
      made.leader = joint.mimic ? before + joint.mimic->leader : "";
      made.parent = number_of(poses, before, joint.parent, joint.place);
      made.child = number_of(poses, before, joint.child, joint.place);
      const std::string& base = joint.pose.relative_to.empty() ? joint.child : joint.pose.relative_to;
      const Transform in_model =
          (base == "world" ? outer.inverse() : poses.pose(base, joint.place)) * joint.pose.value;
      made.at = outer * in_model;
      for (const Axis& axis : joint.axes) {
        Vec3 direction = axis.direction.normalized();
        if (!axis.expressed_in.empty()) {
          const Mat3 frame = axis.expressed_in == "world"
                                 ? Mat3(outer.rotation.transpose())
                                 : poses.pose(axis.expressed_in, joint.place).rotation;
          direction = in_model.rotation.transpose() * (frame * direction);
        }
        made.axes.push_back(direction.normalized());
      }
      if (made.parent == made.child) {
        fail(joint.place, "joint " + limber::quoted(joint.name) + " connects a link to itself; expected two");
      }
      connections.push_back(std::move(made));
    }
    for (const SdfFrame& frame : model.frames) {
      if (frame.name.starts_with("_merged__")) continue;
      const int link = number_of(poses, before, frame.name, frame.place);
      const Transform in_whole = outer * poses.pose(frame.name, frame.place);
      if (link == the_world) {
        frames.push_back({before + frame.name, "", in_whole});
      } else {
        frames.push_back({before + frame.name, at(links, link).name, at(places, link).inverse() * in_whole});
      }
    }
    for (std::size_t i = 0; i < model.models.size(); ++i) {
      const Model& inner = model.models[i];
      gather_the_rest(inner, poses.inner(i),
                      before + inner.name + "::", outer * poses.pose(inner.name, inner.place));
    }
  }

  std::map<std::string, int> numbers_;
  int first_ = 0;
};

class TreeMaker {
 public:
  TreeMaker(Gatherer gathered, Warnings& warnings) : all_(std::move(gathered)), warnings_(warnings) {
    for (const RobotLink& link : all_.links) link_names_.insert(link.name);
    for (const Connection& connection : all_.connections) joint_names_.insert(connection.name);
  }

  RobotOfModel make() {
    RobotOfModel made;
    find_tree();
    robot_.links = all_.links;
    std::size_t held_at_world = 0, fixed_to_world = 0;
    for (const Step& step : steps_) {
      held_at_world += step.from == the_world;
      fixed_to_world += step.from == the_world &&
                        (step.connection == nullptr || step.connection->joint->kind == JointKind::fixed);
    }
    const bool is_one = roots_.size() + held_at_world == 1;
    if (is_one && (roots_.size() == 1 || fixed_to_world == 1)) {
      robot_.root = roots_.size() == 1 ? roots_[0] : steps_[0].to;
      made.is_free = roots_.size() == 1 && !all_.is_held[index(robot_.root)];
      robot_.root_origin = all_.places[index(robot_.root)];
    } else {
      robot_.root = static_cast<int>(robot_.links.size());
      robot_.links.push_back({.name = free_name("world", link_names_)});
      for (const int root : roots_) hang_in_world(root);
    }
    for (const Step& step : steps_) {
      if (step.to != robot_.root) add(step);
    }
    for (const Connection& connection : all_.connections) add_mimic(connection);
    refuse_circles();
    for (FrameDescription& frame : all_.frames) {
      if (!frame.segment.empty()) made.frames.push_back(std::move(frame));
    }
    made.robot = std::move(robot_);
    return made;
  }

 private:
  struct Step {  // of the tree, outwards
    const Connection* connection;
    int from, to;
  };

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  const Transform& place(int link) const {
    static const Transform origin;
    return link == the_world ? origin : all_.places[index(link)];
  }

  // Breadth first, in the order of the file.
  void find_tree() {
    const int count = static_cast<int>(all_.links.size());
    std::vector<std::vector<const Connection*>> at_link(index(count) + 1);  // the last: at the world
    const auto slot = [&](int link) { return index(link == the_world ? count : link); };
    for (const Connection& connection : all_.connections) {
      at_link[slot(connection.parent)].push_back(&connection);
      at_link[slot(connection.child)].push_back(&connection);
    }
    std::vector<bool> is_reached(index(count) + 1, false);
    std::set<const Connection*> used;
    const auto grow = [&](int start) {
      std::vector<int> queue = {start};
      is_reached[slot(start)] = true;
      for (std::size_t next = 0; next < queue.size(); ++next) {
        const int from = queue[next];
        for (const Connection* connection : at_link[slot(from)]) {
          const int to = connection->parent == from ? connection->child : connection->parent;
          if (is_reached[slot(to)]) continue;
          is_reached[slot(to)] = true;
          used.insert(connection);
          steps_.push_back({connection, from, to});
          queue.push_back(to);
        }
      }
    };
    if (!at_link[slot(the_world)].empty()) grow(the_world);
    for (int i = -1; i < count; ++i) {
      const int link = i < 0 ? all_.first() : i;
      if (is_reached[slot(link)]) continue;
      roots_.push_back(link);
      grow(link);
    }
    for (const Connection& connection : all_.connections) {
      if (used.contains(&connection)) continue;
      warnings_.say(*connection.joint->place.file + ":" + std::to_string(connection.joint->place.line) +
                    ": joint " + limber::quoted(connection.name) + " closes a loop and is left out");
    }
  }

  void hang_in_world(int link) {
    RobotJoint joint;
    joint.name = free_name(robot_.links[index(link)].name, joint_names_);
    joint.type = all_.is_held[index(link)] ? RobotJointType::fixed : RobotJointType::floating;
    joint.parent = robot_.root;
    joint.child = link;
    joint.origin = place(link);
    robot_.joints.push_back(std::move(joint));
  }

  // One joint for each axis, each but the last with a link of its own.
  void add(const Step& step) {
    const Connection& connection = *step.connection;
    const SdfJoint& joint = *connection.joint;
    std::vector<RobotJoint> row = joints_of(connection);
    const bool is_inverted = step.from == connection.child;
    if (is_inverted) std::reverse(row.begin(), row.end());
    int parent = step.from == the_world ? robot_.root : step.from;
    for (std::size_t k = 0; k < row.size(); ++k) {
      RobotJoint& made = row[k];
      const bool is_last = k + 1 == row.size();
      made.line = joint.place.line;
      made.is_inverted = is_inverted;
      made.parent = parent;
      if (k == 0) made.origin = place(step.from).inverse() * connection.at;
      if (is_last) {
        made.after = connection.at.inverse() * place(step.to);
        made.child = step.to;
      } else {
        made.child = static_cast<int>(robot_.links.size());
        robot_.links.push_back({.name = free_name(connection.name + between(joint), link_names_)});
      }
      parent = made.child;
      numbers_.emplace(made.name, static_cast<int>(robot_.joints.size()));
      robot_.joints.push_back(std::move(made));
    }
  }

  static const char* between(const SdfJoint& joint) {
    return joint.kind == JointKind::screw ? ".slide" : ".1";
  }

  std::vector<RobotJoint> joints_of(const Connection& connection) {
    const SdfJoint& joint = *connection.joint;
    const auto single = [&](std::string name, RobotJointType type, std::size_t axis) {
      RobotJoint made;
      made.name = std::move(name);
      made.type = type;
      if (axis < connection.axes.size()) {
        made.axis = connection.axes[axis];
        made.range = joint.axes[axis].range;
        made.strength = joint.axes[axis].strength;
      }
      return made;
    };
    const std::size_t none = connection.axes.size();
    switch (joint.kind) {
      case JointKind::fixed:
        return {single(connection.name, RobotJointType::fixed, none)};
      case JointKind::ball:
        return {single(connection.name, RobotJointType::ball, none)};
      case JointKind::prismatic:
        return {single(connection.name, RobotJointType::prismatic, 0)};
      case JointKind::revolute:
        return {single(connection.name, RobotJointType::revolute, 0)};
      case JointKind::two_hinges:
        return {single(free_name(connection.name + ".1", joint_names_), RobotJointType::revolute, 0),
                single(connection.name, RobotJointType::revolute, 1)};
      case JointKind::screw:
        break;
    }
    RobotJoint slide =
        single(free_name(connection.name + ".slide", joint_names_), RobotJointType::prismatic, 0);
    slide.range = {};
    slide.strength = {};
    slide.mimic = Mimic{.name = connection.name, .multiplier = joint.pitch};
    return {std::move(slide), single(connection.name, RobotJointType::revolute, 0)};
  }

  void add_mimic(const Connection& connection) {
    const auto own = numbers_.find(connection.name);
    if (own == numbers_.end() || !connection.joint->mimic) return;
    const SdfMimic& mimic = *connection.joint->mimic;
    auto leader = numbers_.find(connection.leader + ".1");
    if (leader == numbers_.end()) leader = numbers_.find(connection.leader);
    if (leader == numbers_.end() || has_several(robot_.joint(leader->second).type)) {
      warnings_.say(*connection.joint->place.file + ":" + std::to_string(connection.joint->place.line) +
                    ": joint " + limber::quoted(connection.name) + " mimics " + limber::quoted(mimic.leader) +
                    ", which is no joint of one axis; it moves by itself");
      return;
    }
    robot_.joints[index(own->second)].mimic =
        Mimic{.name = leader->first,
              .line = connection.joint->place.line,
              .joint = leader->second,
              .multiplier = mimic.multiplier,
              .offset = mimic.offset - mimic.multiplier * mimic.reference};
  }

  static bool has_several(RobotJointType type) {
    return type == RobotJointType::ball || type == RobotJointType::floating;
  }

  void refuse_circles() {
    for (RobotJoint& joint : robot_.joints) {
      if (joint.mimic && joint.mimic->joint < 0) joint.mimic->joint = numbers_.at(joint.mimic->name);
    }
    std::vector<int> leaders;
    for (const RobotJoint& joint : robot_.joints) leaders.push_back(joint.mimic ? joint.mimic->joint : -1);
    const int circular = urdf_import::find_cycle(leaders);
    if (circular < 0) return;
    for (const Connection& connection : all_.connections) {
      if (connection.name != robot_.joint(circular).name) continue;
      fail(connection.joint->place, "joint " + limber::quoted(connection.name) +
                                        " mimics itself, directly or through others; expected another");
    }
  }

  Gatherer all_;
  Warnings& warnings_;
  std::set<std::string> link_names_, joint_names_;
  std::vector<Step> steps_;
  std::vector<int> roots_;  // links that nothing holds
  urdf_import::Robot robot_;
  std::map<std::string, int> numbers_;  // of the joints of the robot
};

}  // namespace

RobotOfModel robot_of(const Model& model, Warnings& warnings) {
  return TreeMaker(Gatherer(model), warnings).make();
}

}  // namespace limber::sdf_import
