// How the elements of a URDF become parts of a figure.

#include "limber/kinematics/kinematics.h"
#include "urdf_support.h"

namespace limber {
namespace {

using namespace test;

constexpr double half_pi = 1.5707963267948966;

TEST(Urdf, LinksBecomeSegmentsInTheOrderOfTheFile) {
  const FigureDescription figure = describe_file("arm.urdf");
  EXPECT_EQ(figure.name, "desk arm");
  ASSERT_EQ(figure.segments.size(), 5u);
  const char* names[] = {"table", "column", "boom", "slider", "tip"};
  const char* parents[] = {"", "table", "column", "boom", "slider"};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(figure.segments[i].name, names[i]);
    EXPECT_EQ(figure.segments[i].parent, parents[i]);
    EXPECT_TRUE(figure.segments[i].after == Transform());
  }
}

TEST(Urdf, JointsKeepNameTypeAxisAndRange) {
  const FigureDescription figure = describe_file("arm.urdf");
  const Joint& swivel = segment_of(figure, "column").joint;
  EXPECT_EQ(swivel.name, "swivel");
  EXPECT_EQ(swivel.type, JointType::revolute);
  EXPECT_EQ(swivel.axis, Vec3::UnitZ());
  EXPECT_FALSE(swivel.ranges[0].is_limited());  // continuous
  const Joint& lift = segment_of(figure, "boom").joint;
  EXPECT_EQ(lift.type, JointType::revolute);
  EXPECT_EQ(lift.axis, Vec3::UnitY());
  EXPECT_EQ(lift.ranges[0], (Range{-1.2, 0.4}));
  const Joint& reach = segment_of(figure, "slider").joint;
  EXPECT_EQ(reach.type, JointType::prismatic);
  EXPECT_EQ(reach.axis, Vec3::UnitX());  // what URDF says when the file does not
  EXPECT_EQ(reach.ranges[0], (Range{0.05, 0.2}));
  EXPECT_EQ(segment_of(figure, "tip").joint.type, JointType::fixed);
}

// 0 is what files have that know nothing, and 1e9 what they have that allow everything.
TEST(Urdf, EffortIsTheStrengthOfAJointThatTurnsOrSlides) {
  const auto strength_of = [](const std::string& type, const std::string& limit) {
    const std::string text =
        "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"/><joint name=\"j\" type=\"" + type +
        "\"><parent link=\"base\"/><child link=\"arm\"/>" + limit + "</joint></robot>";
    return segment_of(describe_urdf(text, "r.urdf").value(), "arm").joint.strength;
  };
  const std::string limited = "<limit lower=\"-1\" upper=\"1\" effort=\"";
  EXPECT_EQ(strength_of("revolute", limited + "87\" velocity=\"2\"/>").torque, 87.0);
  EXPECT_EQ(strength_of("prismatic", limited + "20\" velocity=\"2\"/>").torque, 20.0);
  EXPECT_EQ(strength_of("continuous", "<limit effort=\" 1.5e1 \" velocity=\"2\"/>").torque, 15.0);
  EXPECT_FALSE(strength_of("revolute", limited + "0\" velocity=\"2\"/>").is_known());
  EXPECT_FALSE(strength_of("revolute", limited + "1e9\" velocity=\"2\"/>").is_known());
  EXPECT_FALSE(strength_of("revolute", limited + "inf\" velocity=\"2\"/>").is_known());
  EXPECT_FALSE(strength_of("continuous", "").is_known());
  EXPECT_FALSE(strength_of("fixed", limited + "5\" velocity=\"2\"/>").is_known());
}

TEST(Urdf, RootIsFixedOrFree) {
  EXPECT_EQ(describe_file("arm.urdf").segments[0].joint.type, JointType::fixed);
  EXPECT_EQ(describe_file("arm.urdf", {.floating_base = true}).segments[0].joint.type, JointType::free);
  const std::string text = text_of(urdf_folder / "arm.urdf");
  EXPECT_EQ(parse_urdf(text, "arm.urdf").value().dof_count(), 3);
  EXPECT_EQ(parse_urdf(text, "arm.urdf", {.floating_base = true}).value().dof_count(), 9);
}

TEST(Urdf, ForwardKinematicsAgreesWithTheNumbersInTheFile) {
  const Figure figure = parse_urdf(text_of(urdf_folder / "arm.urdf"), "arm.urdf").value();
  Kinematics kinematics(figure);
  Posture posture = figure.rest_posture();
  const double swivel = 2.1, lift = -0.7, reach = 0.13;
  posture.values[figure.first_value(figure.joint("swivel"))] = swivel;
  posture.values[figure.first_value(figure.joint("lift"))] = lift;
  posture.values[figure.first_value(figure.joint("reach"))] = reach;
  kinematics.update(posture);

  const Transform column{turn(Vec3::UnitZ(), swivel), Vec3(0.1, 0, 0.02)};
  const Transform boom =
      column * Transform{rpy_rotation(0.3, -0.2, 0.1) * turn(Vec3::UnitY(), lift), Vec3(0, 0, 0.4)};
  const Transform slider = boom * Transform::at(Vec3(0.3 + reach, 0, 0));
  const Transform tip = slider * Transform{rpy_rotation(0, half_pi, 0), Vec3(0.2, 0, 0)};
  EXPECT_TRUE(near(kinematics.segment_pose(figure.segment("column")), column, 1e-14));
  EXPECT_TRUE(near(kinematics.segment_pose(figure.segment("boom")), boom, 1e-14));
  EXPECT_TRUE(near(kinematics.segment_pose(figure.segment("slider")), slider, 1e-14));
  EXPECT_TRUE(near(kinematics.segment_pose(figure.segment("tip")), tip, 1e-14));
  EXPECT_TRUE(near(kinematics.frame_pose(figure.frame("tip")), tip, 1e-14));
}

TEST(Urdf, FramesMarkFixedLinksAndEndsOfBranches) {
  const FigureDescription figure = describe_file("oddities.urdf");
  std::vector<std::string> names;
  for (const FrameDescription& frame : figure.frames) names.push_back(frame.name);
  EXPECT_EQ(names, (std::vector<std::string>{"hand", "müller", "stuck", "wheel"}));
}

TEST(Urdf, RestIsTheAllowedValueNearestToZero) {
  const Figure figure = parse_urdf(text_of(urdf_folder / "arm.urdf"), "arm.urdf").value();
  EXPECT_EQ(figure.rest_posture().values[figure.first_value(figure.joint("reach"))], 0.05);
  EXPECT_EQ(figure.rest_posture().values[figure.first_value(figure.joint("lift"))], 0.0);
}

TEST(Urdf, InertiaIsTurnedIntoTheAxesOfTheSegment) {
  const FigureDescription figure = describe_file("arm.urdf");
  EXPECT_FALSE(segment_of(figure, "table").mass.has_value());
  EXPECT_FALSE(segment_of(figure, "tip").mass.has_value());
  const MassProperties& boom = *segment_of(figure, "boom").mass;
  EXPECT_EQ(boom.mass, 2.0);
  EXPECT_EQ(boom.center, Vec3(0.25, 0, 0));
  // A quarter turn about z: the file's x is our y, its y our -x. So xx and yy change places, and
  // I(x,y) = -I'(x,y), I(x,z) = -I'(y,z), I(y,z) = I'(x,z).
  Mat3 expected;
  expected << 0.004, -0.001, -0.003, -0.001, 0.05, 0.002, -0.003, 0.002, 0.052;
  EXPECT_LT((boom.inertia - expected).cwiseAbs().maxCoeff(), 1e-16);
  EXPECT_EQ(parse_urdf(text_of(urdf_folder / "arm.urdf"), "arm.urdf").value().total_mass(), 6.5);
}

TEST(Urdf, PlanarJointIsTwoSlidesAndATurn) {
  const FigureDescription figure = describe_file("cart.urdf");
  // A link is called "drive.x" already.
  const SegmentDescription& x = segment_of(figure, "drive.x'");
  const SegmentDescription& y = segment_of(figure, "drive.y");
  const SegmentDescription& cart = segment_of(figure, "cart");
  EXPECT_EQ(x.parent, "floor");
  EXPECT_EQ(y.parent, "drive.x'");
  EXPECT_EQ(cart.parent, "drive.y");
  EXPECT_EQ(cart.joint.name, "drive");
  EXPECT_EQ(x.joint.type, JointType::prismatic);
  EXPECT_EQ(y.joint.type, JointType::prismatic);
  EXPECT_EQ(cart.joint.type, JointType::revolute);
  EXPECT_EQ(x.joint.axis, Vec3::UnitX());
  EXPECT_EQ(y.joint.axis, Vec3::UnitY());
  EXPECT_EQ(cart.joint.axis, Vec3::UnitZ());
  EXPECT_FALSE(x.mass.has_value());

  // Any other plane: three directions at right angles, right-handed, the normal as written.
  const Vec3 u = segment_of(figure, "mast.x").joint.axis, v = segment_of(figure, "mast.y").joint.axis,
             n = segment_of(figure, "drive.x").joint.axis;
  EXPECT_LT((n - Vec3(1, 1, 1).normalized()).norm(), 1e-15);
  EXPECT_LT((u.cross(v) - n).norm(), 1e-15);
  EXPECT_LT(std::abs(u.norm() - 1) + std::abs(v.norm() - 1), 1e-15);
}

TEST(Urdf, PlanarFloatingAndBallJointsMove) {
  const Figure figure = parse_urdf(text_of(urdf_folder / "cart.urdf"), "cart.urdf").value();
  EXPECT_EQ(figure.dof_count(), 3 + 3 + 6 + 3);
  Posture posture = figure.rest_posture();
  const auto set = [&](const char* joint, std::vector<double> values) {
    set_joint_parameters(figure, posture, figure.joint(joint), values);
  };
  set("drive.x'", {0.5});
  set("drive.y", {-0.25});
  set("drive", {0.8});
  set("string", {0.1, 0.2, 0.3, 0, 0.6, 0});
  set("neck", {0.4, 0, 0});
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Transform cart = Transform{rpy_rotation(0, 0, 0.5), Vec3(1, 2, 0)} *
                         Transform{turn(Vec3::UnitZ(), 0.8), Vec3(0.5, -0.25, 0)};
  EXPECT_TRUE(near(kinematics.segment_pose(figure.segment("cart")), cart, 1e-14));
  EXPECT_TRUE(near(kinematics.segment_pose(figure.segment("kite")),
                   cart * Transform{turn(Vec3::UnitY(), 0.6), Vec3(0.1, 0.2, 5.3)}, 1e-14));
  EXPECT_TRUE(near(kinematics.segment_pose(figure.segment("head")),
                   cart * Transform{turn(Vec3::UnitX(), 0.4), Vec3(0, 0, 1)}, 1e-14));
}

TEST(Urdf, MimicBecomesAnEquality) {
  const FigureDescription figure = describe_file("gripper.urdf");
  ASSERT_EQ(figure.couplings.size(), 3u);
  const CouplingDescription& middle = figure.couplings[0];
  EXPECT_EQ(middle.name, "middle_joint mimics index_joint");
  ASSERT_EQ(middle.terms.size(), 2u);
  EXPECT_EQ(middle.terms[0], (CouplingDescription::Term{"middle_joint", 0, 1.0}));
  EXPECT_EQ(middle.terms[1], (CouplingDescription::Term{"index_joint", 0, -0.5}));
  EXPECT_EQ(middle.range, (Range{0.1, 0.1}));
  const CouplingDescription& index = figure.couplings[1];
  EXPECT_EQ(index.terms[1], (CouplingDescription::Term{"thumb_joint", 0, 1.0}));
  EXPECT_EQ(index.range, (Range{0, 0}));
  // Mimicking a joint that cannot move is standing still.
  EXPECT_EQ(figure.couplings[2].terms.size(), 1u);
  EXPECT_EQ(figure.couplings[2].range, (Range{0.005, 0.005}));
}

TEST(Urdf, RestPostureKeepsTheMimics) {
  const Figure figure = parse_urdf(text_of(urdf_folder / "gripper.urdf"), "gripper.urdf").value();
  const Posture rest = figure.rest_posture();
  EXPECT_EQ(rest.values[figure.first_value(figure.joint("thumb_joint"))], 0.2);
  for (const Coupling& coupling : figure.couplings()) {
    double sum = 0;
    for (const Coupling::Term& term : coupling.terms) {
      sum += term.coefficient * rest.values[figure.first_value(term.joint)];
    }
    EXPECT_NEAR(sum, coupling.range.min, 1e-16) << coupling.name;
  }
  EXPECT_EQ(largest_limit_excess(figure, rest).amount, 0.0);
}

TEST(Urdf, WritesBackToFigureJsonAndReadsTheSame) {
  for (const char* name : {"arm.urdf", "gripper.urdf", "cart.urdf", "oddities.urdf"}) {
    const Figure figure = parse_urdf(text_of(urdf_folder / name), name).value();
    const Expected<Figure> again = parse_figure(write_figure(figure), "again.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->dof_count(), figure.dof_count());
    EXPECT_EQ(again->total_mass(), figure.total_mass());
    EXPECT_EQ(again->couplings().size(), figure.couplings().size());
    EXPECT_EQ(again->rest_posture(), figure.rest_posture());
    Kinematics one(figure), other(*again);
    one.update(figure.rest_posture());
    other.update(again->rest_posture());
    for (const SegmentId i : figure.segments()) {
      EXPECT_EQ(again->segment_name(i), figure.segment_name(i));
      EXPECT_EQ(again->shapes(i).size(), figure.shapes(i).size());
      EXPECT_TRUE(near(other.segment_pose(i), one.segment_pose(i), 1e-14));  // JSON has rotation vectors
    }
  }
}

}  // namespace
}  // namespace limber
