// How does Limber compare, on one core, with the libraries people would otherwise take, and with what plain
// loops show to be possible?
//
//   tools/bench.sh peers -- [--poses N] [--markdown] [arm|trunk|priorities|humanoid|memory|rest ...]
//
// Peers come from Debian's packages (KDL, MuJoCo, DART, Eigen's decompositions) and run in this process,
// set up as their authors would; one that is missing is left out with a sentence. Answers are compared
// before anything is timed. Times are processor time of this thread, the tenth percentile of many samples,
// or the median over goals. The plain loops (benchmarks/peers/plain_*.h) do one problem each and nothing
// else: no limits of other kinds, no reports.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

#include "peers/table.h"

int main(int argc, char** argv) {
  using namespace limber::peers;
  int poses = 10000;
  bool markdown = false;
  std::set<std::string> asked;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--poses") == 0 && i + 1 < argc) {
      poses = std::atoi(argv[++i]);
    } else if (std::strcmp(argv[i], "--markdown") == 0) {
      markdown = true;
    } else {
      asked.insert(argv[i]);
    }
  }
  Table table;
  const auto wants = [&](const char* section) { return asked.empty() || asked.count(section) > 0; };
  if (wants("arm")) measure_arm(table, poses);
  if (wants("trunk")) measure_trunk(table);
  if (wants("priorities")) measure_priorities(table);
  if (wants("humanoid")) measure_humanoid(table);
  if (wants("memory")) measure_memory(table);
  if (wants("rest")) measure_rest(table);
  std::fputs((markdown ? table.markdown() : table.text()).c_str(), stdout);
  return 0;
}
