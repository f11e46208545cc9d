// Robots as published, where they are at hand: beside the project, in ../shared/data/urdf. The poses come
// from KDL (kdl_parser 1.14, orocos_kdl 1.5) on the same files; the masses are the sums of the files' <mass>.

#include "limber/kinematics/kinematics.h"
#include "urdf_support.h"

namespace limber {
namespace {

using namespace test;

const std::filesystem::path published_folder =
    std::filesystem::path(LIMBER_SOURCE_DIR) / ".." / "shared" / "data" / "urdf";

struct Tool {
  std::string segment;
  std::vector<std::pair<std::string, double>> posture;  // [rad], other joints zero
  Transform pose;
};

void expect_robot(const std::string& file, int dof, double mass, const Tool& tool) {
  if (!std::filesystem::exists(published_folder / file)) {
    ::testing::Test::RecordProperty("note", file + " is not at hand: nothing was checked");
    return;
  }
  const Figure figure = parse_urdf(text_of(published_folder / file), file).value();
  EXPECT_EQ(figure.dof_count(), dof);
  EXPECT_NEAR(figure.total_mass(), mass, 1e-12);
  Posture posture{VecX::Zero(figure.value_count())};
  for (const auto& [joint, value] : tool.posture) {
    posture.values[figure.first_value(figure.joint(joint))] = value;
  }
  Kinematics kinematics(figure);
  kinematics.update(posture);
  EXPECT_TRUE(near(kinematics.segment_pose(figure.segment(tool.segment)), tool.pose, 1e-14));
  EXPECT_EQ(parse_urdf(text_of(published_folder / file), file, {.floating_base = true}).value().dof_count(),
            dof + 6);
}

Transform pose(std::array<double, 12> rows) {
  Transform x;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) x.rotation(r, c) = at(rows, 4 * r + c);
    x.translation(r) = at(rows, 4 * r + 3);
  }
  return x;
}

TEST(UrdfPublished, Panda) {
  expect_robot("panda.urdf", 9, 17.451901,
               {"panda_hand_tcp",
                {{"panda_joint1", 0.1},
                 {"panda_joint2", -0.2},
                 {"panda_joint3", 0.3},
                 {"panda_joint4", -1.4},
                 {"panda_joint5", 0.5},
                 {"panda_joint6", 1.6},
                 {"panda_joint7", -0.7}},
                pose({-0.429044748178596, 0.891315555298069, 0.146550963640847, 0.417470766246259,
                      0.796060575827703, 0.296436186710644, 0.527648696408243, 0.306987004348439,
                      0.426858482020953, 0.343048346581276, -0.836725563273061, 0.728399625486283})});
}

TEST(UrdfPublished, Ur5) {
  expect_robot("ur5_robot.urdf", 6, 20.9939,
               {"tool0",
                {{"shoulder_pan_joint", 0.1},
                 {"shoulder_lift_joint", -1.2},
                 {"elbow_joint", 1.3},
                 {"wrist_1_joint", -0.4},
                 {"wrist_2_joint", 0.5},
                 {"wrist_3_joint", 0.6}},
                pose({-0.894025907876935, 0.255364193106173, 0.368112489497512, 0.588803324052296,
                      0.307971887401640, -0.246441322148999, 0.918923278248911, 0.241363102585227,
                      0.325378230087839, 0.934909516272397, 0.141679934246946, 0.367353613752454})});
}

TEST(UrdfPublished, SimpleHumanoid) {
  expect_robot("simple_humanoid.urdf", 29, 130.8,
               {"r_wrist",
                {{"WAIST_P", 0.1},
                 {"WAIST_R", -0.2},
                 {"CHEST", 0.3},
                 {"RARM_SHOULDER_P", -0.4},
                 {"RARM_SHOULDER_R", 0.5},
                 {"RARM_SHOULDER_Y", -0.6},
                 {"RARM_ELBOW", -0.7},
                 {"RARM_WRIST_Y", 0.8},
                 {"RARM_WRIST_P", -0.9},
                 {"RARM_WRIST_R", 0.25}},
                pose({-0.173612892854375, -0.585640001535094, -0.791760286978774, 0.298240750128557,
                      0.095852175698636, 0.790103637529362, -0.605432574591678, 0.016275043672710,
                      0.980138216706487, -0.181002846841825, -0.081037309842946, 0.138843519734135})});
}

TEST(UrdfPublished, PandaFingersMoveTogetherAndItsMeshesAreKept) {
  if (!std::filesystem::exists(published_folder / "panda.urdf")) return;
  const Figure figure = parse_urdf(text_of(published_folder / "panda.urdf"), "panda.urdf").value();
  ASSERT_EQ(figure.couplings().size(), 1u);
  EXPECT_EQ(figure.couplings()[0].name, "panda_finger_joint2 mimics panda_finger_joint1");
  const auto& shapes = figure.shapes(figure.segment("panda_link3"));
  ASSERT_EQ(shapes.size(), 1u);
  EXPECT_TRUE(std::get<MeshReference>(shapes[0].shape).file.ends_with("meshes/collision/link3.stl"));
  EXPECT_EQ(figure.shapes(figure.segment("panda_leftfinger")).size(), 4u);
  // At zero the fourth joint is past its limit; at rest it is not.
  EXPECT_EQ(figure.rest_posture().values[figure.first_value(figure.joint("panda_joint4"))], -0.0698);
}

}  // namespace
}  // namespace limber
