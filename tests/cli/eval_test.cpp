// limber eval: its numbers against the library's and against independent computations.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <nlohmann/json.hpp>

#include "limber/files/files.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/math/rotation.h"
#include "run_limber.h"
#include "support/finite_differences.h"

namespace limber::test {

namespace {

using nlohmann::json;

std::string scene_text() {
  return "{\"limber\": 1, \"figure\": \"" + data_file("tiny.json") +
         "\", \"posture\": {\"arm\": [0.2, 0.1, -0.3], \"fore\": [0.9, 0.4], \"grip\": 0.03, \"tail.2\": "
         "0.2},"
         "\"tasks\": [{\"name\": \"touch\", \"type\": \"reach\", \"frame\": \"hand\", \"target\": [0.1, 0.2, "
         "0.3]},"
         "{\"name\": \"height\", \"type\": \"reach\", \"frame\": \"hand\", \"target\": [0, 0, 0.3], "
         "\"axes\": \"yz\","
         " \"priority\": 2, \"joints\": [\"fo*\"]}]}";
}

Eigen::MatrixXd matrix_of(const json& rows) {
  Eigen::MatrixXd matrix(static_cast<int>(rows.size()), static_cast<int>(rows.at(0).size()));
  for (int r = 0; r < matrix.rows(); ++r) {
    for (int c = 0; c < matrix.cols(); ++c) {
      matrix(r, c) = at(rows, r)[static_cast<std::size_t>(c)].get<double>();
    }
  }
  return matrix;
}

VecX vector_of(const json& list) {
  const std::vector<double> values = list;
  return Eigen::Map<const VecX>(values.data(), static_cast<int>(values.size()));
}

class Eval : public testing::Test {
 protected:
  Eval()
      : file(folder.write("scene.json", scene_text())),
        scene(load_scene(file).value()),
        kinematics(scene.figure) {
    const Ran ran = limber({"eval", file, "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    result = json::parse(ran.out);
    kinematics.update(scene.posture);
  }
  TemporaryFolder folder;
  std::string file;
  Scene scene;
  Kinematics kinematics;
  json result;
};

}  // namespace

TEST_F(Eval, FramesHaveTheSameBitsAsTheLibrary) {
  ASSERT_EQ(result["frames"].size(), 2u);
  const json& hand = result["frames"][0];
  const Transform pose = kinematics.frame_pose(scene.figure.frame("hand"));
  EXPECT_EQ(hand["name"], "hand");
  EXPECT_EQ(vector_of(hand["position"]), VecX(pose.translation));
  EXPECT_EQ(vector_of(hand["rotation"]), VecX(log_rotation(pose.rotation)));
  RowMatrix jacobian(6, scene.figure.dof_count());
  kinematics.frame_jacobian(scene.figure.frame("hand"), jacobian);
  EXPECT_EQ(matrix_of(hand["jacobian"]), Eigen::MatrixXd(jacobian));
  EXPECT_EQ(result["columns"].size(), static_cast<std::size_t>(scene.figure.dof_count()));
  EXPECT_EQ(result["columns"][0], scene.figure.dof_name(DofId{0}));
}

TEST_F(Eval, JacobiansMatchFiniteDifferences) {
  const FrameId hand = scene.figure.frame("hand");
  const Eigen::MatrixXd by_differences =
      finite_differences(scene.figure, scene.posture, [&](const Posture& posture) -> VecX {
        Kinematics moved(scene.figure);
        moved.update(posture);
        return moved.frame_position(hand);
      });
  EXPECT_LT((matrix_of(result["frames"][0]["jacobian"]).topRows(3) - by_differences).norm(), 1e-7);
  const Eigen::MatrixXd center_by_differences =
      finite_differences(scene.figure, scene.posture, [&](const Posture& posture) -> VecX {
        Kinematics moved(scene.figure);
        moved.update(posture);
        MassDistribution masses(scene.figure);
        masses.update(moved);
        return masses.center();
      });
  EXPECT_LT((matrix_of(result["mass"]["center_jacobian"]) - center_by_differences).norm(), 1e-7);
}

TEST_F(Eval, SingularValuesAreRootsOfTheEigenvaluesOfJJt) {
  for (const json& frame : result["frames"]) {
    const Eigen::MatrixXd jacobian = matrix_of(frame["jacobian"]);
    for (const char* rows : {"translation", "full"}) {
      const Eigen::MatrixXd part =
          rows == std::string("full") ? jacobian : Eigen::MatrixXd(jacobian.topRows(3));
      const VecX squares =
          Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(part * part.transpose()).eigenvalues();
      const VecX values = vector_of(frame[rows]["singular_values"]);
      ASSERT_EQ(values.size(), squares.size());
      for (int i = 0; i < values.size(); ++i) {
        EXPECT_NEAR(values[i] * values[i], squares[squares.size() - 1 - i], 1e-12);
      }
      // tail.tip cannot turn about its own length: one singular value of six is zero.
      const bool full_rank = values.minCoeff() > 1e-10;
      EXPECT_EQ(frame[rows]["rank"], (values.array() > 1e-10).count());
      EXPECT_EQ(frame[rows]["condition"].is_null(), !full_rank);
      const double volume = std::sqrt(std::max(0.0, (part * part.transpose()).determinant()));
      EXPECT_NEAR(frame[rows]["manipulability"].get<double>(), full_rank ? volume : 0.0, 1e-9);
    }
  }
}

TEST_F(Eval, TaskErrorIsTargetMinusPosition) {
  const Vec3 hand = kinematics.frame_position(scene.figure.frame("hand"));
  const json& touch = result["tasks"][0];
  EXPECT_LT((vector_of(touch["error"]) - (Vec3(0.1, 0.2, 0.3) - hand)).norm(), 1e-15);
  EXPECT_NEAR(touch["error_norm"].get<double>(), (Vec3(0.1, 0.2, 0.3) - hand).norm(), 1e-15);
  EXPECT_EQ(touch["satisfied"], false);
  EXPECT_EQ(touch["priority"], 1);

  const json& height = result["tasks"][1];
  EXPECT_EQ(vector_of(height["error"]), VecX(Vec2(0.0 - hand.y(), 0.3 - hand.z())));
  const Eigen::MatrixXd all = matrix_of(result["frames"][0]["jacobian"]),
                        rows = matrix_of(height["jacobian"]);
  ASSERT_EQ(rows.rows(), 2);
  for (int c = 0; c < rows.cols(); ++c) {
    const bool may_use = scene.figure.joint_name(scene.figure.joint_of_dof(DofId{c})) == "fore";
    EXPECT_EQ(VecX(rows.col(c)), may_use ? VecX(all.block(1, c, 2, 1)) : VecX(VecX::Zero(2)));
  }
}

// Every type of task: its rows against finite differences of the errors the command itself prints.
TEST_F(Eval, EveryTaskPrintsItsErrorAndItsJacobian) {
  const std::string tasks = R"("tasks": [
      {"name": "turn", "type": "orient", "frame": "hand", "target": [0.1, 0.2, 0.3]},
      {"name": "gaze", "type": "look-at", "frame": "hand", "target": [1, 2, 3]},
      {"name": "hold", "type": "relative-position", "first": "hand", "second": "tail.tip"},
      {"name": "along", "type": "relative-orientation", "first": "hand", "second": "tail.tip"},
      {"name": "balance", "type": "center-of-mass", "target": [0, 0, 0]},
      {"name": "slide", "type": "on-ellipsoid", "frame": "hand", "center": {"world": {}}, "radii": [0.1, 0.2, 0.3]},
      {"name": "bend", "type": "joint-value", "joint": "arm", "coordinate": 1, "target": 0.4, "enabled": false},
      {"name": "cage", "type": "region", "frame": "hand", "inside": {"shape": "box", "size": [0.1, 0.1, 0.1]}},
      {"type": "drag", "segment": "fore", "point": [0, 0, 0.1], "target": [0.2, 0.1, 0]}])";
  std::string text = scene_text();
  text.replace(text.find("\"tasks\""), std::string::npos, tasks + "}");
  const std::string all = folder.write("all.json", text);
  const Scene asked = load_scene(all).value();
  const json printed = json::parse(limber({"eval", all, "--json"}).out);
  ASSERT_EQ(printed["tasks"].size(), asked.tasks.size());
  MassDistribution masses(asked.figure);
  masses.update(kinematics);
  std::size_t i = 0;
  for (const TaskList::Entry& entry : asked.tasks) {
    const json& task = printed["tasks"][i++];
    EXPECT_EQ(task["type"], type_name(entry.task));
    EXPECT_EQ(task["rows"].size(), task["error"].size());
    EXPECT_EQ(task["enabled"], entry.settings.enabled);
    EXPECT_EQ(task["kind"], row_kind(entry.task) == RowKind::equality ? "equality" : "at-most");
    const Eigen::MatrixXd by_differences =
        finite_differences(asked.figure, asked.posture, [&](const Posture& posture) -> VecX {
          Kinematics moved(asked.figure);
          moved.update(posture);
          MassDistribution moved_masses(asked.figure);
          moved_masses.update(moved);
          RowMatrix jacobian = RowMatrix::Zero(row_count(entry.task), asked.figure.dof_count()),
                    scratch(12, asked.figure.dof_count());
          VecX error(row_count(entry.task));
          TaskRows rows{jacobian, error};
          evaluate(entry.task, {moved, moved_masses, posture, scratch}, rows);
          return error;
        });
    EXPECT_LT((matrix_of(task["jacobian"]) + by_differences).norm(), 1e-5 * (1 + by_differences.norm()))
        << task["name"];
    const double length = error_length(row_kind(entry.task), vector_of(task["error"]));
    EXPECT_NEAR(task["error_norm"].get<double>(), length, 1e-15) << task["name"];
  }
  EXPECT_EQ(printed["tasks"][6]["unit"], "rad");
  const std::string table = limber({"eval", all}).out;
  for (const char* words : {"orient hand", "relative-position hand to tail.tip", "swing y", "+x", "off"}) {
    EXPECT_NE(table.find(words), std::string::npos) << words << table;
  }
}

TEST_F(Eval, MassIsTheSumOfTheSegments) {
  double total = 0.0;
  Vec3 moment = Vec3::Zero();
  Mat3 about_origin = Mat3::Zero();
  for (const SegmentId s : scene.figure.segments()) {
    const MassProperties body = transformed(kinematics.segment_pose(s), scene.figure.mass(s));
    total += body.mass;
    moment += body.mass * body.center;
    about_origin += body.inertia + body.mass * (body.center.squaredNorm() * Mat3::Identity() -
                                                body.center * body.center.transpose());
  }
  const Vec3 center = moment / total;
  const Mat3 inertia =
      about_origin - total * (center.squaredNorm() * Mat3::Identity() - center * center.transpose());
  const json& mass = result["mass"];
  EXPECT_NEAR(mass["total"].get<double>(), total, 1e-12);
  EXPECT_LT((vector_of(mass["center"]) - center).norm(), 1e-12);
  const Eigen::MatrixXd printed = matrix_of(mass["inertia"]);
  EXPECT_LT((printed - inertia).norm(), 1e-12);
  const Eigen::MatrixXd axes = matrix_of(mass["principal_axes"]);  // one per row
  const VecX moments = vector_of(mass["principal_moments"]);
  EXPECT_LT((axes.transpose() * moments.asDiagonal() * axes - printed).norm(), 1e-12);
}

TEST_F(Eval, CouplingsAndLimitsReportTheirExcess) {
  EXPECT_NEAR(result["couplings"][0]["value"].get<double>(), 0.03, 1e-15);
  EXPECT_NEAR(result["couplings"][0]["excess"].get<double>(), 0.03, 1e-15);
  EXPECT_EQ(result["limits"]["largest_excess"], 0);
  EXPECT_TRUE(result["limits"]["outside"].empty());
  EXPECT_TRUE(result["limits"]["joint"].is_null());
}

TEST_F(Eval, TableShowsTheRoundedNumbers) {
  const std::string text = limber({"eval", file}).out;
  for (const char* part : {"Frames", "Jacobians", "6 × 24", "Tasks", "touch", "reach hand", "Mass",
                           "centre of mass", "principal moments", "Limits", "fingers move alike"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
  char x[32];
  std::snprintf(x, sizeof x, "%.4f", result["frames"][0]["position"][0].get<double>());
  EXPECT_NE(text.find(x), std::string::npos) << x << " in\n" << text;
}

TEST_F(Eval, FrameOptionSelectsFrames) {
  const json one = json::parse(limber({"eval", file, "--json", "--frame", "tail.tip"}).out);
  ASSERT_EQ(one["frames"].size(), 1u);
  EXPECT_EQ(one["frames"][0], result["frames"][1]);
}

TEST(EvalOfABallJoint, CouplingsUseSwingAndTwist) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("ball.json", R"({"limber": 1, "posture": {"limb": [0.3, 0, 0]}, "figure": {
    "name": "ball", "segments": [{"name": "base", "joint": {"type": "fixed"}},
      {"name": "limb", "parent": "base", "joint": {"type": "ball"}},
      {"name": "top", "parent": "base", "joint": {"type": "ball", "rest": [0, 0, 0.4]}}],
    "couplings": [{"name": "swing", "terms": [{"joint": "limb", "coordinate": 0, "coefficient": 2}], "max": 0.5},
                  {"name": "other swing", "terms": [{"joint": "limb", "coordinate": 1}], "equals": 0},
                  {"name": "twist", "terms": [{"joint": "top", "coordinate": 2}], "min": 0}]}})");
  const json couplings = json::parse(limber({"eval", file, "--json"}).out)["couplings"];
  EXPECT_NEAR(couplings[0]["value"].get<double>(), 0.6, 1e-12);
  EXPECT_NEAR(couplings[0]["excess"].get<double>(), 0.1, 1e-12);
  EXPECT_TRUE(couplings[0]["range"][0].is_null());
  EXPECT_NEAR(couplings[1]["value"].get<double>(), 0.0, 1e-12);
  EXPECT_NEAR(couplings[2]["value"].get<double>(), 0.4, 1e-12);
  EXPECT_EQ(couplings[2]["excess"], 0);
}

TEST(EvalOfARigidFigure, HasNoColumnsAndNoCondition) {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "stone.json",
      "{\"limber\": 1, \"name\": \"stone\", \"segments\": [{\"name\": \"stone\", \"joint\": {\"type\": "
      "\"fixed\"}}], \"frames\": [{\"name\": \"top\", \"segment\": \"stone\"}]}");
  const json result = json::parse(limber({"eval", file, "--json"}).out);
  EXPECT_EQ(result["dof"], 0);
  EXPECT_EQ(result["frames"][0]["full"]["rank"], 0);
  EXPECT_TRUE(result["frames"][0]["full"]["condition"].is_null());
  EXPECT_EQ(limber({"eval", file}).code, 0);
}

}  // namespace limber::test
