// What does opening a humanoid with meshes cost, and a step of it, against the number of its triangles?
//
//   build/bench/benchmarks/humanoid_load_vs_triangles [--write FOLDER] [FILE...]
//
// A humanoid of 40 hinges is made, each of its 41 links with a mesh of its own: bowed, ribbed tubes that
// nearly touch, so that the hull of none is true and many look at their neighbours. It is written with 10,000
// to 384,000 triangles to a temporary folder and read back:
//
//   load     all that a file needs before it can be seen: meshes, pieces, pairs that need not be kept apart
//   step     Mover::step with limits, reasons and self-avoidance, while a hand goes round
//
// Times are the best of three runs; `processor` is the time of all threads. With --write the largest is
// only written, for the studio. With files, those are loaded and stepped instead.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include "farthest_end.h"
#include "limber/avoidance/mover.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "peers/measure.h"

namespace {

using namespace limber;
namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "STL is written as it lies in memory");

struct Link {
  std::string name, parent;
  Vec3 joint, axis;   // where the joint stands in the parent, and what it turns about
  Vec3 end;           // the tube goes from the joint to here
  double radius = 0;  // [m]
  double least = -1.5, most = 1.5;
};

// One side of the body after the other; y is left.
std::vector<Link> humanoid() {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  std::vector<Link> links = {
      {"pelvis", "", Vec3(0, 0, 0.95), z, Vec3(0, 0, 0.14), 0.11},
      {"waist", "pelvis", Vec3(0, 0, 0.17), z, Vec3(0, 0, 0.07), 0.09, -1.0, 1.0},
      {"chest", "waist", Vec3(0, 0, 0.10), y, Vec3(0, 0, 0.30), 0.14, -0.3, 0.8},
      {"neck", "chest", Vec3(0, 0, 0.36), z, Vec3(0, 0, 0.05), 0.04, -1.2, 1.2},
      {"head", "neck", Vec3(0, 0, 0.08), y, Vec3(0, 0, 0.18), 0.09, -0.6, 0.6},
  };
  for (const double side : {1.0, -1.0}) {
    const std::string of = side > 0 ? ".l" : ".r";
    const auto add = [&](const char* name, const std::string& parent, Vec3 joint, const Vec3& axis,
                         const Vec3& end, double radius, double least, double most) {
      joint.y() *= side;
      links.push_back({name + of, parent, joint, axis, end, radius, least, most});
    };
    add("shoulder 1", "chest", Vec3(0, 0.21, 0.27), y, Vec3(0, 0.03 * side, 0), 0.05, -3.0, 1.0);
    add("shoulder 2", "shoulder 1" + of, Vec3(0, 0.06, 0), x, Vec3(0, 0, -0.05), 0.05, -1.5, 1.5);
    add("upper arm", "shoulder 2" + of, Vec3(0, 0, -0.09), z, Vec3(0, 0, -0.18), 0.045, -1.5, 1.5);
    add("forearm", "upper arm" + of, Vec3(0, 0, -0.22), y, Vec3(0, 0, -0.10), 0.04, -2.4, 0.0);
    add("wrist 1", "forearm" + of, Vec3(0, 0, -0.13), z, Vec3(0, 0, -0.08), 0.035, -1.5, 1.5);
    add("wrist 2", "wrist 1" + of, Vec3(0, 0, -0.11), x, Vec3(0, 0, -0.02), 0.03, -0.5, 0.5);
    add("hand", "wrist 2" + of, Vec3(0, 0, -0.05), y, Vec3(0, 0, -0.08), 0.035, -1.0, 1.0);
    for (int k = 0; k < 5; ++k) {
      const std::string finger = "finger " + std::to_string(k + 1);
      add(finger.c_str(), "hand" + of, Vec3(0, 0.026 * (k - 2), -0.12), y, Vec3(0, 0, -0.06), 0.01, -1.5,
          0.0);
    }
    add("hip 1", "pelvis", Vec3(0, 0.10, -0.05), z, Vec3(0, 0, -0.03), 0.055, -0.6, 0.6);
    add("hip 2", "hip 1" + of, Vec3(0, 0, -0.07), x, Vec3(0, 0, -0.03), 0.055, -0.6, 0.6);
    add("thigh", "hip 2" + of, Vec3(0, 0, -0.08), y, Vec3(0, 0, -0.26), 0.07, -1.8, 0.7);
    add("shin", "thigh" + of, Vec3(0, 0, -0.34), y, Vec3(0, 0, -0.27), 0.055, 0.0, 2.3);
    add("ankle", "shin" + of, Vec3(0, 0, -0.33), y, Vec3(0, 0, -0.02), 0.04, -0.8, 0.8);
    add("foot", "ankle" + of, Vec3(0, 0, -0.05), x, Vec3(0.14, 0, -0.01), 0.035, -0.4, 0.4);
  }
  return links;
}

// A tube along the link, bowed forward by a part of its length, with three ribs and a waist; round ends.
std::string tube_stl(const Link& link, int triangles) {
  const int rows = std::max(6, static_cast<int>(std::sqrt(triangles / 4.0)));
  const int columns = std::max(6, triangles / (2 * rows));
  const Vec3 along = link.end.normalized();
  const Vec3 forward = std::abs(along.x()) > 0.9 ? Vec3::UnitZ() : Vec3::UnitX(),
             across = along.cross(forward);
  const double length = link.end.norm();
  const auto point = [&](int row, int column) -> std::array<float, 3> {
    const double t = static_cast<double>(row) / rows, pi = std::numbers::pi;
    const double angle = 2 * pi * (column % columns) / columns;
    const double cap = std::sin(pi * std::clamp(t, 0.001, 0.999));
    const double radius = link.radius * std::pow(cap, 0.3) * (0.9 + 0.3 * std::cos(4 * pi * t)) *
                          (1 + 0.08 * std::cos(3 * angle));
    const double reach = (1.2 * t - 0.1) * length, bow = 0.3 * length * std::sin(pi * t);
    const Vec3 p =
        along * reach + forward * (bow + radius * std::cos(angle)) + across * radius * std::sin(angle);
    return {static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())};
  };
  std::string bytes(84, '\0');
  const auto put = [&](std::array<float, 3> a, std::array<float, 3> b, std::array<float, 3> c) {
    const std::array<std::array<float, 3>, 4> all = {std::array<float, 3>{0, 0, 0}, a, b, c};
    bytes.append(reinterpret_cast<const char*>(all.data()), sizeof all);
    bytes.append(2, '\0');
  };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      put(point(r, c), point(r, c + 1), point(r + 1, c + 1));
      put(point(r, c), point(r + 1, c + 1), point(r + 1, c));
    }
  }
  for (int c = 1; c + 1 < columns; ++c) {  // the ends
    put(point(0, 0), point(0, c + 1), point(0, c));
    put(point(rows, 0), point(rows, c), point(rows, c + 1));
  }
  const auto count = static_cast<std::uint32_t>((bytes.size() - 84) / 50);
  std::memcpy(bytes.data() + 80, &count, sizeof count);
  return bytes;
}

fs::path write_humanoid(const fs::path& folder, int triangles) {
  fs::create_directories(folder / "meshes");
  const std::vector<Link> links = humanoid();
  std::string urdf = "<robot name=\"humanoid\">\n";
  const auto text = [](const Vec3& v) {
    return std::to_string(v.x()) + " " + std::to_string(v.y()) + " " + std::to_string(v.z());
  };
  for (const Link& link : links) {
    const std::string file = "meshes/" + link.name + ".stl";
    std::ofstream(folder / file, std::ios::binary)
        << tube_stl(link, triangles / static_cast<int>(links.size()));
    const std::string geometry = "<geometry><mesh filename=\"" + file + "\"/></geometry>";
    urdf += "<link name=\"" + link.name + "\"><inertial><mass value=\"1\"/></inertial><visual>" + geometry +
            "</visual><collision>" + geometry + "</collision></link>\n";
    if (link.parent.empty()) continue;
    urdf += "<joint name=\"to " + link.name + "\" type=\"revolute\"><parent link=\"" + link.parent +
            "\"/><child link=\"" + link.name + "\"/><origin xyz=\"" + text(link.joint) + "\"/><axis xyz=\"" +
            text(link.axis) + "\"/><limit lower=\"" + std::to_string(link.least) + "\" upper=\"" +
            std::to_string(link.most) + "\" effort=\"0\" velocity=\"0\"/></joint>\n";
  }
  const fs::path file = folder / "humanoid.urdf";
  std::ofstream(file) << urdf << "</robot>\n";
  return file;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// The end of the longest chain goes round, within a tenth of its distance from the root.
peers::Samples steps_of(const Figure& figure) {
  const End end = farthest_end(figure);
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  const Vec3 start = kinematics.segment_pose(end.segment).translation;
  const double size = 0.1 * (start - kinematics.segment_pose(SegmentId{0}).translation).norm();
  TaskList tasks;
  const auto drag = tasks.add("", Drag{.segment = end.segment, .target = start}, {.priority = 1});
  Mover mover(figure, SolverOptions{}, {});
  mover.prepare(tasks, {}, World{});
  Posture posture = figure.rest_posture();
  peers::Samples microseconds;
  for (int k = 0; k < 1000; ++k) {
    const double angle = 0.02 * k;
    tasks[drag].target =
        start + size * Vec3(std::sin(1.7 * angle), std::cos(angle) - 1.0, std::sin(0.6 * angle));
    const double before = peers::now_us();
    mover.step(tasks, {}, posture);
    microseconds.add(peers::now_us() - before);
  }
  return microseconds;
}

void report(const std::string& name, const fs::path& file) {
  using Clock = std::chrono::steady_clock;
  double wall = 1e9, processor = 1e9;
  std::vector<Loaded> loaded;
  for (int run = 0; run < 3; ++run) {
    const double used = processor_seconds();
    const Clock::time_point start = Clock::now();
    Expected<Loaded> robot = load_file(file);
    if (!robot) {
      std::printf("%s\n", robot.error().message.c_str());
      return;
    }
    wall = std::min(wall, std::chrono::duration<double>(Clock::now() - start).count());
    processor = std::min(processor, processor_seconds() - used);
    loaded = {std::move(*robot)};
  }
  const Figure& figure = loaded[0].scene.figure;
  std::size_t pieces = 0;
  for (const SegmentId s : figure.segments()) pieces += figure.shapes(s).size();
  peers::Samples steps = steps_of(figure);
  std::printf("%-28s %4d %7zu %9.2f %10.2f %10.0f %10.0f\n", name.c_str(), figure.dof_count(), pieces, wall,
              processor, steps.median(), steps.quantile(0.99));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) {
    if (std::string(arguments[i]) == "--write" && i + 1 < count) {
      write_humanoid(arguments[i + 1], 384'000);
      return 0;
    }
    files.push_back(arguments[i]);
  }
  std::printf("%-28s  DOF  pieces  load [s]  processor  step [us]  99 of 100\n", "robot");
  for (const fs::path& file : files) report(file.filename().string().substr(0, 28), file);
  if (!files.empty()) return 0;
  const fs::path folder = fs::temp_directory_path() / ("limber-humanoid-" + std::to_string(getpid()));
  for (const int triangles : {10'000, 60'000, 384'000}) {
    report(std::to_string(triangles) + " triangles", write_humanoid(folder, triangles));
  }
  fs::remove_all(folder);
}
