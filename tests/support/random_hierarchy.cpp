#include "support/random_hierarchy.h"

#include <cmath>
#include <limits>
#include <sstream>

namespace limber::test {

namespace {

std::size_t at(Eigen::Index i) {
  return static_cast<std::size_t>(i);
}

bool chance(Random& random, int one_in) {
  return uniform_int(random, 1, one_in) == 1;
}

// Some row of the problem so far, of this level or one above.
VecX any_row(Random& random, const Hierarchy& h, const ReferenceLevel& last) {
  const int choice = uniform_int(random, 0, static_cast<int>(h.levels.size()));
  const ReferenceLevel& level = choice < static_cast<int>(h.levels.size()) ? h.levels[at(choice)] : last;
  const Eigen::Index rows = level.a.rows() + level.c.rows();
  if (rows == 0) return random_matrix(random, h.unknowns(), 1);
  const int row = uniform_int(random, 0, static_cast<int>(rows) - 1);
  return row < level.a.rows() ? level.a.row(row) : level.c.row(row - level.a.rows());
}

void spoil(Random& random, const HierarchyOptions& options, const Hierarchy& h, const ReferenceLevel& level,
           Eigen::MatrixXd& rows, VecX& rhs) {
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    if (chance(random, 6)) rows.row(r) = any_row(random, h, level);  // a conflict, or nothing new
    if (chance(random, 15)) rows.row(r) = any_row(random, h, level) + any_row(random, h, level);
    if (chance(random, 20)) rows.row(r).setZero();
    if (options.at_limits && chance(random, 2)) rhs[r] = 0.0;
    if (!options.ill_conditioned) continue;
    if (chance(random, 4)) {
      const double apart = std::pow(10.0, -uniform(random, 8.0, 12.0));
      const VecX other = any_row(random, h, level);
      if (other.norm() > 1e-6) rows.row(r) = other + apart * random_matrix(random, h.unknowns(), 1);
    }
    if (chance(random, 8)) {
      const double size = std::pow(10.0, uniform(random, -4.0, 4.0));
      rows.row(r) *= size;
      rhs[r] *= size;
    }
  }
}

}  // namespace

Eigen::MatrixXd random_matrix(Random& random, int rows, int columns) {
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = uniform(random, -1, 1);
  return m;
}

Hierarchy random_hierarchy(Random& random, const HierarchyOptions& options) {
  Hierarchy h;
  const int n = uniform_int(random, 1, options.most_unknowns);
  h.z = chance(random, 2) ? VecX(random_matrix(random, n, 1)) : VecX(VecX::Zero(n));
  h.lower = VecX::Constant(n, -std::numeric_limits<double>::infinity());
  h.upper = -h.lower;
  for (int i = 0; i < n && options.bounds; ++i) {
    if (chance(random, 4)) continue;
    h.lower[i] = -uniform(random, 0.0, 0.6);
    h.upper[i] = uniform(random, 0.0, 0.6);
    if (!options.at_limits) continue;
    const int kind = uniform_int(random, 0, 4);
    if (kind <= 1) h.lower[i] = 0.0;
    if (kind >= 1 && kind <= 2) h.upper[i] = 0.0;
  }
  const int levels = uniform_int(random, 1, options.most_levels);
  for (int l = 0; l < levels; ++l) {
    const int rows = uniform_int(random, 0, options.most_rows);
    const int soft = options.inequalities ? uniform_int(random, 0, options.most_rows - 1) : 0;
    ReferenceLevel level;
    level.a = random_matrix(random, rows, n);
    level.b = random_matrix(random, rows, 1);
    level.c = random_matrix(random, soft, n);
    level.d = 0.5 * random_matrix(random, soft, 1);
    spoil(random, options, h, level, level.a, level.b);
    spoil(random, options, h, level, level.c, level.d);
    if (soft > 1 && chance(random, 4)) {  // says the same as another, or less
      level.c.row(soft - 1) = 2 * level.c.row(0);
      level.d[soft - 1] = 2 * level.d[0] + (chance(random, 2) ? 0.1 : 0.0);
    }
    LevelDamping damping;
    if (options.damping && !chance(random, 3)) {
      damping.rule = chance(random, 2) ? LevelDamping::Rule::fixed : LevelDamping::Rule::step_bound;
      damping.lambda = uniform(random, 0.01, 0.5);
      damping.bound = uniform(random, 0.05, 1.0);
    }
    if (options.restrictions && chance(random, 2)) {
      level.allowed = Eigen::MatrixXi::Ones(rows + soft, n);
      const bool alike = damping.rule != LevelDamping::Rule::fixed || chance(random, 2);
      for (int r = 0; r < rows + soft; ++r) {
        for (int i = 0; i < n; ++i) {
          level.allowed(r, i) = alike && r > 0 ? level.allowed(0, i) : uniform_int(random, 0, 2) > 0;
        }
      }
    }
    h.levels.push_back(level);
    h.damping.push_back(damping);
  }
  return h;
}

void describe(const Hierarchy& h, Lexicographic& solver) {
  const int n = h.unknowns();
  std::vector<std::uint8_t> allowed(at(n));
  solver.clear(n);
  for (int i = 0; i < n; ++i) solver.set_bounds(i, h.lower[i], h.upper[i]);
  for (std::size_t l = 0; l < h.levels.size(); ++l) {
    const ReferenceLevel& level = h.levels[l];
    solver.begin_level(h.damping[l]);
    for (Eigen::Index r = 0; r < level.a.rows() + level.c.rows(); ++r) {
      const bool equality = r < level.a.rows();
      const Eigen::Index s = r - level.a.rows();
      double* const row = equality ? solver.add_equality(level.b[r]) : solver.add_at_most(level.d[s]);
      VecX::Map(row, n) = equality ? level.a.row(r).transpose() : level.c.row(s).transpose();
      if (level.allowed.size() == 0) continue;
      for (int i = 0; i < n; ++i) allowed[at(i)] = level.allowed(r, i) != 0;
      solver.restrict_last_row(allowed.data());
    }
  }
  solver.set_pull(h.z);
}

VecX level_residuals(const Hierarchy& h, const VecX& x) {
  VecX r(static_cast<Eigen::Index>(h.levels.size()));
  for (std::size_t l = 0; l < h.levels.size(); ++l) {
    const ReferenceLevel& level = h.levels[l];
    r[static_cast<Eigen::Index>(l)] =
        std::hypot((level.a * x - level.b).norm(), (level.c * x - level.d).cwiseMax(0.0).norm());
  }
  return r;
}

std::string doubt(const Hierarchy& h, const Lexicographic& solver, double tolerance) {
  const int n = h.unknowns(), levels = static_cast<int>(h.levels.size());
  const VecX final = solver.solution().head(n);
  std::ostringstream out;
  double farthest = final.norm();  // on the way: rounding is relative to it
  for (int l = 0; l < levels; ++l) farthest = std::max(farthest, solver.level_point(l).norm());
  // In exact arithmetic any positive multiplier of a level that is neither damped nor restricted means that
  // the level cannot do without the constraint; the levels below are then not asked.
  constexpr double needed = 1e-12;
  for (int i = 0; i < n; ++i) {
    if (!(final[i] >= h.lower[i] && final[i] <= h.upper[i])) out << "x" << i << " leaves its bounds; ";
  }
  std::vector<bool> bound_needed(at(n), false), row_needed(1000, false);
  for (int l = 0; l <= levels; ++l) {
    const VecX x = l < levels ? VecX(solver.level_point(l)) : final;
    VecX gradient = solver.pull_target().head(n) - x, damped = VecX::Zero(n);
    std::vector<bool> free(at(n), true);
    double size = 1.0 + gradient.norm();
    bool exhausts = true;  // neither damped nor restricted
    if (l < levels) {
      const ReferenceLevel& level = h.levels[at(l)];
      const VecX d = solver.level_step(l);
      gradient.setZero();
      size = 1.0;
      const double longest = std::max(level.a.size() ? level.a.rowwise().norm().maxCoeff() : 0.0,
                                      level.c.size() ? level.c.rowwise().norm().maxCoeff() : 0.0);
      for (Eigen::Index r = 0; r < level.a.rows() + level.c.rows(); ++r) {
        const bool equality = r < level.a.rows();
        const VecX whole = equality ? level.a.row(r) : level.c.row(r - level.a.rows());
        VecX own = whole;
        for (int i = 0; i < n && level.allowed.size() > 0; ++i) {
          if (!level.allowed(r, i)) own[i] = 0.0;
        }
        const double rhs = equality ? level.b[r] : level.d[r - level.a.rows()];
        const double left = rhs - whole.dot(x) + (whole - own).dot(d);
        size += whole.squaredNorm() * (1 + x.norm()) + whole.norm() * std::abs(rhs);
        if (equality || left < 0) gradient += left * own;
        const double change = whole.dot(final - x);
        const double violation = whole.dot(x) - rhs, afterwards = violation + change;
        if (!equality && violation <= 1e-11 * (1 + whole.norm()) &&
            afterwards > 1e-8 * (1 + whole.norm()) * (1 + farthest)) {
          out << "row " << r << " of level " << l << " held and is violated by " << afterwards << " below; ";
        }
        if ((equality || whole.dot(x) - rhs > 1e-8 * (1 + whole.norm())) &&
            !(std::abs(change) <= 1e-9 * longest * (1 + farthest))) {
          out << "row " << r << " of level " << l << " is changed by " << change << " below; ";
        }
      }
      exhausts = solver.lambda(l) == 0.0 && level.allowed.size() == 0;
      damped = solver.lambda(l) * solver.lambda(l) * d;
      for (int i = 0; i < n && level.allowed.size() > 0; ++i) free[at(i)] = level.allowed.col(i).any();
      for (int i = 0; i < n; ++i) {
        if (!free[at(i)] && d[i] != 0.0) out << "level " << l << " moves x" << i << " which it may not; ";
      }
      const LevelDamping& rule = h.damping[at(l)];
      if (rule.rule == LevelDamping::Rule::step_bound) {
        const double excess = d.norm() / rule.bound - 1;
        if (excess > 1e-9) out << "level " << l << " steps farther than its bound; ";
        if (excess < -1e-6 && solver.lambda(l) > 1e-6) out << "level " << l << " is damped too much; ";
      }
    }
    VecX explained = damped;
    int row = 0;
    for (int above = 0; above < l; ++above) {
      const ReferenceLevel& level = h.levels[at(above)];
      for (Eigen::Index r = 0; r < level.a.rows() + level.c.rows(); ++r, ++row) {
        const bool equality = r < level.a.rows();
        const VecX a = equality ? level.a.row(r) : level.c.row(r - level.a.rows());
        const double nu = solver.row_multiplier(l, row);
        explained += nu * a;
        size += std::abs(nu) * a.norm() * tolerance;
        if (equality) continue;
        const double violation = a.dot(x) - level.d[r - level.a.rows()];
        const double close = tolerance * (1 + a.norm() * (1 + x.norm()));
        const double frozen = 0.99e-11 * std::max(1.0, a.norm());  // what the solver calls violated
        if (violation > frozen) continue;                          // as good as an equality from then on
        if (violation < -close && std::abs(nu) * a.norm() > tolerance * size) {
          out << "row " << row << " holds back level " << l << " by " << nu << " but has room " << -violation
              << "; ";
        }
        if (nu * a.norm() < -tolerance * size && !row_needed[at(row)]) {
          out << "row " << row << " is held for nothing at level " << l << ": " << nu << "; ";
        }
        if (exhausts && nu * a.norm() > needed * size) row_needed[at(row)] = true;
      }
    }
    for (int i = 0; i < n; ++i) {
      const double mu = solver.bound_multiplier(l, i);
      if (mu == 0.0) continue;
      const bool up = x[i] == h.upper[i];
      if (h.lower[i] == h.upper[i]) {  // either side will do
        explained[i] += gradient[i] - explained[i] > 0 ? std::abs(mu) : -std::abs(mu);
        continue;
      }
      explained[i] += up ? mu : -mu;
      const double room = up ? h.upper[i] - x[i] : x[i] - h.lower[i];
      if (exhausts && mu > needed * size) bound_needed[at(i)] = true;
      if (std::abs(mu) <= tolerance * size) continue;
      if (room > tolerance) {
        out << "bound " << i << " holds back level " << l << " by " << mu << " but has room " << room << "; ";
      }
      if (mu < 0 && !bound_needed[at(i)])
        out << "bound " << i << " is held for nothing at level " << l << ": " << mu << "; ";
    }
    for (int i = 0; i < n; ++i) {
      const double left = std::abs(gradient[i] - explained[i]);
      if (free[at(i)] && !(left <= tolerance * size)) {
        out << "level " << l << " would gain " << left << " along x" << i << "; ";
      }
    }
  }
  return out.str();
}

}  // namespace limber::test
