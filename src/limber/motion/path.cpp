// Paths: checked and prepared once, then evaluated at any time.

#include "limber/motion/path.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "limber/base/number_text.h"
#include "limber/base/overloaded.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "limber/math/spline.h"
#include "limber/motion/common_period.h"
#include "limber/motion/left_jacobian_rate.h"
#include "limber/motion/path_spline.h"

namespace limber {

namespace {

constexpr double full_turn = 2.0 * std::numbers::pi;
constexpr double along_x = 0.9;  // a normal with more of x leaves too little of x in the plane

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument(what);
}

void require_finite(bool finite) {
  if (!finite) refuse("a path has a number that is not finite");
}

void require_period(double period) {
  if (!(period > 0.0) || !std::isfinite(period)) refuse("the period of a path must be above 0 s");
}

void check_points(const std::vector<double>& times, const std::vector<Vec3>& points, double period) {
  if (times.empty()) refuse("a path needs at least one key");
  if (times.size() != points.size())
    refuse("a path has " + std::to_string(times.size()) + " times for " + std::to_string(points.size()) +
           " points");
  if (times.size() > TargetPath::most_samples)
    refuse("a path of " + std::to_string(times.size()) + " points is too long; at most " +
           std::to_string(TargetPath::most_samples) + " are allowed");
  for (std::size_t i = 0; i < times.size(); ++i) {
    require_finite(std::isfinite(times[i]) && points[i].allFinite());
    if (i > 0 && times[i] == times[i - 1])
      refuse("two keys of a path are both at " + exact_text(times[i]) +
             " s: each must be later than the one before");
    if (i > 0 && times[i] < times[i - 1])
      refuse("a key of a path at " + exact_text(times[i]) + " s comes after one at " +
             exact_text(times[i - 1]) + " s: each must be later than the one before");
  }
  if (period == 0.0) return;
  require_period(period);
  if (!(period > times.back() - times.front()))
    refuse("a path that loops must have a period longer than the " +
           exact_text(times.back() - times.front()) + " s from its first key to its last");
}

void check_curve(const Curve& curve) {
  std::visit(overloaded{[](const CircleCurve& c) {
                          require_finite(c.center.allFinite() && std::isfinite(c.radius) &&
                                         c.normal.allFinite() && std::isfinite(c.phase));
                          require_period(c.period);
                          if (c.radius < 0.0) refuse("the radius of a circle must not be negative");
                          if (!(std::abs(c.normal.norm() - 1.0) < 1e-6))
                            refuse("the normal of a circle must be a unit vector");
                        },
                        [](const SineCurve& c) {
                          require_finite(c.center.allFinite());
                          for (const SineCurve::Term& term : c.terms) {
                            require_finite(term.amplitude.allFinite() && std::isfinite(term.phase));
                            require_period(term.period);
                          }
                        },
                        [](const auto& c) { check_points(c.times, c.points, c.period); }},
             curve);
}

// The angle of a wave; whole turns are taken away first, so that a period later it is the same.
double angle_at(double time, double period, double phase) {
  return full_turn * within_period(time / period, 0.0, 1.0) + phase;
}

PathPoint on_circle(const CircleCurve& c, double time) {
  const Vec3 towards = std::abs(c.normal.x()) > along_x ? Vec3(Vec3::UnitY()) : Vec3(Vec3::UnitX());
  const Vec3 u = (towards - c.normal.dot(towards) * c.normal).normalized(), v = c.normal.cross(u);
  const double angle = angle_at(time, c.period, c.phase), rate = full_turn / c.period;
  const Vec3 out = c.radius * (portable::cos(angle) * u + portable::sin(angle) * v);
  const Vec3 along = c.radius * (portable::cos(angle) * v - portable::sin(angle) * u);
  return {c.center + out, rate * along, -rate * rate * out};
}

PathPoint on_sines(const SineCurve& c, double time) {
  PathPoint point{.value = c.center};
  for (const SineCurve::Term& term : c.terms) {
    const double angle = angle_at(time, term.period, term.phase), rate = full_turn / term.period;
    const double sine = portable::sin(angle);
    point.value += sine * term.amplitude;
    point.velocity += rate * portable::cos(angle) * term.amplitude;
    point.acceleration -= rate * rate * sine * term.amplitude;
  }
  return point;
}

// Waves of no size do not count.
double period_of(const SineCurve& curve) {
  std::vector<double> periods;
  for (const SineCurve::Term& term : curve.terms) {
    if (!term.amplitude.isZero(0.0)) periods.push_back(term.period);
  }
  return common_period(periods);
}

// R = exp(x): velocity L(-x) x' in the turned axes, and its derivative.
PathTurn turn_of(const PathPoint& x) {
  const Mat3 left = left_jacobian(-x.value);
  return {.orientation = exp_quaternion(x.value),
          .velocity = left * x.velocity,
          .acceleration = left * x.acceleration + left_jacobian_rate(-x.value, -x.velocity) * x.velocity};
}

}  // namespace

struct TargetPath::Data {
  Curve curve;
  CubicPieces pieces;                 // of keys and samples
  std::vector<double> times;          // of the orientations: keys repeated where it loops
  std::optional<SplineTimes> spline;  // of keys
  std::vector<Quat> orientations;     // of samples and keys
  std::vector<Vec3> turns;            // between them
  double period = 0.0;                // after which it repeats
  double start = 0.0;                 // of keys and samples

  explicit Data(Curve given) : curve(std::move(given)) {
    std::visit(overloaded{[&](const KeyCurve& c) { prepare(c, CubicPieces::Through::keys); },
                          [&](const SampledCurve& c) { prepare(c, CubicPieces::Through::samples); },
                          [&](const CircleCurve& c) { period = c.period; },
                          [&](const SineCurve& c) { period = period_of(c); }},
               curve);
  }

  template <class Points>
  void prepare(const Points& c, CubicPieces::Through through) {
    period = c.period;
    start = c.times.front();
    pieces = CubicPieces(through, c.times, c.points, c.period);
    times = c.times;
    for (const Vec3& point : c.points) orientations.push_back(exp_quaternion(point));
    if (c.period > 0.0) {
      const Repeated more = repeated(c.times, c.period);
      times = more.times;
      orientations.clear();
      for (const int key : more.keys) orientations.push_back(exp_quaternion(limber::at(c.points, key)));
    }
    turns = turns_between(orientations);
    if (through == CubicPieces::Through::keys) spline.emplace(times);
  }

  PathTurn key_turn(double time) const {
    const double t = within_period(time, start, period);
    if (spline) {
      const Turning turning = spline_turning(spline->weights(t), orientations.front(), turns);
      return {turning.orientation, turning.velocity, turning.acceleration};
    }
    const auto after = std::upper_bound(times.begin(), times.end(), t);
    if (after == times.begin()) return {.orientation = orientations.front()};
    if (after == times.end()) return {.orientation = orientations.back()};
    const auto k = static_cast<std::size_t>(after - times.begin()) - 1;
    const Vec3 rate = turns[k] / (times[k + 1] - times[k]);
    return {.orientation = orientations[k] * exp_quaternion((t - times[k]) * rate), .velocity = rate};
  }
};

TargetPath::TargetPath(Curve curve) {
  check_curve(curve);
  data_ = std::make_shared<const Data>(std::move(curve));
}

const Curve& TargetPath::curve() const {
  return data_->curve;
}

PathPoint TargetPath::point(double time) const {
  return std::visit(overloaded{[&](const CircleCurve& c) { return on_circle(c, time); },
                               [&](const SineCurve& c) { return on_sines(c, time); },
                               [&](const auto&) { return data_->pieces.at(time); }},
                    data_->curve);
}

PathTurn TargetPath::turn(double time) const {
  return std::visit(overloaded{[&](const CircleCurve& c) { return turn_of(on_circle(c, time)); },
                               [&](const SineCurve& c) { return turn_of(on_sines(c, time)); },
                               [&](const auto&) { return data_->key_turn(time); }},
                    data_->curve);
}

double TargetPath::period() const {
  return data_->period;
}

double TargetPath::end() const {
  return period() > 0.0 ? 0.0
                        : std::visit(overloaded{[](const CircleCurve&) { return 0.0; },
                                                [](const SineCurve&) { return 0.0; },
                                                [](const auto& c) { return c.times.back(); }},
                                     data_->curve);
}

const TargetPath* Paths::of(TaskId<> task) const {
  const auto found =
      std::find_if(tasks.begin(), tasks.end(), [&](const OfTask& t) { return int{t.task} == int{task}; });
  return found == tasks.end() ? nullptr : &found->path;
}

const TargetPath* Paths::of(std::string_view obstacle) const {
  const auto found = std::find_if(obstacles.begin(), obstacles.end(),
                                  [&](const OfObstacle& o) { return o.obstacle == obstacle; });
  return found == obstacles.end() ? nullptr : &found->path;
}

void Paths::set(TaskId<> task, std::optional<TargetPath> path) {
  std::erase_if(tasks, [&](const OfTask& t) { return int{t.task} == int{task}; });
  if (path) tasks.push_back({task, std::move(*path)});
}

void Paths::set(const std::string& obstacle, std::optional<TargetPath> path) {
  std::erase_if(obstacles, [&](const OfObstacle& o) { return o.obstacle == obstacle; });
  if (path) obstacles.push_back({obstacle, std::move(*path)});
}

bool may_follow_path(const Task& task) {
  return std::holds_alternative<Reach>(task) || std::holds_alternative<Orient>(task) ||
         std::holds_alternative<LookAt>(task) || std::holds_alternative<CenterOfMass>(task) ||
         std::holds_alternative<JointValue>(task);
}

void set_target(Task& task, const TargetPath& path, double time) {
  std::visit(overloaded{[&](Reach& t) { t.target = path.point(time).value; },
                        [&](LookAt& t) { t.target = path.point(time).value; },
                        [&](CenterOfMass& t) { t.target = path.point(time).value; },
                        [&](Orient& t) { t.target = path.turn(time).orientation; },
                        [&](JointValue& t) { t.target = path.point(time).value.x(); }, [](auto&) {}},
             task);
}

void set_targets(TaskList& tasks, const Paths& paths, double time) {
  for (TaskList::Entry& entry : tasks) {
    if (const TargetPath* path = paths.of(entry.number)) set_target(entry.task, *path, time);
  }
}

}  // namespace limber
