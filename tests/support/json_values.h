#pragma once
// Every value of a JSON document, one after the other, for tests that change them.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace limber::test {

// Pointers to the document and all values in it, outer before inner.
inline std::vector<nlohmann::json::json_pointer> all_values(const nlohmann::json& document) {
  std::vector<nlohmann::json::json_pointer> pointers = {nlohmann::json::json_pointer()};
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    const nlohmann::json::json_pointer at = pointers[i];
    const nlohmann::json& value = document.at(at);
    if (value.is_object()) {
      for (const auto& [key, member] : value.items()) pointers.push_back(at / key);
    } else if (value.is_array()) {
      for (std::size_t k = 0; k < value.size(); ++k) pointers.push_back(at / k);
    }
  }
  return pointers;
}

// One value of every kind, to be put where another kind belongs.
inline const std::vector<nlohmann::json>& one_of_each_kind() {
  static const std::vector<nlohmann::json> values = {nullptr,
                                                     true,
                                                     7,
                                                     -0.5,
                                                     "text",
                                                     "",
                                                     nlohmann::json::array(),
                                                     nlohmann::json::array({1, 2}),
                                                     nlohmann::json::object(),
                                                     {{"name", "x"}},
                                                     1e300};
  return values;
}

}  // namespace limber::test
