// How do steps grow with the number of joints, of priority levels and of obstacles?
//
//   tools/bench.sh cost_curves                  tables as in docs/performance.md
//
// Each curve ends with the exponent p of time = c x^p, fitted to the logarithms by least squares; over the
// last decade of the curve as well, since small problems are dominated by what does not grow.

#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "limber/kinematics/kinematics.h"
#include "limber/math/random.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"
#include "peers/measure.h"
#include "trunk.h"

namespace {

using namespace limber;
using peers::keep;
using peers::time_of;

struct Curve {
  std::string name;
  std::vector<double> sizes, times;
};

double exponent(const Curve& curve, double from) {
  double count = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < curve.sizes.size(); ++i) {
    if (curve.sizes[i] < from || !(curve.sizes[i] > 0.0)) continue;
    const double a = std::log(curve.sizes[i]), b = std::log(curve.times[i]);
    count += 1, x += a, y += b, xx += a * a, xy += a * b;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

void print(const std::string& what, const std::vector<Curve>& curves) {
  std::printf("\n| %s |", what.c_str());
  for (const double size : curves[0].sizes) std::printf(" %g |", size);
  std::printf(" p | p, last decade |\n|---|");
  for (std::size_t i = 0; i < curves[0].sizes.size() + 2; ++i) std::printf("---|");
  std::printf("\n");
  for (const Curve& curve : curves) {
    std::printf("| %s |", curve.name.c_str());
    for (const double time : curve.times) std::printf(" %.3g |", time);
    for (std::size_t i = curve.times.size(); i < curves[0].sizes.size(); ++i) std::printf(" - |");
    std::printf(" %.2f | %.2f |\n", exponent(curve, 0.0), exponent(curve, 0.099 * curve.sizes.back()));
  }
  std::fflush(stdout);
}

Posture bent(const Figure& figure, double phase) {
  Posture posture = figure.rest_posture();
  const double most = 1.5 / std::sqrt(static_cast<double>(posture.values.size()));
  for (Eigen::Index i = 0; i < posture.values.size(); ++i)
    posture.values[i] = most * std::sin(0.7 * static_cast<double>(i) + phase);
  return posture;
}

struct Cost {
  double us;   // of a step
  double mib;  // that the solver keeps
};

// Of a step between two postures, so that nothing is remembered; the tasks ask for a little more than
// there is.
Cost cost_of(const Figure& figure, const SolverOptions& options,
             const std::vector<std::pair<Place, int>>& places, const World* world = nullptr) {
  const double before = peers::allocated_mib();
  Solver solver(figure, options);
  TaskList tasks;
  std::vector<TaskId<Reach>> reaches;
  for (std::size_t i = 0; i < places.size(); ++i) {
    reaches.push_back(tasks.add("reach " + std::to_string(i), Reach{.frame = places[i].first},
                                {.priority = places[i].second}));
  }
  if (world != nullptr) solver.surround(*world);
  solver.prepare(tasks);
  const double mib = peers::allocated_mib() - before;
  const Posture postures[2] = {bent(figure, 0.0), bent(figure, 1.0)};
  std::vector<Vec3> goals[2];
  Kinematics kinematics(figure);
  for (const int k : {0, 1}) {
    kinematics.update(postures[k]);
    for (std::size_t i = 0; i < places.size(); ++i) {
      goals[k].push_back(now(places[i].first, kinematics).pose.translation +
                         Vec3(0.002, -0.004, 0.001) / static_cast<double>(i + 1));
    }
  }
  Posture posture = postures[0];
  int k = 0;
  const double us = time_of([&] {
    k ^= 1;
    posture.values = postures[k].values;
    for (std::size_t i = 0; i < reaches.size(); ++i) tasks[reaches[i]].target = goals[k][i];
    keep(solver.step(tasks, posture).step_length);
  });
  return {us, mib};
}

SolverOptions bare() {
  SolverOptions options;
  options.limits = LimitMethod::off;
  options.damping = {.rule = Damping::Rule::fixed, .lambda = 0.01};
  options.line_search = false;
  return options;
}

void joints(int most) {
  constexpr double most_mib = 2000.0;
  Curve kinematics{"kinematics and tip Jacobian [us]", {}, {}}, plain{"bare step [us]", {}, {}},
      used{"step as used [us]", {}, {}}, memory{"memory of the solver [MiB]", {}, {}};
  for (const int n : {9, 30, 90, 300, 900, 3000, 9000, 30000, 90000}) {
    // Had memory grown with n^2, the next size might not fit.
    const double times = used.sizes.empty() ? 1.0 : n / used.sizes.back();
    if (n > most || (!memory.times.empty() && memory.times.back() * times * times > most_mib)) break;
    const Figure figure = trunk(n / 3, 1.2);
    const FrameId tip = figure.frame("trunk.tip");
    Kinematics moving(figure);
    const Posture posture = bent(figure, 0.0);
    RowMatrix jacobian(6, n);
    for (Curve* curve : {&kinematics, &plain, &used, &memory}) curve->sizes.push_back(n);
    kinematics.times.push_back(time_of([&] {
      moving.update(posture);
      moving.frame_jacobian(tip, jacobian);
      keep(jacobian);
    }));
    plain.times.push_back(cost_of(figure, bare(), {{tip, 1}}).us);
    const Cost cost = cost_of(figure, {}, {{tip, 1}});
    used.times.push_back(cost.us);
    memory.times.push_back(cost.mib);
  }
  print("joints", {kinematics, plain, used, memory});
}

void levels() {
  const Figure figure = trunk(30, 1.2);
  Curve strict{"a level each [us]", {}, {}}, together{"all in one level [us]", {}, {}};
  for (int count = 1; count <= 10; ++count) {
    std::vector<std::pair<Place, int>> one_each, one_for_all;
    for (int i = 0; i < count; ++i) {
      const Place place =
          Place::on_segment(figure.segment("trunk." + std::to_string(30 - 3 * i)), Vec3::Zero());
      one_each.emplace_back(place, i + 1);
      one_for_all.emplace_back(place, 1);
    }
    strict.sizes.push_back(count);
    together.sizes.push_back(count);
    strict.times.push_back(cost_of(figure, {}, one_each).us);
    together.times.push_back(cost_of(figure, {}, one_for_all).us);
  }
  print("reach tasks of a 90-joint trunk", {strict, together});
}

// Twigs as thick as they come, 100 of them in every 8 cubic metres: more obstacles are more world.
World twigs(int count) {
  Random random(1);
  const double side = std::max(2.0, 2.0 * std::cbrt(count / 100.0));
  const auto in_cube = [&](double size) {
    const double x = random.between(-0.5, 0.5), y = random.between(-0.5, 0.5), z = random.between(-0.5, 0.5);
    return Vec3(size * Vec3(x, y, z));
  };
  World world;
  while (static_cast<int>(world.obstacles.size()) < count) {
    const Vec3 a = in_cube(side) + Vec3(0.9, 0, 0), b = a + in_cube(0.4);
    if (std::hypot(a.y(), a.z()) < 0.3 || std::hypot(b.y(), b.z()) < 0.3) continue;  // not where the trunk is
    world.add("t" + std::to_string(world.obstacles.size()), Capsule{a, b, 0.02});
  }
  return world;
}

void obstacles() {
  const Figure figure = trunk(30, 1.2);
  Curve curve{"step as used [us]", {}, {}};
  for (const int count : {0, 1, 10, 100, 1000, 10000}) {
    const World world = twigs(count);
    curve.sizes.push_back(count);
    curve.times.push_back(cost_of(figure, {}, {{figure.frame("trunk.tip"), 1}}, &world).us);
  }
  print("obstacles around a 90-joint trunk", {curve});
}

}  // namespace

int main(int argc, char** argv) {
  const int most = argc > 2 && std::strcmp(argv[1], "--joints") == 0 ? std::atoi(argv[2]) : 90000;
  levels();
  obstacles();
  joints(most);
  return 0;
}
