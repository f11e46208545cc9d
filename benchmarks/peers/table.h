#pragma once
// What was measured, as one table: a line per problem with Limber, the plain loop written for it, the best of
// the peers, and the ratios.

#include <string>
#include <vector>

namespace limber::peers {

enum class Who { limber, plain, peer };

class Table {
 public:
  // `goal`: what Limber is meant to need; 0: none.
  void problem(std::string name, double goal = 0.0);
  void add(Who who, std::string name, double value);
  // A sentence below the table.
  void note(std::string sentence);

  std::string text() const;      // with every peer
  std::string markdown() const;  // a line per problem, for docs/performance.md

 private:
  struct Entry {
    Who who;
    std::string name;
    double value;
  };
  struct Problem {
    std::string name;
    double goal;
    std::vector<Entry> entries;
    const Entry* best(Who who) const;
  };
  std::vector<Problem> problems_;
  std::vector<std::string> notes_;
};

// Ends the program: a peer that gives another answer is not worth timing. `difference` must be below 1e-9.
void require_same(const std::string& what, double difference);

// The sections, each in a file of its own.
void measure_arm(Table& table, int poses);
void measure_trunk(Table& table);
void measure_priorities(Table& table);
void measure_humanoid(Table& table);
void measure_memory(Table& table);
void measure_rest(Table& table);

}  // namespace limber::peers
