// The same files read by urdfdom: a second, independent reader must find the same numbers, bit by bit. Left
// out where urdfdom is not installed.

#if LIMBER_HAVE_URDFDOM

#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include "random_robot.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

// urdfdom calls the C library's sin and cos, we our own (limber::portable): the last digits may differ.
constexpr double last_digits = 1e-14;

Vec3 vector_of(const urdf::Vector3& v) {
  return {v.x, v.y, v.z};
}

Transform transform_of(const urdf::Pose& pose) {
  const urdf::Rotation& r = pose.rotation;
  return {Quat(r.w, r.x, r.y, r.z).toRotationMatrix(), vector_of(pose.position)};
}

void expect_joint(const Joint& ours, const urdf::Joint& theirs) {
  EXPECT_EQ(ours.name, theirs.name);
  if (theirs.type == urdf::Joint::FIXED) {
    EXPECT_EQ(ours.type, JointType::fixed);
    return;
  }
  EXPECT_EQ(ours.type, theirs.type == urdf::Joint::PRISMATIC ? JointType::prismatic : JointType::revolute);
  EXPECT_EQ(ours.axis, vector_of(theirs.axis).normalized());
  if (theirs.type == urdf::Joint::CONTINUOUS) {
    EXPECT_FALSE(ours.ranges[0].is_limited());
  } else {
    EXPECT_EQ(ours.ranges[0], (Range{theirs.limits->lower, theirs.limits->upper}));
  }
}

void expect_mass(const std::optional<MassProperties>& ours, const urdf::Link& theirs) {
  ASSERT_EQ(ours.has_value(), theirs.inertial != nullptr);
  if (!ours) return;
  const urdf::Inertial& in = *theirs.inertial;
  Mat3 inertia;
  inertia << in.ixx, in.ixy, in.ixz, in.ixy, in.iyy, in.iyz, in.ixz, in.iyz, in.izz;
  const MassProperties expected =
      transformed(transform_of(in.origin), MassProperties{in.mass, Vec3::Zero(), inertia});
  EXPECT_EQ(ours->mass, expected.mass);
  EXPECT_LE((ours->center - expected.center).norm(), last_digits * (1.0 + expected.center.norm()));
  EXPECT_LE((ours->inertia - expected.inertia).norm(), last_digits * expected.inertia.norm());
}

void expect_shape(const Shape& ours, const urdf::Geometry& theirs, const urdf::Pose& origin) {
  const Transform place = transform_of(origin);
  if (theirs.type == urdf::Geometry::SPHERE) {
    EXPECT_EQ(ours, Shape(Sphere{place.translation, static_cast<const urdf::Sphere&>(theirs).radius}));
  } else if (theirs.type == urdf::Geometry::BOX) {
    const auto& box = std::get<Box>(ours);
    EXPECT_EQ(
        Shape(Box{box.center, box.size, place.rotation}),
        Shape(Box{place.translation, vector_of(static_cast<const urdf::Box&>(theirs).dim), place.rotation}));
    EXPECT_LE((box.rotation - place.rotation).norm(), last_digits);
  } else if (theirs.type == urdf::Geometry::CYLINDER) {
    const auto& cylinder = static_cast<const urdf::Cylinder&>(theirs);
    const Vec3 half = place.rotation.col(2) * (cylinder.length / 2);
    const auto& drawn = std::get<Cylinder>(ours);
    EXPECT_LE((drawn.a - (place.translation - half)).norm(), last_digits * (1.0 + drawn.a.norm()));
    EXPECT_LE((drawn.b - (place.translation + half)).norm(), last_digits * (1.0 + drawn.b.norm()));
    EXPECT_EQ(drawn.radius, cylinder.radius);
  } else {
    const auto& mesh = static_cast<const urdf::Mesh&>(theirs);
    ASSERT_TRUE(std::holds_alternative<MeshReference>(ours));
    EXPECT_EQ(std::get<MeshReference>(ours).file, mesh.filename);
    EXPECT_EQ(std::get<MeshReference>(ours).scale, vector_of(mesh.scale));
    EXPECT_EQ(std::get<MeshReference>(ours).place.translation, place.translation);
    EXPECT_LE((std::get<MeshReference>(ours).place.rotation - place.rotation).norm(), last_digits);
  }
}

void expect_color(const std::optional<Color>& ours, const urdf::MaterialSharedPtr& theirs) {
  ASSERT_EQ(ours.has_value(), theirs != nullptr);
  if (!ours) return;
  EXPECT_NEAR((*ours)[0], static_cast<double>(theirs->color.r), 1e-6);  // urdfdom keeps floats
  EXPECT_NEAR((*ours)[1], static_cast<double>(theirs->color.g), 1e-6);
  EXPECT_NEAR((*ours)[2], static_cast<double>(theirs->color.b), 1e-6);
}

void expect_shapes(const std::vector<BodyShape>& ours, const urdf::Link& theirs) {
  if (!theirs.collision_array.empty()) {
    ASSERT_EQ(ours.size(), theirs.collision_array.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const urdf::Collision& collision = *theirs.collision_array[i];
      expect_shape(ours[i].shape, *collision.geometry, collision.origin);
    }
    return;
  }
  ASSERT_EQ(ours.size(), theirs.visual_array.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const urdf::Visual& visual = *theirs.visual_array[i];
    expect_shape(ours[i].shape, *visual.geometry, visual.origin);
    expect_color(ours[i].color, visual.material);
  }
}

void expect_mimics(const FigureDescription& figure, const urdf::ModelInterface& model) {
  std::size_t mimics = 0;
  for (const auto& [name, joint] : model.joints_) {
    if (!joint->mimic || joint->type == urdf::Joint::FIXED) continue;
    ++mimics;
    const auto coupling = std::find_if(
        figure.couplings.begin(), figure.couplings.end(),
        [&, joint_name = name](const CouplingDescription& c) { return c.terms[0].joint == joint_name; });
    ASSERT_NE(coupling, figure.couplings.end()) << name;
    EXPECT_EQ(coupling->range, (Range{joint->mimic->offset, joint->mimic->offset}));
    if (coupling->terms.size() < 2) continue;  // mimics a fixed joint
    EXPECT_EQ(coupling->terms[1].joint, joint->mimic->joint_name);
    EXPECT_EQ(coupling->terms[1].coefficient, -joint->mimic->multiplier);
  }
  EXPECT_EQ(figure.couplings.size(), mimics);
}

// Robots without planar joints, which become three segments.
void expect_same_as_urdfdom(const std::string& text, const std::string& name) {
  SCOPED_TRACE(name);
  const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(text);
  ASSERT_TRUE(model);
  const FigureDescription figure = describe_urdf(text, name).value();
  ASSERT_EQ(figure.segments.size(), model->links_.size());
  for (const SegmentDescription& segment : figure.segments) {
    SCOPED_TRACE(segment.name);
    const urdf::LinkConstSharedPtr link = model->getLink(segment.name);
    ASSERT_TRUE(link);
    expect_mass(segment.mass, *link);
    expect_shapes(segment.shapes, *link);
    if (!link->parent_joint) {
      EXPECT_EQ(segment.parent, "");
      continue;
    }
    EXPECT_EQ(segment.parent, link->parent_joint->parent_link_name);
    const Transform before = transform_of(link->parent_joint->parent_to_joint_origin_transform);
    EXPECT_EQ(segment.before.translation, before.translation);
    EXPECT_LE((segment.before.rotation - before.rotation).norm(), last_digits);
    expect_joint(segment.joint, *link->parent_joint);
  }
  expect_mimics(figure, *model);
}

TEST(UrdfReference, OwnSamplesReadLikeUrdfdom) {
  for (const char* name : {"arm.urdf", "gripper.urdf"}) {
    expect_same_as_urdfdom(text_of(urdf_folder / name), name);
  }
}

TEST(UrdfReference, PublishedRobotsReadLikeUrdfdom) {
  const std::filesystem::path folder =
      std::filesystem::path(LIMBER_SOURCE_DIR) / ".." / "shared" / "data" / "urdf";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no published robots beside the project";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".urdf") continue;
    expect_same_as_urdfdom(text_of(entry.path()), entry.path().filename().string());
  }
}

TEST(UrdfReference, RandomRobotsReadLikeUrdfdom) {
  for (int i = 0; i < scaled(200); ++i) {
    const RandomRobot robot = RobotWriter(static_cast<unsigned>(5000 + i)).robot(1 + i % 40);
    expect_same_as_urdfdom(robot.text, "random " + std::to_string(i));
  }
}

}  // namespace
}  // namespace limber

#endif
