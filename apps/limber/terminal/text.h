#pragma once
// A line of text made of pieces with styles.
//
// Names come from files that anyone may have written, so control characters, which could control the
// terminal, are replaced when a piece is added.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace limber::cli {

enum class Style : std::uint8_t { plain, strong, faint, accent, good, warning, bad };

class Text {
 public:
  struct Piece {
    std::string text;
    Style style;
  };

  Text() = default;
  Text(std::string_view text, Style style = Style::plain) { add(text, style); }
  Text(const char* text) : Text(std::string_view(text)) {}
  Text(const std::string& text) : Text(std::string_view(text)) {}

  Text& add(std::string_view text, Style style = Style::plain);

  const std::vector<Piece>& pieces() const { return pieces_; }
  bool is_empty() const { return pieces_.empty(); }

 private:
  std::vector<Piece> pieces_;
};

// Without control characters: each becomes '?'.
std::string printable(std::string_view text);

// Columns of UTF-8 text: one per character, also for wide and combining characters.
std::size_t width_of(std::string_view text);

// The characters limber draws with, in ASCII: "├─" -> "|-", "±20°" -> "+-20 deg". Anything else stays.
std::string in_ascii(std::string_view text);

// The first `width` columns, the last of them an ellipsis when something was cut off.
std::string shortened(std::string_view text, std::size_t width);

// Words separated by ", ", broken into lines of at most `width` columns.
std::vector<std::string> wrapped_list(const std::vector<std::string>& words, std::size_t width);
// A sentence, broken at its spaces into lines of at most `width` columns.
std::vector<std::string> wrapped(std::string_view sentence, std::size_t width);

}  // namespace limber::cli
