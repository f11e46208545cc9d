#pragma once
// Refuses a command.

#include <stdexcept>

namespace limber {

// What it says is one sentence for the user. Thrown before anything has changed. (json::ReadError refuses a
// command as well, with the place in it.)
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Refuses because something would be lost. The same command with "replace": true is carried out.
struct WouldReplace : Refusal {
  using Refusal::Refusal;
};

}  // namespace limber
