#pragma once
// Rows of text in aligned columns, two spaces apart.

#include <string>
#include <vector>

#include "terminal/terminal.h"

namespace limber::cli {

struct Column {
  std::string heading;
  enum class Align { left, right } align = Align::left;
  bool may_shrink = false;  // its longest entries are cut if the terminal is too narrow
};
inline constexpr Column::Align align_right = Column::Align::right;

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<Text> cells);  // at most one per column; missing ones are empty
  void add_line(Text line);           // across all columns

  // Columns without any text are left out, and so is the line of headings if all are empty. No trailing
  // spaces.
  std::string to_string(const Terminal& terminal, std::size_t indent = 0) const;

 private:
  std::vector<std::size_t> widths(const Terminal& terminal, std::size_t indent) const;

  std::vector<Column> columns_;
  struct Row {
    std::vector<Text> cells;
    bool is_line;
  };
  std::vector<Row> rows_;
};

}  // namespace limber::cli
