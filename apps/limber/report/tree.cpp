// Lays out the tree, folds runs of equal links, and draws the branches.

#include "report/tree.h"

#include <algorithm>

#include "report/joint_words.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

constexpr int deepest_drawn = 24;  // levels of branches; for deeper ones the level is written as a number
constexpr int most_joints_per_link = 6;
constexpr int fewest_links = 6;  // shorter runs are not folded

// Where each segment is drawn.
struct Layout {
  std::vector<int> children;  // how many it has
  std::vector<int> level;     // how far to the right
  std::vector<bool> starts;   // it begins a branch; others stand below their parent
  std::vector<bool> is_last;  // of its siblings
};

Layout layout_of(const Figure& figure) {
  const auto count = static_cast<std::size_t>(figure.segment_count());
  Layout layout{std::vector<int>(count), std::vector<int>(count), std::vector<bool>(count),
                std::vector<bool>(count)};
  for (const SegmentId s : figure.segments()) {
    if (s != root_segment) ++at(layout.children, figure.parent(s));
  }
  for (const SegmentId s : figure.segments()) {
    if (s == root_segment) continue;
    const SegmentId parent = figure.parent(s);
    at(layout.starts, s) = parent == root_segment || at(layout.children, parent) > 1;
    at(layout.level, s) = at(layout.level, parent) + (at(layout.starts, s) ? 1 : 0);
    at(layout.is_last, s) = figure.branch_end(s) == figure.branch_end(parent);
  }
  return layout;
}

// "trunk.#.#" for "trunk.12.1": links of one run have the same stem.
std::string stem(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !result.empty() && result.back() == '#') continue;
    result += is_digit ? '#' : c;
  }
  return result;
}

bool are_alike(const Figure& figure, SegmentId a, SegmentId b) {
  Joint one = figure.joint(figure.joint_of(a)), other = figure.joint(figure.joint_of(b));
  one.name.clear();
  other.name.clear();
  one.rest.clear();
  other.rest.clear();
  return one == other && figure.shapes(a).size() == figure.shapes(b).size() &&
         stem(figure.segment_name(a)) == stem(figure.segment_name(b));
}

// How many segments from `first` on, at most `length`, repeat with the given period.
int repeated_length(const Figure& figure, SegmentId first, int length, int period) {
  int same = period;
  while (same < length && are_alike(figure, SegmentId{first + same}, SegmentId{first + same - period}))
    ++same;
  return same / period * period;
}

// The longest run that starts at `first` within an unbranched piece of `length` segments.
TreeLine run_at(const Figure& figure, SegmentId first, int length) {
  TreeLine best;
  best.first = best.last = first;
  for (int period = 1; period <= std::min(most_joints_per_link, length / fewest_links); ++period) {
    const int same = repeated_length(figure, first, length, period);
    if (same / period < fewest_links || same <= best.last - first + 1) continue;
    best.last = SegmentId{first + same - 1};
    best.links = same / period;
    best.joints = period;
  }
  return best;
}

// Draws the branches to the left of the names, line by line.
class BranchDrawer {
 public:
  explicit BranchDrawer(const Layout& layout) : layout_(layout) {}

  std::string draw(SegmentId segment) {
    const int level = at(layout_.level, segment);
    if (level == 0) return "";
    goes_on_.resize(static_cast<std::size_t>(level) + 1);
    if (at(layout_.starts, segment)) at(goes_on_, level) = !at(layout_.is_last, segment);
    if (level > deepest_drawn) return "… " + std::to_string(level) + " branches deep … ";
    std::string text;
    for (int l = 1; l < level; ++l) text += at(goes_on_, l) ? "│  " : "   ";
    if (at(layout_.starts, segment)) return text + (at(goes_on_, level) ? "├─ " : "└─ ");
    return text + (at(goes_on_, level) ? "│  " : "   ");
  }

  // For a second line about the same segment.
  std::string draw_below(SegmentId segment) const {
    std::string text;
    const int level = std::min(at(layout_.level, segment), deepest_drawn);
    for (int l = 1; l <= level; ++l) text += at(goes_on_, l) ? "│  " : "   ";
    return text;
  }

 private:
  const Layout& layout_;
  std::vector<bool> goes_on_;  // by level: a sibling of the branch drawn at this level is still to come
};

const Joint& joint_at(const Figure& figure, int segment) {
  return figure.joint(JointId{segment});
}

std::string motion_of(const Figure& figure, const TreeLine& line) {
  if (line.links == 1) return motion_text(joint_at(figure, line.first));
  // "30 × 3 revolute x, y, z" when all joints of a link are of one type, else "30 × (swing, revolute x)".
  const Joint& first = joint_at(figure, line.first);
  bool same_type = first.type == JointType::revolute || first.type == JointType::prismatic;
  std::string axes, motions;
  for (int j = 0; j < line.joints; ++j) {
    const Joint& joint = joint_at(figure, line.first + j);
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
  std::string text = limits_text(joint_at(figure, line.first));
  bool all_same = true;
  for (int j = 1; j < line.joints; ++j) {
    all_same = all_same && limits_text(joint_at(figure, line.first + j)) == text;
  }
  if (all_same) return text;
  for (int j = 1; j < line.joints; ++j) text += ", " + limits_text(joint_at(figure, line.first + j));
  return text;
}

double mass_of(const Figure& figure, const TreeLine& line) {
  double mass = 0.0;
  for (SegmentId s = line.first; s <= line.last; ++s) mass += figure.mass(s).mass;
  return mass;
}

std::string name_of(const Figure& figure, const TreeLine& line) {
  if (line.links == 1) return figure.segment_name(line.first);
  // Each link is called by its last segment.
  return figure.segment_name(SegmentId{line.first + line.joints - 1}) + " … " +
         figure.segment_name(line.last);
}

std::string joint_name_of(const Figure& figure, const TreeLine& line) {
  const std::string& first = figure.joint_name(figure.joint_of(line.first));
  if (line.links == 1) return first == figure.segment_name(line.first) ? "" : first;
  if (first == figure.segment_name(line.first)) return "";
  return first + " … " + figure.joint_name(figure.joint_of(line.last));
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
  for (SegmentId s = root_segment; s < count;) {
    if (s >= piece_end) {
      piece_end = s + 1;
      while (piece_end < count && piece_end > 1 && !at(layout.starts, piece_end)) ++piece_end;
    }
    TreeLine line;
    line.first = line.last = s;
    if (fold_runs) line = run_at(figure, s, piece_end - s);
    line.branches = drawer.draw(s);
    line.branches_below = drawer.draw_below(s);
    s = SegmentId{line.last + 1};
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
    name.add(name_of(figure, line), line.first == root_segment ? Style::strong : Style::plain);
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
