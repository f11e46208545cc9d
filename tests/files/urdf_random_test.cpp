// Random robots: what the importer and the library make of them against the test's own forward kinematics.

#include <pthread.h>

#include <functional>

#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "random_robot.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

TEST(UrdfRandom, PosesAndMassesAgreeWithTheText) {
  for (int i = 0; i < scaled(1000); ++i) {
    const int links = 1 + i % 40;
    const RandomRobot robot = RobotWriter(static_cast<unsigned>(i)).robot(links);
    const Figure figure = parse_urdf(robot.text, "random.urdf").value();
    ASSERT_EQ(figure.segment_count(), links);
    ASSERT_EQ(figure.dof_count(), static_cast<int>(robot.values.size()));
    Posture posture = figure.rest_posture();
    for (const auto& [joint, value] : robot.values) {
      posture.values[figure.first_value(figure.joint(joint))] = value;
    }
    ASSERT_EQ(largest_limit_excess(figure, posture).amount, 0.0);
    Kinematics kinematics(figure);
    kinematics.update(posture);
    for (int k = 0; k < links; ++k) {
      ASSERT_TRUE(
          near(kinematics.segment_pose(figure.segment("l" + std::to_string(k))), at(robot.poses, k), 1e-12));
    }
    MassDistribution masses(figure);
    masses.update(kinematics);
    ASSERT_NEAR(masses.total_mass(), robot.mass, 1e-12 * links);
    ASSERT_LT((masses.center() - robot.moment / robot.mass).norm(), 1e-12);
  }
}

// Runs the function on a stack of 512 kB, too small for deep recursion.
void on_a_small_stack(std::function<void()> function) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, std::size_t{512} << 10), 0);
  pthread_t thread;
  const auto call = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, call, &function), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

// Every joint mimics the one before.
TEST(UrdfRandom, ChainOfAHundredThousandLinksIsReadWithoutRecursion) {
  const int links = std::max(20'000, scaled(100'000));
  const auto name = [](int i) { return "n" + std::to_string(i); };
  std::vector<std::string> elements;
  for (int i = 0; i < links; ++i) elements.push_back("<link name=\"" + name(i) + "\"/>\n");
  for (int i = 1; i < links; ++i) {
    const std::string mimic = i > 1 ? "<mimic joint=\"" + name(i - 1) + "\"/>" : "";
    elements.push_back("<joint name=\"" + name(i) + "\" type=\"continuous\"><parent link=\"" + name(i - 1) +
                       "\"/><child link=\"" + name(i) + "\"/>" + mimic + "</joint>\n");
  }
  for (const bool root_first : {true, false}) {
    if (!root_first) std::reverse(elements.begin(), elements.end());
    std::string text = "<robot name=\"snake\">\n";
    for (const std::string& element : elements) text += element;
    text += "</robot>\n";
    on_a_small_stack([&] {
      const Expected<Figure> figure = parse_urdf(text, "snake.urdf");
      ASSERT_TRUE(figure) << figure.error().message;
      EXPECT_EQ(figure->segment_count(), links);
      EXPECT_EQ(figure->dof_count(), links - 1);
      EXPECT_EQ(figure->couplings().size(), static_cast<std::size_t>(links - 2));
    });
  }
}

}  // namespace
}  // namespace limber
