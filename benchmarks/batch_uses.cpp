// How long do maps of reach and the search for a place to stand take, and what happens when a GPU fails?
//
//   build/bench/benchmarks/batch_uses
//
// The last lines give it what it cannot take, reset the primary context under its feet, and break the GPU on
// purpose, by a kernel that traps in mid-run: the processors answer the rest, with the same bits. On a GPU
// of compute capability 9.0 or later; without a GPU everything runs on the processors.

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
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

// libcuda's function of that name.
template <class... Arguments>
int call(const char* name, Arguments... arguments) {
  void* const cuda = dlopen("libcuda.so.1", RTLD_NOW);
  if (cuda == nullptr) return -1;
  return reinterpret_cast<int (*)(Arguments...)>(dlsym(cuda, name))(arguments...);
}

// A kernel that traps in the context of our batches: every later call there fails, as when a GPU is lost.
int break_gpu() {
  void* const context = batch::gpu_context();
  if (context == nullptr) return -1;
  void *module = nullptr, *function = nullptr, *popped = nullptr;
  call("cuCtxPushCurrent_v2", context);
  call("cuModuleLoadData", &module,
       static_cast<const void*>(
           ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry boom() { trap; }\n"));
  call("cuModuleGetFunction", &function, module, "boom");
  void** const none = nullptr;
  void* const stream = nullptr;
  call("cuLaunchKernel", function, 1U, 1U, 1U, 1U, 1U, 1U, 0U, stream, none, none);
  const int result = call("cuCtxSynchronize");
  call("cuCtxPopCurrent_v2", &popped);
  return result;
}

// What another library in the same program may do at any time.
int reset_primary_context() {
  void* context = nullptr;
  call("cuDevicePrimaryCtxRetain", &context, 0);
  return call("cuDevicePrimaryCtxReset_v2", 0);
}

// Solves on the GPU, does something once a share is done, and compares with the processors.
template <class Disturb>
void disturbed(const char* what, const Figure& figure, FrameId frame, const std::vector<PoseGoal>& goals,
               const ManyReport& processors, const Disturb& disturb) {
  bool is_done = false;
  SolveManyOptions options{.device = Device::gpu};
  options.progress = [&](std::size_t done, std::size_t) {
    if (done < batch::gpu_share || is_done) return;
    is_done = true;
    std::printf("%s after %zu goals: result %d\n", what, done, disturb());
  };
  const ManyReport report = solve_many(figure, frame, goals, options);
  std::printf("  %zu of %zu goals reached, %s, bits as on the processors: %s\n", report.satisfied_count(),
              goals.size(), name_of(report.device), report.values == processors.values ? "yes" : "NO");
  for (const std::string& note : report.notes) std::printf("  note: %s\n", note.c_str());
}

void lose_gpu(const Figure& figure, FrameId frame) {
  const FrameTask task{.frame = frame};
  const auto problem = batch::gather_problem(figure, {&task, 1}, figure.rest_posture(), {});
  const auto made = batch::GpuBatch::make(*problem, 4'000'000'000U);
  std::printf("4e9 goals at a time: %s\n", made ? "fit" : made.error().message.c_str());

  // Goals that are no numbers, and far out of reach, among the others.
  std::vector<PoseGoal> goals = random_poses(figure, frame, 600'000);
  goals[5].position.x() = std::nan("");
  goals[300'000].position = Vec3(9, 0, 0);
  goals[300'001].orientation = Quat(0, 0, 0, 0);
  const ManyReport processors = solve_many(figure, frame, goals, {.device = Device::cpu});
  const auto nothing = [] { return 0; };
  disturbed("nothing happens", figure, frame, goals, processors, nothing);
  disturbed("somebody resets the primary context", figure, frame, goals, processors, reset_primary_context);
  disturbed("the GPU breaks", figure, frame, goals, processors, break_gpu);
  disturbed("the next batch", figure, frame, goals, processors, nothing);
}

// More than a block's shared memory, and more than the tables hold.
void solve_too_large(int joints) {
  FigureDescription d;
  d.name = "chain";
  for (int i = 0; i <= joints; ++i) {
    SegmentDescription s;
    s.name = "s" + std::to_string(i);
    if (i > 0) s.parent = "s" + std::to_string(i - 1);
    s.joint.type = i > 0 ? JointType::ball : JointType::fixed;
    s.after = Transform::at(Vec3(0.02, 0, 0));
    d.segments.push_back(s);
    if (i > 0 && i % (joints / 8) == 0)
      d.frames.push_back({"f" + std::to_string(i), s.name, Transform::at(Vec3(0.02, 0, 0))});
  }
  const Figure figure = Figure::build(d).value();
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  std::vector<FrameTask> tasks;
  std::vector<PoseGoal> goals;
  for (const FrameDescription& f : d.frames) {
    tasks.push_back({.frame = figure.frame(f.name)});
    const Transform pose = kinematics.frame_pose(tasks.back().frame);
    goals.push_back({pose.translation, Quat(pose.rotation)});
  }
  const ManyReport report = solve_many(figure, tasks, goals, {.restarts = 2, .device = Device::gpu});
  std::printf("%d balls, %zu poses: %zu of 1 reached on the %s\n", joints, tasks.size(),
              report.satisfied_count(), name_of(report.device));
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
  solve_too_large(56);
  solve_too_large(240);
  lose_gpu(arm, flange);
}
