#include "experiments/catalog.h"

namespace limber::experiments {

const std::vector<Experiment>& all_experiments() {
  static const std::vector<Experiment> all = {
      baerlocher_5_6(),
      baerlocher_5_14(),
      ge_5_1(),
      ge_5_3(),
  };
  return all;
}

const Experiment* find_experiment(std::string_view name) {
  for (const Experiment& experiment : all_experiments()) {
    if (experiment.name == name) return &experiment;
  }
  return nullptr;
}

}  // namespace limber::experiments
