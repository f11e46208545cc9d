#pragma once
// Forces in pyramids instead of cones, by a linear program of GLPK: another way to ask whether a figure stands,
// what is missing, and how far its centre of mass may move.

#include <glpk.h>

#include <memory>

#include "statics/statics_support.h"

namespace limber::test {

// A pyramid of so many sides in the cone, or around it.
enum class Pyramid { inside, around };

struct LinearAnswer {
  double value = 0.0;        // the least
  Eigen::VectorXd row_dual;  // one per row
};

// minimise c . x subject to A x = b, x >= 0 where is_free says no; infinite where there is no x, and minus infinity
// where there is no least.
inline LinearAnswer minimise(const Eigen::MatrixXd& a, const VecX& b, const VecX& cost,
                             const std::vector<bool>& is_free) {
  const std::unique_ptr<glp_prob, void (*)(glp_prob*)> problem(glp_create_prob(), glp_delete_prob);
  glp_term_out(GLP_OFF);
  const int rows = static_cast<int>(a.rows()), columns = static_cast<int>(a.cols());
  glp_add_rows(problem.get(), rows);
  glp_add_cols(problem.get(), columns);
  for (int r = 0; r < rows; ++r) glp_set_row_bnds(problem.get(), r + 1, GLP_FX, b[r], b[r]);
  std::vector<int> numbers(static_cast<std::size_t>(rows) + 1);
  std::vector<double> values(numbers.size());
  for (int r = 0; r < rows; ++r) numbers[static_cast<std::size_t>(r) + 1] = r + 1;
  for (int k = 0; k < columns; ++k) {
    glp_set_col_bnds(problem.get(), k + 1, is_free[static_cast<std::size_t>(k)] ? GLP_FR : GLP_LO, 0, 0);
    glp_set_obj_coef(problem.get(), k + 1, cost[k]);
    for (int r = 0; r < rows; ++r) values[static_cast<std::size_t>(r) + 1] = a(r, k);
    glp_set_mat_col(problem.get(), k + 1, rows, numbers.data(), values.data());
  }
  glp_smcp options;
  glp_init_smcp(&options);
  options.tol_bnd = options.tol_dj = 1e-9;
  options.presolve = GLP_OFF;
  const int failed = glp_simplex(problem.get(), &options), status = glp_get_status(problem.get());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  LinearAnswer answer{status == GLP_UNBND ? -infinity : infinity, VecX::Zero(rows)};
  if (failed != 0 || status != GLP_OPT) return answer;
  answer.value = glp_get_obj_val(problem.get());
  for (int r = 0; r < rows; ++r) answer.row_dual[r] = glp_get_row_dual(problem.get(), r + 1);
  return answer;
}

// The supports of a posture as columns of a linear program, in units of the load and of a length, about a point.
class SupportProgram {
 public:
  struct Contact {
    Vec3 place, normal;
    double friction;
    bool grips;
    int support;
  };

  SupportProgram(std::vector<Contact> contacts, const Wrench& load, const Vec3& about, double load_size,
                 double length)
      : contacts_(std::move(contacts)), about_(about), load_size_(load_size), length_(length) {
    right_.head<3>() = -load.force / load_size;
    right_.tail<3>() = -(load.moment - about.cross(load.force)) / (load_size * length);
  }

  // The least sum of the amounts by which the rows are missed; rows of no weight may be missed freely.
  LinearAnswer missing(Pyramid pyramid, const Eigen::Matrix<double, 6, 1>& weights) const {
    Columns columns = forces(pyramid);
    for (int r = 0; r < 6; ++r) {
      for (const double sign : {1.0, -1.0})
        columns.add(sign * Eigen::Matrix<double, 6, 1>::Unit(r), weights[r], false);
    }
    return minimise(columns.matrix(), right_, columns.cost_vector(), columns.is_free);
  }

  // How far the weight may move along `way` [m] before no forces balance; negative infinity where it never does.
  double extent(Pyramid pyramid, const Vec3& way, const Vec3& side, const Vec3& weight) const {
    Columns columns = forces(pyramid);
    for (const Vec3& axis : {way, side}) {
      Eigen::Matrix<double, 6, 1> column = Eigen::Matrix<double, 6, 1>::Zero();
      column.tail<3>() = axis.cross(weight) / load_size_;
      columns.add(column, axis == way ? -1.0 : 0.0, true);
    }
    const LinearAnswer answer = minimise(columns.matrix(), right_, columns.cost_vector(), columns.is_free);
    return -answer.value * length_;
  }

  // The velocity that the multipliers of a program give a contact.
  Vec3 velocity(const Contact& contact, const VecX& dual) const {
    const Vec3 move = dual.head<3>(), turn = dual.tail<3>();
    return move + turn.cross((contact.place - about_) / length_);
  }
  const std::vector<Contact>& contacts() const { return contacts_; }

 private:
  static constexpr int sides = 64;
  struct Columns {
    std::vector<Eigen::Matrix<double, 6, 1>> rows;
    std::vector<double> cost;
    std::vector<bool> is_free;
    void add(const Eigen::Matrix<double, 6, 1>& column, double price, bool free) {
      rows.push_back(column);
      cost.push_back(price);
      is_free.push_back(free);
    }
    Eigen::MatrixXd matrix() const {
      Eigen::MatrixXd result(6, static_cast<Eigen::Index>(rows.size()));
      for (std::size_t k = 0; k < rows.size(); ++k) result.col(static_cast<Eigen::Index>(k)) = rows[k];
      return result;
    }
    VecX cost_vector() const {
      return Eigen::Map<const VecX>(cost.data(), static_cast<Eigen::Index>(cost.size()));
    }
  };

  Columns forces(Pyramid pyramid) const {
    Columns columns;
    const auto add = [&](const Contact& contact, const Vec3& force, bool is_free) {
      Eigen::Matrix<double, 6, 1> column;
      column << force, (contact.place - about_).cross(force) / length_;
      columns.add(column, 0.0, is_free);
    };
    for (const Contact& contact : contacts_) {
      if (contact.grips) {
        for (int k = 0; k < 3; ++k) add(contact, Vec3::Unit(k), true);
        continue;
      }
      const Vec3 first = contact.normal.unitOrthogonal(), second = contact.normal.cross(first);
      const double wider = pyramid == Pyramid::inside ? 1.0 : 1.0 / std::cos(3.14159265358979 / sides);
      for (int k = 0; k < (contact.friction > 0.0 ? sides : 1); ++k) {
        const double angle = 2.0 * 3.14159265358979 * k / sides;
        add(contact,
            contact.normal + wider * contact.friction * (std::cos(angle) * first + std::sin(angle) * second),
            false);
      }
    }
    return columns;
  }

  std::vector<Contact> contacts_;
  Vec3 about_;
  double load_size_, length_;
  Eigen::Matrix<double, 6, 1> right_;
};

}  // namespace limber::test
