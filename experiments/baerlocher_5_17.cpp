// Baerlocher 2001, figures 5.16 and 5.17: inequalities by adding the violated one that is met first, until none is
// violated; and what letting go of one that is no longer needed changes.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "limber/math/random.h"
#include "limber/solver/least_squares/lexicographic.h"
#include "limber/solver/least_squares/projector_hierarchy.h"

namespace limber::experiments {

namespace of_baerlocher_5_17 {
namespace {

// minimise |A x - b| subject to C x <= d
struct Problem {
  Eigen::MatrixXd a, c;
  VecX b, d;
  Eigen::Index unknowns() const { return a.cols(); }
  double residual(const VecX& x) const {
    const VecX rest = a * x - b;
    return rest.norm();
  }
  double violation(const VecX& x) const {
    const VecX excess = c * x - d;
    return std::max(0.0, excess.maxCoeff());
  }
};

struct Answer {
  VecX x;
  int rounds = 0;
};

// The thesis: rows are only added.
Answer add_only(const Problem& problem) {
  const auto n = static_cast<int>(problem.unknowns());
  ProjectorHierarchy hierarchy(n, 16, 1, {});
  hierarchy.clear(n);
  for (Eigen::Index i = 0; i < problem.c.rows(); ++i)
    Eigen::Map<VecX>(hierarchy.add_at_most(problem.d[i]), n) = problem.c.row(i).transpose();
  hierarchy.begin_level();
  for (Eigen::Index i = 0; i < problem.a.rows(); ++i)
    Eigen::Map<VecX>(hierarchy.add_row(problem.b[i]), n) = problem.a.row(i).transpose();
  hierarchy.solve();
  return {hierarchy.solution().head(n), hierarchy.rounds()};
}

// Limber: rows are added and let go of.
Answer add_and_release(const Problem& problem) {
  const auto n = static_cast<int>(problem.unknowns());
  Lexicographic solver(n, 16, 2);
  solver.clear(n);
  solver.begin_level();
  for (Eigen::Index i = 0; i < problem.c.rows(); ++i)
    Eigen::Map<VecX>(solver.add_at_most(problem.d[i]), n) = problem.c.row(i).transpose();
  solver.begin_level();
  for (Eigen::Index i = 0; i < problem.a.rows(); ++i)
    Eigen::Map<VecX>(solver.add_equality(problem.b[i]), n) = problem.a.row(i).transpose();
  solver.solve();
  return {solver.solution(), solver.rounds()};
}

// Every set of rows held with equality, solved exactly: the best that violates none.
VecX by_enumeration(const Problem& problem) {
  const Eigen::Index n = problem.unknowns(), count = problem.c.rows();
  VecX best = VecX::Zero(n);
  double least = problem.residual(best);
  for (unsigned set = 0; set < 1u << count; ++set) {
    std::vector<Eigen::Index> held;
    for (Eigen::Index i = 0; i < count; ++i) {
      if (set >> i & 1u) held.push_back(i);
    }
    const auto k = static_cast<Eigen::Index>(held.size());
    if (k > n) continue;
    Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(n + k, n + k);
    VecX rhs(n + k);
    kkt.topLeftCorner(n, n) = problem.a.transpose() * problem.a;
    rhs.head(n) = problem.a.transpose() * problem.b;
    for (Eigen::Index i = 0; i < k; ++i) {
      const Eigen::Index row = held[static_cast<std::size_t>(i)];
      kkt.row(n + i).head(n) = problem.c.row(row);
      kkt.col(n + i).head(n) = problem.c.row(row).transpose();
      rhs[n + i] = problem.d[row];
    }
    const VecX x = kkt.fullPivLu().solve(rhs).head(n);
    if (!x.allFinite() || problem.violation(x) > 1e-9 || problem.residual(x) >= least) continue;
    best = x;
    least = problem.residual(x);
  }
  return best;
}

// x = 0 is feasible, as a step that stands still always is.
Problem random_problem(Random& random) {
  Problem p{Eigen::MatrixXd(4, 4), Eigen::MatrixXd(6, 4), VecX(4), VecX(6)};
  for (Eigen::Index k = 0; k < p.a.size(); ++k) p.a.data()[k] = random.between(-1, 1);
  for (Eigen::Index k = 0; k < p.c.size(); ++k) p.c.data()[k] = random.between(-1, 1);
  for (double& value : p.b) value = random.between(-1, 1);
  for (double& value : p.d) value = random.between(0, 0.5);
  return p;
}

// Two constraints are violated on the way to (2, 1.5).
Problem drawn() {
  Problem p{Eigen::MatrixXd::Identity(2, 2), Eigen::MatrixXd(2, 2), Vec2(2.0, 1.5), Vec2(1.0, 1.6)};
  p.c << 1, 0, 1, 1;
  return p;
}

struct Tried {
  int active = 0, optimal = 0, most_rounds = 0;
  double rounds = 0.0, violation = 0.0, beyond = 0.0;  // mean; largest; residual beyond the least, largest
  double share() const { return 100.0 * optimal / std::max(active, 1); }
  double mean_rounds() const { return rounds / std::max(active, 1); }
};

void add(Tried& tried, const Problem& problem, const Answer& answer, double least) {
  const double beyond = problem.residual(answer.x) - least;
  ++tried.active;
  tried.optimal += beyond < 1e-7;
  tried.rounds += answer.rounds;
  tried.most_rounds = std::max(tried.most_rounds, answer.rounds);
  tried.violation = std::max(tried.violation, problem.violation(answer.x));
  tried.beyond = std::max(tried.beyond, beyond);
}

Plot picture(const Problem& problem, const VecX& found) {
  Plot plot{.title = "5.17: two violated constraints",
            .x = {"q₁", Spacing::linear, Range{-0.5, 2.3}},
            .y = {"q₂", Spacing::linear, Range{-0.5, 1.8}},
            .same_scale = true};
  plot.series = {{.label = "constraints", .points = {{1, -1}, {1, 2}}, .tone = Tone::middle},
                 {.points = {{-0.5, 2.1}, {2.6, -1.0}}, .tone = Tone::middle},
                 {.label = "tried",
                  .points = {{0, 0}, problem.b},
                  .style = Series::Style::line_and_points,
                  .tone = Tone::faint},
                 {.label = "found",
                  .points = {{0, 0}, found},
                  .style = Series::Style::line_and_points,
                  .tone = Tone::accent}};
  return plot;
}

Result run(const RunOptions& options) {
  const Problem two = drawn();
  const Answer found = add_only(two);
  const VecX exact = by_enumeration(two);
  Random random(71);
  Tried thesis, ours;
  const int tries = options.shortened ? 200 : 2000;
  for (int k = 0; k < tries; ++k) {
    const Problem problem = random_problem(random);
    if (problem.violation(problem.a.fullPivLu().solve(problem.b)) < 1e-9) continue;  // nothing is in the way
    const double least = problem.residual(by_enumeration(problem));
    add(thesis, problem, add_only(problem), least);
    add(ours, problem, options.replaces("no-release") ? add_only(problem) : add_and_release(problem), least);
    if (k % 50 == 0) options.progress(double(k) / tries);
  }
  const VecX off_boundary = two.c * found.x - two.d;
  Result result;
  result.add("drawn case: violation", "the next valid configuration", two.violation(found.x), "",
             at_most(1e-9));
  result.add("drawn case: distance from the boundaries met", "precisely set on the boundary",
             off_boundary.cwiseAbs().maxCoeff(), "", at_most(1e-9));
  result.add("drawn case: distance from the best point, found by trying every set", "no counterpart: exact",
             (found.x - exact).norm(), "", at_most(1e-9));
  result.add("largest violation in " + std::to_string(thesis.active) + " problems",
             "satisfies all inequalities", thesis.violation, "", at_most(1e-7));
  result.add("rounds on average", "usually only few iterations", thesis.mean_rounds(), "", at_most(5.0));
  Finding& optimal =
      result.add("problems in which adding alone finds the best step",
                 "tasks are satisfied as much as possible", thesis.share(), "%", at_least(99.0, percentage));
  optimal.explanation =
      "A constraint added early may hold the wrong way once others are added, and is never let go of: the "
      "step keeps "
      "all constraints but is not the best that does";
  optimal.explained = between(40.0, 95.0, percentage);
  result.add("problems in which adding and releasing finds it", "no counterpart: Limber", ours.share(), "%",
             at_least(99.99, percentage));
  result.note("residual beyond the least, adding alone, largest", thesis.beyond, "");
  result.note("residual beyond the least, adding and releasing, largest", ours.beyond, "");
  result.plots = {picture(two, found.x)};
  options.progress(1.0);
  result.conclusion =
      "Adding the violated constraint that is met first ends at a valid configuration, on the boundaries it "
      "met, after "
      "few rounds. Limber also releases constraints whose multiplier has the wrong sign.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_5_17

Experiment baerlocher_5_17() {
  return {.name = "baerlocher-5.17",
          .title = "Inequalities: adding, and letting go",
          .document = "Baerlocher 2001",
          .place = "section 5.4.2, figures 5.16 and 5.17",
          .claim =
              "Starting from the equalities, the violated inequality nearest on the way is added as an "
              "equality and the "
              "step computed again, until none is violated; usually a few rounds suffice, and joints land "
              "precisely on "
              "their limits.",
          .parameters = {{"drawn case", "q₁ ≤ 1 and q₁ + q₂ ≤ 1.6, from the origin to (2, 1.5)"},
                         {"others",
                          "2000 random problems, 4 unknowns, 6 inequalities; those in which one is met"},
                         {"best step", "every set of inequalities held with equality, solved exactly"}},
          .run = of_baerlocher_5_17::run,
          .replacements = {{"no-release", "Limber’s active set without the release rule"}}};
}

}  // namespace limber::experiments
