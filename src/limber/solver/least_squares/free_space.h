#pragma once
// What is left to move in: the orthogonal complement of a set of directions, taken out one by one.
//
//   P v = v minus its part along every direction taken out,      P = P^T = P P
//
// Held in one of two ways that give the same answers (Baerlocher 2001, 5.2):
//   full_projector   P itself, n x n:                        O(n^2) per vector, whatever was taken out
//   basis            the r directions, orthonormal rows B:   O(r n), P v = v - B^T (B v)

#include <cstdint>
#include <vector>

#include "limber/math/types.h"

namespace limber {

class FreeSpace {
 public:
  enum class Form : std::uint8_t { full_projector, basis };

  // Allocates for spaces of at most this many dimensions; nothing below does.
  void prepare(int max_dimensions, Form form);

  void reset(int dimensions) noexcept;  // everything is free
  int dimensions() const noexcept { return dimensions_; }
  int taken() const noexcept { return taken_; }

  // v <- P v, `dimensions()` elements. To rounding of |v|, even where hardly anything is left of it.
  void project(double* v) noexcept;
  // Takes out the direction of P v. Nothing happens when too little of v is free to have a direction.
  void take_out(const double* v) noexcept;

 private:
  Form form_ = Form::basis;
  int dimensions_ = 0, taken_ = 0;
  std::vector<double> matrix_;  // P, or B row after row
  VecX scratch_, direction_;
};

}  // namespace limber
