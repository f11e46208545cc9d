#include "support/random_figure.h"

#include "limber/math/rotation.h"

namespace limber::test {

double uniform(Random& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}

int uniform_int(Random& random, int from, int to) {
  return std::uniform_int_distribution<int>(from, to)(random);
}

Vec3 random_vector(Random& random, double size) {
  const double x = uniform(random, -size, size), y = uniform(random, -size, size),
               z = uniform(random, -size, size);
  return {x, y, z};
}

Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 v = random_vector(random, 1.0);
    if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
  }
}

Mat3 random_rotation(Random& random) {
  const Vec3 axis = random_direction(random);
  return exp_rotation(uniform(random, 0.0, 3.0) * axis);
}

Transform random_placement(Random& random, double size) {
  const Mat3 rotation = random_rotation(random);
  return {rotation, random_vector(random, size)};
}

namespace {

Vec3 random_axis(Random& random) {
  // Coordinate axes take the fast path of kinematics: as likely as any other axis.
  if (uniform_int(random, 0, 1) == 0) return Vec3::Unit(uniform_int(random, 0, 2));
  return random_direction(random);
}

Range random_range(Random& random) {
  const double min = uniform(random, -1.5, 0.2);
  return {min, min + uniform(random, 0.3, 2.0)};
}

void add_limits(Random& random, Joint& joint) {
  switch (joint.type) {
    case JointType::elbow:
      joint.ranges[1] = random_range(random);
      [[fallthrough]];
    case JointType::revolute:
    case JointType::prismatic:
      joint.ranges[0] = random_range(random);
      break;
    case JointType::ball:
      joint.twist_limit = random_range(random);
      [[fallthrough]];
    case JointType::swing:
      joint.swing_limit = SwingEllipse{Vec2(uniform(random, 0.3, 2.0), uniform(random, 0.3, 2.0))};
      break;
    default:
      break;
  }
}

Joint random_joint(Random& random, const RandomFigureOptions& options) {
  Joint joint;
  joint.type = static_cast<JointType>(uniform_int(random, 0, 6));
  joint.axis = random_axis(random);
  do joint.twist_axis = random_axis(random);
  while (joint.axis.cross(joint.twist_axis).norm() < 0.2);
  joint.inverted = options.inverted_joints && uniform_int(random, 0, 3) == 0;
  if (options.limits) add_limits(random, joint);
  return joint;
}

MassProperties random_mass(Random& random) {
  // A few point masses: any inertia a real body can have.
  MassProperties body;
  for (int i = 0; i < 4; ++i) {
    body = combined(body, {uniform(random, 0.1, 2.0), random_vector(random, 0.3), Mat3::Zero()});
  }
  return body;
}

// Placements of all kinds: none, a shift, a turn, both: kinematics treats each its own way.
Transform some_placement(Random& random) {
  Transform placement = random_placement(random, 0.5);
  const int kind = uniform_int(random, 0, 3);
  if (kind == 0 || kind == 1) placement.rotation = Mat3::Identity();
  if (kind == 0 || kind == 2) placement.translation = Vec3::Zero();
  return placement;
}

}  // namespace

FigureDescription random_description(Random& random, const RandomFigureOptions& options) {
  FigureDescription figure;
  figure.name = "random";
  for (int i = 0; i < options.segments; ++i) {
    SegmentDescription segment;
    segment.name = "s" + std::to_string(i);
    if (i > 0) {
      const bool follows = uniform(random, 0, 1) < options.chain;
      segment.parent = "s" + std::to_string(follows ? i - 1 : uniform_int(random, 0, i - 1));
      segment.joint = random_joint(random, options);
      if (uniform_int(random, 0, 1) == 0) segment.after = some_placement(random);
    } else {
      segment.joint.type = options.free_root ? JointType::free : JointType::fixed;
    }
    segment.before = some_placement(random);
    if (uniform(random, 0, 1) >= options.massless) segment.mass = random_mass(random);
    figure.frames.push_back({"frame." + segment.name, segment.name, random_placement(random, 0.3)});
    figure.segments.push_back(std::move(segment));
  }
  return figure;
}

SegmentId random_segment(Random& random, const Figure& figure) {
  return SegmentId{uniform_int(random, 0, figure.segment_count() - 1)};
}

Figure random_figure(Random& random, const RandomFigureOptions& options) {
  return Figure::build(random_description(random, options)).value();
}

Posture random_posture(Random& random, const Figure& figure) {
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    std::vector<double> parameters(static_cast<std::size_t>(dof_count(figure.joint(j).type)));
    for (double& p : parameters) p = uniform(random, -2.0, 2.0);
    set_joint_parameters(figure, posture, j, parameters);
  }
  return posture;
}

VecX random_step(Random& random, const Figure& figure, double size) {
  VecX step(figure.dof_count());
  for (Eigen::Index i = 0; i < step.size(); ++i) step[i] = uniform(random, -size, size);
  return step;
}

}  // namespace limber::test
