#pragma once
// Numbers as text, everywhere in Limber: files, sentences, tables, drawings. Independent of the locale; the
// same number gives the same text on every machine.
//
//   exact_text(0.1)             "0.1"        reads back to the same bits: files
//   fixed_text(1.5, 2)          "1.50"       so many decimals: tables
//   number_text(1234.56, 3)     "1235"       so many significant digits, no trailing zeros: sentences
//   scientific_text(1234.5, 2)  "1.23e+03"
//
// Not finite: "nan", "inf", "-inf". Negative zero, and what rounds to it, has no sign.

#include <array>
#include <cstdint>
#include <string>

namespace limber {

// The shortest text that reads back to the same bits; with an exponent below 1e-5 and from 1e15 on.
std::string exact_text(double value);

std::string fixed_text(double value, int decimals);
std::string scientific_text(double value, int decimals);

// Digits before the point are never dropped; with an exponent below 1e-4 and from 1e7 on.
std::string number_text(double value, int digits = 3);

// "1.500" -> "1.5", "2.0" -> "2"; text without a point stays.
std::string without_trailing_zeros(std::string text);

// Hexadecimal, lower case, filled up with zeros: hex_text(255, 4) == "00ff".
std::string hex_text(std::uint64_t value, int digits);

// "#rrggbb" from levels 0..255.
std::string hex_color(const std::array<int, 3>& levels);

}  // namespace limber
