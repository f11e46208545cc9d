#include "table.h"

#include <cstdio>
#include <cstdlib>

namespace limber::peers {

namespace {

constexpr double same = 1e-9;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value >= 1000 ? "%.0f" : "%.3g", value);
  return text;
}

std::string filled(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

}  // namespace

void Table::problem(std::string name, double goal) {
  problems_.push_back({std::move(name), goal, {}});
}

void Table::add(Who who, std::string name, double value) {
  problems_.back().entries.push_back({who, std::move(name), value});
  std::fprintf(stderr, "%s: %s %s\n", problems_.back().name.c_str(),
               problems_.back().entries.back().name.c_str(), number(value).c_str());
}

void Table::note(std::string sentence) {
  notes_.push_back(std::move(sentence));
}

// The first of Limber's entries is the one compared; of the others the fastest.
const Table::Entry* Table::Problem::best(Who who) const {
  const Entry* best = nullptr;
  for (const Entry& entry : entries) {
    if (entry.who == who && (!best || (who != Who::limber && entry.value < best->value))) best = &entry;
  }
  return best;
}

std::string Table::text() const {
  std::string out;
  for (const Problem& problem : problems_) {
    out += problem.name + "\n";
    const Entry* const limber = problem.best(Who::limber);
    for (const Entry& entry : problem.entries) {
      const std::string ratio =
          limber && &entry != limber ? "  " + number(entry.value / limber->value) + " x" : "";
      out += "  " + filled(entry.name, 44) + filled(number(entry.value), 10) + ratio + "\n";
    }
    if (problem.goal > 0.0) out += "  " + filled("wanted", 44) + number(problem.goal) + "\n";
  }
  for (const std::string& sentence : notes_) out += sentence + "\n";
  return out;
}

std::string Table::markdown() const {
  std::string out =
      "| problem | Limber | plain loop | best peer | Limber / plain | Limber / peer | wanted |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Problem& problem : problems_) {
    const Entry* const limber = problem.best(Who::limber);
    const Entry* const plain = problem.best(Who::plain);
    const Entry* const peer = problem.best(Who::peer);
    const auto shown = [](const Entry* entry, bool named) {
      return entry ? (named ? entry->name + " " : "") + number(entry->value) : std::string("-");
    };
    const auto ratio = [&](const Entry* other) {
      return limber && other ? number(limber->value / other->value) : std::string("-");
    };
    out += "| " + problem.name + " | " + shown(limber, false) + " | " + shown(plain, false) + " | " +
           shown(peer, true) + " | " + ratio(plain) + " | " + ratio(peer) + " | " +
           (problem.goal > 0.0 ? number(problem.goal) : "-") + " |\n";
  }
  for (const std::string& sentence : notes_) out += "\n" + sentence + "\n";
  return out;
}

void require_same(const std::string& what, double difference) {
  if (difference <= same) return;
  std::fprintf(stderr, "%s: the answers differ by %g, so nothing is worth timing\n", what.c_str(),
               difference);
  std::exit(EXIT_FAILURE);
}

}  // namespace limber::peers
