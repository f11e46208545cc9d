// One step of 50 unknowns with four levels of 15 rows: more rows than unknowns, so that the last level has
// to give way.
//
// The peer is the recursive projector of the source documents (Baerlocher 2001, formulation A) with Eigen's
// singular value decompositions; it knows no limits. Limber gets bounds as well: far away, or so near that
// about 12 of 50 are met.

#include <Eigen/SVD>
#include <random>

#include "limber/solver/least_squares/lexicographic.h"
#include "measure.h"
#include "plain_priorities.h"
#include "table.h"

namespace limber::peers {

namespace {

constexpr int unknowns = 50, level_count = 4, rows = 15;
constexpr double step_bound = 0.3;  // [rad] of one level
using Problem = std::vector<Level>;

// Neighbouring steps of a drag: a little different each time, there and back.
std::vector<Problem> drag() {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto any = [&] {
    Problem levels(level_count);
    for (Level& level : levels) {
      level.jacobian = RowMatrix::NullaryExpr(rows, unknowns, [&] { return uniform(random); });
      level.error = VecX::NullaryExpr(rows, [&] { return 0.3 * uniform(random); });
    }
    return levels;
  };
  const Problem from = any(), to = any();
  std::vector<Problem> steps;
  constexpr int count = 64;
  for (int i = 0; i < count; ++i) {
    const double t = 0.1 * std::sin(2 * M_PI * i / count);
    Problem p = from;
    for (std::size_t l = 0; l < p.size(); ++l) {
      p[l].jacobian += t * to[l].jacobian;
      p[l].error += t * to[l].error;
    }
    steps.push_back(p);
  }
  return steps;
}

template <class Svd>
class Projectors {
 public:
  const VecX& step(const Problem& levels, bool damped) {
    step_.setZero(unknowns);
    projector_.setIdentity(unknowns, unknowns);
    for (const Level& level : levels) {
      restricted_.noalias() = level.jacobian * projector_;
      left_ = level.error - level.jacobian * step_;
      svd_.compute(restricted_);
      const VecX& s = svd_.singularValues();
      int rank = 0;
      while (rank < s.size() && s[rank] > 1e-9 * level.jacobian.norm()) ++rank;
      if (rank == 0) continue;
      // Maciejewski and Klein 1988.
      const double smallest = s[rank - 1], d = left_.norm() / step_bound;
      const double lambda = !damped || smallest >= d ? 0.0
                            : smallest > d / 2       ? std::sqrt(smallest * (d - smallest))
                                                     : d / 2;
      along_.noalias() = svd_.matrixU().leftCols(rank).transpose() * left_;
      along_.array() *= s.head(rank).array() / (s.head(rank).array().square() + lambda * lambda);
      step_.noalias() += svd_.matrixV().leftCols(rank) * along_;
      projector_.noalias() -= svd_.matrixV().leftCols(rank) * svd_.matrixV().leftCols(rank).transpose();
    }
    return step_;
  }

 private:
  Svd svd_{rows, unknowns, Eigen::ComputeThinU | Eigen::ComputeThinV};
  Eigen::MatrixXd projector_, restricted_;
  VecX step_, left_, along_;
};

const VecX& step(Lexicographic& solver, const Problem& levels, bool damped, double limit) {
  solver.clear(unknowns);
  for (int i = 0; i < unknowns; ++i) solver.set_bounds(i, -limit, limit);
  for (const Level& level : levels) {
    solver.begin_level({damped ? LevelDamping::Rule::step_bound : LevelDamping::Rule::none, 0.0, step_bound});
    for (int r = 0; r < rows; ++r)
      std::copy_n(level.jacobian.data() + r * unknowns, unknowns, solver.add_equality(level.error[r]));
  }
  solver.solve();
  return solver.solution();
}

constexpr double far = 100.0, near = 0.097;  // [rad]

}  // namespace

void measure_priorities(Table& table) {
  const std::vector<Problem> steps = drag();
  Lexicographic solver(unknowns, level_count * rows, level_count);
  PlainPriorities plain;
  Projectors<Eigen::JacobiSVD<Eigen::MatrixXd>> jacobi;
  Projectors<Eigen::BDCSVD<Eigen::MatrixXd>> divide;
  for (const Problem& p : steps) {
    const VecX expected = jacobi.step(p, false);
    require_same("Limber's prioritised step",
                 (step(solver, p, false, far) - expected).norm() / expected.norm());
    require_same("the plain prioritised step", (plain.solve(p) - expected).norm() / expected.norm());
  }
  std::size_t i = 0;
  const auto next = [&]() -> const Problem& { return steps[i++ % steps.size()]; };
  table.problem("prioritised step, 50 DOF, 4 x 15 rows, undamped [us]", 20);
  table.add(Who::limber, "Limber", time_of([&] { keep(step(solver, next(), false, far)); }));
  table.add(Who::plain, "plain, reflections in place", time_of([&] { keep(plain.solve(next())); }));
  table.add(Who::peer, "projectors, Eigen JacobiSVD", time_of([&] { keep(jacobi.step(next(), false)); }));
  table.add(Who::peer, "projectors, Eigen BDCSVD", time_of([&] { keep(divide.step(next(), false)); }));
  table.problem("prioritised step, 50 DOF, 4 x 15 rows, damped [us]", 28);
  table.add(Who::limber, "Limber", time_of([&] { keep(step(solver, next(), true, far)); }));
  table.add(Who::peer, "projectors, Eigen JacobiSVD", time_of([&] { keep(jacobi.step(next(), true)); }));
  table.problem("prioritised step, damped, 12 of 50 limits met [us]");
  table.add(Who::limber, "Limber, as the step before",
            time_of([&] { keep(step(solver, next(), true, near)); }));
  table.add(Who::limber, "Limber, from nothing", time_of([&] {
              solver.forget();
              keep(step(solver, next(), true, near));
            }));
}

}  // namespace limber::peers
