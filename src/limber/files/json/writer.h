#pragma once
// Readable JSON: two spaces of indentation, short values on one line, numbers with the fewest digits that
// read back as the same number. The same value always gives the same bytes.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/math/types.h"

namespace limber::json {

// A value to write.
class Output {
 public:
  static Output text(std::string_view value);
  static Output number(double value);  // null when it is not finite
  static Output truth(bool value);
  static Output null();
  static Output list() { return Output(Form::list); }
  static Output object() { return Output(Form::object); }
  static Output vector(const Vec3& value);
  static Output numbers(const std::vector<double>& values);
  static Output row(const std::vector<double>& values);  // on one line, however long: a row of a matrix

  Output& add(Output item);                         // to a list
  Output& set(std::string_view key, Output value);  // to an object; keys stay in the order given
  // A list of write(part) for each part; left out if there are none.
  template <class Parts, class Write>
  Output& set_list(std::string_view key, const Parts& parts, const Write& write) {
    Output items = list();
    for (const auto& part : parts) items.add(write(part));
    return items.is_empty() ? *this : set(key, std::move(items));
  }
  bool is_empty() const { return children_.empty(); }

  std::string to_string() const;  // ends with a newline

 private:
  enum class Form { scalar, list, object };
  explicit Output(Form form) : form_(form) {}

  bool holds_only_scalars() const;
  bool holds_objects() const;
  bool fits_one_line() const;
  std::size_t line_length() const;
  void print_line(std::string& out) const;
  void print_filled(std::string& out, std::size_t indent) const;
  void print(std::string& out, std::size_t indent, std::size_t used) const;

  Form form_;
  std::string key_;   // as it is written, quotes included, when it is a member of an object
  std::string text_;  // of a scalar
  std::vector<Output> children_;
};

}  // namespace limber::json
