// Widths of columns, and the lines of a table.

#include "terminal/table.h"

#include <algorithm>

namespace limber::cli {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 12;  // a column is not cut further than this

Text cut(const Terminal& terminal, const Text& text, std::size_t width) {
  if (terminal.width(text) <= width) return text;
  Text result;
  std::size_t left = width;
  for (const Text::Piece& piece : text.pieces()) {
    const std::size_t piece_width = width_of(terminal.drawable(piece.text));
    if (piece_width < left) {
      result.add(piece.text, piece.style);
      left -= piece_width;
      continue;
    }
    std::size_t keep = left;  // the ellipsis is longer in ASCII
    while (keep > 0 && width_of(terminal.drawable(shortened(piece.text, keep))) > left) --keep;
    result.add(shortened(piece.text, keep), piece.style);
    break;
  }
  return result;
}

void append_cell(const Terminal& terminal, const Text& text, std::size_t width, Column::Align align,
                 std::string& line) {
  const Text fitting = cut(terminal, text, width);
  const std::string padding(width - std::min(width, terminal.width(fitting)), ' ');
  line +=
      align == Column::Align::right ? padding + terminal.shown(fitting) : terminal.shown(fitting) + padding;
}

void end_line(std::string& line, std::string& out) {
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
  line.clear();
}

}  // namespace

void Table::add(std::vector<Text> cells) {
  cells.resize(columns_.size());
  rows_.push_back({std::move(cells), false});
}

void Table::add_line(Text line) {
  rows_.push_back({{std::move(line)}, true});
}

std::vector<std::size_t> Table::widths(const Terminal& terminal, std::size_t indent) const {
  std::vector<std::size_t> result(columns_.size(), 0);
  for (const Row& row : rows_) {
    if (row.is_line) continue;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      result[c] = std::max(result[c], terminal.width(row.cells[c]));
  }
  std::size_t total = indent;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (result[c] > 0) result[c] = std::max(result[c], width_of(columns_[c].heading));
    total += result[c] > 0 ? result[c] + gap : 0;
  }
  if (!terminal.is_terminal) return result;  // files and pipes get whole names
  for (std::size_t c = 0; c < columns_.size() && total > terminal.columns + gap; ++c) {
    if (!columns_[c].may_shrink || result[c] <= narrowest) continue;
    const std::size_t narrower = result[c] - std::min(result[c] - narrowest, total - terminal.columns - gap);
    total -= result[c] - narrower;
    result[c] = narrower;
  }
  return result;
}

std::string Table::to_string(const Terminal& terminal, std::size_t indent) const {
  const std::vector<std::size_t> width = widths(terminal, indent);
  std::string out, line;
  const auto add_row = [&](const auto& cell_of) {
    line.append(indent, ' ');
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (width[c] == 0) continue;
      append_cell(terminal, cell_of(c), width[c], columns_[c].align, line);
      line.append(gap, ' ');
    }
    end_line(line, out);
  };
  const bool has_headings =
      std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return !c.heading.empty(); });
  if (has_headings) add_row([&](std::size_t c) { return Text(columns_[c].heading, Style::faint); });
  for (const Row& row : rows_) {
    if (row.is_line) {
      line.append(indent, ' ');
      line += terminal.shown(row.cells[0]);
      end_line(line, out);
    } else {
      add_row([&](std::size_t c) -> const Text& { return row.cells[c]; });
    }
  }
  return out;
}

}  // namespace limber::cli
