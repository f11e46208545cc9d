#include "experiments/catalog.h"

namespace limber::experiments {

const std::vector<Experiment>& all_experiments() {
  static const std::vector<Experiment> all = {
      baerlocher_5_1(),   baerlocher_5_2(),  baerlocher_5_3(), baerlocher_5_4(),  baerlocher_5_6(),
      baerlocher_5_3_5(), baerlocher_5_10(), baerlocher_5_9(), baerlocher_5_14(), baerlocher_7_5(),
      baerlocher_7_9(),   ge_5_1(),          ge_5_3(),
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
