// The files in models/ and scenes/ against the code that makes the figures.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "limber/files/files.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/world/proximity.h"
#include "models/model_support.h"

namespace limber::test {
namespace {

namespace fs = std::filesystem;
const fs::path source = LIMBER_SOURCE_DIR;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<fs::path> json_files(const char* folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source / folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// If this fails after a change to a model: limber model NAME --force -o models/NAME.json
TEST(ModelFiles, AreWhatTheCodeMakes) {
  for (const models::Model& model : models::all()) {
    const fs::path file = source / "models" / (model.name + ".json");
    EXPECT_EQ(content(file), write_figure(built(model.name)))
        << "models/" << model.name << ".json is out of date";
  }
  EXPECT_EQ(json_files("models").size(), models::all().size());
}

TEST(ModelFiles, ReadBackAsTheSameFigure) {
  for (const models::Model& model : models::all()) {
    const fs::path file = source / "models" / (model.name + ".json");
    const Figure figure = load_figure(file).value(), made = built(model.name);
    EXPECT_EQ(write_figure(figure), content(file)) << model.name;
    Kinematics read(figure), expected(made);
    read.update(figure.rest_posture());
    expected.update(made.rest_posture());
    for (const SegmentId s : made.segments()) {
      const Transform a = read.segment_pose(s), b = expected.segment_pose(s);
      EXPECT_LT((a.rotation - b.rotation).norm() + (a.translation - b.translation).norm(), 1e-12)
          << model.name;
    }
  }
}

TEST(SceneFiles, LoadInsideTheLimitsWithACameraOnTheFigure) {
  const std::vector<fs::path> files = json_files("scenes");
  EXPECT_GE(files.size(), 10u);
  for (const fs::path& file : files) {
    const Expected<Scene> scene = load_scene(file);
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(largest_limit_excess(scene->figure, scene->posture).amount, 0.0) << file;
    ASSERT_TRUE(scene->camera) << file;
    // The middle of the figure lies in the middle half of the picture, and all of it in front of the camera.
    const Bounds box = bounds_of(scene->figure, scene->posture);
    const Vec3 forward = (scene->camera->target - scene->camera->eye).normalized();
    const Vec3 to_middle = (box.min + box.max) / 2 - scene->camera->eye;
    const bool is_close_up = file.stem() == "human-hand";
    if (!is_close_up) {
      EXPECT_GT(forward.dot(to_middle.normalized()), std::cos(scene->camera->field_of_view / 2)) << file;
    }
    EXPECT_GT(forward.dot(to_middle), (box.max - box.min).norm() / 2 * (is_close_up ? 0.0 : 1.0)) << file;
  }
}

// The remaining error, in metres and radians, after damped least squares on all tasks at once, clamped to the
// limits after every step: independent of our solver.
double error_after_trying(const Scene& scene) {
  Kinematics kinematics(scene.figure);
  MassDistribution masses(scene.figure);
  Posture posture = scene.posture;
  const int n = scene.figure.dof_count();
  int rows = 0;
  for (const TaskList::Entry& entry : scene.tasks) rows += row_count(entry.task);
  RowMatrix jacobian(rows, n), scratch(12, n);
  VecX error(rows);
  for (int step = 0; step < 3000; ++step) {
    kinematics.update(posture);
    masses.update(kinematics);
    int row = 0;
    for (const TaskList::Entry& entry : scene.tasks) {
      const int count = row_count(entry.task);
      TaskRows part{jacobian.middleRows(row, count), error.segment(row, count)};
      evaluate(entry.task, {kinematics, masses, posture, scratch}, part);
      for (int r = row; row_kind(entry.task) == RowKind::at_most && r < row + count; ++r) {
        if (error[r] < 0.0) continue;  // silent while there is room
        error[r] = 0.0;
        jacobian.row(r).setZero();
      }
      row += count;
    }
    const Eigen::MatrixXd squared =
        jacobian * jacobian.transpose() + 0.01 * Eigen::MatrixXd::Identity(rows, rows);
    integrate(scene.figure, jacobian.transpose() * squared.ldlt().solve(0.2 * error), posture);
    posture = inside_limits(scene.figure, posture);
  }
  return error.norm();
}

TEST(SceneFiles, AskForWhatIsPossibleInsideTheLimits) {
  for (const fs::path& file : json_files("scenes")) {
    const Scene scene = load_scene(file).value();
    if (scene.tasks.empty()) continue;
    // These two ask for more than is possible, on purpose.
    const std::string name = file.stem().string();
    if (name == "human-beam") continue;  // its hand gives way to its balance, which this try does not know
    if (name == "human-reach-far" || name == "two-goals") {
      EXPECT_GT(error_after_trying(scene), 0.2) << file;
    } else {
      EXPECT_LT(error_after_trying(scene), 0.01) << file;
    }
  }
}

TEST(SceneFiles, StartClearOfObstaclesAndOfThemselves) {
  constexpr double touching = -1e-6;  // [m] feet stand on the ground
  for (const fs::path& file : json_files("scenes")) {
    const Scene scene = load_scene(file).value();
    if (scene.avoidance.technique == Technique::off) continue;  // parts may touch, as where a loop closes
    Proximity proximity(scene.figure, {.immovable = false});
    proximity.prepare(scene.world);
    Kinematics kinematics(scene.figure);
    kinematics.update(scene.posture);
    const auto nearest = proximity.nearest(kinematics, 1.0);
    if (nearest) {
      EXPECT_GT(nearest->clearance, touching) << file << ": " << scene.figure.segment_name(nearest->segment);
    }
  }
}

TEST(SceneFiles, StandBothFeetOnTheGround) {
  for (const char* name : {"human-standing", "human-reaching", "human-reach", "human-bar", "human-squat",
                           "elephant", "tevatia-humanoid"}) {
    const Scene scene = load_scene(source / "scenes" / (std::string(name) + ".json")).value();
    Kinematics kinematics(scene.figure);
    kinematics.update(scene.posture);
    for (const char* foot : {"foot.l", "foot.r"}) {
      EXPECT_NEAR(kinematics.frame_position(scene.figure.frame(foot)).z(), 0.0, 0.012) << name << " " << foot;
    }
  }
}

}  // namespace
}  // namespace limber::test
