#pragma once
// Times on a machine that others use too: processor time of this thread, many short samples, and of these the
// tenth percentile.

#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace limber::peers {

inline double now_us() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

class Samples {
 public:
  void add(double value) { values_.push_back(value); }
  std::size_t count() const { return values_.size(); }
  double quantile(double share) {
    if (values_.empty()) return std::nan("");
    std::sort(values_.begin(), values_.end());
    return values_[std::min(values_.size() - 1,
                            static_cast<std::size_t>(share * static_cast<double>(values_.size())))];
  }
  double median() { return quantile(0.5); }
  double mean() const {
    double sum = 0.0;
    for (const double value : values_) sum += value;
    return sum / static_cast<double>(values_.size());
  }

 private:
  std::vector<double> values_;
};

template <class T>
void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

// What this program has allocated and not yet given back.
inline double allocated_mib() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd) / (1 << 20);
}

inline constexpr double sample_us = 50.0;        // long against the clock's own cost
inline constexpr double measure_us = 100'000.0;  // per question
inline constexpr std::size_t least_samples = 7;

// [us] of one call of `work`.
template <class Work>
double time_of(Work&& work) {
  work();
  const double begin = now_us();
  work();
  const int calls = std::max(1, static_cast<int>(sample_us / std::max(now_us() - begin, 0.01)));
  Samples samples;
  const double start = now_us();
  while (now_us() - start < measure_us || samples.count() < least_samples) {
    const double from = now_us();
    for (int i = 0; i < calls; ++i) work();
    samples.add((now_us() - from) / calls);
  }
  return samples.quantile(0.1);
}

}  // namespace limber::peers
