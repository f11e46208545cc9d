#include "limber/session/parts.h"

namespace limber {

std::span<const Verb> posture_verbs() {
  return {};
}

}  // namespace limber
