#pragma once
// One visitor from several lambdas: std::visit(overloaded{[](const Sphere& s) {...}, ...}, shape).

namespace limber {

template <class... Functions>
struct overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace limber
