#pragma once
// "What we found": the claims of the documents in two screens. Which hold, which do not, and what Limber does.
//
// The texts are written by hand; whether a claim holds is not: each names findings of experiments, and holds if
// all of those do.

#include <string>
#include <vector>

#include "experiments/experiment.h"

namespace limber::experiments {

struct Evidence {
  std::string experiment;  // its name
  std::string what = {};   // the beginning of the findings it is about; empty: all of them
};

struct FoundClaim {
  std::string claim;   // of the document, in our words
  std::string limber;  // what Limber does, or does instead
  std::vector<Evidence> evidence;
  std::string measured = {};  // what the number is: "of steps jump"; empty: the numbers are counted instead
};

struct FoundDocument {
  std::string title;
  std::vector<FoundClaim> claims;
};

const std::vector<FoundDocument>& found_documents();

enum class Standing {
  holds,
  does_not,   // some finding does not agree with the document
  not_run,    // an experiment it rests on was not run
  unfounded,  // it names a finding that does not exist
};
struct Found {
  Standing standing = Standing::not_run;
  const Finding* decisive = nullptr;  // one that does not agree; else the first that was named; else none
  int numbers = 0;                    // findings it rests on
};
Found look_up(const FoundClaim& claim, const std::vector<Outcome>& outcomes);

// A page of its own, "found.html", beside the report "index.html".
std::string found_html(const std::vector<Outcome>& outcomes);

}  // namespace limber::experiments
