#include "experiments/catalog.h"

namespace limber::experiments {

const std::vector<Experiment>& all_experiments() {
  static const std::vector<Experiment> all = {
      baerlocher_table_3_1(),  // zero twist and singularities of swings
      baerlocher_3_12(),       // range of a shoulder
      baerlocher_3_13(),       // induced twist
      baerlocher_3_14(),       // notches
      baerlocher_3_15(),       // finger
      baerlocher_3_17(),       // leg postures
      baerlocher_4_1(),        // point on a line
      baerlocher_4_5(),        // criterion
      baerlocher_4_6(),        // damped inverse
      baerlocher_4_7(),        // damping factor
      baerlocher_4_7_7(),      // thin decomposition
      baerlocher_5_1(),        // many tasks, two joints
      baerlocher_5_2(),        // five tasks, twenty joints
      baerlocher_5_3(),        // equal weights, unequal errors
      baerlocher_5_4(),        // weights, shared-out joints, priorities
      baerlocher_5_6(),        // formulations A and B in the plane
      baerlocher_5_3_5(),      // A and B: the main effector moves
      baerlocher_5_9(),        // A and B: out of reach
      baerlocher_5_10(),       // A and B: the path
      baerlocher_5_13(),       // what priorities mean
      baerlocher_5_14(),       // cost
      baerlocher_5_17(),       // inequalities
      baerlocher_5_18(),       // quadratic constraint
      baerlocher_6_3(),        // weight by ratios, friction cones
      baerlocher_6_5(),        // a force at the tip
      baerlocher_6_7(),        // two supports, either root
      baerlocher_6_8(),        // least torques, tip held
      baerlocher_6_9(),        // least torques, two supports
      baerlocher_7_3(),        // shoulder blade on the thorax
      baerlocher_7_4(),        // hip and knee
      baerlocher_7_5(),        // loop
      baerlocher_7_6(),        // round a ball
      baerlocher_7_7(),        // inertia of a loop
      baerlocher_7_8(),        // inertia in balance
      baerlocher_7_9(),        // reach in balance
      baerlocher_7_10(),       // of the hands
      baerlocher_7_11(),       // on a beam
      baerlocher_table_7_1(),  // five levels
      baerlocher_7_14(),       // flexion
      baerlocher_7_15(),       // weight on one foot
      baerlocher_7_16(),       // a force at the hand
      baerlocher_7_17(),       // pushing
      baerlocher_7_18(),       // twisting
      baerlocher_8_3(),        // the arm before the back
      ge_5_1(),                // clipping and projection
      ge_5_3(),                // four decompositions
      ge_5_3_1(),              // obstacles: one worst, two worst
      ge_5_3_3(),              // obstacles: one gain
      ge_5_3_4(),              // obstacles: priority reversing
      ge_5_5(),                // obstacles: kinks
      ge_table_5_1(),          // obstacles: one
      ge_table_5_2(),          // obstacles: several
      tsuji_3(),               // virtual arms: ranks
      tsuji_4(),               // virtual arms: posture control with dynamics
      tsuji_6(),               // virtual arms: among discs
      tevatia_2(),             // cost against joints
      tevatia_2_3(),           // one rule for the estimate
      tevatia_3(),             // circles with the extended Jacobian
      tevatia_5(),             // thirty weighted joints
      lab_477(),               // the 2D lab
      limber_goals(),          // our benchmark: who comes nearest
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
