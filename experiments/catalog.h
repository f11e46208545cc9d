#pragma once
// Every experiment there is, in the order of the page: one line each here and in catalog.cpp.

#include <string_view>

#include "experiments/experiment.h"

namespace limber::experiments {

Experiment baerlocher_table_3_1();
Experiment baerlocher_3_12();
Experiment baerlocher_3_13();
Experiment baerlocher_3_14();
Experiment baerlocher_3_15();
Experiment baerlocher_3_17();
Experiment baerlocher_4_1();
Experiment baerlocher_4_5();
Experiment baerlocher_4_6();
Experiment baerlocher_4_7();
Experiment baerlocher_4_7_7();
Experiment baerlocher_5_1();
Experiment baerlocher_5_2();
Experiment baerlocher_5_3();
Experiment baerlocher_5_4();
Experiment baerlocher_5_3_5();
Experiment baerlocher_5_6();
Experiment baerlocher_5_9();
Experiment baerlocher_5_10();
Experiment baerlocher_5_13();
Experiment baerlocher_5_14();
Experiment baerlocher_5_17();
Experiment baerlocher_5_18();
Experiment baerlocher_6_3();
Experiment baerlocher_6_5();
Experiment baerlocher_6_7();
Experiment baerlocher_6_8();
Experiment baerlocher_6_9();
Experiment baerlocher_7_3();
Experiment baerlocher_7_4();
Experiment baerlocher_7_5();
Experiment baerlocher_7_6();
Experiment baerlocher_7_7();
Experiment baerlocher_7_8();
Experiment baerlocher_7_9();
Experiment baerlocher_7_10();
Experiment baerlocher_7_11();
Experiment baerlocher_table_7_1();
Experiment baerlocher_7_14();
Experiment baerlocher_7_15();
Experiment baerlocher_7_16();
Experiment baerlocher_7_17();
Experiment baerlocher_7_18();
Experiment baerlocher_8_3();
Experiment ge_5_1();
Experiment ge_5_3();
Experiment ge_5_3_1();
Experiment ge_5_3_3();
Experiment ge_5_3_4();
Experiment ge_5_5();
Experiment ge_table_5_1();
Experiment ge_table_5_2();
Experiment tsuji_3();
Experiment tsuji_4();
Experiment tsuji_6();
Experiment tevatia_2();
Experiment tevatia_2_3();
Experiment tevatia_3();
Experiment tevatia_5();
Experiment lab_477();
Experiment limber_goals();

const std::vector<Experiment>& all_experiments();
const Experiment* find_experiment(std::string_view name);

}  // namespace limber::experiments
