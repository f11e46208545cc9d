// Planar chains and how they are drawn (planar.h).

#include "experiments/common/planar.h"

#include <algorithm>
#include <numbers>

namespace limber::experiments {

namespace {

Joint about_z(double rest = 0.0) {
  Joint joint;
  joint.type = JointType::revolute;
  joint.axis = Vec3::UnitZ();
  joint.rest = {rest};
  return joint;
}

}  // namespace

Figure planar_chain(int links, double length) {
  FigureDescription figure;
  figure.name = "planar chain";
  figure.segments.push_back({.name = "base"});
  ChainDescription chain;
  chain.name = "link";
  chain.parent = "base";
  chain.links = links;
  chain.length = length;
  chain.first_radius = chain.last_radius = 0.01 * length;
  chain.shape = ChainDescription::LinkShape::capsule;
  chain.joints = {about_z()};
  chain.mass = 1.0;
  figure.chains.push_back(chain);
  return Figure::build(figure).value();
}

Figure forked_chain(double link) {
  FigureDescription figure;
  figure.name = "forked chain";
  figure.segments.push_back({.name = "base"});
  const auto add = [&](const std::string& name, const std::string& parent, double rest) {
    const Transform start = Transform::at({parent == "base" ? 0.0 : link, 0, 0});
    figure.segments.push_back({.name = name, .parent = parent, .before = start, .joint = about_z(rest)});
  };
  constexpr double degree = std::numbers::pi / 180.0;
  add("stem.1", "base", 100 * degree);
  add("stem.2", "stem.1", -25 * degree);
  add("stem.3", "stem.2", 20 * degree);
  add("left.1", "stem.3", 50 * degree);
  add("left.2", "left.1", 25 * degree);
  add("right.1", "stem.3", -55 * degree);
  add("right.2", "right.1", -30 * degree);
  figure.frames.push_back({"L", "left.2", Transform::at({link, 0, 0})});
  figure.frames.push_back({"R", "right.2", Transform::at({link, 0, 0})});
  return Figure::build(figure).value();
}

Vec3 in_plane(const Vec2& point) {
  return {point.x(), point.y(), 0.0};
}

std::vector<Vec2> joints_to(const Kinematics& kinematics, FrameId frame) {
  const Figure& figure = kinematics.figure();
  std::vector<Vec2> points = {kinematics.frame_position(frame).head<2>()};
  for (SegmentId s = figure.frame(frame).segment; figure.parent(s).is_valid(); s = figure.parent(s)) {
    points.emplace_back(kinematics.segment_pose(s).translation.head<2>());
  }
  std::reverse(points.begin(), points.end());
  return points;
}

std::vector<Series> arms(const Figure& figure, const Posture& posture, const std::vector<std::string>& frames,
                         const std::string& label, Tone tone) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  std::vector<Series> result;
  for (const std::string& frame : frames) {
    result.push_back({.label = result.empty() ? label : "",
                      .points = joints_to(kinematics, figure.frame(frame)),
                      .style = Series::Style::arm,
                      .tone = tone});
  }
  return result;
}

Series crosses(const std::vector<Vec2>& points, const std::string& label, Tone tone) {
  return {.label = label, .points = points, .style = Series::Style::crosses, .tone = tone};
}

Plot plane(const std::string& title, const Range& x, const Range& y) {
  Plot plot{.title = title};
  plot.x.range = x;
  plot.y.range = y;
  plot.same_scale = true;
  return plot;
}

}  // namespace limber::experiments
