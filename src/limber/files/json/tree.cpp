// Builds the tree from the events of nlohmann's SAX parser.

#include "limber/files/json/tree.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "limber/base/names.h"
#include "limber/files/json/syntax.h"

namespace limber::json {

namespace {

// Larger objects have the numbers of their members behind them, sorted by name, to be found by.
constexpr std::size_t most_unsorted = 16;

// Counts lines while the parser reads. The parser reads one character past a number, which may be the line's
// end, so a line end counts only when the character after it is read.
struct LineCounter {
  int line = 1;
  bool at_line_end = false;

  void read(char c) {
    if (at_line_end) ++line;
    at_line_end = c == '\n';
  }
};

class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, LineCounter* lines) : at_(at), lines_(lines) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    lines_->read(*at_++);
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  LineCounter* lines_;
};

}  // namespace

// Receives the parser's events. Finished values are on a stack; when a list or object closes, its children
// move from the stack to one block of the tree's memory.
class TreeBuilder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  TreeBuilder(std::string_view text, const Limits& limits, const LineCounter& lines)
      : text_(text), limits_(limits), lines_(lines) {}

  bool null() { return add(Kind::null) != nullptr; }
  bool boolean(bool truth) {
    Node* node = add(Kind::truth);
    if (node) node->payload_.truth = truth;
    return node != nullptr;
  }
  bool number_integer(number_integer_t value) { return add_number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) { return add_number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) { return add_number(value); }
  bool string(string_t& value) {
    Node* node = add(Kind::text);
    if (!node) return false;
    const std::string_view kept = keep(value);
    node->payload_.text = kept.data();
    node->count_ = static_cast<std::uint32_t>(kept.size());
    return true;
  }
  bool binary(binary_t&) { return fail("binary values are not JSON", lines_.line); }

  bool start_object(std::size_t) { return open(Kind::object); }
  bool start_array(std::size_t) { return open(Kind::list); }
  bool key(string_t& name) {
    name_ = keep(name);
    return true;
  }
  bool end_object() {
    std::uint32_t* sorted = close(Kind::object);
    return check_names(stack_.back(), sorted);
  }
  bool end_array() {
    close(Kind::list);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    std::optional<OpenContainer> open;
    if (!open_.empty()) {
      const Node& container = stack_[open_.back()];
      open = OpenContainer{container.kind() == Kind::list, container.line()};
    }
    return fail(explain_syntax_error(text_, position, error.what(), open), lines_.line);
  }

  Tree take_tree() {
    tree_.root_ = stack_.front();
    return std::move(tree_);
  }
  [[noreturn]] void throw_problem(const std::string& file) const {
    throw ReadError(file, problem_line_, "", problem_);
  }

 private:
  bool fail(std::string problem, int line) {
    problem_ = std::move(problem);
    problem_line_ = line;
    return false;
  }

  Node* add(Kind kind) {
    if (++node_count_ > limits_.nodes) {
      fail("has more than " + std::to_string(limits_.nodes) + " values; expected fewer", lines_.line);
      return nullptr;
    }
    Node& node = stack_.emplace_back();
    node.kind_ = kind;
    node.line_ = static_cast<std::uint32_t>(lines_.line);
    node.name_ = std::exchange(name_, {});
    return &node;
  }
  bool add_number(double value) {
    Node* node = add(Kind::number);
    // -0 becomes 0, which is how it is written: so writing and reading again gives the same bits.
    if (node) node->payload_.number = value + 0.0;
    return node != nullptr;
  }

  bool open(Kind kind) {
    if (open_.size() == limits_.depth) {
      return fail("lists and objects are nested deeper than " + std::to_string(limits_.depth) + " levels",
                  lines_.line);
    }
    if (!add(kind)) return false;
    open_.push_back(stack_.size() - 1);
    return true;
  }
  // The place for the numbers of the members, sorted by name; null: there are too few to need them.
  std::uint32_t* close(Kind kind) {
    const std::size_t container = open_.back();
    open_.pop_back();
    const std::size_t first = container + 1, count = stack_.size() - first;
    const bool is_sorted = kind == Kind::object && count > most_unsorted;
    const std::size_t room = count * (sizeof(Node) + (is_sorted ? sizeof(std::uint32_t) : 0));
    Node* children = nullptr;
    if (count > 0) {
      children = static_cast<Node*>(tree_.memory_->allocate(room, alignof(Node)));
      std::uninitialized_copy_n(stack_.begin() + static_cast<std::ptrdiff_t>(first), count, children);
    }
    stack_.resize(first);
    stack_.back().payload_.children = children;
    stack_.back().count_ = static_cast<std::uint32_t>(count);
    return is_sorted ? reinterpret_cast<std::uint32_t*>(children + count) : nullptr;
  }

  std::string_view keep(const std::string& text) {
    if (text.empty()) return "";
    char* kept = static_cast<char*>(tree_.memory_->allocate(text.size(), 1));
    std::memcpy(kept, text.data(), text.size());
    return {kept, text.size()};
  }

  bool check_names(const Node& object, std::uint32_t* sorted) {
    const std::span<const Node> members = object.children();
    std::vector<std::uint32_t> order(members.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const int compared = members[a].name().compare(members[b].name());
      return compared != 0 ? compared < 0 : a < b;
    });
    if (sorted != nullptr) std::copy(order.begin(), order.end(), sorted);
    const auto same_name = [&](std::uint32_t a, std::uint32_t b) {
      return members[a].name() == members[b].name();
    };
    const auto twice = std::adjacent_find(order.begin(), order.end(), same_name);
    if (twice == order.end()) return true;
    const Node &first = members[*twice], &second = members[*(twice + 1)];
    return fail("the key " + quoted(first.name()) + " is given twice in one object" +
                    first_on_line(first.line(), second.line()),
                second.line());
  }

  std::string_view text_;
  const Limits& limits_;
  const LineCounter& lines_;
  Tree tree_;
  std::string_view name_;          // key of the value to come
  std::vector<Node> stack_;        // finished values and open containers
  std::vector<std::size_t> open_;  // places of the open containers in stack_
  std::size_t node_count_ = 0;
  std::string problem_;
  int problem_line_ = 0;
};

const Node* Node::member(std::string_view name) const {
  const std::span<const Node> members = children();
  if (members.size() <= most_unsorted) {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Node& member) { return member.name() == name; });
    return found == members.end() ? nullptr : &*found;
  }
  const auto* const sorted = reinterpret_cast<const std::uint32_t*>(members.data() + members.size());
  const auto* const end = sorted + members.size();
  const auto* const found = std::lower_bound(
      sorted, end, name, [&](std::uint32_t k, std::string_view n) { return members[k].name() < n; });
  return found != end && members[*found].name() == name ? &members[*found] : nullptr;
}

std::string_view with_article(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::truth:
      return "true or false";
    case Kind::number:
      return "a number";
    case Kind::text:
      return "a text";
    case Kind::list:
      return "a list";
    case Kind::object:
      return "an object";
  }
  return "nothing";
}

Tree parse(std::string_view text, const std::string& file, const Limits& limits) {
  const auto fail = [&](const std::string& problem, int line = 0) {
    throw ReadError(file, line, "", problem);
  };
  if (text.size() > limits.bytes) {
    fail("is " + std::to_string(text.size() >> 20) + " MB large; files up to " +
         std::to_string(limits.bytes >> 20) + " MB are read");
  }
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) fail("is UTF-16 text; save it as UTF-8");
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) fail("is empty; expected JSON");
  // The parser treats a zero byte as the end of the text.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    fail("contains a zero byte, so it is not JSON text", line_at(text, zero));
  }

  LineCounter lines;
  TreeBuilder builder(text, limits, lines);
  const CountingIterator begin(text.data(), &lines), end(text.data() + text.size(), &lines);
  if (!nlohmann::json::sax_parse(begin, end, &builder)) builder.throw_problem(file);
  return builder.take_tree();
}

}  // namespace limber::json
