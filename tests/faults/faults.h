#pragma once
// Makes the machine fail on purpose: the n-th allocation, read, write or rename from here on, and no other. The
// library stands in front of the system's functions, so what is tested is the program as it is.
//
//   LD_PRELOAD=liblimber_faults.so LIMBER_FAULT=allocation:17 limber info models/human.json
//
// does the same to a whole program.

namespace limber::faults {

enum class Kind { none, allocation, reading, writing, renaming };

// Counts what this thread does and makes the n-th of its kind fail (n from 1); 0: only counts.
void arm(Kind kind, long n);
// Ends that; returns how many of its kind there were.
long disarm();

}  // namespace limber::faults
