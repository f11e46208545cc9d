#pragma once
// Rows of text in columns that line up, two spaces apart.

#include <string>
#include <vector>

#include "terminal/terminal.h"

namespace limber::cli {

struct Column {
  std::string heading;
  enum class Align { left, right } align = Align::left;
  bool may_shrink = false;  // on a terminal too narrow for the table its longest entries are cut
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<Text> cells);  // at most one per column; missing ones are empty
  void add_line(Text line);           // across all columns

  // Columns in which every cell is empty are left out, headings too when none has one. No space at the ends
  // of lines.
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
