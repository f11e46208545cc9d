// Random robots, written as text here and placed by forward kinematics of the test's own, against what the
// importer and the library make of them.

#include <pthread.h>

#include <functional>
#include <iomanip>
#include <random>
#include <sstream>

#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "support/scale.h"
#include "urdf_support.h"

namespace limber {
namespace {

using namespace test;

struct Robot {
  std::string text;
  std::vector<Transform> poses;                        // of links l0, l1, ... in the posture below
  std::vector<std::pair<std::string, double>> values;  // joint, value
  double mass = 0;
  Vec3 moment = Vec3::Zero();  // mass times centre, in the world
};

class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}

  Robot robot(int links) {
    Robot robot;
    std::vector<int> order(static_cast<std::size_t>(links));
    for (int i = 0; i < links; ++i) order[static_cast<std::size_t>(i)] = i;
    std::vector<std::string> elements;
    robot.poses.push_back({});
    elements.push_back(link(0, robot));
    for (int i = 1; i < links; ++i) {
      const int parent = std::uniform_int_distribution<int>(std::max(0, i - 4), i - 1)(random_);
      elements.push_back(joint(i, parent, robot));
      elements.push_back(link(i, robot));
    }
    std::shuffle(elements.begin(), elements.end(), random_);  // URDF does not care about the order
    for (const std::string& element : elements) robot.text += element;
    robot.text = "<robot name=\"random\">\n" + robot.text + "</robot>\n";
    return robot;
  }

 private:
  double number(double low, double high) { return std::uniform_real_distribution<>(low, high)(random_); }
  Vec3 vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

  static std::string written(const Vec3& v) {
    std::ostringstream text;
    text << std::setprecision(17) << v.x() << " " << v.y() << " " << v.z();
    return text.str();
  }
  static std::string origin(const Vec3& xyz, const Vec3& rpy) {
    return "<origin xyz=\"" + written(xyz) + "\" rpy=\"" + written(rpy) + "\"/>";
  }

  std::string link(int i, Robot& robot) {
    const Vec3 center = vector(0.2), rpy = vector(3);
    const double mass = number(0.1, 5);
    std::ostringstream text;
    text << std::setprecision(17) << "<link name=\"l" << i << "\"><inertial>" << origin(center, rpy)
         << "<mass value=\"" << mass << "\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.2\" iyz=\"0\" "
         << "izz=\"0.25\"/></inertial></link>\n";
    robot.mass += mass;
    robot.moment += mass * (robot.poses[static_cast<std::size_t>(i)] * center);
    return text.str();
  }

  std::string joint(int i, int parent, Robot& robot) {
    const char* const types[] = {"revolute", "continuous", "prismatic", "fixed"};
    const std::string type = types[std::uniform_int_distribution<int>(0, 3)(random_)];
    const std::string name = "j" + std::to_string(i);
    const Vec3 xyz = vector(0.5), rpy = vector(3), axis = vector(2);
    const double value = type == "fixed" ? 0.0 : number(-1.5, 1.5);
    Transform motion;
    if (type == "prismatic") motion.translation = value * axis / axis.norm();
    if (type == "revolute" || type == "continuous") motion.rotation = turn(axis / axis.norm(), value);
    robot.poses.push_back(robot.poses[static_cast<std::size_t>(parent)] *
                          Transform{rpy_rotation(rpy.x(), rpy.y(), rpy.z()), xyz} * motion);
    if (type != "fixed") robot.values.push_back({name, value});
    return "<joint name=\"" + name + "\" type=\"" + type + "\">" + origin(xyz, rpy) + "<axis xyz=\"" +
           written(axis) + "\"/><parent link=\"l" + std::to_string(parent) + "\"/><child link=\"l" +
           std::to_string(i) + "\"/><limit lower=\"-1.5\" upper=\"1.5\"/></joint>\n";
  }

  std::mt19937 random_;
};

TEST(UrdfRandom, PosesAndMassesAreThoseOfTheText) {
  for (int i = 0; i < scaled(1000); ++i) {
    const int links = 1 + i % 40;
    const Robot robot = Writer(static_cast<unsigned>(i)).robot(links);
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
      ASSERT_TRUE(near(kinematics.segment_pose(figure.segment("l" + std::to_string(k))),
                       robot.poses[static_cast<std::size_t>(k)], 1e-12));
    }
    MassDistribution masses(figure);
    masses.update(kinematics);
    ASSERT_NEAR(masses.total_mass(), robot.mass, 1e-12 * links);
    ASSERT_LT((masses.center() - robot.moment / robot.mass).norm(), 1e-12);
  }
}

// Runs the function on a stack of 512 kB, on which nothing recurses far.
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

// Every joint mimics the one before. A link owns its children in urdfdom: left alone, destroying this
// recurses.
TEST(UrdfRandom, AChainOfAHundredThousandLinksIsReadWithoutRecursion) {
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
