#pragma once
// A linear step as a sum of what each level contributes, each taken by a fraction of its own.
//
// The linear problem gives, besides its solution, where it stood after each level: x_1, x_2, ..., x_p, and
// x_z with the criteria. The step tried is
//
//   dq = f_1 x_1 + f_2 (x_2 - x_1) + ... + f_z (x_z - x_p),      1 >= f_1 >= f_2 >= ... >= f_z >= 0,
//
// a mean of points that keep all limits, so it keeps them too.

#include "limber/math/types.h"

namespace limber {

class SplitStep {
 public:
  void resize(int unknowns, int levels);  // allocates; fractions 1

  // Fills in the parts: the points of level 0, 1, ... and of the criteria (level count).
  template <class Point>
  void add_point(int level, const Point& point) noexcept {
    if (level == 0) {
      parts_.col(0) = point;
    } else {
      parts_.col(level) = point - point_;
    }
    point_ = point;
    length_[level] = parts_.col(level).norm();
  }
  // The level's point is that of the one before.
  void add_nothing(int level) noexcept { length_[level] = 0.0; }
  // All of it belongs to the first level.
  void set_whole(const VecX& step) noexcept;

  void compose(VecX& sum) const noexcept;                             // sum <- the step by its fractions
  double length(int level) const noexcept { return length_[level]; }  // of the whole part
  double taken(int level) const noexcept { return fraction_[level] * length_[level]; }  // of what is taken
  auto part(int level) const noexcept { return parts_.col(level); }
  double fraction(int level) const noexcept { return fraction_[level]; }
  double longest_taken_below(int level) const noexcept;
  int longest_part() const noexcept;  // the level of which most is taken

  bool is_whole() const noexcept { return (fraction_.array() == 1.0).all(); }
  void take_all() noexcept { fraction_.setOnes(); }
  void take_twice() noexcept;  // at most all
  void shorten(double factor) noexcept { fraction_ *= factor; }
  // `level` does not get what it was promised. It is the steps of those below that it need not suffer, so
  // they are shortened; when they hardly move, the level itself is, too.
  void cut_for(int level) noexcept;

  static constexpr double cut = 0.3;  // what a cut leaves: a few cuts span steps of very different length

 private:
  int levels_ = 0;
  Eigen::MatrixXd parts_;  // a column per level, and last the criteria
  VecX length_, fraction_, point_;
};

}  // namespace limber
