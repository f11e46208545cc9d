// Edges of polygons, radii of ellipses, cells of twist tables, as the kernel reads them.

#include "limber/batch/limit_tables.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "limber/figure/swing_edges.h"

namespace limber::batch {

namespace {

constexpr double whole_turn = 2.0 * std::numbers::pi;

// An unlimited end means the end of (-pi, pi], as in figure/joint.h.
Range on_the_circle(const Range& range) {
  return {std::isfinite(range.min) ? range.min : -std::numbers::pi,
          std::isfinite(range.max) ? range.max : std::numbers::pi};
}

bool allows_every_twist(const TwistLimit& twist) {
  if (twist.index() == 0) return true;
  const Range* const range = std::get_if<Range>(&twist);
  if (range == nullptr) return false;
  const Range circle = on_the_circle(*range);
  return circle.max - circle.min >= whole_turn;
}

void write(const Vec3& v, double* to) {
  for (int k = 0; k < 3; ++k) to[k] = v[k];
}

// Edges that have a length; their numbers in the polygon.
std::vector<int> edges_of(const SwingPolygon& polygon) {
  std::vector<int> edges;
  for (int i = 0; i < static_cast<int>(polygon.vertices.size()); ++i) {
    if (!edge_normal(polygon, i).isZero(0.0)) edges.push_back(i);
  }
  return edges;
}

Vec3 normal_before(const SwingPolygon& polygon, int edge) {
  int before = polygon.previous(edge);
  while (edge_normal(polygon, before).isZero(0.0)) before = polygon.previous(before);
  return edge_normal(polygon, before);
}

void add_polygon(Model& model, const SwingPolygon& polygon, Limit& limit, int& edges) {
  limit.first_edge = edges;
  for (const int i : edges_of(polygon)) {
    const Vec3 from = polygon.vertices[static_cast<std::size_t>(i)],
               to = polygon.vertices[static_cast<std::size_t>(polygon.next(i))],
               normal = edge_normal(polygon, i);
    // At a fold, where the outline goes back on itself, the sum is 0: the edge's own normal then.
    const Vec3 sum = normal + normal_before(polygon, i);
    Edge& edge = model.edge[edges++];
    write(from, edge.from);
    write(normal, edge.normal);
    write(normal.cross(from), edge.ahead);
    write(normal.cross(to), edge.behind);
    write(sum.norm() > 1e-9 ? Vec3(sum.normalized()) : normal, edge.corner);
  }
  limit.edges = edges - limit.first_edge;
}

int edges_so_far(const Model& model) {
  int edges = 0;
  for (int i = 0; i < model.limits; ++i)
    edges = std::max(edges, model.limit[i].first_edge + model.limit[i].edges);
  return edges;
}
int cells_so_far(const Model& model) {
  int cells = 0;
  for (int i = 0; i < model.limits; ++i) {
    const Limit& limit = model.limit[i];
    if (limit.twists == twist_table)
      cells = std::max(cells, limit.first_cell + limit.azimuths * limit.deviations);
  }
  return cells;
}

}  // namespace

bool is_limiting(const SwingLimit& swing_limit, const TwistLimit& twist) {
  return swing_limit.index() != 0 || !allows_every_twist(twist);
}

Expected<int> add_limit(Model& model, const SwingLimit& swing_limit, const TwistLimit& twist, int axes) {
  int edges = edges_so_far(model), cells = cells_so_far(model);
  Limit limit{};
  limit.axes = axes;
  limit.first_edge = edges;
  if (model.limits == most::limits) return Error{"is one of too many with swing or twist limits"};
  if (const auto* ellipse = std::get_if<SwingEllipse>(&swing_limit)) {
    limit.shape = inside_ellipse;
    for (int k = 0; k < 2; ++k) limit.radii[k] = ellipse->radii[k];
  }
  if (const auto* polygon = std::get_if<SwingPolygon>(&swing_limit)) {
    const int more = static_cast<int>(edges_of(*polygon).size());
    if (edges + more > most::edges) return Error{"has a swing polygon with too many vertices"};
    limit.shape = more > 0 ? inside_polygon : any_swing;
    add_polygon(model, *polygon, limit, edges);
  }
  if (const auto* range = std::get_if<Range>(&twist); range != nullptr && !allows_every_twist(twist)) {
    const Range circle = on_the_circle(*range);
    limit.twists = twist_range;
    limit.low = circle.min;
    limit.high = circle.max;
  }
  if (const auto* table = std::get_if<TwistTable>(&twist)) {
    limit.twists = twist_table;
    limit.first_cell = cells;
    limit.azimuths = table->azimuths;
    limit.deviations = table->deviations;
    limit.largest_deviation = table->largest_deviation;
    if (cells + static_cast<int>(table->ranges.size()) > most::cells)
      return Error{"has a twist table that is too large"};
    for (const Range& range : table->ranges) {
      if (!std::isfinite(range.min) || !std::isfinite(range.max))
        return Error{"has a twist table without ends"};
      model.cell[cells][0] = range.min;
      model.cell[cells++][1] = range.max;
    }
  }
  model.limit[model.limits] = limit;
  return model.limits++;
}

}  // namespace limber::batch
