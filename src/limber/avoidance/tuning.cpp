// The search for the numbers of a technique: a grid of decades, then halvings around the best (tuning.h).

#include "limber/avoidance/tuning.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/avoidance/parameters.h"
#include "limber/base/number_text.h"
#include "limber/math/portable.h"

namespace limber {

namespace {

// How far `value` is above `most`, relative to it.
double excess(double value, double most) {
  if (!(value > most)) return 0.0;
  return (value - most) / std::max(std::abs(most), 1e-3);
}

// One parameter that is tuned: a factor of ten per whole step of `level`.
struct Tuned {
  const AvoidanceParameter* parameter;
  double scale;  // its values are multiples of this: the unit for lengths, else 1
  int decades;   // of the grid, both ends included

  double value(double level) const {
    const double wanted = parameter->tune_least * portable::exp(level * std::numbers::ln10) * scale;
    return std::clamp(wanted, std::max(parameter->least, 1e-300), parameter->most);
  }
};

std::vector<Tuned> tuned_parameters(const TechniqueDescription& technique, double unit) {
  std::vector<Tuned> list;
  for (const AvoidanceParameter& parameter : technique.parameters) {
    if (!parameter.is_tuned()) continue;
    const int decades =
        1 + static_cast<int>(std::lround(std::log10(parameter.tune_most / parameter.tune_least)));
    list.push_back({&parameter, parameter.unit == "m" ? unit : 1.0, decades});
  }
  return list;
}

class Search {
 public:
  Search(const Course& course, const AvoidanceOptions& start, const TuningWishes& wishes,
         const TuningOptions& options)
      : course_(course),
        start_(start),
        wishes_(wishes),
        options_(options),
        tuned_(tuned_parameters(describe(start.technique), resolved(start, course.figure).unit)) {
    most_trials_ = 1;
    for (const Tuned& tuned : tuned_) most_trials_ *= tuned.decades;
    most_trials_ += 2 * static_cast<int>(tuned_.size()) * options.refinements;
  }

  TuningResult search() {
    std::vector<double> levels(tuned_.size(), 0.0);
    // All combinations of decades, counted like an odometer.
    for (bool more = true; more && !result_.cancelled;) {
      attempt(levels);
      more = false;
      for (std::size_t i = 0; i < levels.size() && !more; ++i) {
        levels[i] += 1.0;
        more = levels[i] < tuned_[i].decades;
        if (!more) levels[i] = 0.0;
      }
    }
    double reach = 0.5;  // decades
    for (int round = 0; round < options_.refinements; ++round, reach *= 0.5) {
      for (std::size_t i = 0; i < tuned_.size(); ++i) {
        const double middle = best_levels_[i];
        for (const double change : {-reach, reach}) {
          if (result_.cancelled) break;
          levels = best_levels_;
          levels[i] = middle + change;
          attempt(levels);
        }
      }
    }
    result_.found = result_.best.shortfall == 0.0;
    return std::move(result_);
  }

 private:
  void attempt(const std::vector<double>& levels) {
    TuningTrial trial{start_, course_.solver.clearance, {}, 0.0};
    for (std::size_t i = 0; i < tuned_.size(); ++i)
      set_value(*tuned_[i].parameter, tuned_[i].value(levels[i]), trial.avoidance, trial.clearance);
    Course course = course_;
    course.solver.clearance = trial.clearance;
    trial.measures = run(course, trial.avoidance);
    trial.shortfall = limber::shortfall(trial.measures, wishes_);
    ++result_.trials;
    const bool better = result_.trials == 1 || trial.shortfall < result_.best.shortfall ||
                        (trial.shortfall == result_.best.shortfall && is_better(trial, levels));
    if (better) {
      result_.best = trial;
      best_levels_ = levels;
    }
    if (options_.progress && !options_.progress(static_cast<double>(result_.trials) / most_trials_, trial))
      result_.cancelled = true;
  }

  bool is_better(const TuningTrial& trial, const std::vector<double>& levels) const {
    const double error = trial.measures.mean_error, best = result_.best.measures.mean_error;
    return error != best ? error < best : levels < best_levels_;
  }

  const Course& course_;
  const AvoidanceOptions& start_;
  const TuningWishes& wishes_;
  const TuningOptions& options_;
  std::vector<Tuned> tuned_;
  std::vector<double> best_levels_;
  int most_trials_ = 1;
  TuningResult result_;
};

}  // namespace

double shortfall(const Measures& measures, const TuningWishes& wishes) {
  double sum = 0.0;
  if (!(measures.least_clearance >= wishes.clearance)) {
    // Relative to the clearance asked for; if that is 0, an overlap still counts by its depth.
    sum += (wishes.clearance - measures.least_clearance) / std::max(wishes.clearance, 1e-3);
  }
  sum += excess(measures.largest_bend, wishes.bend);
  sum += excess(measures.mean_error, wishes.mean_error);
  if (measures.reversals > wishes.reversals)
    sum += (measures.reversals - wishes.reversals) / std::max(1.0, 1.0 * wishes.reversals);
  return sum;
}

TuningResult tune(const Course& course, const AvoidanceOptions& start, const TuningWishes& wishes,
                  const TuningOptions& options) {
  return Search(course, start, wishes, options).search();
}

std::string in_words(const TuningTrial& trial) {
  std::string text;
  for (const AvoidanceParameter& parameter : describe(trial.avoidance.technique).parameters) {
    if (!parameter.is_tuned()) continue;
    if (!text.empty()) text += ", ";
    text +=
        std::string(parameter.key) + " " + number_text(value(parameter, trial.avoidance, trial.clearance));
    if (!parameter.unit.empty()) text.append(" ").append(parameter.unit);
  }
  const Measures& m = trial.measures;
  if (!text.empty()) text += ": ";
  text += "clearance " + number_text(m.least_clearance) + " m, largest bend " +
          number_text(m.largest_bend * 180.0 / std::numbers::pi) + " deg, " + std::to_string(m.reversals) +
          (m.reversals == 1 ? " reversal" : " reversals") + ", mean error " + number_text(m.mean_error);
  return text;
}

std::string in_words(const TuningResult& result, const TuningWishes& wishes) {
  const TechniqueDescription& technique = describe(result.best.avoidance.technique);
  std::string text = result.found
                         ? std::string(technique.title) + " meets the request with " + in_words(result.best)
                         : "No parameters of " + std::string(technique.title) +
                               " meet the request; the best found was " + in_words(result.best);
  if (!result.found && result.best.measures.least_clearance < wishes.clearance)
    text += "; the requested clearance was " + number_text(wishes.clearance) + " m";
  return text + " (" + std::to_string(result.trials) + (result.trials == 1 ? " trial)" : " trials)");
}

}  // namespace limber
