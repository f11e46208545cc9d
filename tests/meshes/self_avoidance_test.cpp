// Among postures in which the meshes of a robot do not collide, keeping clear of itself costs (nearly) no
// goals, and in no answer do its meshes overlap. Whether meshes collide is decided by their triangles, which
// the solver never sees.

#include <gtest/gtest.h>

#include <cstdio>

#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/random.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"
#include "mesh_support.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

using Triangle = std::array<Vec3, 3>;

bool crosses(const Triangle& t, const Vec3& from, const Vec3& to) {
  const Vec3 d = to - from, e1 = t[1] - t[0], e2 = t[2] - t[0], p = d.cross(e2);
  const double determinant = e1.dot(p);
  if (determinant == 0.0) return false;
  const Vec3 s = from - t[0], q = s.cross(e1);
  const double u = s.dot(p) / determinant, v = d.dot(q) / determinant, at = e2.dot(q) / determinant;
  return u >= 0 && v >= 0 && u + v <= 1 && at >= 0 && at <= 1;
}

bool overlap(const Triangle& a, const Triangle& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (crosses(a, b[k], b[(k + 1) % 3]) || crosses(b, a[k], a[(k + 1) % 3])) return true;
  }
  return false;
}

class RealMeshes {
 public:
  explicit RealMeshes(const Figure& figure) : figure_(figure), kinematics_(figure) {
    for (const SegmentId s : figure.segments()) {
      std::vector<Triangle> list;
      for (const VisualDescription& visual : figure.visuals(s)) {
        for (const auto& t : visual.mesh->triangles) {
          Triangle triangle;
          for (std::size_t k = 0; k < 3; ++k) {
            const auto& p = visual.mesh->points[t[k]];
            const Vec3 point(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
            triangle[k] = visual.place * visual.scale.cwiseProduct(point);
          }
          list.push_back(triangle);
        }
      }
      local_.push_back(std::move(list));
    }
    const std::vector<std::pair<int, int>> at_rest = colliding(figure.rest_posture());
    touching_ = at_rest;  // by design
  }

  bool collides(const Posture& posture) { return !colliding(posture).empty(); }

 private:
  bool are_joined(SegmentId a, SegmentId b) const { return figure_.parent(a) == b || figure_.parent(b) == a; }

  std::vector<std::pair<int, int>> colliding(const Posture& posture) {
    kinematics_.update(posture);
    std::vector<std::vector<Triangle>> world = local_;
    std::vector<Bounds> boxes;
    for (const SegmentId s : figure_.segments()) {
      const Transform pose = kinematics_.segment_pose(s);
      Bounds box{Vec3::Constant(1e9), Vec3::Constant(-1e9)};
      for (Triangle& t : world[static_cast<std::size_t>(int{s})]) {
        for (Vec3& p : t) {
          p = pose * p;
          box = {box.min.cwiseMin(p), box.max.cwiseMax(p)};
        }
      }
      boxes.push_back(box);
    }
    std::vector<std::pair<int, int>> pairs;
    const int count = figure_.segment_count();
    for (int i = 0; i < count; ++i) {
      for (int j = i + 1; j < count; ++j) {
        if (are_joined(SegmentId{i}, SegmentId{j})) continue;
        if (std::find(touching_.begin(), touching_.end(), std::pair{i, j}) != touching_.end()) continue;
        const Bounds &a = boxes[static_cast<std::size_t>(i)], &b = boxes[static_cast<std::size_t>(j)];
        if ((a.min.array() > b.max.array()).any() || (b.min.array() > a.max.array()).any()) continue;
        if (any_overlap(world[static_cast<std::size_t>(i)], b, world[static_cast<std::size_t>(j)])) {
          pairs.push_back({i, j});
        }
      }
    }
    return pairs;
  }

  static bool any_overlap(const std::vector<Triangle>& one, const Bounds& box,
                          const std::vector<Triangle>& other) {
    for (const Triangle& a : one) {
      const Vec3 low = a[0].cwiseMin(a[1]).cwiseMin(a[2]), high = a[0].cwiseMax(a[1]).cwiseMax(a[2]);
      if ((low.array() > box.max.array()).any() || (high.array() < box.min.array()).any()) continue;
      for (const Triangle& b : other) {
        const Vec3 least = b[0].cwiseMin(b[1]).cwiseMin(b[2]), most = b[0].cwiseMax(b[1]).cwiseMax(b[2]);
        if ((low.array() > most.array()).any() || (high.array() < least.array()).any()) continue;
        if (overlap(a, b)) return true;
      }
    }
    return false;
  }

  Figure figure_;
  Kinematics kinematics_;
  std::vector<std::vector<Triangle>> local_;
  std::vector<std::pair<int, int>> touching_;
};

Posture anywhere(const Figure& figure, Random& random) {
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    if (joint.type != JointType::revolute) continue;
    posture.values[figure.first_value(j)] = random.between(joint.ranges[0].min, joint.ranges[0].max);
  }
  return posture;
}

bool solved(const Figure& figure, const TaskList& tasks, bool self, Posture& posture) {
  SolverOptions options;
  options.clearance.self = self;
  Solver solver(figure, options);
  solver.surround({});
  return solver.solve(tasks, posture).light == Light::green;
}

void expect_hardly_blocked(const Figure& figure, int goals) {
  RealMeshes meshes(figure);
  Random random(2);
  int free = 0, with = 0, without = 0, overlapping = 0, overlapping_without = 0;
  while (free < goals) {
    const Posture posture = anywhere(figure, random);
    if (meshes.collides(posture)) continue;
    ++free;
    Kinematics kinematics(figure);
    kinematics.update(posture);
    const FrameId frame = figure.frame("grasp");
    const Transform goal = kinematics.segment_pose(figure.frame(frame).segment) * figure.frame(frame).pose;
    TaskList tasks;
    tasks.add("reach", Reach{.frame = frame, .target = goal.translation});
    tasks.add("orient", Orient{.frame = frame, .target = Quat(goal.rotation)});
    Posture answer = figure.rest_posture(), careless = answer;
    with += solved(figure, tasks, true, answer);
    without += solved(figure, tasks, false, careless);
    overlapping += meshes.collides(answer);
    overlapping_without += meshes.collides(careless);
  }
  std::printf(
      "%s: %d goals, solved %d keeping clear of itself, %d not; meshes overlap in %d and %d answers\n",
      figure.name().c_str(), free, with, without, overlapping, overlapping_without);
  EXPECT_EQ(overlapping, 0);
  EXPECT_GE(with, without - std::max(1, goals / 100));
  EXPECT_GE(with, 99 * goals / 100 - 1);
}

TEST(SelfAvoidance, OfARobotWithMeshesCostsNoGoals) {
  const Figure mantis = load_figure(LIMBER_SOURCE_DIR "/models/mantis/mantis.urdf").value();
  expect_hardly_blocked(mantis, test::scaled(100));
}

// A block, and beside it a plate that turns about an axis 5 cm away, on two hinges with a knob between them,
// or with nothing.
// At rest they are 4 mm apart; turned by 0.7 rad, a corner of the plate is 1 cm inside the block.
std::string plate_beside_a_block(bool plate_is_mesh, bool knob_is_empty) {
  const std::string
      mesh = R"(<geometry><mesh filename="plate.stl"/></geometry>)",
      box = R"(<origin xyz="-0.023 0 -0.0225"/><geometry><box size="0.046 0.08 0.035"/></geometry>)";
  const auto link = [](const std::string& name, const std::string& solid, const std::string& drawn) {
    return "<link name=\"" + name + "\"><collision>" + solid + "</collision><visual>" + drawn +
           "</visual></link>";
  };
  const auto hinge = [](const std::string& parent, const std::string& child, const std::string& at) {
    return "<joint name=\"turn " + child + R"(" type="revolute"><origin xyz=")" + at +
           R"("/><parent link=")" + parent + R"("/><child link=")" + child +
           R"("/><axis xyz="0 0 1"/><limit lower="-1.5" upper="1.5" effort="1" velocity="1"/></joint>)";
  };
  const std::string block = R"(<geometry><mesh filename="block.stl"/></geometry>)",
                    knob = R"(<geometry><mesh filename="knob.stl"/></geometry>)";
  return R"(<robot name="plate">)" + link("block", block, block) +
         (knob_is_empty ? R"(<link name="knob"/>)" : link("knob", knob, knob)) +
         link("plate", plate_is_mesh ? mesh : box, mesh) + hinge("block", "knob", "0.25 0 0.05") +
         hinge("knob", "plate", "0 0 0") + "</robot>";
}

std::string stl_of_box(const Vec3& low, const Vec3& high) {
  Triangles mesh;
  test::add_box(mesh, low, high);
  return test::binary_stl(mesh);
}

// Of flesh, parts so near and with at most one part between them are taken for a joint and may overlap.
TEST(SelfAvoidance, LinksThatAreMerelyNearAtRestAreKeptApart) {
  const test::TemporaryFolder folder;
  folder.write("block.stl", stl_of_box(Vec3(0, -0.05, 0), Vec3(0.2, 0.05, 0.1)));
  folder.write("knob.stl", stl_of_box(Vec3(0.01, -0.02, 0), Vec3(0.04, 0.02, 0.04)));
  folder.write("plate.stl", stl_of_box(Vec3(-0.046, -0.04, -0.04), Vec3(0, 0.04, -0.005)));
  for (const int kind : {0, 1, 2, 3}) {
    const bool plate_is_mesh = kind % 2 == 0, knob_is_empty = kind >= 2;
    SCOPED_TRACE(std::string(plate_is_mesh ? "mesh" : "box") + (knob_is_empty ? ", no knob" : ", knob"));
    const Figure figure =
        load_figure(folder.write("plate.urdf", plate_beside_a_block(plate_is_mesh, knob_is_empty))).value();
    EXPECT_TRUE(figure.keeps_gaps());
    RealMeshes meshes(figure);
    const auto turned = [&](double angle, bool self, Posture& posture) {
      TaskList tasks;
      tasks.add("turn", Orient{.frame = Place::on_segment(figure.segment("plate"), Transform{}),
                               .target = Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()))});
      posture = figure.rest_posture();
      return solved(figure, tasks, self, posture);
    };
    Posture posture;
    EXPECT_TRUE(turned(0.05, true, posture)) << "2 mm are left";
    EXPECT_FALSE(meshes.collides(posture));
    EXPECT_TRUE(turned(0.7, false, posture));
    EXPECT_TRUE(meshes.collides(posture)) << "there is something to avoid";
    EXPECT_FALSE(turned(0.7, true, posture));
    EXPECT_FALSE(meshes.collides(posture));
  }
}

}  // namespace
}  // namespace limber
