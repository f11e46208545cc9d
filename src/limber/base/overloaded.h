#pragma once
// One visitor from several lambdas: std::visit(overloaded{[](const Sphere& s) {...}, ...}, shape).

namespace limber {

template <class... Functions>
struct overloaded : Functions... {
  using Functions::operator()...;
};
// g++ deduces this by itself; clang before 17 does not.
template <class... Functions>
overloaded(Functions...) -> overloaded<Functions...>;

}  // namespace limber
