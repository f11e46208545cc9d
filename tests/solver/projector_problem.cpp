#include "solver/projector_problem.h"

namespace limber::test {

ProjectorHierarchy hierarchy(const ProjectorOptions& options) {
  return ProjectorHierarchy(max_unknowns, max_rows, max_levels, options);
}

ProjectorProblem random_problem(Random& random) {
  ProjectorProblem p;
  p.unknowns = uniform_int(random, 1, max_unknowns);
  const int levels = uniform_int(random, 1, 5);
  for (int l = 0; l < levels; ++l) {
    const int rows = uniform_int(random, 1, 6);
    LinearTask task{random_matrix(random, rows, p.unknowns), random_matrix(random, rows, 1)};
    const int kind = uniform_int(random, 0, 4);
    if (kind == 1 && rows > 1) task.a.row(rows - 1) = task.a.topRows(rows - 1).colwise().sum();
    if (kind == 2 && l > 0) task.a.row(0) = 2 * p.levels.back().a.row(0);
    if (kind == 3) task.a.row(0).setZero();
    p.levels.push_back(task);
  }
  p.z = random_matrix(random, p.unknowns, 1);
  return p;
}

ProjectorProblem problem_with_limits(Random& random, int levels) {
  ProjectorProblem p;
  p.unknowns = 4;
  for (int l = 0; l < levels; ++l)
    p.levels.push_back({random_matrix(random, 2, 4), random_matrix(random, 2, 1)});
  p.inequalities.a.resize(8, 4);
  p.inequalities.a << Eigen::Matrix4d::Identity(), -Eigen::Matrix4d::Identity();
  p.inequalities.b = VecX::Constant(8, 0.1) + 0.4 * random_matrix(random, 8, 1).cwiseAbs();
  p.z = VecX();
  return p;
}

void describe(const ProjectorProblem& p, ProjectorHierarchy& h) {
  const auto n = p.unknowns;
  h.clear(n);
  for (Eigen::Index r = 0; r < p.equalities.a.rows(); ++r) {
    VecX::Map(h.add_equality(p.equalities.b[r]), n) = p.equalities.a.row(r).transpose();
  }
  for (Eigen::Index r = 0; r < p.inequalities.a.rows(); ++r) {
    VecX::Map(h.add_at_most(p.inequalities.b[r]), n) = p.inequalities.a.row(r).transpose();
  }
  for (const LinearTask& level : p.levels) {
    h.begin_level();
    for (Eigen::Index r = 0; r < level.a.rows(); ++r) {
      VecX::Map(h.add_row(level.b[r]), n) = level.a.row(r).transpose();
    }
  }
  if (p.z.size()) h.set_pull(p.z);
}

VecX solve(const ProjectorProblem& p, ProjectorHierarchy& h) {
  describe(p, h);
  h.solve();
  return h.solution().head(p.unknowns);
}

Eigen::MatrixXd stacked(const ProjectorProblem& p) {
  Eigen::MatrixXd all(0, p.unknowns);
  for (const LinearTask& level : p.levels) {
    Eigen::MatrixXd more(all.rows() + level.a.rows(), p.unknowns);
    more << all, level.a;
    all = more;
  }
  return all;
}

bool is_clear(const ProjectorHierarchy& h) {
  for (int l = 0; l < h.level_count(); ++l) {
    for (double sigma : h.singular_values(l)) {
      if (sigma > 1e-12 && sigma < 1e-3) return false;
    }
  }
  return true;
}

}  // namespace limber::test
