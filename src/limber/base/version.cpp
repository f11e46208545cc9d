#include "limber/base/version.h"

namespace limber {

std::string_view version() noexcept {
  return LIMBER_VERSION_STRING;
}

}  // namespace limber
