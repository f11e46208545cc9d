// Baerlocher 2001, figure 5.14: what one prioritised step costs, against levels, unknowns and rows.

#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/priority_forms.h"
#include "experiments/common/stopwatch.h"

namespace limber::experiments {

namespace of_baerlocher_5_14 {
namespace {

struct Size {
  int levels, rows, unknowns;
};

enum Form { factorised, basis, recursive, from_scratch, form_count };
constexpr const char* form_names[form_count] = {"Limber's factorisation", "basis", "recursive projector",
                                                "projector from scratch"};
constexpr Tone form_tones[form_count] = {Tone::accent, Tone::middle, Tone::strong, Tone::faint};

struct Measured {
  double microseconds[form_count] = {};
  double disagreement = 0.0;  // largest |dq - dq from scratch|, relative to |dq|
};

Measured measure(const Size& size, double budget, double sign) {
  const PriorityLevels levels = random_levels(size.levels, size.rows, size.unknowns, 1);
  Lexicographic problem(size.unknowns, size.levels * size.rows, size.levels);
  const VecX expected = step_from_scratch(levels);
  Measured measured;
  const auto add = [&](Form form, auto&& step) {
    measured.disagreement = std::max(measured.disagreement, (step() - expected).norm() / expected.norm());
    measured.microseconds[form] = 1e6 * seconds_per_call(step, budget);
  };
  add(from_scratch, [&] { return step_from_scratch(levels); });
  add(recursive, [&] { return step_recursive(levels, sign); });
  add(basis, [&] { return step_with_basis(levels); });
  add(factorised, [&]() -> const VecX& { return step_factorised(levels, problem); });
  return measured;
}

// One graph of the figure: sizes along x, a curve per form.
struct Graph {
  std::string title, x_label;
  std::vector<Size> sizes;
  double (*x)(const Size&);
  std::vector<Measured> measured = {};

  double time(std::size_t k, Form form) const { return measured[k].microseconds[form]; }
  // Of the straight line through first and last point with logarithmic axes: 1 is linear.
  double exponent(Form form) const {
    const std::size_t last = sizes.size() - 1;
    return std::log(time(last, form) / time(0, form)) / std::log(x(sizes[last]) / x(sizes[0]));
  }
  Plot plot(Spacing x_spacing) const {
    Plot plot{
        .title = title, .x = {x_label, x_spacing}, .y = {"time of one step [µs]", Spacing::logarithmic}};
    plot.timing = true;
    for (int form = 0; form < form_count; ++form) {
      Series series{
          .label = form_names[form], .style = Series::Style::line_and_points, .tone = form_tones[form]};
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        series.points.emplace_back(x(sizes[k]), time(k, static_cast<Form>(form)));
      }
      plot.series.push_back(std::move(series));
    }
    return plot;
  }
};

std::vector<Graph> graphs(bool shortened) {
  const auto levels = [](const Size& size) { return double(size.levels); };
  const auto rows = [](const Size& size) { return double(size.rows); };
  const auto unknowns = [](const Size& size) { return double(size.unknowns); };
  std::vector<Graph> all = {{"A: priority levels p, m = 5, n = 50", "priority levels p", {}, levels},
                            {"B, D: unknowns n, m = 5, p = 4", "unknowns n", {}, unknowns},
                            {"C: rows m in each level, n = 50, p = 2", "rows m in each level", {}, rows},
                            {"E: 48 rows in all, on p levels, n = 50", "priority levels p", {}, levels}};
  for (int p = 1; p <= 8; ++p) all[0].sizes.push_back({p, 5, 50});
  for (const int n : {25, 50, 100, 200}) all[1].sizes.push_back({4, 5, n});
  for (const int m : {3, 6, 12, 18, 24}) all[2].sizes.push_back({2, m, 50});
  for (const int p : {1, 2, 3, 4, 6, 8}) all[3].sizes.push_back({p, 48 / p, 50});
  if (shortened) {
    for (Graph& graph : all) graph.sizes = {graph.sizes.front(), graph.sizes.back()};
  }
  return all;
}

Result run(const RunOptions& options) {
  const double budget = options.shortened ? 0.001 : 0.03;
  const double sign = options.replaces("sign") ? -1.0 : 1.0;
  std::vector<Graph> all = graphs(options.shortened);
  double disagreement = 0.0;
  for (std::size_t g = 0; g < all.size(); ++g) {
    for (const Size& size : all[g].sizes) {
      all[g].measured.push_back(measure(size, budget, sign));
      disagreement = std::max(disagreement, all[g].measured.back().disagreement);
      options.progress((double(g) + double(all[g].measured.size()) / double(all[g].sizes.size())) /
                       double(all.size()));
    }
  }
  const Measured typical = measure({4, 15, 50}, 4 * budget, sign);
  disagreement = std::max(disagreement, typical.disagreement);
  const auto [a, b, c, e] = std::tie(all[0], all[1], all[2], all[3]);
  const std::size_t eight = a.sizes.size() - 1, last = e.sizes.size() - 1;

  Result result;
  result.findings.push_back({.what = "largest relative difference between the steps of the four forms",
                             .claim = "the recursion gives the same projectors, hence the same step",
                             .value = disagreement,
                             .agrees = at_most(1e-9)});
  result.add_timing("from scratch relative to recursive, p = 8", "slower by about (p + 1)/2 = 4.5",
                    a.time(eight, from_scratch) / a.time(eight, recursive), "×", between(2.25, 9.0));
  result.findings.back().explanation =
      "The thesis counts m n² for the projector of m rows; a thin decomposition of the i m stacked rows "
      "costs (i m)² n, so the ratio is (p + 1)(2p + 1)/6, 25.5 at p = 8: the recursion saves more than the "
      "thesis says";
  result.findings.back().explained = between(9.0, 60.0);
  Finding& with_n = result.add_timing("growth of the recursive form with n, exponent",
                                      "close to n log n, an exponent near 1.2", b.exponent(recursive), "",
                                      between(0.9, 1.5, signed_number));
  with_n.explanation = "n × n projectors cost n² for every row once n is large";
  with_n.explained = between(1.5, 2.2);
  Finding& with_m = result.add_timing("growth of the recursive form with m, exponent", "linear, while m < n",
                                      c.exponent(recursive), "", between(0.8, 1.2));
  with_m.explanation =
      "A decomposition of m rows costs m² n in addition to the m n² of the projector, so time grows faster "
      "than linearly";
  with_m.explained = between(1.2, 2.2);
  result.add_timing("48 rows: one level relative to eight, recursive", "several levels cost less than one",
                    e.time(0, recursive) / e.time(last, recursive), "×", at_least(1.0));
  result.add_timing("m = 15, n = 50, p = 4, recursive", "about 5 ms (SGI Octane, 195 MHz)",
                    typical.microseconds[recursive], "µs", at_most(5000.0));
  result.note_timing("the same with Limber’s factorisation, relative to recursive",
                     typical.microseconds[recursive] / typical.microseconds[factorised], "× faster");
  result.plots = {a.plot(Spacing::linear), b.plot(Spacing::logarithmic), c.plot(Spacing::linear),
                  e.plot(Spacing::linear)};
  result.conclusion =
      "Recomputing the projector at each level costs most, and the recursion avoids it. The basis form also "
      "avoids the n × n matrices; the in-place factorisation also avoids the singular value decompositions.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_5_14

Experiment baerlocher_5_14() {
  return {.name = "baerlocher-5.14",
          .title = "What a prioritised step costs",
          .document = "Baerlocher 2001",
          .place = "sections 5.3.9 and 5.3.12, figure 5.14",
          .claim =
              "The recursive projector beats the one computed from scratch by a factor that grows with the "
              "number of levels, (p + 1)/2. Time grows with the unknowns a little faster than linearly and "
              "with the rows of a level linearly; the same rows spread over more levels cost less. With m = "
              "15, n = 50 and p = 4 a step takes about 5 ms on a 195 MHz processor.",
          .parameters = {{"Jacobians", "random, entries between −1 and 1, the same on every run"},
                         {"damping", "none"},
                         {"decompositions", "Eigen's BDCSVD for the three forms of the thesis"},
                         {"time", "shortest of 8 samples, the Jacobians given"}},
          .run = of_baerlocher_5_14::run,
          .is_about_time = true,
          .replacements = {{"sign", "the recursion adds V Vᵀ to the projector instead of taking it away"}}};
}

}  // namespace limber::experiments
