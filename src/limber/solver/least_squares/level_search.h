#pragma once
// One level of the hierarchy, or the pull: a primal active set.
//
// The point x always keeps every inequality. The working set is a guess which of them hold with equality;
// with it the level is plain least squares, whose optimum LevelAim finds. Then
//   - go there, until an inequality that is not in the set is met: it joins;
//   - or until rows of the level itself that may be violated become so or cease to be: what is minimised is
//     smooth there, so the best point along the way is taken and the rows that count are chosen anew;
//   - having arrived, ask the multipliers which members of the set are held for nothing: they leave, all at
//     once as long as that leads on (each would cost a factorisation of its own), the worst one otherwise.
// What is minimised falls with every step that is not zero, so no set comes twice, unless many inequalities
// meet in one point. There, after a while, members are chosen by their number alone, which ends such circles
// (Bland 1977), and a member whose release is undone at once is not released again before x has moved.

#include <vector>

#include "limber/solver/least_squares/level_aim.h"
#include "limber/solver/least_squares/warm_start.h"

namespace limber {

class LevelSearch {
 public:
  // Allocates; nothing below does.
  LevelSearch(const LevelProblem& problem, LevelPoint& point, LevelFactors& factors, LevelAim& aim,
              int max_unknowns, int max_rows);

  void begin_problem() noexcept;
  // Solves the level at `point`, or the pull. `warm`: where to start; nullptr: from the working set as it is.
  void run(const WarmStart* warm) noexcept;

  int rounds() const noexcept { return rounds_; }          // of all levels so far
  bool has_given_up() const noexcept { return gave_up_; }  // too many rounds, in some level

 private:
  struct Obstacle {
    double at = 1.0;      // where along the step
    int constraint = -1;  // -1: none
  };
  bool start_warm(const WarmStart& warm) noexcept;
  bool hold_remembered(const WarmStart& warm) noexcept;
  bool go_to_remembered() noexcept;
  bool release_unmet() noexcept;
  Obstacle first_obstacle(bool by_number) noexcept;
  void multiply_candidates(const VecX& x) noexcept;
  void hold_obstacle(int constraint) noexcept;
  double search_along(double longest) noexcept;
  bool crosses_rows(double longest) noexcept;
  bool choose_violated() noexcept;
  enum class Release : std::uint8_t { all, worst, first };  // the first by number
  int release_unwanted(Release which) noexcept;

  const LevelProblem& problem_;
  LevelPoint& point_;
  LevelFactors& factors_;
  LevelAim& aim_;
  std::vector<double> slope_;  // per row: along the step looked at
  // Rows that the step may meet, their coefficients, and their products with a vector.
  std::vector<int> candidates_;
  std::vector<const double*> coefficients_;
  std::vector<double> products_;
  std::vector<std::uint8_t> refused_;  // per constraint: letting it go led nowhere from this point
  int last_released_ = -1;             // the constraint; -1: several at once
  int rounds_ = 0;
  bool gave_up_ = false;
};

}  // namespace limber
