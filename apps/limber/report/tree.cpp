#include "report/tree.h"

#include <algorithm>

#include "report/joint_words.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

constexpr int deepest_drawn = 24;  // levels of branches; deeper ones are counted instead
constexpr int most_joints_per_link = 6;
constexpr int fewest_links = 6;  // that are worth folding

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

// Where each segment is drawn.
struct Layout {
  std::vector<int> children;  // how many it has
  std::vector<int> level;     // how far to the right
  std::vector<bool> starts;   // it begins a branch; others stand below their parent
  std::vector<bool> is_last;  // of its siblings
};

Layout layout_of(const Figure& figure) {
  const int count = figure.segment_count();
  Layout layout{std::vector<int>(at(count)), std::vector<int>(at(count)), std::vector<bool>(at(count)),
                std::vector<bool>(at(count))};
  for (int s = 1; s < count; ++s) ++layout.children[at(figure.parent(s))];
  for (int s = 1; s < count; ++s) {
    const int parent = figure.parent(s);
    layout.starts[at(s)] = parent == 0 || layout.children[at(parent)] > 1;
    layout.level[at(s)] = layout.level[at(parent)] + (layout.starts[at(s)] ? 1 : 0);
    layout.is_last[at(s)] = figure.branch_end(s) == figure.branch_end(parent);
  }
  return layout;
}

// "trunk.#.#" of "trunk.12.1": links of one run are called alike.
std::string stem(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !result.empty() && result.back() == '#') continue;
    result += is_digit ? '#' : c;
  }
  return result;
}

bool are_alike(const Figure& figure, int a, int b) {
  Joint one = figure.joint(a), other = figure.joint(b);
  one.name.clear();
  other.name.clear();
  one.rest.clear();
  other.rest.clear();
  return one == other && figure.shapes(a).size() == figure.shapes(b).size() &&
         stem(figure.segment_name(a)) == stem(figure.segment_name(b));
}

// How many segments from `first` on, at most `length`, repeat with the given period.
int repeated_length(const Figure& figure, int first, int length, int period) {
  int same = period;
  while (same < length && are_alike(figure, first + same, first + same - period)) ++same;
  return same / period * period;
}

// The longest run that starts at `first` within an unbranched piece of `length` segments.
TreeLine run_at(const Figure& figure, int first, int length) {
  TreeLine best;
  best.first = best.last = first;
  for (int period = 1; period <= std::min(most_joints_per_link, length / fewest_links); ++period) {
    const int same = repeated_length(figure, first, length, period);
    if (same / period < fewest_links || same <= best.last - first + 1) continue;
    best.last = first + same - 1;
    best.links = same / period;
    best.joints = period;
  }
  return best;
}

// Draws the branches to the left of the names, line after line.
class BranchDrawer {
 public:
  explicit BranchDrawer(const Layout& layout) : layout_(layout) {}

  std::string draw(int segment) {
    const int level = layout_.level[at(segment)];
    if (level == 0) return "";
    goes_on_.resize(at(level) + 1);
    if (layout_.starts[at(segment)]) goes_on_[at(level)] = !layout_.is_last[at(segment)];
    if (level > deepest_drawn) return "… " + std::to_string(level) + " branches deep … ";
    std::string text;
    for (int l = 1; l < level; ++l) text += goes_on_[at(l)] ? "│  " : "   ";
    if (layout_.starts[at(segment)]) return text + (goes_on_[at(level)] ? "├─ " : "└─ ");
    return text + (goes_on_[at(level)] ? "│  " : "   ");
  }

  // For a second line about the same segment.
  std::string draw_below(int segment) const {
    std::string text;
    const int level = std::min(layout_.level[at(segment)], deepest_drawn);
    for (int l = 1; l <= level; ++l) text += goes_on_[at(l)] ? "│  " : "   ";
    return text;
  }

 private:
  const Layout& layout_;
  std::vector<bool> goes_on_;  // by level: a sibling of the branch drawn at this level is still to come
};

std::string motion_of(const Figure& figure, const TreeLine& line) {
  if (line.links == 1) return motion_text(figure.joint(line.first));
  // "30 × 3 revolute x, y, z" when all joints of a link are of one type, else "30 × (swing, revolute x)".
  const Joint& first = figure.joint(line.first);
  bool same_type = first.type == JointType::revolute || first.type == JointType::prismatic;
  std::string axes, motions;
  for (int j = 0; j < line.joints; ++j) {
    const Joint& joint = figure.joint(line.first + j);
    same_type = same_type && joint.type == first.type;
    axes += (j > 0 ? ", " : "") + axis_text(joint.axis);
    motions += (j > 0 ? ", " : "") + motion_text(joint);
  }
  const std::string links = std::to_string(line.links) + " × ";
  if (line.joints == 1) return links + motions;
  if (!same_type) return links + "(" + motions + ")";
  return links + std::to_string(line.joints) + " " + std::string(joint_type_name(first.type)) + " " + axes;
}

std::string limits_of(const Figure& figure, const TreeLine& line) {
  std::string text = limits_text(figure.joint(line.first));
  bool all_same = true;
  for (int j = 1; j < line.joints; ++j) {
    all_same = all_same && limits_text(figure.joint(line.first + j)) == text;
  }
  if (all_same) return text;
  for (int j = 1; j < line.joints; ++j) text += ", " + limits_text(figure.joint(line.first + j));
  return text;
}

double mass_of(const Figure& figure, const TreeLine& line) {
  double mass = 0.0;
  for (int s = line.first; s <= line.last; ++s) mass += figure.mass(s).mass;
  return mass;
}

std::string name_of(const Figure& figure, const TreeLine& line) {
  if (line.links == 1) return figure.segment_name(line.first);
  // Each link is called by its last segment.
  return figure.segment_name(line.first + line.joints - 1) + " … " + figure.segment_name(line.last);
}

std::string joint_name_of(const Figure& figure, const TreeLine& line) {
  const std::string& first = figure.joint_name(line.first);
  if (line.links == 1) return first == figure.segment_name(line.first) ? "" : first;
  if (first == figure.segment_name(line.first)) return "";
  return first + " … " + figure.joint_name(line.last);
}

// The chain of the description that was written out as this run, if there is one.
const ChainDescription* chain_of(const Figure& figure, const TreeLine& line) {
  for (const ChainDescription& chain : figure.description().chains) {
    const bool is_this = chain.links == line.links && static_cast<int>(chain.joints.size()) == line.joints &&
                         figure.segment_name(line.last) == chain.name + "." + std::to_string(chain.links);
    if (is_this) return &chain;
  }
  return nullptr;
}

std::string size_text(const ChainDescription& chain) {
  const std::string links =
      std::string(chain.shape == ChainDescription::LinkShape::sphere ? "spheres" : "capsules");
  std::string text = "chain " + chain.name + ": " + length_text(chain.length) + " of " + links + ", ";
  if (chain.first_radius == chain.last_radius) return text + "radius " + length_text(chain.first_radius);
  return text + "tapering " + number_text(chain.first_radius, 3) + " → " + length_text(chain.last_radius);
}

}  // namespace

std::vector<TreeLine> tree_lines(const Figure& figure, bool fold_runs) {
  const Layout layout = layout_of(figure);
  BranchDrawer drawer(layout);
  std::vector<TreeLine> lines;
  const int count = figure.segment_count();
  int piece_end = 0;  // one past the last segment of the unbranched piece we are in
  for (int s = 0; s < count;) {
    if (s >= piece_end) {
      piece_end = s + 1;
      while (piece_end < count && piece_end > 1 && !layout.starts[at(piece_end)]) ++piece_end;
    }
    TreeLine line;
    line.first = line.last = s;
    if (fold_runs) line = run_at(figure, s, piece_end - s);
    line.branches = drawer.draw(s);
    line.branches_below = drawer.draw_below(s);
    s = line.last + 1;
    lines.push_back(std::move(line));
  }
  return lines;
}

Table tree_table(const Figure& figure, bool fold_runs) {
  Table table({{"segment", Column::Align::left, true},
               {"joint", Column::Align::left, true},
               {"moves", Column::Align::left, true},
               {"range", Column::Align::left, true},
               {"mass", Column::Align::right}});
  for (const TreeLine& line : tree_lines(figure, fold_runs)) {
    Text name;
    name.add(line.branches, Style::faint);
    name.add(name_of(figure, line), line.first == 0 ? Style::strong : Style::plain);
    const double mass = mass_of(figure, line);
    table.add({name, Text(joint_name_of(figure, line), Style::faint),
               Text(motion_of(figure, line), Style::accent), limits_of(figure, line),
               mass > 0.0 ? mass_text(mass) : ""});
    if (const ChainDescription* chain = line.links > 1 ? chain_of(figure, line) : nullptr) {
      table.add_line(Text(line.branches_below + size_text(*chain), Style::faint));
    }
  }
  return table;
}

}  // namespace limber::cli
