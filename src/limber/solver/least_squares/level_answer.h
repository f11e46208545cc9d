#pragma once
// What became of a LevelProblem: the same questions to whoever solved it. Lexicographic, which passes them
// on, says what the answers mean.

#include "limber/math/types.h"

namespace limber {

class LevelAnswer {
 public:
  virtual const VecX& x() const noexcept = 0;
  virtual double product(int row) const noexcept = 0;  // a.x
  virtual const VecX& pull_target() const noexcept = 0;
  virtual bool is_pulled() const noexcept = 0;
  virtual int rounds() const noexcept = 0;

  virtual bool is_active(int row) const noexcept = 0;
  virtual int held_side(int unknown) const noexcept = 0;

  virtual int rank(int level) const noexcept = 0;
  virtual double lambda(int level) const noexcept = 0;
  virtual const double* step(int level) const noexcept = 0;
  virtual const double* point(int level) const noexcept = 0;

  // level count: the pull
  virtual double row_multiplier(int level, int row) const noexcept = 0;
  virtual double bound_multiplier(int level, int unknown) const noexcept = 0;
  virtual double restriction_multiplier(int level, int unknown) const noexcept = 0;

 protected:
  ~LevelAnswer() = default;  // nobody owns one
};

}  // namespace limber
