#pragma once
// Columns of Ge's tables 5.1 and 5.2 that can be measured on the techniques themselves.

#include "limber/avoidance/options.h"

namespace limber::experiments {

// "Physical": the share [%] of situations in which the push of a technique moves the figure away from the
// obstacle, to first order: a chain of 30 joints in a random posture, its tip asked to stay, one ball near it.
double share_of_pushes_away(Technique technique, int situations);

// "Parameters": how many numbers of the technique have an effect, counted by changing one after the other on
// a drag past four balls. Numbers that all of Ge's techniques have (damping, units, which contacts) are left
// out, as in the thesis.
int numbers_with_effect(Technique technique);

// "Obstacles": of 14 balls around a chain of 12 joints, the nearest first, how many have an effect on the
// step.
int obstacles_with_effect(Technique technique);

constexpr int balls_around = 14, joints_among_balls = 12;

}  // namespace limber::experiments
