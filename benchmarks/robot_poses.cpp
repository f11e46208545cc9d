// How many reachable poses of real robots does `solve` find?
//
//   build/bench/benchmarks/robot_poses FOLDER...
//
// For every figure of the folders (URDF or JSON) with at least six degrees of freedom on its longest chain,
// nine poses of the end of that chain, in random postures within its limits. Each is asked for, position and
// orientation, from the rest posture: by one start, as `solve` does by itself, and with 20 other starts. A pose is found when both
// are within their tolerances of 1e-4. Clearance is off. Without folders: models/ of the source tree.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "farthest_end.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/planning/random_posture.h"
#include "limber/solver/solver.h"
#include "peers/measure.h"

namespace {

using namespace limber;

constexpr int poses_per_robot = 9;

struct Way {
  const char* name;
  int restarts;
  int found = 0;
  double microseconds = 0.0;
};

void try_robot(const Figure& figure, SegmentId end, std::vector<Way>& ways, int& poses) {
  Solver solver(figure);
  PostureRandom random(figure, figure.rest_posture(), 0.5, 1);
  for (int i = 0; i < poses_per_robot; ++i) {
    Posture there = figure.rest_posture();
    random.fill(there);
    there = inside_limits(figure, there);
    Kinematics kinematics(figure);
    kinematics.update(there);
    const Transform pose = kinematics.segment_pose(end);
    TaskList tasks;
    tasks.add("reach", Reach{.frame = Place::on_segment(end, Transform{}), .target = pose.translation});
    tasks.add("orient", Orient{.frame = Place::on_segment(end, Transform{}), .target = Quat(pose.rotation)});
    ++poses;
    for (Way& way : ways) {
      Posture posture = figure.rest_posture();
      const double begin = peers::now_us();
      way.found += solver.solve(tasks, posture, {.restarts = way.restarts}).light == Light::green;
      way.microseconds += peers::now_us() - begin;
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::filesystem::path> folders(arguments + 1, arguments + count);
  if (folders.empty()) folders.push_back("models");
  std::vector<std::filesystem::path> files;
  for (const auto& folder : folders) {
    for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Way> ways = {{"one start", 0}, {"by itself", SolveOptions::automatic}, {"20 other starts", 20}};
  int robots = 0, poses = 0;
  for (const auto& file : files) {
    const Expected<Figure> figure = load_figure(file);
    if (!figure) continue;
    const End end = farthest_end(figure.value());
    if (end.dofs < 6) continue;
    ++robots;
    const std::vector<Way> before = ways;
    try_robot(figure.value(), end.segment, ways, poses);
    std::printf("%-60s %3d DOF ", file.filename().string().c_str(), end.dofs);
    for (std::size_t i = 0; i < ways.size(); ++i) std::printf("  %d", ways[i].found - before[i].found);
    std::printf("  of %d\n", poses_per_robot);
  }
  std::printf("%d robots, %d poses\n", robots, poses);
  for (const Way& way : ways)
    std::printf("  %-16s %4d found, %.2f ms of one core each\n", way.name, way.found,
                1e-3 * way.microseconds / poses);
}
