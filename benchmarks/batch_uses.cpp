// How long do maps of reach and the search for a place to stand take, and what happens when a GPU fails?
//
//   build/bench/benchmarks/batch_uses
//
// The last lines break the GPU on purpose, by a kernel that traps in mid-run: the processors answer the rest, with the
// same bits. On a GPU of compute capability 9.0 or later; without a GPU everything runs on the processors.

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "limber/batch/on_gpu.h"
#include "limber/batch/solve_many.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/random.h"
#include "limber/models/models.h"

namespace {

using namespace limber;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Figure model_figure(const char* name) {
  return Figure::build(models::find(name)->make({})).value();
}

const char* name_of(Device device) {
  return device == Device::gpu ? "GPU" : "CPU";
}

// Where the frame is in random postures.
std::vector<PoseGoal> random_poses(const Figure& figure, FrameId frame, int count) {
  Random random(3);
  Kinematics kinematics(figure);
  std::vector<PoseGoal> poses;
  for (int i = 0; i < count; ++i) {
    Posture posture = figure.rest_posture();
    for (const JointId j : figure.joints()) {
      const Range& range = figure.joint(j).ranges[0];
      if (figure.joint(j).type == JointType::revolute)
        posture.values[figure.first_value(j)] = random.between(range.min, range.max);
    }
    kinematics.update(posture);
    const Transform pose = kinematics.frame_pose(frame);
    poses.push_back({pose.translation, Quat(pose.rotation)});
  }
  return poses;
}

void time_map(const Figure& figure, const char* frame, double cell, int orientations, Device device) {
  ReachMapOptions options{.cell = cell, .orientations = orientations};
  options.solve.device = device;
  const double begin = now();
  const ReachMap map = reach_map(figure, figure.frame(frame), options);
  std::printf("map of %s, %s, %s: %zu queries, %zu cells of %g m reached, %.2f s\n", figure.name().c_str(),
              frame, name_of(map.device), map.queries, map.cells.size(), cell, now() - begin);
}

void time_places(const Figure& figure, FrameId frame) {
  const std::vector<PoseGoal> poses = random_poses(figure, frame, 20);
  std::vector<BasePlace> first;
  for (const Device device : {Device::gpu, Device::cpu}) {
    PlaceOptions options;
    options.step = 0.05;
    options.headings = 16;
    options.solve.device = device;
    const double begin = now();
    const PlaceReport report = place_base(figure, {.frame = frame}, poses, options);
    std::printf("places, %s: %zu problems, the best reaches %d of 20, %.2f s\n", name_of(report.device),
                report.problems, report.best[0].reached, now() - begin);
    if (first.empty()) first = report.best;
    const bool is_same =
        std::equal(first.begin(), first.end(), report.best.begin(), [](const auto& a, const auto& b) {
          return a.position == b.position && a.heading == b.heading && a.room == b.room &&
                 a.reaches == b.reaches;
        });
    std::printf("  the same places: %s\n", is_same ? "yes" : "NO");
  }
}

// A kernel that traps: every later call of the context fails.
int break_gpu() {
  void* const cuda = dlopen("libcuda.so.1", RTLD_NOW);
  if (cuda == nullptr) return -1;
  const auto call = [&](const char* name) { return reinterpret_cast<int (*)(...)>(dlsym(cuda, name)); };
  using Launch = int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                         void**, void**);
  void *context = nullptr, *module = nullptr, *function = nullptr;
  call("cuDevicePrimaryCtxRetain")(&context, 0);
  call("cuCtxSetCurrent")(context);
  call("cuModuleLoadData")(
      &module, ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry boom() { trap; }\n");
  call("cuModuleGetFunction")(&function, module, "boom");
  const auto launch = reinterpret_cast<Launch>(dlsym(cuda, "cuLaunchKernel"));
  launch(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
  return call("cuCtxSynchronize")();
}

void lose_gpu(const Figure& figure, FrameId frame) {
  const FrameTask task{.frame = frame};
  const auto problem = batch::gather_problem(figure, {&task, 1}, figure.rest_posture(), {});
  const auto made = batch::GpuBatch::make(*problem, 4'000'000'000U);
  std::printf("4e9 goals at a time: %s\n", made ? "fit" : made.error().message.c_str());

  const std::vector<PoseGoal> goals = random_poses(figure, frame, 600'000);
  const ManyReport processors = solve_many(figure, frame, goals, {.device = Device::cpu});
  bool is_broken = false;
  SolveManyOptions options{.device = Device::gpu};
  options.progress = [&](std::size_t done, std::size_t) {
    if (done < 262'144 || is_broken) return;
    is_broken = true;
    std::printf("the GPU breaks after %zu goals: error %d\n", done, break_gpu());
  };
  const ManyReport report = solve_many(figure, frame, goals, options);
  std::printf("%zu of %zu goals reached, bits as on the processors: %s\n", report.satisfied_count(),
              goals.size(), report.values == processors.values ? "yes" : "NO");
  for (const std::string& note : report.notes) std::printf("  note: %s\n", note.c_str());
}

}  // namespace

int main() {
  const Figure arm = model_figure("panda-like"), human = model_figure("human");
  const FrameId flange = arm.frame("flange");
  time_map(arm, "flange", 0.05, 131, Device::gpu);
  time_map(arm, "flange", 0.1, 60, Device::cpu);
  time_map(human, "hand.r", 0.05, 0, Device::gpu);
  time_places(arm, flange);
  lose_gpu(arm, flange);
}
