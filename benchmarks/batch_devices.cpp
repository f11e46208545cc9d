// How many poses a second does the batch solver find, on the processors and on a GPU?
//
//   build/bench/benchmarks/batch_devices [--goals N] [--same N] [--only TEXT] [ROBOT.urdf:LINK,LINK...[@SPREAD]]...
//
// Without robots, shipped figures. SPREAD: of the random postures, as a share of the ranges (1).
//
// For each figure: goals are where its frames are in random postures, so every one can be reached; the start
// is the middle of the ranges; all to 1e-5 m and rad. Rates are of the batch solver alone: for the GPU from
// goals in its page-locked memory to answers there, copies both ways included. Every answer is checked by
// Kinematics, in double precision and by other code, against the limits and couplings and, where there are
// obstacles, by exact distances. `same`: so many problems are solved on both, and their answers compared bit
// by bit; then on the GPU in reverse order, and the first 1, 33, 1000 and 77777 alone.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "limber/batch/clear_check.h"
#include "limber/batch/frame_tasks.h"
#include "limber/batch/on_gpu.h"
#include "limber/batch/on_processor.h"
#include "limber/batch/problem.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/random.h"
#include "limber/math/rotation.h"
#include "limber/models/models.h"
#include "limber/threads/tickets.h"

namespace {

using namespace limber;
using std::size_t;

constexpr double tolerance = 1e-5;  // [m] and [rad]
constexpr int restarts = 2000;      // a few poses in a million need hundreds

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Case {
  std::string name;
  Figure figure;
  std::vector<FrameTask> tasks;
  double spread;  // of the random postures, as a share of the ranges; of balls and swings [rad]
  std::optional<World> world = {};
};

// 50 degrees of freedom: a free root, a spine and a neck of balls made of hinges, two arms of 9, two legs of
// 7.
FigureDescription humanoid_50() {
  FigureDescription d;
  d.name = "humanoid-50";
  const auto add = [&](const std::string& name, const std::string& parent, const Vec3& axis, const Vec3& at) {
    SegmentDescription s;
    s.name = name;
    s.parent = parent;
    s.before = Transform::at(at);
    s.joint.type = JointType::revolute;
    s.joint.axis = axis;
    s.joint.ranges[0] = {-3.1, 3.1};
    d.segments.push_back(s);
    return name;
  };
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ(), here = Vec3::Zero();
  const auto three = [&](const std::string& name, std::string parent, const Vec3& at) {
    parent = add(name + ".x", parent, x, at);
    parent = add(name + ".y", parent, y, here);
    return add(name + ".z", parent, z, here);
  };
  SegmentDescription root;
  root.name = "pelvis";
  root.joint.type = JointType::free;
  d.segments.push_back(root);
  std::string chest = "pelvis";
  for (const char* name : {"spine.1", "spine.2", "spine.3"}) chest = three(name, chest, Vec3(0, 0, 0.15));
  three("neck", chest, Vec3(0, 0, 0.2));
  for (const std::string side : {".l", ".r"}) {
    const double s = side == ".l" ? 1.0 : -1.0;
    std::string arm = add("clavicle.x" + side, chest, x, Vec3(0, 0.05 * s, 0.1));
    arm = add("clavicle.z" + side, arm, z, here);
    arm = three("shoulder" + side, arm, Vec3(0, 0.15 * s, 0));
    arm = add("elbow" + side, arm, y, Vec3(0, 0, -0.3));
    arm = add("forearm" + side, arm, z, Vec3(0, 0, -0.12));
    arm = add("wrist.x" + side, arm, x, Vec3(0, 0, -0.13));
    arm = add("wrist.y" + side, arm, y, here);
    d.frames.push_back({"hand" + side, arm, Transform{}});
    std::string leg = three("hip" + side, "pelvis", Vec3(0, 0.1 * s, 0));
    leg = add("knee" + side, leg, y, Vec3(0, 0, -0.42));
    leg = add("ankle.x" + side, leg, x, Vec3(0, 0, -0.42));
    leg = add("ankle.y" + side, leg, y, here);
    leg = add("toes" + side, leg, y, Vec3(0.15, 0, -0.05));
    d.frames.push_back({"foot" + side, leg, Transform{}});
  }
  return d;
}

Posture middle(const Figure& figure) {
  Posture posture = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) continue;
    const Range& range = joint.ranges[0];
    if (range.max - range.min < unlimited)
      posture.values[figure.first_value(j)] = 0.5 * (range.min + range.max);
  }
  return posture;
}

// Balls, swings and elbows turned as well, inside their limits.
Posture with_balls(const Figure& figure, Posture posture, double spread, Random& random) {
  VecX step = VecX::Zero(figure.dof_count());
  for (const JointId j : figure.joints()) {
    const JointType type = figure.joint(j).type;
    if (type != JointType::ball && type != JointType::swing && type != JointType::elbow) continue;
    for (int k = 0; k < dof_count(type); ++k) step[figure.first_dof(j) + k] = random.between(-spread, spread);
  }
  if (step.isZero(0.0)) return posture;
  integrate(figure, step, posture);
  return inside_limits(figure, posture);
}

// Of those that are ranges; joints that mimic others are one coordinate of the batch solver with them.
bool keeps_couplings(const Figure& figure, const Posture& posture, const std::vector<int>& numbers) {
  constexpr double rounding = 1e-9;
  for (const int number : numbers) {
    const Coupling& coupling = figure.couplings()[static_cast<size_t>(number)];
    const double value = coupling_value(figure, posture, coupling);
    if (value < coupling.range.min - rounding || value > coupling.range.max + rounding) return false;
  }
  return true;
}

// Around the middle; free joints stay within 0.4 m and rad of the start.
Posture random_around(const Figure& figure, const Posture& start, double spread, Random& random) {
  Posture posture = start;
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    const int v = figure.first_value(j);
    if (joint.type == JointType::free) {
      Vec3 turn;
      for (int k = 0; k < 3; ++k) posture.values[v + k] += random.between(-0.4, 0.4);
      for (int k = 0; k < 3; ++k) turn[k] = random.between(-0.4, 0.4);
      const Quat q = exp_quaternion(turn);
      for (int k = 0; k < 4; ++k) posture.values[v + 3 + k] = q.coeffs()[k];
    }
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) continue;
    const double around = start.values[v], far = joint.type == JointType::prismatic ? 0.3 : 3.0;
    const double low = std::max(joint.ranges[0].min, around - far),
                 high = std::min(joint.ranges[0].max, around + far);
    posture.values[v] = around + spread * (random.between(low, high) - around);
  }
  return with_balls(figure, posture, spread, random);
}

// Work shared by all processors.
template <class F>
void on_all(size_t count, const F& work) {
  Tickets tickets(count);
  run_on_threads(
      processor_count(),
      [&] {
        Tickets::Holder holder(tickets);
        work(holder);
      },
      [] {});
}

class Run {
 public:
  Run(const Case& c, size_t count)
      : case_(c), start_(middle(c.figure)), count_(count), goals_(count * c.tasks.size()) {
    Expected<batch::Problem> gathered = batch::gather_problem(c.figure, c.tasks, start_,
                                                              {.position_tolerance = tolerance,
                                                               .orientation_tolerance = tolerance,
                                                               .restarts = restarts,
                                                               .world = c.world ? &*c.world : nullptr});
    problem_ = std::move(gathered).value();
    const size_t blocks = (count + block - 1) / block;
    on_all(blocks, [&](Tickets::Holder& holder) {
      Kinematics kinematics(c.figure);
      std::optional<batch::ClearCheck> clear = clear_check();
      size_t b = 0;
      while (holder.take(b)) {
        Random random(1000 + b);
        for (size_t i = b * block; i < std::min(count, (b + 1) * block); ++i) {
          Posture posture;
          do {  // that can be reached within the couplings and among the obstacles
            posture = random_around(c.figure, start_, c.spread, random);
            kinematics.update(posture);
          } while (!keeps_couplings(c.figure, posture, problem_.couplings) ||
                   (clear && !clear->is_clear(kinematics)));
          for (size_t t = 0; t < c.tasks.size(); ++t) {
            goals_[i * c.tasks.size() + t] = goal_here(c.tasks[t], kinematics);
          }
        }
      }
    });
  }

  static PoseGoal goal_here(const FrameTask& task, const Kinematics& kinematics) {
    const Transform pose = kinematics.frame_pose(task.frame);
    const Transform in = task.in.is_valid() ? kinematics.frame_pose(task.in) : Transform{};
    const Vec3 place = task.gaze ? Vec3(pose.translation + pose.rotation * *task.gaze) : pose.translation;
    const Transform seen = in.inverse() * pose;
    return {in.inverse() * place, Quat(seen.rotation)};
  }

  std::optional<batch::ClearCheck> clear_check() const {
    if (!case_.world) return std::nullopt;
    return std::optional<batch::ClearCheck>(std::in_place, case_.figure, case_.tasks, *case_.world,
                                            ClearanceOptions{}, problem_.moving);
  }

  const batch::Model& model() const { return *problem_.model; }
  const batch::Problem& problem() const { return problem_; }

  void write_goal(size_t i, double* to) const {
    for (size_t t = 0; t < case_.tasks.size(); ++t) {
      const PoseGoal& goal = goals_[i * case_.tasks.size() + t];
      for (int k = 0; k < 3 && batch::asks_place(case_.tasks[t]); ++k) *to++ = goal.position[k];
      if (!batch::asks_orientation(case_.tasks[t])) continue;
      const Quat q = goal.orientation->normalized();
      *to++ = q.w();
      for (int k = 0; k < 3; ++k) *to++ = q.coeffs()[k];
    }
  }

  // Problems [0, count) on the processors; seconds.
  double solve_on_processors(size_t count, std::vector<double>& states) const {
    const size_t width = static_cast<size_t>(model().states);
    states.assign(count * width, 0.0);
    const double begin = now();
    on_all(count, [&](Tickets::Holder& holder) {
      std::vector<double> goal(static_cast<size_t>(model().goal_size));
      batch::solve_on_processor(
          problem_,
          [&]() -> std::optional<batch::Job> {
            size_t i = 0;
            if (!holder.take(i)) return std::nullopt;
            write_goal(i, goal.data());
            return batch::Job{i, goal.data()};
          },
          [&](size_t i, const batch::Answer&, const double* state) {
            std::copy_n(state, width, states.data() + i * width);
          });
    });
    return now() - begin;
  }

  // How many of these states are within the tolerances and the limits, by Kinematics.
  size_t confirmed(const double* states, size_t count) const {
    std::atomic<size_t> good = 0;
    on_all(count, [&](Tickets::Holder& holder) {
      Kinematics kinematics(case_.figure);
      Posture posture = start_;
      std::optional<batch::ClearCheck> clear = clear_check();
      size_t i = 0, mine = 0;
      while (holder.take(i)) {
        problem_.write_values(states + i * static_cast<size_t>(model().states), posture.values);
        kinematics.update(posture);
        bool is_good = largest_limit_excess(case_.figure, posture).amount == 0.0 &&
                       keeps_couplings(case_.figure, posture, problem_.couplings) &&
                       (!clear || clear->is_clear(kinematics));
        for (size_t t = 0; t < case_.tasks.size(); ++t) {
          const batch::TaskMiss miss =
              batch::miss_of(case_.tasks[t], goals_[i * case_.tasks.size() + t], kinematics);
          is_good = is_good && miss.position <= tolerance && miss.orientation <= tolerance;
        }
        mine += is_good;
      }
      good += mine;
    });
    return good;
  }

  std::span<const PoseGoal> goals() const { return goals_; }
  const Posture& start() const { return start_; }

 private:
  static constexpr size_t block = 256;
  const Case& case_;
  Posture start_;
  size_t count_;
  std::vector<PoseGoal> goals_;
  batch::Problem problem_;
};

// A rate in a table: three digits, in millions.
std::string millions(double rate) {
  char text[32];
  std::snprintf(text, sizeof text,
                rate < 0.9995e6  ? "%.3f"
                : rate < 9.995e6 ? "%.2f"
                : rate < 99.95e6 ? "%.1f"
                                 : "%.0f",
                1e-6 * rate);
  return text;
}

void print_case(const Case& c, size_t count, size_t same) {
  const Run run(c, count);
  std::printf("| %s | %d | %d rows%s |", c.name.c_str(), run.model().dofs, 3 * run.model().groups,
              run.model().levels > 1 ? ", two levels" : "");
  std::vector<double> states;
  const size_t on_processors = std::min(count, same);
  const double seconds = run.solve_on_processors(on_processors, states);
  std::printf(" %s |", millions(static_cast<double>(on_processors) / seconds).c_str());
  const double begin = now();
  const auto made = batch::GpuBatch::make(run.problem(), count);
  const double setup = now() - begin;
  if (!made) {
    std::printf(" %s | %zu of %zu reached on the CPU |\n", made.error().message.c_str(),
                run.confirmed(states.data(), on_processors), on_processors);
    return;
  }
  batch::GpuBatch& gpu = **made;
  const size_t width = static_cast<size_t>(run.model().goal_size);
  for (size_t i = 0; i < count; ++i) run.write_goal(i, gpu.goals() + i * width);
  double kernel = 0.0;
  for (const size_t n : {size_t{1000}, size_t{100000}, count}) {
    if (n > count) continue;
    std::vector<double> times;
    for (int repeat = 0; repeat < 9; ++repeat) {
      const double from = now();
      const Expected<bool> solved = gpu.solve(n);
      if (!solved) {
        std::printf(" %s |\n", solved.error().message.c_str());
        return;
      }
      if (repeat > 1) times.push_back(now() - from);
      kernel = gpu.kernel_seconds();
    }
    std::nth_element(times.begin(), times.begin() + static_cast<long>(times.size() / 2), times.end());
    std::printf(" %s |", millions(static_cast<double>(n) / times[times.size() / 2]).c_str());
  }
  const size_t state_width = static_cast<size_t>(run.model().states);
  size_t different = 0;
  for (size_t i = 0; i < on_processors; ++i) {
    different +=
        std::memcmp(gpu.states() + i * state_width, states.data() + i * state_width, 8 * state_width) != 0;
  }
  const size_t reached = run.confirmed(gpu.states(), count);
  // The same problems in other batches: the last first, and the first few alone.
  const std::vector<double> answers(gpu.states(), gpu.states() + on_processors * state_width);
  const auto differ_in_batch = [&](size_t n, bool is_reversed) {
    const auto problem = [&](size_t i) { return is_reversed ? n - 1 - i : i; };
    for (size_t i = 0; i < n; ++i) run.write_goal(problem(i), gpu.goals() + i * width);
    if (!gpu.solve(n)) return n;
    size_t differ = 0;
    for (size_t i = 0; i < n; ++i) {
      differ += std::memcmp(gpu.states() + i * state_width, answers.data() + problem(i) * state_width,
                            8 * state_width) != 0;
    }
    return differ;
  };
  size_t by_batch = differ_in_batch(on_processors, true);
  for (const size_t n : {size_t{1}, size_t{33}, size_t{1000}, size_t{77777}}) {
    if (n <= on_processors) by_batch += differ_in_batch(n, false);
  }
  std::printf(" %zu of %zu | %zu of %zu, in other batches %zu | %.1f |\n", reached, count, different,
              on_processors, by_batch, setup);
  std::fprintf(stderr, "%s: %s M/s between the copies; ", c.name.c_str(),
               millions(static_cast<double>(count) / kernel).c_str());
  SolveManyOptions options{.position_tolerance = tolerance,
                           .orientation_tolerance = tolerance,
                           .restarts = restarts,
                           .start = run.start(),
                           .world = c.world ? &*c.world : nullptr,
                           .device = Device::gpu};
  const double whole = now();
  const ManyReport report = solve_many(c.figure, c.tasks, run.goals(), options);
  std::fprintf(stderr, "solve_many as a whole %s M/s, %zu reached\n",
               millions(static_cast<double>(count) / (now() - whole)).c_str(), report.satisfied_count());
  std::fflush(stdout);
}

Figure model_figure(const std::string& name) {
  return Figure::build(models::find(name)->make({})).value();
}

std::vector<FrameTask> tasks_of(const Figure& figure, const std::vector<std::string>& frames,
                                bool two_levels = false) {
  std::vector<FrameTask> tasks;
  for (const std::string& name : frames) {
    const int priority = two_levels && tasks.size() >= frames.size() / 2 ? 2 : 1;
    tasks.push_back({.frame = figure.frame(name), .priority = priority});
  }
  return tasks;
}

// "robot.urdf:hand,foot@0.3". Frames are added where the links are.
Case robot(const std::string& words) {
  const size_t colon = words.find(':'), end = words.find('@');
  if (colon == std::string::npos)
    throw std::invalid_argument(words + ": it is ROBOT.urdf:LINK,LINK...[@SPREAD]");
  const std::filesystem::path file = words.substr(0, colon);
  const Expected<Figure> figure = load_figure(file);
  if (!figure) throw std::invalid_argument(figure.error().message);
  std::vector<std::string> links;
  std::stringstream names(words.substr(colon + 1, end == std::string::npos ? end : end - colon - 1));
  for (std::string name; std::getline(names, name, ',');) links.push_back(name);
  FigureDescription description = figure->description();
  for (const std::string& link : links) {
    if (!figure->find_frame(link)) description.frames.push_back({link, link, Transform{}});
  }
  const Figure with_frames = Figure::build(std::move(description)).value();
  return {file.filename(),
          with_frames,
          tasks_of(with_frames, links, false),
          end == std::string::npos ? 1.0 : std::stod(words.substr(end + 1)),
          {}};
}

std::vector<Case> shipped_cases() {
  std::vector<Case> list;
  const auto add = [&](const std::string& name, const Figure& figure, const std::vector<std::string>& frames,
                       double spread, bool two_levels = false) {
    try {
      list.push_back({name, figure, tasks_of(figure, frames, two_levels), spread, {}});
    } catch (const std::exception& problem) {
      std::fprintf(stderr, "%s: %s\n", name.c_str(), problem.what());
    }
  };
  add("panda-like, shipped", model_figure("panda-like"), {"flange"}, 1.0);
  add("tsuji-arm", model_figure("tsuji-arm"), {"tip"}, 1.0);
  add("lab-arm", model_figure("lab-arm"), {"tip"}, 1.0);
  add("snake", model_figure("snake"), {"body.tip"}, 0.5);
  add("elephant, trunk", model_figure("elephant"), {"trunk.tip"}, 0.5);
  const std::vector<std::string> limbs{"hand.l", "hand.r", "foot.l", "foot.r"};
  add("tevatia-humanoid, four limbs", model_figure("tevatia-humanoid"), limbs, 0.3);
  const Figure humanoid = Figure::build(humanoid_50()).value();
  constexpr double slightly = 0.4 / 3.0;  // of 3 rad
  add("humanoid-50", humanoid, limbs, slightly);
  add("humanoid-50", humanoid, {"foot.l", "foot.r", "hand.l", "hand.r"}, slightly, true);
  // A person, with swing and twist limits, and couplings of hip and knee.
  const Figure human = model_figure("human");
  add("human, a hand", human, {"hand.r"}, 0.5);
  add("human, a hand, postures up to the limits", human, {"hand.r"}, 3.0);
  add("human, four limbs", human, limbs, 0.5);
  const FrameId right = human.frame("hand.r"), left = human.frame("hand.l");
  list.push_back({"human, eyes, a hand, the other seen from it",
                  human,
                  {{.frame = human.frame("eyes"), .gaze = Vec3::UnitZ()},
                   {.frame = right},
                   {.frame = left, .in = right}},
                  0.5,
                  {}});
  World pole, table;
  pole.add("pole", Capsule{Vec3(0.35, 0.0, 0.0), Vec3(0.35, 0.0, 2.0), 0.03});
  list.push_back({"human, two hands, clear of a pole and itself",
                  human,
                  {{.frame = right}, {.frame = left}},
                  0.5,
                  pole});
  table.add("table", Box{Vec3(0.5, 0.0, 0.2), Vec3(0.5, 1.2, 0.04)});
  table.add("pole", Capsule{Vec3(0.3, 0.35, 0.0), Vec3(0.3, 0.35, 1.0), 0.05});
  table.add("floor", Plane{Vec3(0, 0, -0.02), Vec3::UnitZ()});
  const Figure arm = model_figure("panda-like");
  list.push_back(
      {"panda-like, clear of a table, a pole and itself", arm, tasks_of(arm, {"flange"}), 1.0, table});
  return list;
}

}  // namespace

int main(int count, char** words) {
  size_t goals = 1'000'000, same = 200'000;
  std::string only;
  std::vector<Case> cases;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--goals" && i + 1 < count) {
      goals = std::stoul(words[++i]);
    } else if (word == "--same" && i + 1 < count) {
      same = std::stoul(words[++i]);
    } else if (word == "--only" && i + 1 < count) {
      only = words[++i];
    } else {
      try {
        cases.push_back(robot(word));
      } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return 2;
      }
    }
  }
  const Expected<std::string> gpu = batch::gpu_name();
  std::printf("GPU: %s; CPU: %d processors, %d lanes; 1e-5 m and rad; million problems per second\n\n",
              gpu ? gpu->c_str() : gpu.error().message.c_str(), processor_count(), batch::lanes_here());
  std::printf(
      "| figure | DOF | tasks | CPU | GPU, 1e3 | 1e5 | %zu | reached within the limits | bits differ | "
      "set-up [s] |\n",
      goals);
  std::printf("|---|---|---|---|---|---|---|---|---|---|\n");
  std::fflush(stdout);
  if (cases.empty()) cases = shipped_cases();
  for (const Case& c : cases) {
    if (c.name.find(only) == std::string::npos) continue;
    // Goals that are clear of obstacles take long to make.
    print_case(c, c.world ? std::min<size_t>(goals, 200'000) : goals, same);
  }
}
