// MJCF read through MuJoCo: kinematics, masses and centres of mass as mj_forward has them; and written and read
// again. Left out where MuJoCo is not installed.

#if LIMBER_HAVE_MUJOCO

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <filesystem>
#include <fstream>

#include "files_support.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/files.h"
#include "limber/files/hinges.h"
#include "limber/files/segment_poses.h"
#include "limber/math/rotation.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

constexpr double agreement = 1e-9;

// MuJoCo's own reading of a text, to compare with.
class Reference {
 public:
  explicit Reference(const std::string& text) {
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / ("limber_mjcf_" + std::to_string(::getpid()) + ".xml");
    std::ofstream(file) << text;
    char message[1000] = "";
    model = mj_loadXML(file.c_str(), nullptr, message, sizeof message);
    std::filesystem::remove(file);
    EXPECT_NE(model, nullptr) << message << text;
    if (model != nullptr) data = mj_makeData(model);
  }
  ~Reference() {
    if (data != nullptr) mj_deleteData(data);
    if (model != nullptr) mj_deleteModel(model);
  }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  mjModel* model = nullptr;
  mjData* data = nullptr;
};

Transform pose_at(const mjtNum* position, const mjtNum* rotation, int number) {
  Transform pose;
  for (int r = 0; r < 3; ++r) {
    pose.translation[r] = position[3 * number + r];
    for (int c = 0; c < 3; ++c) pose.rotation(r, c) = rotation[9 * number + 3 * r + c];
  }
  return pose;
}

double distance(const Transform& a, const Transform& b) {
  return (a.rotation - b.rotation).norm() + (a.translation - b.translation).norm();
}

// Random values for every joint of MuJoCo, and the figure's posture with the same values.
Posture same_random_posture(Random& random, const Reference& mujoco, const Figure& figure,
                            const std::vector<std::string>& joints) {
  Posture posture = figure.rest_posture();
  for (int j = 0; j < mujoco.model->njnt; ++j) {
    mjtNum* q = mujoco.data->qpos + mujoco.model->jnt_qposadr[j];
    double* values = posture.values.data() + figure.first_value(figure.joint(at(joints, j)));
    const int type = mujoco.model->jnt_type[j];
    if (type == mjJNT_HINGE || type == mjJNT_SLIDE) {
      *q = *values = uniform(random, -2, 2);
      continue;
    }
    const int turn = type == mjJNT_FREE ? 3 : 0;
    for (int k = 0; k < turn; ++k) q[k] = values[k] = uniform(random, -2, 2);
    const Quat orientation(random_rotation(random));
    std::copy_n(orientation.coeffs().data(), 4, values + turn);
    q[turn] = orientation.w();
    for (int k = 0; k < 3; ++k) q[turn + 1 + k] = orientation.vec()[k];
  }
  return posture;
}

// `joints`: what the figure calls the joints of MuJoCo, in their order.
void expect_same_as_mujoco(const std::string& text, const std::vector<std::string>& joints) {
  const Expected<Loaded> loaded = parse_file(text, "model.xml", ".");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->kind, FileKind::mjcf);
  const Figure& figure = loaded->scene.figure;
  const Reference mujoco(text);
  ASSERT_NE(mujoco.model, nullptr);
  ASSERT_EQ(static_cast<std::size_t>(mujoco.model->njnt), joints.size());
  double mass = 0;
  for (int b = 1; b < mujoco.model->nbody; ++b) mass += mujoco.model->body_mass[b];
  EXPECT_NEAR(figure.total_mass(), mass, agreement);
  Random random(5);
  for (int k = 0; k < 20; ++k) {
    const Posture posture = same_random_posture(random, mujoco, figure, joints);
    mj_forward(mujoco.model, mujoco.data);
    const std::vector<SegmentPose> poses = segment_poses(figure, posture);
    Vec3 moment = Vec3::Zero();
    for (int b = 1; b < mujoco.model->nbody; ++b) {
      const std::string name = mj_id2name(mujoco.model, mjOBJ_BODY, b)
                                   ? mj_id2name(mujoco.model, mjOBJ_BODY, b)
                                   : "body " + std::to_string(b);
      const SegmentId s = figure.segment(name);
      EXPECT_LE(distance(at(poses, s).segment, pose_at(mujoco.data->xpos, mujoco.data->xmat, b)), agreement)
          << name;
      const MassProperties& body = figure.mass(s);
      moment += body.mass * (at(poses, s).segment * body.center);
      const Transform inner = pose_at(mujoco.data->xipos, mujoco.data->ximat, b);
      const Vec3 moments(mujoco.model->body_inertia + 3 * b);
      const Mat3 theirs = inner.rotation * moments.asDiagonal() * inner.rotation.transpose();
      const Mat3& turned = at(poses, s).segment.rotation;
      EXPECT_LE((turned * body.inertia * turned.transpose() - theirs).norm(), agreement) << name;
    }
    if (mass > 0) {
      EXPECT_LE((moment / mass - Vec3(mujoco.data->subtree_com)).norm(), agreement);
    }
    for (int s = 0; s < mujoco.model->nsite; ++s) {
      const Frame& frame = figure.frame(figure.frame(mj_id2name(mujoco.model, mjOBJ_SITE, s)));
      EXPECT_LE(distance(at(poses, frame.segment).segment * frame.pose,
                         pose_at(mujoco.data->site_xpos, mujoco.data->site_xmat, s)),
                agreement);
    }
  }
}

TEST(Mjcf, DefaultsClassesAndNestedFramesMeanWhatTheyMeanInMuJoCo) {
  expect_same_as_mujoco(R"(<mujoco model="arm">
  <compiler angle="degree" eulerseq="zyx"/>
  <default>
    <geom type="capsule" size="0.03 0.1" density="800"/>
    <joint axis="0 1 0" range="-90 120" limited="true"/>
    <default class="wrist"><joint axis="1 0 1" pos="0.01 0 0.02"/><geom size="0.02 0.05"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="base" pos="0.1 0.2 0.3" euler="10 20 30">
      <geom type="box" size="0.1 0.1 0.1"/>
      <body name="upper" pos="0 0 0.2" axisangle="1 1 0 40">
        <joint name="shoulder"/>
        <geom/>
        <body name="lower" pos="0 0 0.3" xyaxes="0 1 0 -1 0 0" childclass="wrist">
          <joint name="elbow" ref="15"/>
          <joint name="twist" class="wrist"/>
          <geom/>
          <site name="tool" pos="0 0 0.1" zaxis="1 1 1"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>)",
                        {"shoulder", "elbow", "twist"});
}

TEST(Mjcf, RadiansFreeAndBallJointsAndUnnamedBodies) {
  expect_same_as_mujoco(R"(<mujoco>
  <compiler angle="radian" eulerseq="XYZ"/>
  <worldbody>
    <body name="torso" pos="0 0 1" euler="0.1 0.2 0.3">
      <freejoint name="root"/>
      <inertial pos="0.01 0.02 0.03" mass="3" fullinertia="0.2 0.3 0.25 0.01 0.02 -0.03"/>
      <body pos="0.2 0 0" euler="0.5 -0.4 0.3">
        <joint type="ball" pos="0 0.1 0"/>
        <geom type="ellipsoid" size="0.1 0.2 0.15"/>
        <body name="slider" pos="0 0.3 0">
          <joint name="out" type="slide" axis="1 2 3" ref="0.25"/>
          <joint name="turn" type="hinge" axis="0 0 -2" ref="0.5"/>
          <geom type="cylinder" size="0.05 0.1"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>)",
                        {"root", "body 2", "out", "turn"});
}

TEST(Mjcf, SeveralBodiesOfTheWorldHangFromASegmentForIt) {
  expect_same_as_mujoco(R"(<mujoco><worldbody>
    <body name="door" pos="1 0 0"><joint name="hinge" axis="0 0 1"/><geom type="box" size="0.4 0.02 1" pos="0.4 0 1"/></body>
    <body name="ball" pos="0 0 2"><freejoint name="ball"/><geom size="0.1"/></body>
  </worldbody></mujoco>)",
                        {"hinge", "ball"});
}

TEST(Mjcf, AnIntegratorOfNewerVersionsIsNoReasonToRefuse) {
  const std::string text = R"(<mujoco><option integrator="implicitfast"/><worldbody><body name="arm">
    <joint name="j"/><geom size="0.1"/></body></worldbody></mujoco>)";
  const Expected<Figure> figure = parse_figure(text, "new.xml");
  ASSERT_TRUE(figure) << figure.error().message;
  EXPECT_EQ(figure->dof_count(), 1);
}

TEST(Mjcf, JointEqualitiesBecomeCouplingsAndKeyframesKeys) {
  const Loaded loaded = parse_file(R"(<mujoco><compiler angle="radian"/><worldbody>
    <body name="a"><joint name="one" ref="0.1"/><geom size="0.1"/>
      <body name="b" pos="0 0 1"><joint name="two" ref="0.2"/><geom size="0.1"/></body></body></worldbody>
    <equality><joint name="half" joint1="one" joint2="two" polycoef="0.3 0.5 0 0 0"/></equality>
    <contact><exclude body1="a" body2="b"/></contact>
    <actuator><motor joint="one"/></actuator>
    <keyframe><key qpos="0.4 0.5"/><key qpos="0.6 0.7"/></keyframe></mujoco>)",
                                   "m.xml", ".")
                            .value();
  const Figure& figure = loaded.scene.figure;
  ASSERT_EQ(figure.couplings().size(), 1u);
  const Coupling& coupling = figure.couplings()[0];
  EXPECT_EQ(coupling.name, "half");
  EXPECT_EQ(coupling.terms[1].coefficient, -0.5);
  EXPECT_NEAR(coupling.range.min, 0.1 + 0.3 - 0.5 * 0.2, 1e-15);
  ASSERT_EQ(loaded.scene.keys.size(), 2u);
  EXPECT_EQ(loaded.scene.keys[1].posture.values[figure.first_value(figure.joint("two"))], 0.7);
  EXPECT_EQ(figure.description().unchecked_pairs.size(), 1u);
  EXPECT_EQ(loaded.warnings, std::vector<std::string>{"1 actuator is not used"});
}

// Of every segment by name; only of figures whose joints MuJoCo has one for one.
TEST(Mjcf, WhatIsWrittenIsReadByMuJoCoToTheSameFigure) {
  Random random(9);
  int compared = 0;
  const auto compare = [&](const Figure& figure, const std::string& what) {
    SCOPED_TRACE(what);
    const Written written = write_mjcf(figure);
    const Expected<Figure> read = parse_figure(written.text, "written.xml");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_NEAR(read->total_mass(), figure.total_mass(), agreement);
    for (int k = 0; k < 3; ++k) {
      const Posture posture = random_posture(random, figure);
      Posture same = read->rest_posture();
      for (const JointId j : figure.joints()) {
        const std::span<const double> values = values_of(figure, posture, j);
        const Transform motion = joint_motion(figure.joint(j), values);
        for (const Hinge& hinge : hinges_of(figure, j)) {
          double* to = same.values.data() + read->first_value(read->joint(hinge.name));
          if (hinge.type == JointType::ball) {
            std::copy_n(Quat(motion.rotation).coeffs().data(), 4, to);
          } else if (hinge.type == JointType::free && j == root_joint) {
            const Transform place = figure.before(j) * motion * figure.after(j);
            std::copy_n(place.translation.data(), 3, to);
            std::copy_n(Quat(place.rotation).coeffs().data(), 4, to + 3);
          } else if (hinge.type == JointType::free) {
            const char* const slides[] = {".x", ".y", ".z"};
            for (int i = 0; i < 3; ++i) {
              same.values[read->first_value(read->joint(hinge.name + slides[i]))] = motion.translation[i];
            }
            std::copy_n(Quat(motion.rotation).coeffs().data(), 4, to);
          } else {
            *to = values[static_cast<std::size_t>(hinge.coordinate)];
            EXPECT_EQ(read->joint(read->joint(hinge.name)).ranges[0], hinge.range);
          }
        }
      }
      const std::vector<SegmentPose> one = segment_poses(figure, posture), two = segment_poses(*read, same);
      for (const SegmentId s : figure.segments()) {
        const SegmentId other = read->segment(figure.segment_name(s));
        EXPECT_LE(distance(at(one, s).segment, at(two, other).segment), agreement) << figure.segment_name(s);
        EXPECT_LE((figure.mass(s).center - read->mass(other).center).norm() * figure.mass(s).mass, agreement);
        ++compared;
      }
      for (const Frame& frame : figure.frames()) {
        const Frame& other = read->frame(read->frame(frame.name));
        EXPECT_LE(distance(at(one, frame.segment).segment * frame.pose,
                           at(two, other.segment).segment * other.pose),
                  agreement);
      }
    }
  };
  for (const char* name : {"models/human.json", "models/panda-like.json", "models/lab-arm.json",
                           "models/elephant.json", "models/tevatia-humanoid.json"}) {
    compare(load_figure(source_folder / name).value(), name);
  }
  for (int i = 0; i < scaled(100); ++i) {
    compare(random_figure(random, {.segments = 2 + i % 20, .free_root = i % 2 == 0, .limits = i % 3 > 0}),
            "random " + std::to_string(i));
  }
  EXPECT_GT(compared, 100);
}

TEST(Mjcf, WrongAndHostileFilesGiveOneSentenceAndDoNotEndTheProcess) {
  const std::pair<std::string, std::string> wrong[] = {
      {"<mujoco><worldbody><body><joint type='weird'/></body></worldbody></mujoco>", "MuJoCo"},
      {"<mujoco><worldbody>", "cut off"},
      {"<mujoco><size njmax='2000000000'/></mujoco>", "at most"},
      {"<mujoco><asset><texture type='2d' builtin='flat' width='900000' height='900000'/></asset></mujoco>",
       "at most 4096"},
      {"<mujoco><asset><hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/></asset></mujoco>",
       "at most 10000"},
      {"<mujoco><worldbody><body><composite type='particle' count='1000 1000 1000' spacing='1'/></body>"
       "</worldbody></mujoco>",
       "at most 2000"},
      {"<mujoco><include file='/etc/passwd'/></mujoco>", "not read from a folder"},
      {"<mujoco><asset><mesh file='../../../x.stl'/></asset></mujoco>", "not read from a folder"},
      {"<mujoco><worldbody><body pos='1e300 0 0'/></worldbody></mujoco>", "at most"},
      {"<mujoco><worldbody><body name='a'><joint/></body></worldbody></mujoco>", "mass"},
  };
  for (const auto& [text, words] : wrong) {
    const Expected<Figure> read = parse_figure(text, "w.mjcf");
    ASSERT_FALSE(read) << text;
    expect_one_sentence(read.error().message, "w.mjcf");
    EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
  }
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "limber_mjcf_folder" / "inner";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "self.xml") << "<mujoco><include file='self.xml'/></mujoco>";
  std::ofstream(folder / "out.xml") << "<mujoco><include file='../../../../etc/passwd'/></mujoco>";
  EXPECT_NE(load_figure(folder / "self.xml").error().message.find("includes itself"), std::string::npos);
  EXPECT_NE(load_figure(folder / "out.xml").error().message.find("outside the folder"), std::string::npos);
  std::filesystem::remove_all(folder.parent_path());
}

}  // namespace
}  // namespace limber

#endif
