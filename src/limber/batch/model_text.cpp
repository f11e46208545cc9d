// The model of a problem written as C++ for the run-time compiler, every number exact.

#include "limber/batch/model_text.h"

#include <algorithm>
#include <cstdio>

namespace limber::batch {

namespace {

// Values of a braced initialiser; doubles to the last bit.
class Braces {
 public:
  Braces& open() {
    text_ += "{";
    return *this;
  }
  Braces& close() {
    if (text_.back() == ',') text_.pop_back();
    text_ += "},";
    return *this;
  }
  Braces& operator<<(int x) {
    text_ += std::to_string(x) + ",";
    return *this;
  }
  Braces& operator<<(double x) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%a,", x);
    text_ += digits;
    return *this;
  }
  template <class T>
  Braces& list(const T* values, int count) {
    open();
    for (int i = 0; i < count; ++i) *this << values[i];
    if (count == 0) text_ += "0";
    return close();
  }
  std::string take() {
    text_.pop_back();
    return std::move(text_);
  }

 private:
  std::string text_;
};

struct LimitSizes {
  int axes = 0, edges = 0, cells = 0;
};
LimitSizes limit_sizes(const Model& m) {
  LimitSizes sizes;
  for (int i = 0; i < m.elements; ++i) sizes.axes = std::max(sizes.axes, m.element[i].axes + 1);
  for (int i = 0; i < m.limits; ++i) {
    const Limit& limit = m.limit[i];
    sizes.edges = std::max(sizes.edges, limit.first_edge + limit.edges);
    sizes.cells = std::max(sizes.cells, limit.first_cell + limit.azimuths * limit.deviations);
  }
  return sizes;
}

void add_limits(const Model& m, Braces& b) {
  const LimitSizes sizes = limit_sizes(m);
  b.open();
  for (int i = 0; i < m.limits; ++i) {
    const Limit& l = m.limit[i];
    (b.open() << l.axes << l.shape << l.first_edge << l.edges << l.twists << l.first_cell << l.azimuths
              << l.deviations)
            .list(l.radii, 2)
        << l.low << l.high << l.largest_deviation;
    b.close();
  }
  b.close().open();
  for (int i = 0; i < sizes.edges; ++i) {
    const Edge& e = m.edge[i];
    b.open().list(e.from, 3).list(e.normal, 3).list(e.ahead, 3).list(e.behind, 3).list(e.corner, 3).close();
  }
  b.close().open();
  for (int i = 0; i < sizes.cells; ++i) b.list(m.cell[i], 2);
  b.close();
}

struct FilterSizes {
  int terms = 0, blocks = 0;
};
FilterSizes filter_sizes(const Model& m) {
  FilterSizes sizes;
  for (int i = 0; i < m.couplings; ++i)
    sizes.terms = std::max(sizes.terms, m.coupling[i].first + m.coupling[i].count);
  for (int i = 0; i < m.near_pairs; ++i) {
    if (m.near_pair[i].kind != with_rod) sizes.blocks = std::max(sizes.blocks, m.near_pair[i].other + 1);
  }
  return sizes;
}

void add_filter(const Problem& problem, Braces& b) {
  const Model& m = *problem.model;
  const FilterSizes sizes = filter_sizes(m);
  b.open();
  for (int i = 0; i < sizes.terms; ++i)
    (b.open() << m.term[i].kind << m.term[i].state << m.term[i].coefficient).close();
  b.close().open();
  for (int i = 0; i < m.couplings; ++i) {
    const CouplingRange& c = m.coupling[i];
    (b.open() << c.first << c.count << c.low << c.high).close();
  }
  b.close().open();
  for (int i = 0; i < problem.rods; ++i) {
    const Rod& r = m.rod[i];
    ((b.open() << r.element).list(r.a, 3).list(r.b, 3) << r.radius).close();
  }
  b.close().open();
  for (int i = 0; i < sizes.blocks; ++i) {
    b.open().list(m.block[i].center, 3).list(m.block[i].axes, 9).list(m.block[i].half, 3).close();
  }
  b.close().open();
  for (int i = 0; i < m.near_pairs; ++i) {
    const NearPair& p = m.near_pair[i];
    (b.open() << p.kind << p.rod << p.other << p.distance).close();
  }
  b.close();
}

std::string tables(const Problem& problem) {
  const Model& m = *problem.model;
  Braces b;
  b.open() << m.couplings << m.near_pairs << m.elements << m.coordinates << m.states << m.dofs << m.groups
           << m.columns << m.depths << m.levels << m.limits << m.goal_size << m.hasty_steps << m.hasty_idle
           << m.patient_steps << m.patient_idle << m.dogged_steps << m.dogged_idle << m.enough
           << m.dogged_enough << m.damping << m.least_damping << m.largest_step << m.unit;
  b.list(m.first_of_depth, m.depths + 1);
  b.open();
  for (int i = 0; i < m.elements; ++i) {
    const Element& e = m.element[i];
    (b.open() << e.kind << e.parent << e.state << e.is_turned << e.axes << e.ratio << e.offset)
        .list(e.fixed, 12)
        .close();
  }
  b.close().open();
  for (int i = 0; i < m.coordinates; ++i) {
    const Coordinate& c = m.coordinate[i];
    (b.open() << c.kind << c.state << c.dof << c.limit << c.low << c.high).close();
  }
  b.close().open();
  for (int i = 0; i < m.groups; ++i) {
    const Group& g = m.group[i];
    (b.open() << g.kind << g.element << g.in << g.level << g.goal << g.weight << g.limit)
        .list(g.local, 9)
        .list(g.frame, 12)
        .close();
  }
  b.close().open();
  int sources = 0;
  for (int i = 0; i < m.columns; ++i) {
    const Column& c = m.column[i];
    sources = std::max(sources, c.first + c.count);
    (b.open() << c.group << c.dof << c.first << c.count).close();
  }
  b.close().open();
  for (int i = 0; i < sources; ++i) {
    (b.open() << m.source[i].element << m.source[i].axis << m.source[i].side).close();
  }
  b.close();
  b.list(m.first_of_dof, m.dofs + 1);
  b.list(m.column_of_dof, m.columns);
  const int pairs = m.groups * (m.groups + 1) / 2;
  b.list(m.first_of_pair, pairs + 1);
  b.open();
  for (int i = 0; i < m.first_of_pair[pairs]; ++i) b.list(m.shared[i], 2);
  b.close();
  add_limits(m, b);
  add_filter(problem, b);
  b.close();
  return b.take();
}

template <class Test>
bool any_group(const Model& m, const Test& test) {
  return std::any_of(m.group, m.group + m.groups, test);
}

// Up to here a lone thread holds a problem in its registers.
constexpr int most_dofs_of_a_thread = 10;

}  // namespace

ProgramText program_text(const Problem& problem) {
  const Model& m = *problem.model;
  ProgramText text;
  const LimitSizes sizes = limit_sizes(m);
  const bool is_filtered = m.couplings > 0 || m.near_pairs > 0;
  text.team = m.groups <= 2 && m.dofs <= most_dofs_of_a_thread && sizes.axes == 0 && !is_filtered ? 1 : 32;
  text.block = 128;
  int sources = 1;
  for (int i = 0; i < m.columns; ++i) sources = std::max(sources, m.column[i].first + m.column[i].count);
  const int pairs = m.groups * (m.groups + 1) / 2;
  const auto define = [&](const char* name, int value) {
    text.source += "#define LIMBER_" + std::string(name) + " " + std::to_string(value) + "\n";
  };
  define("ELEMENTS", m.elements);
  define("COORDINATES", m.coordinates);
  define("STATES", m.states);
  define("DOFS", m.dofs);
  define("GROUPS", m.groups);
  define("COLUMNS", m.columns);
  define("SOURCES", sources);
  define("SHARED", std::max(1, m.first_of_pair[pairs]));
  define("DEPTHS", m.depths);
  define("LEVELS", m.levels);
  define("AXES", std::max(1, sizes.axes));
  define("HAS_AXES", sizes.axes > 0);
  define("HAS_FACES", any_group(m, [](const Group& g) { return g.kind == to_face; }));
  define("HAS_FRAMES", any_group(m, [](const Group& g) { return g.in != -2; }));
  define("HAS_STILL", any_group(m, [](const Group& g) { return g.element < 0; }));
  define("LIMITS", std::max(1, m.limits));
  define("EDGES", std::max(1, sizes.edges));
  define("CELLS", std::max(1, sizes.cells));
  define("TERMS", std::max(1, filter_sizes(m).terms));
  define("COUPLINGS", std::max(1, m.couplings));
  define("RODS", std::max(1, problem.rods));
  define("BLOCKS_THERE", std::max(1, filter_sizes(m).blocks));
  define("NEAR_PAIRS", std::max(1, m.near_pairs));
  define("TEAM", text.team);
  define("BLOCK", text.block);
  define("BLOCKS", text.team == 1 ? 2 : 6);
  text.source += "#include \"limber/batch/kernel/model.h\"\n";
  text.source +=
      "namespace limber::batch {\nstatic __device__ constexpr Model model = " + tables(problem) + ";\n}\n";
  text.source += "#include \"limber/batch/kernel/kernels.h\"\n";
  return text;
}

}  // namespace limber::batch
