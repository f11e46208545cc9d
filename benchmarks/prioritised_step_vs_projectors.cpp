// How long does one prioritised damped step take, and what do joint limits cost?
//
// 50 unknowns, four levels of 15 rows: more rows than unknowns, so the last level has to give way. The
// baseline is the recursive-projector algorithm as the source documents describe it (Baerlocher 2001,
// formulation A): an n x n projector, a singular value decomposition of every restricted Jacobian by Eigen,
// the damping of Maciejewski and Klein. It knows no limits. Lexicographic gets the same rows and the same
// bound on the step of a level, and also limits: far away, or so near that about 12 of 50 are met. Every step
// starts from new numbers; filling in the rows is part of the time on both sides. Both must find the same
// step where nothing is damped, or nothing is timed.

#include <benchmark/benchmark.h>

#include <Eigen/SVD>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

#include "limber/solver/least_squares/lexicographic.h"

namespace {

using namespace limber;

constexpr int unknowns = 50, levels = 4, rows = 15;
constexpr double step_bound = 0.3;  // [rad] of one level

struct Problem {
  RowMatrix jacobian[levels];
  VecX error[levels];
  double limit = 100.0;
};

Problem random_problem(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Problem p;
  for (int l = 0; l < levels; ++l) {
    p.jacobian[l].resize(rows, unknowns);
    p.error[l].resize(rows);
    for (Eigen::Index i = 0; i < p.jacobian[l].size(); ++i) p.jacobian[l].data()[i] = uniform(random);
    for (int r = 0; r < rows; ++r) p.error[l][r] = size * uniform(random);
  }
  return p;
}

// Neighbouring steps of a drag: a little different each time, there and back.
std::vector<Problem> drag(int count, double size, double limit) {
  std::mt19937_64 random(7);
  const Problem from = random_problem(random, size), to = random_problem(random, size);
  std::vector<Problem> steps;
  for (int i = 0; i < count; ++i) {
    const double t = 0.1 * std::sin(2 * 3.14159265358979 * i / count);
    Problem p = from;
    p.limit = limit;
    for (int l = 0; l < levels; ++l) {
      p.jacobian[l] += t * to.jacobian[l];
      p.error[l] += t * to.error[l];
    }
    steps.push_back(p);
  }
  return steps;
}

template <class Svd>
class Projectors {
 public:
  const VecX& step(const Problem& p, bool damped = true) {
    step_.setZero();
    projector_.setIdentity();
    for (int l = 0; l < levels; ++l) {
      restricted_.noalias() = p.jacobian[l] * projector_;
      left_ = p.error[l];
      left_.noalias() -= p.jacobian[l] * step_;
      svd_.compute(restricted_);
      const VecX& s = svd_.singularValues();
      const double smallest_counted = 1e-9 * p.jacobian[l].norm();
      int rank = 0;
      while (rank < s.size() && s[rank] > smallest_counted) ++rank;
      if (rank == 0) continue;
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
  Eigen::MatrixXd projector_{unknowns, unknowns}, restricted_{rows, unknowns};
  VecX step_{unknowns}, left_, along_;
};

const VecX& step(Lexicographic& solver, const Problem& p, bool damped = true) {
  solver.clear(unknowns);
  for (int i = 0; i < unknowns; ++i) solver.set_bounds(i, -p.limit, p.limit);
  for (int l = 0; l < levels; ++l) {
    solver.begin_level({damped ? LevelDamping::Rule::step_bound : LevelDamping::Rule::none, 0.0, step_bound});
    for (int r = 0; r < rows; ++r) {
      double* const row = solver.add_equality(p.error[l][r]);
      std::copy_n(p.jacobian[l].data() + r * unknowns, unknowns, row);
    }
  }
  solver.solve();
  return solver.solution();
}

Lexicographic make_solver() {
  return Lexicographic(unknowns, levels * rows, levels);
}

template <class Svd>
void projectors(benchmark::State& state) {
  const auto steps = drag(64, 0.3, 100.0);
  Projectors<Svd> solver;
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(solver.step(steps[i++ % steps.size()]).data());
}

void limber_steps(benchmark::State& state, double limit, bool warm) {
  const auto steps = drag(64, 0.3, limit);
  Lexicographic solver = make_solver();
  std::size_t i = 0;
  double rounds = 0, held = 0;
  for (auto _ : state) {
    if (!warm) solver.forget();
    benchmark::DoNotOptimize(step(solver, steps[i++ % steps.size()]).data());
    rounds += solver.rounds();
    for (int u = 0; u < unknowns; ++u) held += solver.held_bound(u) != 0;
  }
  const auto count = static_cast<double>(state.iterations());
  state.counters["rounds"] = rounds / count;
  state.counters["held"] = held / count;
}

void projectors_jacobi(benchmark::State& state) {
  projectors<Eigen::JacobiSVD<Eigen::MatrixXd>>(state);
}
void projectors_divide_and_conquer(benchmark::State& state) {
  projectors<Eigen::BDCSVD<Eigen::MatrixXd>>(state);
}
void limber_limits_far(benchmark::State& state) {
  limber_steps(state, 100.0, true);
}
void limber_limits_met_warm(benchmark::State& state) {
  limber_steps(state, 0.097, true);
}
void limber_limits_met_cold(benchmark::State& state) {
  limber_steps(state, 0.097, false);
}

BENCHMARK(projectors_jacobi)->Unit(benchmark::kMicrosecond);
BENCHMARK(projectors_divide_and_conquer)->Unit(benchmark::kMicrosecond);
BENCHMARK(limber_limits_far)->Unit(benchmark::kMicrosecond);
BENCHMARK(limber_limits_met_warm)->Unit(benchmark::kMicrosecond);
BENCHMARK(limber_limits_met_cold)->Unit(benchmark::kMicrosecond);

bool agree() {
  Lexicographic solver = make_solver();
  Projectors<Eigen::JacobiSVD<Eigen::MatrixXd>> baseline;
  for (const Problem& p : drag(16, 0.3, 100.0)) {
    const VecX ours = step(solver, p, false), theirs = baseline.step(p, false);
    if ((ours - theirs).norm() > 1e-9 * (1 + theirs.norm())) {
      std::cerr << "the steps differ by " << (ours - theirs).norm() << "\n";
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (!agree()) return EXIT_FAILURE;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return EXIT_FAILURE;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return EXIT_SUCCESS;
}
