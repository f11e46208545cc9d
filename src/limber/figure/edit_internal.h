#pragma once
// What every edit may have to refuse.

#include <string>

#include "limber/figure/figure.h"

namespace limber {

Error unknown_segment(const Figure& figure, const std::string& name);
Error wrong_posture(const Figure& figure);

}  // namespace limber
