// Work shared by threads: everything is done once, and what goes wrong in one comes back to the caller.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "limber/threads/parallel.h"
#include "limber/threads/tickets.h"

namespace limber::test {

TEST(Tickets, EachNumberIsHandedOutOnce) {
  for (const std::size_t count : {0U, 1U, 17U, 5000U}) {
    for (const std::size_t at_a_time : {std::size_t{1}, Tickets::few, Tickets::many}) {
      std::vector<int> taken(count, 0);
      Tickets tickets(count, at_a_time);
      run_on_threads(
          4,
          [&] {
            Tickets::Holder holder(tickets);
            std::size_t number = 0;
            while (holder.take(number)) ++taken[number];
          },
          [] {});
      EXPECT_EQ(taken, std::vector<int>(count, 1));
    }
  }
}

TEST(RunOnThreads, ThrowsWhatOneOfThemThrewWhenAllAreDone) {
  std::atomic<int> begun = 0, done = 0;
  const auto work = [&] {
    if (++begun == 2) throw std::runtime_error("the second");
    ++done;
  };
  EXPECT_THROW(run_on_threads(4, work, [] {}), std::runtime_error);
  EXPECT_EQ(done, 3);
}

TEST(ForEachInParallel, DoesEverythingOnceAndTellsProgressOnTheCallersThread) {
  const auto caller = std::this_thread::get_id();
  std::vector<int> results(1000, 0);
  double last = 0.0;
  for_each_in_parallel(
      1000, 4,
      [&](double share) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_LE(share, 1.0);
        last = share;
      },
      [&](int i) { results[static_cast<std::size_t>(i)] += i; });
  EXPECT_EQ(last, 1.0);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(results[static_cast<std::size_t>(i)], i);
}

TEST(ForEachInParallel, ThrowsWhatOneThrew) {
  const auto work = [](int i) {
    if (i == 100) throw std::runtime_error("the hundredth");
  };
  EXPECT_THROW(for_each_in_parallel(1000, 4, {}, work), std::runtime_error);
}

}  // namespace limber::test
