#pragma once
// When an attempt at a problem has arrived and when it is given up. Attempt k starts from row k of a table,
// which depends on nothing else; the lowest attempt that arrives is the answer, whoever tries which and in
// what order. Where none arrives, the answer is the end of the attempt with the lowest `miss`, the lowest
// number of equals.

#include "limber/batch/kernel/model.h"
#include "limber/batch/kernel/numbers.h"

namespace limber::batch {

enum : int { going_on = 0, arrived = 1, given_up = 2 };

// The first ones are hasty; later ones are patient, for what every start finds hard, and of those every
// fourth is dogged: at the border of what can be reached, where limits take turns at stopping, errors fall
// slowly.
constexpr int hasty_attempts = 32;
LIMBER_BOTH constexpr bool is_dogged(int attempt) {
  return attempt >= hasty_attempts && attempt % 4 == 0;
}

struct Attempt {
  int number;
  int steps, idle;  // idle: steps in a row without enough progress
  double best;      // squared error
};

LIMBER_BOTH void begin(Attempt& attempt, int number) {
  attempt.number = number;
  attempt.steps = attempt.idle = 0;
  attempt.best = 1e300;
}

// `error`: squared errors of the groups.
LIMBER_BOTH int judge(const Model& model, const double* error, Attempt& attempt) {
  ++attempt.steps;
  double sum = 0.0;
  bool all = true;
  for (int g = 0; g < model.groups; ++g) {
    all = all && error[g] <= model.group[g].limit;
    sum = sum + error[g];
  }
  if (all) return arrived;
  const bool hasty = attempt.number < hasty_attempts, dogged = is_dogged(attempt.number);
  if (sum < (dogged ? model.dogged_enough : model.enough) * attempt.best) {
    attempt.best = sum;
    attempt.idle = 0;
  } else {
    ++attempt.idle;
  }
  const int most_steps = hasty ? model.hasty_steps : dogged ? model.dogged_steps : model.patient_steps;
  const int most_idle = hasty ? model.hasty_idle : dogged ? model.dogged_idle : model.patient_idle;
  return attempt.idle <= most_idle && attempt.steps < most_steps ? going_on : given_up;
}

// How far from arriving: what is missing in a higher level counts before everything below it.
LIMBER_BOTH double miss(const Model& model, const double* error) {
  double sum = 0.0;
  for (int g = 0; g < model.groups; ++g) {
    double scale = 1.0;
    for (int level = model.group[g].level; level < model.levels - 1; ++level) scale = scale * 1e6;
    if (error[g] > model.group[g].limit) sum = sum + scale * error[g];
  }
  return sum == sum ? sum : 1e300;  // nothing is farther than not a number
}

}  // namespace limber::batch
