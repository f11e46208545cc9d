#pragma once
// Collects the reasons of one task and keeps those with the largest shares.

#include "limber/solver/report.h"

namespace limber {

class ReasonList {
 public:
  // The same blocker named twice (two limits of one joint, three rows of one task) counts as one.
  void add(Blocker blocker, int index, double share) noexcept;
  double total() const noexcept;  // of all positive shares
  // Largest first. Shares that add up to more than one are scaled down to one.
  void write(TaskReport& report) noexcept;

 private:
  static constexpr int capacity = 64;
  static constexpr double worth_naming = 0.01;  // smaller shares are left out
  Reason all_[capacity] = {};
  int count_ = 0;
};

}  // namespace limber
