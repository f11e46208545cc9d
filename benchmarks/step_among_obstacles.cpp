// What does keeping clear cost per step, against the number of obstacles and of links?
//
// The tip of a trunk (30 links with three hinges each, 1.8 m) follows a goal round and round through
//
//   tree        an L-system tree of about 100 capsules that stands where the trunk wants to go
//   scattered   1 to 10,000 twigs, every 100 of them in 8 cubic metres: more obstacles are more world
//   links       the tree, for trunks of 10 to 100 links
//
// Time is per Solver::step with limits, reasons and clearance; `without` is the same drag through an empty
// world without clearance, and `ratio` the two divided. `clearance` is the least seen on the way [m].

#include <benchmark/benchmark.h>

#include <cmath>
#include <iostream>
#include <random>

#include "limber/solver/solver.h"
#include "limber/world/l_system.h"
#include "limber/world/world.h"
#include "trunk.h"

namespace {

using namespace limber;

World tree() {
  LSystem system;
  system.depth = 5;  // 1 + 3 + 9 + 27 + 81 capsules
  system.length = 0.5;
  system.radius = 0.03;
  system.place.translation = Vec3(1.0, -0.3, -1.1);
  World world;
  world.add_tree("tree", system).value();
  return world;
}

World twigs(int count) {
  std::mt19937_64 random(1);
  const auto in_cube = [&](double side) -> Vec3 {
    Vec3 p;
    for (int i = 0; i < 3; ++i) p[i] = side * (static_cast<double>(random() >> 11) * 0x1.0p-53 - 0.5);
    return p;
  };
  World world;
  const double side = std::max(2.0, 2.0 * std::cbrt(count / 100.0));
  while (static_cast<int>(world.obstacles.size()) < count) {
    const Vec3 a = in_cube(side) + Vec3(0.9, 0, 0), b = a + in_cube(0.4);
    // Not where the trunk starts, along x.
    if (std::hypot(a.y(), a.z()) < 0.2 || std::hypot(b.y(), b.z()) < 0.2) continue;
    world.add("t" + std::to_string(world.obstacles.size()), Capsule{a, b, 0.02});
  }
  return world;
}

void follow(benchmark::State& state, int links, const World* world) {
  const Figure figure = trunk(links, 1.0);
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = figure.frame("trunk.tip")});
  Solver solver(figure);
  if (world != nullptr) solver.surround(*world);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  double angle = 0.0, least = 1.0;
  double contacts = 0.0;
  std::int64_t steps = 0;
  for (auto _ : state) {
    angle += 0.01;
    tasks[reach].target =
        Vec3(1.1 + 0.3 * std::cos(1.7 * angle), 0.7 * std::sin(angle), 0.7 * std::cos(angle));
    const StepReport report = solver.step(tasks, posture);
    least = std::min(least, report.clearance);
    contacts += static_cast<double>(solver.contacts().size());
    ++steps;
  }
  if (world == nullptr) return;
  state.counters["clearance"] = least;
  state.counters["contacts"] = contacts / static_cast<double>(steps);
}

void without(benchmark::State& state) {
  follow(state, static_cast<int>(state.range(0)), nullptr);
}
void through_tree(benchmark::State& state) {
  const World world = tree();
  state.counters["obstacles"] = static_cast<double>(world.obstacles.size());
  follow(state, static_cast<int>(state.range(0)), &world);
}
void through_twigs(benchmark::State& state) {
  const World world = twigs(static_cast<int>(state.range(0)));
  follow(state, 30, &world);
}

BENCHMARK(without)->Arg(10)->Arg(30)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK(through_tree)->Arg(10)->Arg(30)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK(through_twigs)->RangeMultiplier(10)->Range(1, 10000)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
