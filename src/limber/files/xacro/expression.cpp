// A recursive-descent evaluator, with Python's precedence.

#include "limber/files/xacro/expression.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/math/portable.h"

namespace limber::xacro {

namespace {

constexpr int deepest_expression = 100;        // parentheses and signs in each other
constexpr std::size_t longest_text = 100'000;  // of a text made by an expression
constexpr double largest_whole = 9e15;         // whole numbers beyond it are not exact
constexpr int largest_power = 1000;            // of a whole exponent
constexpr double degrees = 180.0 / std::numbers::pi;

[[noreturn]] void fail_expression(const std::string& sentence) {
  throw ExpressionProblem{sentence};
}

double number_in(const Value& value) {
  if (const auto* number = std::get_if<Number>(&value)) return number->value;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1.0 : 0.0;
  fail_expression(limber::quoted(std::get<std::string>(value)) + " is not a number");
}

bool is_whole(const Value& value) {
  const auto* number = std::get_if<Number>(&value);
  return number == nullptr || number->is_whole;
}

Value number(double value, bool whole) {
  if (!std::isfinite(value)) fail_expression("the result is not finite");
  return Number{value, whole && std::abs(value) < largest_whole};
}

double power(double base, double exponent) {
  if (exponent == std::floor(exponent) && std::abs(exponent) <= largest_power) {
    return portable::pow(base, static_cast<int>(exponent));
  }
  if (exponent == 0.5) return std::sqrt(base);
  fail_expression("a power of " + number_text(exponent) + " is not known; expected a whole exponent or 0.5");
}

Value call(const std::string& name, const std::vector<Value>& arguments) {
  const auto take = [&](std::size_t count) {
    if (arguments.size() != count) {
      fail_expression(name + "() has " + std::to_string(arguments.size()) + " arguments; expected " +
                      std::to_string(count));
    }
  };
  const auto x = [&](std::size_t k = 0) { return number_in(arguments.at(k)); };
  const auto real = [](double value) { return number(value, false); };
  if (name == "max" || name == "min") {
    if (arguments.empty()) fail_expression(name + "() has no arguments");
    Value best = arguments[0];
    for (const Value& other : arguments) {
      const bool is_better =
          name == "max" ? number_in(other) > number_in(best) : number_in(other) < number_in(best);
      if (is_better) best = other;
    }
    return best;
  }
  take(name == "atan2" || name == "pow" || name == "hypot" ? 2 : 1);
  if (name == "sin") return real(portable::sin(x()));
  if (name == "cos") return real(portable::cos(x()));
  if (name == "tan") return real(portable::tan(x()));
  if (name == "asin") return real(portable::atan2(x(), std::sqrt(1 - x() * x())));
  if (name == "acos") return real(portable::acos(x()));
  if (name == "atan") return real(portable::atan2(x(), 1.0));
  if (name == "atan2") return real(portable::atan2(x(0), x(1)));
  if (name == "hypot") return real(portable::hypot(x(0), x(1)));
  if (name == "sqrt") return real(std::sqrt(x()));
  if (name == "exp") return real(portable::exp(x()));
  if (name == "pow") return real(power(x(0), x(1)));
  if (name == "radians") return real(x() / degrees);
  if (name == "degrees") return real(x() * degrees);
  if (name == "abs" || name == "fabs") return number(std::abs(x()), is_whole(arguments[0]));
  if (name == "floor") return number(std::floor(x()), true);
  if (name == "ceil") return number(std::ceil(x()), true);
  if (name == "round") return number(std::nearbyint(x()), true);
  if (name == "int" || name == "float") {
    const Value given = std::holds_alternative<std::string>(arguments[0])
                            ? value_of(std::get<std::string>(arguments[0]))
                            : arguments[0];
    const double value = number_in(given);
    return name == "int" ? number(std::trunc(value), true) : real(value);
  }
  if (name == "str") return text_of(arguments[0]);
  if (name == "bool") return truth_of(arguments[0]);
  fail_expression("the function " + limber::quoted(name) + " is not known");
}

class Evaluator {
 public:
  Evaluator(std::string_view text, const LookUp& look_up) : rest_(text), look_up_(look_up) {}

  Value all() {
    Value value = choice();
    blanks();
    if (!rest_.empty()) fail_expression("found " + limber::quoted(rest_) + " after the expression");
    return value;
  }

 private:
  void blanks() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front()))) rest_.remove_prefix(1);
  }
  static bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

  bool take(std::string_view symbol) {
    blanks();
    if (!rest_.starts_with(symbol)) return false;
    rest_.remove_prefix(symbol.size());
    return true;
  }
  bool take_word(std::string_view word) {
    blanks();
    if (!rest_.starts_with(word) || (rest_.size() > word.size() && is_letter(rest_[word.size()])))
      return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void expect(std::string_view symbol) {
    if (!take(symbol))
      fail_expression("expected " + limber::quoted(symbol) + " before " + limber::quoted(rest_));
  }

  struct Deeper {
    explicit Deeper(int& depth) : depth_(depth) {
      if (++depth_ > deepest_expression) fail_expression("the expression is nested too deep");
    }
    ~Deeper() { --depth_; }
    int& depth_;
  };

  Value choice() {
    const Deeper deeper(depth_);
    Value value = either();
    if (!take_word("if")) return value;
    const bool holds = truth_of(either());
    if (!take_word("else")) fail_expression("expected else");
    Value other = choice();
    return holds ? value : other;
  }
  Value either() {
    Value value = both();
    while (take_word("or")) {
      Value other = both();
      if (!truth_of(value)) value = other;
    }
    return value;
  }
  Value both() {
    Value value = negation();
    while (take_word("and")) {
      Value other = negation();
      if (truth_of(value)) value = other;
    }
    return value;
  }
  Value negation() {
    const Deeper deeper(depth_);
    if (take_word("not")) return !truth_of(negation());
    return comparison();
  }
  Value comparison() {
    Value left = sum();
    for (;;) {
      std::string_view sign;
      for (const std::string_view s : {"==", "!=", "<=", ">=", "<", ">"}) {
        if (take(s)) {
          sign = s;
          break;
        }
      }
      if (sign.empty()) return left;
      const Value right = sum();
      left = compare(left, sign, right);
    }
  }
  static bool compare(const Value& left, std::string_view sign, const Value& right) {
    const bool has_text =
        std::holds_alternative<std::string>(left) || std::holds_alternative<std::string>(right);
    if (has_text) {
      const bool same = left.index() == right.index() && text_of(left) == text_of(right);
      if (sign == "==") return same;
      if (sign == "!=") return !same;
    }
    const double a = number_in(left), b = number_in(right);
    if (sign == "==") return a == b;
    if (sign == "!=") return a != b;
    if (sign == "<=") return a <= b;
    if (sign == ">=") return a >= b;
    return sign == "<" ? a < b : a > b;
  }
  Value sum() {
    Value value = product();
    for (;;) {
      if (take("+")) {
        value = plus(value, product());
      } else if (take("-")) {
        const Value other = product();
        value = number(number_in(value) - number_in(other), is_whole(value) && is_whole(other));
      } else {
        return value;
      }
    }
  }
  static Value plus(const Value& left, const Value& right) {
    const auto *a = std::get_if<std::string>(&left), *b = std::get_if<std::string>(&right);
    if (a != nullptr && b != nullptr) {
      if (a->size() + b->size() > longest_text) fail_expression("a text becomes too long");
      return *a + *b;
    }
    return number(number_in(left) + number_in(right), is_whole(left) && is_whole(right));
  }
  Value product() {
    Value value = signed_value();
    for (;;) {
      blanks();
      if (rest_.starts_with("**")) return value;
      const bool floors = take("//");
      const char sign = floors ? '/' : take("*") ? '*' : take("/") ? '/' : take("%") ? '%' : ' ';
      if (sign == ' ') return value;
      const Value other = signed_value();
      const double a = number_in(value), b = number_in(other);
      const bool whole = is_whole(value) && is_whole(other);
      if (sign != '*' && b == 0.0) fail_expression("a division by zero");
      if (sign == '*') value = number(a * b, whole);
      if (sign == '/') value = floors ? number(std::floor(a / b), whole) : number(a / b, false);
      if (sign == '%') value = number(a - b * std::floor(a / b), whole);
    }
  }
  Value signed_value() {
    const Deeper deeper(depth_);
    if (take("-")) {
      const Value value = signed_value();
      return number(-number_in(value), is_whole(value));
    }
    if (take("+")) return signed_value();
    Value base = primary();
    if (take("**")) {
      const Value exponent = signed_value();
      return number(power(number_in(base), number_in(exponent)),
                    is_whole(base) && is_whole(exponent) && number_in(exponent) >= 0);
    }
    return base;
  }
  Value primary() {
    blanks();
    if (rest_.empty()) fail_expression("the expression ends early");
    const char c = rest_.front();
    if (take("(")) {
      Value value = choice();
      expect(")");
      return value;
    }
    if (c == '\'' || c == '"') return quoted_text(c);
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return literal();
    std::string name;
    while (!rest_.empty() && (is_letter(rest_.front()) || (rest_.front() == '.' && !name.empty()))) {
      name += rest_.front();
      rest_.remove_prefix(1);
    }
    if (name.empty()) fail_expression("found " + limber::quoted(rest_));
    blanks();
    if (rest_.starts_with('[')) fail_expression("lists and dictionaries are not read");
    if (name.starts_with("math.")) name.erase(0, 5);
    if (rest_.starts_with('(')) return called(name);
    if (name == "True" || name == "true") return true;
    if (name == "False" || name == "false") return false;
    if (name == "pi") return number(std::numbers::pi, false);
    return look_up_(name);
  }
  Value called(const std::string& name) {
    expect("(");
    std::vector<Value> arguments;
    if (!take(")")) {
      do {
        arguments.push_back(choice());
      } while (take(","));
      expect(")");
    }
    return call(name, arguments);
  }
  Value quoted_text(char quote) {
    const std::size_t end = rest_.find(quote, 1);
    if (end == rest_.npos) fail_expression("a text is not closed");
    Value text = std::string(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }
  Value literal() {
    double value = 0.0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) fail_expression("found " + limber::quoted(rest_) + "; expected a number");
    const std::string_view text = rest_.substr(0, static_cast<std::size_t>(end - rest_.data()));
    rest_.remove_prefix(text.size());
    return number(value, text.find_first_of(".eE") == text.npos);
  }

  std::string_view rest_;
  const LookUp& look_up_;
  int depth_ = 0;
};

}  // namespace

std::string text_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "True" : "False";
  const Number& found = std::get<Number>(value);
  std::string text = exact_text(found.value);
  if (!found.is_whole && text.find_first_of(".en") == text.npos) text += ".0";
  return text;
}

bool truth_of(const Value& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth;
  if (const auto* found = std::get_if<Number>(&value)) return found->value != 0.0;
  const std::string& text = std::get<std::string>(value);
  if (text == "true" || text == "True" || text == "1") return true;
  if (text == "false" || text == "False" || text == "0") return false;
  fail_expression(limber::quoted(text) + " is neither true nor false");
}

Value value_of(const std::string& text) {
  std::string_view trimmed = text;
  while (!trimmed.empty() && trimmed.front() == ' ') trimmed.remove_prefix(1);
  while (!trimmed.empty() && trimmed.back() == ' ') trimmed.remove_suffix(1);
  if (trimmed == "true" || trimmed == "True") return true;
  if (trimmed == "false" || trimmed == "False") return false;
  std::string_view digits = trimmed;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (!digits.empty() && error == std::errc() && end == digits.data() + digits.size() &&
      std::isfinite(value)) {
    return Number{value, digits.find_first_of(".eE") == digits.npos};
  }
  return text;
}

Value evaluate(std::string_view expression, const LookUp& look_up) {
  return Evaluator(expression, look_up).all();
}

}  // namespace limber::xacro
