#include "limber/solver/step/reason_list.h"

#include <algorithm>

namespace limber {

namespace {

bool has_smaller_share(const Reason& a, const Reason& b) {
  return a.share < b.share;
}

}  // namespace

void ReasonList::add(Blocker blocker, int index, double share) noexcept {
  for (int i = 0; i < count_; ++i) {
    if (all_[i].blocker == blocker && all_[i].index == index) {
      all_[i].share += share;
      return;
    }
  }
  if (count_ < capacity) {
    all_[count_++] = {blocker, index, share};
    return;
  }
  Reason* least = std::min_element(all_, all_ + count_, has_smaller_share);
  if (least->share < share) *least = {blocker, index, share};
}

double ReasonList::total() const noexcept {
  double sum = 0.0;
  for (int i = 0; i < count_; ++i) sum += std::max(0.0, all_[i].share);
  return sum;
}

void ReasonList::write(TaskReport& report) noexcept {
  // Ties by kind and number, so that the order is the same everywhere (a stable sort would allocate).
  std::sort(all_, all_ + count_, [](const Reason& a, const Reason& b) {
    if (a.share != b.share) return a.share > b.share;
    return a.blocker != b.blocker ? a.blocker < b.blocker : a.index < b.index;
  });
  // Some push the task the right way: against them the others hold more than all of it.
  const double all = std::max(1.0, total());
  int written = 0;
  for (int i = 0; i < count_ && written < TaskReport::most_reasons; ++i) {
    all_[i].share /= all;
    if (all_[i].share > worth_naming) report.reasons[written++] = all_[i];
  }
}

}  // namespace limber
