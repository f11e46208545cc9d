#pragma once
// The Python that stands between ${ and } in xacro files, as far as robots use it: numbers, texts, truth
// values;
// + - * / // % **, comparisons, and, or, not, `a if c else b`, parentheses, the functions of mathematics.

#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace limber::xacro {

struct Number {
  double value = 0.0;
  bool is_whole = false;  // an int of Python: 2 is written "2", 2.0 "2.0"
};
using Value = std::variant<Number, bool, std::string>;

std::string text_of(const Value& value);
bool truth_of(const Value& value);
// What a text means when it is used in an expression: a number, True or False, else itself.
Value value_of(const std::string& text);

// `look_up` gives the value of a name or throws. Throws ExpressionProblem.
struct ExpressionProblem {
  std::string sentence;
};
using LookUp = std::function<Value(const std::string& name)>;
Value evaluate(std::string_view expression, const LookUp& look_up);

}  // namespace limber::xacro
