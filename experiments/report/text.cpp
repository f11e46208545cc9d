// Numbers in reports: three digits, typographic signs (text.h).

#include "experiments/report/text.h"

#include <cmath>

#include "experiments/experiment.h"
#include "limber/base/number_text.h"

namespace limber::experiments {

namespace {

std::string with_minus_sign(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "\u2212");
  return text;
}

}  // namespace

std::string power_of_ten(int exponent) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) text += digits[digit - '0'];
  return text;
}

std::string shown(double value) {
  if (!std::isfinite(value)) return "–";
  if (value == 0.0) return "0";
  // The exponent after rounding to three digits: 0.0999999 is 0.1.
  const std::string scientific = scientific_text(value, 2);
  const std::size_t e = scientific.find('e');
  const int exponent = std::stoi(scientific.substr(e + 1));
  if (exponent >= -3 && exponent < 6) {
    return with_minus_sign(without_trailing_zeros(fixed_text(value, exponent >= 2 ? 0 : 2 - exponent)));
  }
  const std::string mantissa = without_trailing_zeros(scientific.substr(0, e));
  return with_minus_sign(mantissa) + "×" + power_of_ten(exponent);
}

std::string quantity(double value, const std::string& unit) {
  if (unit.empty() || unit.starts_with("°")) return shown(value) + unit;
  return shown(value) + "\u00a0" + unit;  // a space that does not break
}

std::string agreeing_words(const Agreeing& agreeing, const std::string& unit) {
  const double least = agreeing.least(), most = agreeing.most();
  const bool has_least = std::isfinite(least), has_most = std::isfinite(most);
  if (agreeing.is_empty()) return "no value";
  if (has_least && least == most) return "exactly " + quantity(least, unit);
  if (has_least && has_most) return shown(least) + " to " + quantity(most, unit);
  return has_most ? "at most " + quantity(most, unit) : "at least " + quantity(least, unit);
}

}  // namespace limber::experiments
