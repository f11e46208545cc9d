#pragma once
// Collects the times of a run of Google Benchmark while it prints as always, and prints them as a table: one
// line per benchmark, one column per argument, every time as a multiple of the baseline's.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace limber::bench {

class TimeTable : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
      nanoseconds_[run.run_name.function_name][std::atoi(run.run_name.args.c_str())] =
          run.GetAdjustedCPUTime();
    }
  }

  // `what` the arguments count. A time that was not measured is a dash.
  void print(const std::string& baseline, const std::string& what, const std::vector<int>& arguments) const {
    const auto found = nanoseconds_.find(baseline);
    if (found == nanoseconds_.end()) return;
    std::cout << "\nTimes as multiples of " << baseline << " (first line: microseconds)\n" << std::fixed;
    start_line(what);
    for (const int n : arguments) std::cout << std::right << std::setw(column) << n;
    std::cout << "\n";
    print_row(baseline + " [us]", found->second, nullptr, arguments);
    for (const auto& [name, row] : nanoseconds_) {
      if (name != baseline) print_row(name, row, &found->second, arguments);
    }
  }

 private:
  using Row = std::map<int, double>;
  static constexpr int column = 9;

  static void start_line(const std::string& name) { std::cout << std::left << std::setw(26) << name; }
  static void print_row(const std::string& name, const Row& row, const Row* unit,
                        const std::vector<int>& arguments) {
    start_line(name);
    for (const int n : arguments) {
      std::cout << std::right << std::setw(column);
      if (row.count(n) && (!unit || unit->count(n))) {
        std::cout << std::setprecision(2) << row.at(n) / (unit ? unit->at(n) : 1000.0);
      } else {
        std::cout << "-";
      }
    }
    std::cout << "\n";
  }

  std::map<std::string, Row> nanoseconds_;
};

}  // namespace limber::bench
