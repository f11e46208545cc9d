// Bones become capsules, End Sites frames; each joint also is a frame, so that tasks can name it.

#include "limber/files/bvh/figure_of_bvh.h"

#include <algorithm>
#include <numbers>

#include "limber/files/euler.h"
#include "limber/files/problem.h"
#include "limber/files/segment_poses.h"

namespace limber::bvh {

namespace {

constexpr double largest_in_metres = 10.0;  // a skeleton that spans more units is in centimetres
constexpr double centimetre = 0.01;         // [m]
constexpr double bone_thickness = 0.08;     // radius by length, for drawing
constexpr double thinnest_bone = 1e-4;      // [m] shorter ones have no shape
constexpr double radians = std::numbers::pi / 180.0;

// From the axes of the file to ours; a permutation, so it rounds nothing.
Mat3 our_axes() {
  Mat3 axes;
  axes << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return axes;
}

std::vector<Vec3> rest_positions(const BvhFile& file) {
  std::vector<Vec3> places;
  for (const BvhJoint& joint : file.joints) {
    places.push_back(joint.parent < 0 ? joint.offset : Vec3(at(places, joint.parent) + joint.offset));
  }
  return places;
}

Eigen::AlignedBox3d extent_of(const BvhFile& file) {
  Eigen::AlignedBox3d extent;
  const std::vector<Vec3> places = rest_positions(file);
  for (std::size_t k = 0; k < places.size(); ++k) {
    extent.extend(places[k]);
    for (const Vec3& end : file.joints[k].ends) extent.extend(Vec3(places[k] + end));
  }
  return extent;
}

bool has_position(const BvhJoint& joint) {
  return std::any_of(joint.channels.begin(), joint.channels.end(), [](const Channel& c) { return !c.turns; });
}

JointType type_of(const BvhJoint& joint) {
  if (joint.parent < 0 || has_position(joint)) return JointType::free;
  switch (joint.channels.size()) {
    case 0:
      return JointType::fixed;
    case 1:
      return JointType::revolute;
    case 2:
      return JointType::elbow;
    default:
      return JointType::ball;
  }
}

// The position of a free joint where the file gives none: 0 for the root, whose OFFSET is in front of it.
Vec3 usual_position(const BvhJoint& joint, double unit) {
  return joint.parent < 0 ? Vec3(Vec3::Zero()) : Vec3(joint.offset * unit);
}

void add_bone(SegmentDescription& segment, const Vec3& to) {
  const double length = to.norm();
  if (length < thinnest_bone) return;
  segment.shapes.push_back({Capsule{Vec3::Zero(), to, bone_thickness * length}, {}});
}

}  // namespace

double unit_of(const BvhFile& file, const BvhOptions& options) {
  if (options.unit) return *options.unit;
  return extent_of(file).diagonal().norm() > largest_in_metres ? centimetre : 1.0;
}

FigureDescription describe(const BvhFile& file, double unit) {
  FigureDescription figure;
  std::set<std::string> names, frame_names;
  for (const BvhJoint& joint : file.joints) {
    SegmentDescription segment;
    segment.name = free_name(joint.name, names);
    frame_names.insert(segment.name);
    const JointType type = type_of(joint);
    segment.joint.type = type;
    if (joint.parent < 0) {
      segment.before = {our_axes(), our_axes() * joint.offset * unit};
      // At rest the lowest point stands on the floor.
      segment.joint.rest = {0, -extent_of(file).min().y() * unit, 0, 0, 0, 0};
    } else {
      segment.parent = at(figure.segments, joint.parent).name;
      if (type == JointType::free) {
        const Vec3 place = usual_position(joint, unit);
        segment.joint.rest = {place.x(), place.y(), place.z(), 0, 0, 0};
      } else {
        segment.before = Transform::at(joint.offset * unit);
      }
      add_bone(at(figure.segments, joint.parent), joint.offset * unit);
    }
    if (type == JointType::revolute || type == JointType::elbow) {
      segment.joint.axis = Vec3::Unit(joint.channels[0].axis);
      if (type == JointType::elbow) segment.joint.twist_axis = Vec3::Unit(joint.channels[1].axis);
    }
    for (const Vec3& end : joint.ends) add_bone(segment, end * unit);
    figure.frames.push_back({segment.name, segment.name, {}});
    figure.segments.push_back(std::move(segment));
  }
  for (std::size_t k = 0; k < file.joints.size(); ++k) {
    for (const Vec3& end : file.joints[k].ends) {
      figure.frames.push_back({free_name(figure.segments[k].name + ".end", frame_names),
                               figure.segments[k].name, Transform::at(end * unit)});
    }
  }
  return figure;
}

Motion motion_of(const BvhFile& file, double unit, const Figure& figure) {
  std::vector<Posture> postures;
  postures.reserve(static_cast<std::size_t>(file.frames));
  std::vector<std::pair<std::size_t, JointId>> moving;  // joints with channels, in the order of the file
  const FigureDescription& description = figure.description();
  for (std::size_t k = 0; k < file.joints.size(); ++k) {
    if (!file.joints[k].channels.empty()) {
      moving.emplace_back(k, figure.joint(description.segments[k].name));
    }
  }
  std::size_t next = 0;
  for (int f = 0; f < file.frames; ++f) {
    Posture posture = figure.rest_posture();
    for (const auto& [k, moved] : moving) {
      const BvhJoint& joint = file.joints[k];
      Vec3 place = usual_position(joint, unit);
      Quat turn = Quat::Identity();
      double* values = posture.values.data() + figure.first_value(moved);
      double* angle = values;
      const JointType type = figure.joint(moved).type;
      for (const Channel& channel : joint.channels) {
        const double value = file.values[next++];
        if (!channel.turns) {
          place[channel.axis] = value * unit;
        } else if (type == JointType::free || type == JointType::ball) {
          turn = turn * turn_about(channel.axis, value * radians);
        } else {
          *angle++ = value * radians;
        }
      }
      turn.normalize();
      if (type == JointType::free) {
        std::copy_n(place.data(), 3, values);
        std::copy_n(turn.coeffs().data(), 4, values + 3);
      } else if (type == JointType::ball) {
        std::copy_n(turn.coeffs().data(), 4, values);
      }
    }
    postures.push_back(std::move(posture));
  }
  return evenly_spaced(std::move(postures), file.frame_time, figure.name());
}

}  // namespace limber::bvh

namespace limber {

Expected<MovingFigure> parse_bvh(std::string_view text, const std::string& name, const BvhOptions& options) {
  return reading_file([&]() -> MovingFigure {
    const bvh::BvhFile file = bvh::read_bvh_file(text, name);
    const double unit = bvh::unit_of(file, options);
    FigureDescription description = bvh::describe(file, unit);
    description.name = std::filesystem::path(name).stem().string();
    Expected<Figure> figure = Figure::build(std::move(description));
    if (!figure) fail_in_file(name, 0, figure.error().message);
    Motion motion = bvh::motion_of(file, unit, *figure);
    return {std::move(*figure), std::move(motion), file.notes};
  });
}

}  // namespace limber
