#pragma once
// The numbers in the report of a motion, from its postures, each at its own time.

#include "limber/motion/track.h"
#include "limber/motion/tracker.h"

namespace limber {

// Why each task was off in each frame of the tracked motion; nothing where it was not.
using Causes = std::vector<std::vector<Tracker::Cause>>;  // by task, by frame

// Errors and clearance of postures that no tracker has looked at.
void evaluate_frames(const TrackProblem& problem, TrackReport& report);
// Largest speed and acceleration, and by how much limits are exceeded. `before`: the displacement that led to
// the first posture; nullptr: not known.
void account_speeds(const TrackProblem& problem, double dt, const VecX* before, TrackReport& report);
void account_errors(TrackReport& report);
void account_closures(const TrackProblem& problem, double dt, TrackReport& report);
// When tasks were behind, and why. `cycle`: frames of a cycle that every other repeats; 0: there is none.
void account_lags(const TrackProblem& problem, const Causes& causes, int cycle, TrackReport& report);
std::uint64_t hash_of(const std::vector<Posture>& postures);

// Frames of a period; 0: it is no whole number of them.
int frames_of_period(double period, double dt);

}  // namespace limber
