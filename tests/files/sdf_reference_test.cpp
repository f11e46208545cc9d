// The same files read by libsdformat: a second, independent reader finds the same poses, axes, limits and
// masses, and its numbers give the same poses in any posture. Left out where libsdformat is not installed.

#if LIMBER_HAVE_SDFORMAT

#include <gtest/gtest.h>
#include <sdf/sdf.hh>

#include <cstdlib>
#include <map>

#include "files_support.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/math/rotation.h"
#include "random_sdf.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

constexpr double sdf_agreement = 1e-9;

Vec3 vector_of(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}

Transform transform_of(const ignition::math::Pose3d& pose) {
  const auto& q = pose.Rot();
  return {Quat(q.W(), q.X(), q.Y(), q.Z()).normalized().toRotationMatrix(), vector_of(pose.Pos())};
}

Mat3 matrix_of(const ignition::math::Matrix3d& m) {
  Mat3 made;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) made(r, c) = m(static_cast<size_t>(r), static_cast<size_t>(c));
  }
  return made;
}

// What libsdformat says of a model and of those inside it, in the frame of the outermost.
struct LibsdformatModel {
  struct Joint {
    const sdf::Joint* joint;
    std::string parent, child;
    Transform at;
    std::vector<Vec3> axes;
  };
  std::map<std::string, Transform> links;
  std::map<std::string, const sdf::Link*> link_elements;
  std::map<std::string, Joint> joints;
  std::map<std::string, Transform> frames;

  void gather(const sdf::Model& model, const std::string& before, const Transform& outer) {
    ignition::math::Pose3d pose;
    for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
      const sdf::Link* link = model.LinkByIndex(i);
      ASSERT_TRUE(link->SemanticPose().Resolve(pose, "__model__").empty());
      links[before + link->Name()] = outer * transform_of(pose);
      link_elements[before + link->Name()] = link;
    }
    for (std::uint64_t i = 0; i < model.FrameCount(); ++i) {
      const sdf::Frame* frame = model.FrameByIndex(i);
      ASSERT_TRUE(frame->SemanticPose().Resolve(pose, "__model__").empty());
      frames[before + frame->Name()] = outer * transform_of(pose);
    }
    for (std::uint64_t i = 0; i < model.JointCount(); ++i) {
      const sdf::Joint* joint = model.JointByIndex(i);
      Joint made{joint, "", "", {}, {}};
      ASSERT_TRUE(joint->ResolveParentLink(made.parent).empty());
      ASSERT_TRUE(joint->ResolveChildLink(made.child).empty());
      if (made.parent != "world") made.parent = before + made.parent;
      made.child = before + made.child;
      ASSERT_TRUE(joint->SemanticPose().Resolve(pose, "__model__").empty());
      made.at = outer * transform_of(pose);
      for (unsigned k = 0; k < 2 && joint->Axis(k) != nullptr; ++k) {
        ignition::math::Vector3d axis;
        ASSERT_TRUE(joint->Axis(k)->ResolveXyz(axis, "__model__").empty());
        made.axes.push_back(outer.rotation * vector_of(axis).normalized());
      }
      joints[before + joint->Name()] = made;
    }
    for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
      const sdf::Model* inner = model.ModelByIndex(i);
      ASSERT_TRUE(inner->SemanticPose().Resolve(pose, "__model__").empty());
      gather(*inner, before + inner->Name() + "::", outer * transform_of(pose));
    }
  }
};

Transform turned_about(const Vec3& axis, const Vec3& point, double angle) {
  const Mat3 turn = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  return {turn, point - turn * point};
}

// How a joint moves what hangs from it, in the world, when it was at zero before: a product of exponentials.
Transform motion_of(const LibsdformatModel::Joint& joint, const std::string& name, const Figure& figure,
                    const Posture& posture) {
  const auto value = [&](const std::string& of) {
    return posture.values[figure.first_value(figure.joint(of))];
  };
  const Vec3 at = joint.at.translation;
  switch (joint.joint->Type()) {
    case sdf::JointType::PRISMATIC:
      return Transform::at(value(name) * joint.axes[0]);
    case sdf::JointType::REVOLUTE:
    case sdf::JointType::CONTINUOUS:
      return turned_about(joint.axes[0], at, value(name));
    case sdf::JointType::UNIVERSAL:
    case sdf::JointType::REVOLUTE2:
      return turned_about(joint.axes[0], at, value(name + ".1")) *
             turned_about(joint.axes[1], at, value(name));
    case sdf::JointType::SCREW: {
      const double along = -value(name) / joint.joint->ThreadPitch();
      return Transform::at(along * joint.axes[0]) * turned_about(joint.axes[0], at, value(name));
    }
    case sdf::JointType::BALL: {
      const double* q = posture.values.data() + figure.first_value(figure.joint(name));
      const Transform turn{Quat(q[3], q[0], q[1], q[2]).toRotationMatrix(), Vec3::Zero()};
      return joint.at * turn * joint.at.inverse();
    }
    default:
      return {};
  }
}

void expect_close(const Transform& ours, const Transform& theirs, const std::string& what) {
  EXPECT_LE((ours.translation - theirs.translation).norm(), sdf_agreement * (1 + theirs.translation.norm()))
      << what;
  EXPECT_LE((ours.rotation - theirs.rotation).norm(), sdf_agreement) << what;
}

void expect_range(const Range& range, const sdf::JointAxis& axis, const std::string& name) {
  const auto bound = [](double value) {
    return std::abs(value) > 1e6 ? std::copysign(unlimited, value) : value;
  };
  EXPECT_EQ(range.min, bound(axis.Lower())) << name;
  EXPECT_EQ(range.max, bound(axis.Upper())) << name;
}

void expect_same(const std::string& text, Random& random) {
  const Expected<Figure> read = parse_figure(text, "x.sdf");
  ASSERT_TRUE(read) << read.error().message << "\n" << text;
  const Figure& figure = *read;
  setenv("HOME", testing::TempDir().c_str(), 1);  // where it keeps a log
  sdf::Console::Instance()->SetQuiet(true);
  sdf::Root root;
  const sdf::Errors errors = root.LoadSdfString(text);
  ASSERT_TRUE(errors.empty()) << errors.front().Message() << "\n" << text;
  ASSERT_NE(root.Model(), nullptr);
  LibsdformatModel theirs;
  theirs.gather(*root.Model(), "", transform_of(root.Model()->RawPose()));
  if (::testing::Test::HasFatalFailure()) return;

  Posture posture = random_posture(random, figure);
  for (const Coupling& coupling : figure.couplings()) {  // a screw's slide follows its turn
    const auto& own = coupling.terms.at(0);
    double value = coupling.range.min;
    for (std::size_t k = 1; k < coupling.terms.size(); ++k) {
      value -= coupling.terms[k].coefficient * posture.values[figure.first_value(coupling.terms[k].joint)];
    }
    posture.values[figure.first_value(own.joint)] = value;
  }
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const auto ours = [&](const std::string& link) { return kinematics.segment_pose(figure.segment(link)); };

  // Motions from the links whose joints are free, outwards through joints of either direction.
  std::map<std::string, Transform> motions = {{"world", {}}};
  for (std::size_t before = 0;;) {
    for (const auto& [name, joint] : theirs.joints) {
      const bool from_parent = motions.contains(joint.parent), from_child = motions.contains(joint.child);
      if (from_parent == from_child) continue;
      const Transform motion = motion_of(joint, name, figure, posture);
      if (from_parent) motions[joint.child] = motions[joint.parent] * motion;
      if (from_child) motions[joint.parent] = motions[joint.child] * motion.inverse();
    }
    if (motions.size() != before) {
      before = motions.size();
      continue;
    }
    const auto loose = std::find_if(theirs.links.begin(), theirs.links.end(),
                                    [&](const auto& link) { return !motions.contains(link.first); });
    if (loose == theirs.links.end()) break;
    motions[loose->first] = ours(loose->first) * loose->second.inverse();  // any link of it may lead
  }
  double mass = 0.0;
  Vec3 center = Vec3::Zero();
  for (const auto& [name, at_zero] : theirs.links) {
    expect_close(ours(name), motions.at(name) * at_zero, name);
    const MassProperties own = figure.mass(figure.segment(name));
    const ignition::math::Inertiald& inertial = theirs.link_elements.at(name)->Inertial();
    EXPECT_EQ(own.mass, inertial.MassMatrix().Mass()) << name;
    EXPECT_LE((own.center - vector_of(inertial.Pose().Pos())).norm(), sdf_agreement) << name;
    EXPECT_LE((own.inertia - matrix_of(inertial.Moi())).norm(), sdf_agreement * (1 + own.inertia.norm()))
        << name;
    mass += inertial.MassMatrix().Mass();
    center += inertial.MassMatrix().Mass() * (motions.at(name) * at_zero * vector_of(inertial.Pose().Pos()));
  }
  MassDistribution distribution(figure);
  distribution.update(kinematics);
  EXPECT_NEAR(distribution.total_mass(), mass, sdf_agreement * mass);
  EXPECT_LE((distribution.center() - center / mass).norm(), sdf_agreement * (1 + center.norm() / mass));
  for (const auto& [name, joint] : theirs.joints) {
    const sdf::JointType type = joint.joint->Type();
    // One without end ignores its limits here and leaves that to others there.
    if (joint.axes.empty() || type == sdf::JointType::CONTINUOUS || !figure.find_joint(name)) continue;
    const bool is_double = type == sdf::JointType::UNIVERSAL || type == sdf::JointType::REVOLUTE2;
    if (is_double)
      expect_range(figure.joint(figure.joint(name + ".1")).ranges[0], *joint.joint->Axis(0), name);
    if (joint.joint->Axis(is_double ? 1 : 0) != nullptr && type != sdf::JointType::FIXED) {
      expect_range(figure.joint(figure.joint(name)).ranges[0], *joint.joint->Axis(is_double ? 1 : 0), name);
    }
  }
}

// Few: libsdformat takes a tenth of a second for each.
TEST(SdfReference, RandomModelsAreReadAsLibsdformatReadsThem) {
  Random random(16);
  for (int i = 0; i < scaled(30) && !::testing::Test::HasFailure(); ++i) {
    const std::string text = random_sdf(random);
    expect_same(text, random);
    if (::testing::Test::HasFailure()) std::fputs(text.c_str(), stderr);
  }
}

TEST(SdfReference, AxesOfOldFilesAreInTheFrameOfTheModel) {
  Random random(4);
  for (const char* version : {"1.4", "1.5", "1.6"}) {
    for (const char* flag : {"", "<use_parent_model_frame>1</use_parent_model_frame>"}) {
      const std::string text = std::string("<sdf version='") + version + R"('><model name='old'>
        <pose>1 2 3 0.1 0.2 0.3</pose>
        <link name='base'><pose>0 0 1 0.4 0 0</pose></link>
        <link name='arm'><pose>0.5 0 1 0.3 -0.2 1.1</pose>
          <inertial><mass>3</mass><pose>0 0.1 0 1 0 0</pose><inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz></inertia></inertial>
        </link>
        <joint name='elbow' type='revolute'><parent>base</parent><child>arm</child><pose>0.1 0 0 0 0 0.7</pose>
          <axis><xyz>0 1 0</xyz>)" +
                               flag + R"(<limit><lower>-1</lower><upper>1e16</upper></limit></axis></joint>
        </model></sdf>)";
      expect_same(text, random);
    }
  }
}

}  // namespace
}  // namespace limber

#endif
