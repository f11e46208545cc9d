// How long does it take to find all contacts of a 90-DOF trunk with a world of 1 to 10,000 obstacles?
//
// The trunk (30 spheres, 1.8 m) waves among capsules the size of twigs; every 100 of them share 8 cubic
// metres, so that more obstacles are more world and not a denser one. All contacts nearer than 0.1 m are
// wanted, with points, normals and clearances. Measured per step, forward kinematics not included:
//
//   ours             Proximity::find: a tree of boxes, then closest()
//   ours_moving      the same, and one obstacle in ten has moved since the last step
//   brute_force      closest() with every obstacle
//   fcl_broad        FCL's DynamicAABBTree manager to find the pairs, then closest()
//   fcl_all          FCL's manager and FCL's distance (libccd)
//
// Before anything is timed, all must find the same pairs. The table gives every time as a multiple of ours.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "limber/shapes/closest.h"
#include "limber/world/proximity.h"
#include "trunk.h"

#if LIMBER_HAVE_FCL
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/distance.h>
#endif

namespace {

using namespace limber;

constexpr int frame_count = 64;
constexpr double margin = 0.1;                   // [m]
using Pairs = std::vector<std::pair<int, int>>;  // part of the trunk, obstacle

double fraction(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1.0p-53;
}

Vec3 in_cube(std::mt19937_64& random, double side) {
  return side * (Vec3(fraction(random), fraction(random), fraction(random)) - Vec3::Constant(0.5));
}

World twigs(int count) {
  std::mt19937_64 random(1);
  World world;
  const double side = std::max(2.0, 2.0 * std::cbrt(count / 100.0));
  for (int i = 0; i < count; ++i) {
    const Vec3 a = in_cube(random, side) + Vec3(0.9, 0, 0);
    world.obstacles.push_back({std::to_string(i), Capsule{a, a + in_cube(random, 0.4), 0.02}});
  }
  return world;
}

struct Scene {
  Figure figure = trunk(30);
  World world;
  std::vector<Kinematics> frames;

  explicit Scene(int count) : world(twigs(count)) {
    for (int frame = 0; frame < frame_count; ++frame) {
      Posture posture = figure.rest_posture();
      for (int k = 0; k < 90; ++k) posture.values[k] = 0.08 * std::sin(0.3 * k + 0.1 * frame);
      frames.emplace_back(figure);
      frames.back().update(posture);
    }
  }
};

Scene& scene(int count) {
  static std::map<int, std::unique_ptr<Scene>> made;
  auto& found = made[count];
  if (!found) found = std::make_unique<Scene>(count);
  return *found;
}

class Ours {
 public:
  explicit Ours(Scene& s, bool moving = false)
      : scene_(s), moving_(moving), proximity_(s.figure, {.self = false}) {
    proximity_.prepare(s.world);
  }
  double step(const Kinematics& kinematics, Pairs* pairs = nullptr) {
    if (moving_) {
      const int count = static_cast<int>(scene_.world.obstacles.size());
      for (int i = 0; i < (count + 9) / 10; ++i, turn_ = (turn_ + 1) % count) {
        proximity_.move_obstacle(turn_, scene_.world.obstacles[static_cast<std::size_t>(turn_)].shape);
      }
    }
    double sum = 0.0;
    for (const Contact& contact : proximity_.find(kinematics, margin)) {
      sum += contact.clearance;
      if (pairs) pairs->push_back({contact.segment, contact.obstacle});
    }
    return sum;
  }

 private:
  Scene& scene_;
  bool moving_;
  int turn_ = 0;
  Proximity proximity_;
};

class BruteForce {
 public:
  explicit BruteForce(Scene& s) : body_(s.figure) {
    for (const Obstacle& obstacle : s.world.obstacles) solids_.push_back(placed(obstacle.shape));
  }
  double step(const Kinematics& kinematics, Pairs* pairs = nullptr) {
    body_.place(kinematics);
    double sum = 0.0;
    for (int part = 0; part < body_.count(); ++part) {
      for (std::size_t i = 0; i < solids_.size(); ++i) {
        const Closest found = closest(body_.solid(part), solids_[i]);
        if (found.distance >= margin) continue;
        sum += found.distance;
        if (pairs) pairs->push_back({body_.part(part).segment, static_cast<int>(i)});
      }
    }
    return sum;
  }

 private:
  Body body_;
  std::vector<Solid> solids_;
};

#if LIMBER_HAVE_FCL

class Fcl {
 public:
  Fcl(Scene& s, bool whole) : whole_(whole), body_(s.figure) {
    for (const Obstacle& obstacle : s.world.obstacles) {
      const Capsule& c = std::get<Capsule>(obstacle.shape);
      fcl::Transform3d pose = fcl::Transform3d::Identity();
      pose.translation() = 0.5 * (c.a + c.b);
      pose.linear() = Quat::FromTwoVectors(Vec3::UnitZ(), c.b - c.a).toRotationMatrix();
      auto shape = std::make_shared<fcl::Capsuled>(c.radius, (c.b - c.a).norm());
      obstacles_.push_back(std::make_unique<fcl::CollisionObjectd>(shape, pose));
      solids_.push_back(placed(obstacle.shape));
      obstacles_.back()->setUserData(reinterpret_cast<void*>(solids_.size() - 1));
      manager_.registerObject(obstacles_.back().get());
    }
    manager_.setup();
    Kinematics rest(s.figure);
    rest.update(s.figure.rest_posture());
    body_.place(rest);
    for (int part = 0; part < body_.count(); ++part) {
      // A margin around it, for the broad phase; and the sphere itself.
      const double radius = body_.solid(part).rounding;
      wide_.push_back(
          std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Sphered>(radius + margin)));
      exact_.push_back(std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Sphered>(radius)));
    }
  }
  double step(const Kinematics& kinematics, Pairs* pairs = nullptr) {
    body_.place(kinematics);
    sum_ = 0.0;
    pairs_ = pairs;
    for (part_ = 0; part_ < body_.count(); ++part_) {
      for (const auto& objects : {&wide_, &exact_}) {
        fcl::CollisionObjectd& object = *(*objects)[static_cast<std::size_t>(part_)];
        object.setTranslation(body_.solid(part_).center);
        object.computeAABB();
      }
      manager_.collide(wide_[static_cast<std::size_t>(part_)].get(), this, &Fcl::meet);
    }
    return sum_;
  }

 private:
  static bool meet(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
    Fcl& self = *static_cast<Fcl*>(data);
    fcl::CollisionObjectd* other = a == self.wide_[static_cast<std::size_t>(self.part_)].get() ? b : a;
    const auto obstacle = reinterpret_cast<std::size_t>(other->getUserData());
    double distance = 0.0;
    if (self.whole_) {
      fcl::DistanceRequestd request(true, true);
      fcl::DistanceResultd result;
      distance =
          fcl::distance(self.exact_[static_cast<std::size_t>(self.part_)].get(), other, request, result);
    } else {
      distance = closest(self.body_.solid(self.part_), self.solids_[obstacle]).distance;
    }
    if (distance >= margin) return false;
    self.sum_ += distance;
    if (self.pairs_)
      self.pairs_->push_back({self.body_.part(self.part_).segment, static_cast<int>(obstacle)});
    return false;
  }

  bool whole_;
  Body body_;
  std::vector<Solid> solids_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> obstacles_, wide_, exact_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
  int part_ = 0;
  double sum_ = 0.0;
  Pairs* pairs_ = nullptr;
};

#endif

template <class Finder>
void step(benchmark::State& state, Finder finder) {
  Scene& s = scene(static_cast<int>(state.range(0)));
  std::size_t frame = 0, contacts = 0, steps = 0;
  Pairs pairs;
  for (const Kinematics& kinematics : s.frames) {
    pairs.clear();
    finder.step(kinematics, &pairs);
    contacts += pairs.size();
    ++steps;
  }
  state.counters["contacts"] = static_cast<double>(contacts) / static_cast<double>(steps);
  for (auto _ : state) {
    frame = (frame + 1) % s.frames.size();
    benchmark::DoNotOptimize(finder.step(s.frames[frame]));
  }
}

template <class Finder>
Pairs sorted_pairs(Finder finder, const Kinematics& kinematics) {
  Pairs pairs;
  finder.step(kinematics, &pairs);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

void check_agreement() {
  for (const int count : {1, 300, 3000}) {
    Scene& s = scene(count);
    for (std::size_t frame = 0; frame < s.frames.size(); frame += 9) {
      const Kinematics& kinematics = s.frames[frame];
      const Pairs expected = sorted_pairs(BruteForce(s), kinematics);
      bool agree = sorted_pairs(Ours(s), kinematics) == expected &&
                   sorted_pairs(Ours(s, true), kinematics) == expected;
#if LIMBER_HAVE_FCL
      Fcl fcl(s, false);
      Pairs pairs;
      fcl.step(kinematics, &pairs);
      std::sort(pairs.begin(), pairs.end());
      agree = agree && pairs == expected;
#endif
      if (agree) continue;
      std::cerr << "the ways to find contacts disagree: nothing is worth timing\n";
      std::exit(1);
    }
  }
}

// Keeps what the table needs while printing as always.
class Collector : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
      nanoseconds[run.run_name.function_name][std::atoi(run.run_name.args.c_str())] =
          run.GetAdjustedCPUTime();
    }
  }
  std::map<std::string, std::map<int, double>> nanoseconds;
};

void print_table(const Collector& times, const std::vector<int>& counts) {
  const auto ours = times.nanoseconds.find("ours");
  if (ours == times.nanoseconds.end()) return;
  std::cout << "\nTimes as multiples of ours (first line: ours in microseconds)\n"
            << std::left << std::setw(16) << "obstacles";
  for (const int n : counts) std::cout << std::right << std::setw(9) << n;
  std::cout << "\n" << std::fixed << std::setprecision(2);
  for (const auto& [name, row] : times.nanoseconds) {
    std::cout << std::left << std::setw(16) << (name == "ours" ? "ours [us]" : name);
    for (const int n : counts) {
      const double unit = name == "ours" ? 1000.0 : ours->second.at(n);
      std::cout << std::right << std::setw(9) << (row.count(n) ? row.at(n) / unit : 0.0);
    }
    std::cout << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  check_agreement();
  const std::vector<int> counts = {1, 10, 100, 1000, 10000};
  const auto add = [&](const char* name, void (*run)(benchmark::State&)) {
    auto* registered = benchmark::RegisterBenchmark(name, run);
    for (const int n : counts) registered->Arg(n);
  };
  add("ours", [](benchmark::State& state) { step(state, Ours(scene(static_cast<int>(state.range(0))))); });
  add("ours_moving",
      [](benchmark::State& state) { step(state, Ours(scene(static_cast<int>(state.range(0))), true)); });
  add("brute_force",
      [](benchmark::State& state) { step(state, BruteForce(scene(static_cast<int>(state.range(0))))); });
#if LIMBER_HAVE_FCL
  add("fcl_broad", [](benchmark::State& state) {
    Fcl fcl(scene(static_cast<int>(state.range(0))), false);
    step<Fcl&>(state, fcl);
  });
  add("fcl_all", [](benchmark::State& state) {
    Fcl fcl(scene(static_cast<int>(state.range(0))), true);
    step<Fcl&>(state, fcl);
  });
#endif
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  print_table(collector, counts);
  benchmark::Shutdown();
  return 0;
}
