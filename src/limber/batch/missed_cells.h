#pragma once
// How many things a search by many starts has missed, from how late it found the others.
//
// Each start leads to a thing with a chance of that thing's own. What is easy is found by the first starts,
// what is hard late, and the hardest not at all; so the numbers that are found fall off more and more slowly.
// With a the number found between a quarter and half of the starts, and b that between half and all of them,
// each doubling brings r = b / a times the one before. For want of data r is drawn to 1/2, which it is for
// chances spread evenly from 0 to 1.

#include <cstddef>
#include <span>

namespace limber::batch {

// That ten times as many starts would still find.
struct Missed {
  std::size_t expected = 0;
  std::size_t at_most = 0;  // in nine of ten searches
};

// found_at[k]: how many were found by start k, which is 0 for the first.
Missed missed_of(std::span<const std::size_t> found_at);

}  // namespace limber::batch
