#pragma once
// Numbers as people read them.

#include <string>

namespace limber::experiments {

class Agreeing;

// Three significant digits: "0.0123", "1240", "3.1e-13" as "3.1×10⁻¹³"; "–" for NaN and infinity.
std::string shown(double value);
// "10⁻³"
std::string power_of_ten(int exponent);
// "0.0123 m", "4.2 ×", "12°"; a unit may be empty.
std::string quantity(double value, const std::string& unit);
// "at most 0.1 m", "2 to 4", "exactly 0"
std::string agreeing_words(const Agreeing& agreeing, const std::string& unit);

}  // namespace limber::experiments
