// How often, and how soon, is a random reachable pose of a 7-joint arm found from the middle of its ranges?
//
//   tools/bench.sh far_starts_vs_kdl -- [--poses N] [--svg FILE]
//
// The set-up of the TRAC-IK paper (Beeson and Ames 2015): poses of random joint values, all six coordinates
// to 1e-5, 5 ms for each. Beside Limber with restarts runs KDL's Newton-Raphson with joint limits from
// Debian's package, once from the same start and once restarted from random postures until the time is over.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <random>
#include <string>

#include "limber/kinematics/kinematics.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"

#if LIMBER_HAVE_KDL
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>

#include "kdl_chain.h"
#endif

namespace {

using namespace limber;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double budget = 5e-3;     // [s]
constexpr double tolerance = 1e-5;  // [m] and [rad]

Range range_of(const Figure& figure, int joint) {
  return figure.joint(joint).ranges[0];
}

Posture posture_of(const Figure& figure, const std::function<double(const Range&)>& choose) {
  Posture posture = figure.rest_posture();
  for (int j = 0; j < figure.segment_count(); ++j) {
    if (figure.joint(j).type == JointType::revolute)
      posture.values[figure.first_value(j)] = choose(range_of(figure, j));
  }
  return posture;
}

struct Curve {
  std::string name;
  std::vector<double> times;  // [s] of those found
};

// How far a posture is from a pose: the larger of metres and radians.
double distance(const Figure& figure, const Posture& posture, int frame, const Transform& goal) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Transform pose = kinematics.frame_pose(frame);
  return std::max((pose.translation - goal.translation).norm(),
                  Eigen::AngleAxisd(Mat3(Mat3(pose.rotation).transpose() * Mat3(goal.rotation))).angle());
}

Curve run(const std::string& name, const Figure& figure, const std::vector<Transform>& goals, int frame,
          const std::function<bool(const Transform&, Posture&)>& find) {
  Curve curve{name, {}};
  for (const Transform& goal : goals) {
    Posture posture;
    const Clock::time_point start = Clock::now();
    const bool found = find(goal, posture);
    const double seconds = Seconds(Clock::now() - start).count();
    // Checked by ourselves, whoever claims it: the pose, the limits, and the time with a little grace.
    if (!found || seconds > 1.2 * budget) continue;
    if (distance(figure, posture, frame, goal) > 2.0 * tolerance) continue;
    if (largest_limit_excess(figure, posture).amount > 1e-9) continue;
    curve.times.push_back(seconds);
  }
  std::sort(curve.times.begin(), curve.times.end());
  return curve;
}

double share_after(const Curve& curve, double seconds, std::size_t count) {
  return static_cast<double>(std::upper_bound(curve.times.begin(), curve.times.end(), seconds) -
                             curve.times.begin()) /
         static_cast<double>(count);
}

void write_svg(const std::string& file, const std::vector<Curve>& curves, std::size_t count) {
  const double left = 60, top = 20, width = 520, height = 260, first = 2e-5, last = budget;
  const auto x = [&](double t) {
    return left + width * std::log(std::max(t, first) / first) / std::log(last / first);
  };
  const auto y = [&](double share) { return top + height * (1.0 - share); };
  const char* colors[] = {"#d9822b", "#7a8699", "#4f5b6e"};
  std::ofstream out(file);
  out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 330' font-family='sans-serif' "
         "font-size='12'>\n"
      << "<rect width='640' height='330' fill='#ffffff'/>\n";
  for (int tick = 0; tick <= 4; ++tick) {
    const double share = tick / 4.0;
    out << "<path d='M" << left << " " << y(share) << "h" << width << "' stroke='#e1e4e8'/><text x='"
        << left - 8 << "' y='" << y(share) + 4 << "' text-anchor='end' fill='#444'>" << 100 * share
        << " %</text>\n";
  }
  for (const double t : {2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3}) {
    out << "<text x='" << x(t) << "' y='" << top + height + 18 << "' text-anchor='middle' fill='#444'>"
        << 1e3 * t << "</text>\n";
  }
  out << "<text x='" << left + width / 2 << "' y='" << top + height + 38
      << "' text-anchor='middle' fill='#444'>time for one pose [ms]</text>\n";
  for (std::size_t c = 0; c < curves.size(); ++c) {
    out << "<path fill='none' stroke-width='2' stroke='" << colors[c % 3] << "' d='M";
    for (int i = 0; i <= 200; ++i) {
      const double t = first * std::pow(last / first, i / 200.0);
      out << (i > 0 ? "L" : "") << x(t) << " " << y(share_after(curves[c], t, count)) << " ";
    }
    out << "'/><text x='" << left + 12 << "' y='" << top + 20 + 18 * static_cast<double>(c) << "' fill='"
        << colors[c % 3] << "'>" << curves[c].name << "</text>\n";
  }
  out << "</svg>\n";
}

}  // namespace

int main(int argc, char** argv) {
  int poses = 2000;
  std::string svg;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--poses") == 0) poses = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--svg") == 0) svg = argv[i + 1];
  }
  const Figure figure = Figure::build(models::find("panda-like")->make({})).value();
  const FrameId frame = figure.frame("flange");
  const Posture middle = posture_of(figure, [](const Range& r) { return 0.5 * (r.min + r.max); });
  std::mt19937_64 random(2015);
  const auto anywhere = [&](const Range& r) {
    return std::uniform_real_distribution<double>(r.min, r.max)(random);
  };

  std::vector<Transform> goals;
  Kinematics kinematics(figure);
  for (int i = 0; i < poses; ++i) {
    kinematics.update(posture_of(figure, anywhere));
    goals.push_back(kinematics.frame_pose(frame));
  }

  std::vector<Curve> curves;
  Solver solver(figure);
  curves.push_back(
      run("Limber, restarts", figure, goals, frame, [&](const Transform& goal, Posture& posture) {
        TaskList tasks;
        tasks.add("position", Reach{.frame = frame, .target = goal.translation}, {.tolerance = tolerance});
        tasks.add("orientation", Orient{.frame = frame, .target = Quat(Mat3(goal.rotation))},
                  {.tolerance = tolerance});
        posture = middle;
        const SolveOptions options{.most_steps = 100, .restarts = 1000000, .most_seconds = budget};
        return solver.solve(tasks, {}, posture, options).light == Light::green;
      }));

#if LIMBER_HAVE_KDL
  const KDL::Chain chain = kdl_chain(figure, frame);
  const unsigned n = chain.getNrOfJoints();
  KDL::JntArray low(n), high(n);
  for (int j = 0, i = 0; j < figure.segment_count(); ++j) {
    if (figure.joint(j).type != JointType::revolute) continue;
    low(static_cast<unsigned>(i)) = range_of(figure, j).min;
    high(static_cast<unsigned>(i++)) = range_of(figure, j).max;
  }
  KDL::ChainFkSolverPos_recursive position(chain);
  KDL::ChainIkSolverVel_pinv velocity(chain);
  const auto kdl_from = [&](const Transform& goal, const Posture& start, unsigned rounds, Posture& posture) {
    KDL::ChainIkSolverPos_NR_JL newton(chain, low, high, position, velocity, rounds, tolerance);
    KDL::JntArray from(n), found(n);
    from.data = start.values;
    const Mat3 r = goal.rotation;
    const KDL::Frame pose(
        KDL::Rotation(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
        KDL::Vector(goal.translation.x(), goal.translation.y(), goal.translation.z()));
    const bool ok = newton.CartToJnt(from, pose, found) >= 0;
    posture = start;
    posture.values = found.data;
    return ok;
  };
  curves.push_back(run("KDL, one start", figure, goals, frame, [&](const Transform& goal, Posture& posture) {
    return kdl_from(goal, middle, 1000, posture);
  }));
  curves.push_back(run("KDL, restarts", figure, goals, frame, [&](const Transform& goal, Posture& posture) {
    const Clock::time_point start = Clock::now();
    bool found = kdl_from(goal, middle, 100, posture);
    while (!found && Seconds(Clock::now() - start).count() < budget) {
      found = kdl_from(goal, posture_of(figure, anywhere), 100, posture);
    }
    return found;
  }));
#endif

  std::printf("%d random poses of %s, tolerance %g, start mid-range\n\nfound within  ", poses,
              figure.name().c_str(), tolerance);
  const double marks[] = {5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, budget};
  for (const double mark : marks) std::printf("%8g ms", 1e3 * mark);
  std::printf("   median\n");
  for (const Curve& curve : curves) {
    std::printf("%-14s", curve.name.c_str());
    for (const double mark : marks) std::printf("%9.2f %%", 100.0 * share_after(curve, mark, goals.size()));
    std::printf("   %.3f ms\n", curve.times.empty() ? 0.0 : 1e3 * curve.times[curve.times.size() / 2]);
  }
  if (!svg.empty()) write_svg(svg, curves, goals.size());
  return 0;
}
