// Changing the number of links of a chain, and mapping a posture when only the figures before and after an
// edit are known.

#include <algorithm>
#include <cmath>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"
#include "limber/figure/edit.h"
#include "limber/figure/edit_internal.h"
#include "limber/figure/joint_motion.h"

namespace limber {

namespace {

std::string joint_of_link(const ChainDescription& chain, int link, std::size_t joint) {
  const std::string name = chain.name + "." + std::to_string(link + 1);
  return joint + 1 == chain.joints.size() ? name : name + "." + std::to_string(joint + 1);
}

// Parameters of joint `j` of every link, one column per link.
Eigen::MatrixXd parameters_along(const Figure& figure, const Posture& posture, const ChainDescription& chain,
                                 std::size_t j) {
  Eigen::MatrixXd table(parameter_count(chain.joints[j].type), chain.links);
  for (int link = 0; link < chain.links; ++link) {
    const std::vector<double> p =
        joint_parameters(figure, posture, figure.joint(joint_of_link(chain, link, j)));
    for (Eigen::Index r = 0; r < table.rows(); ++r) table(r, link) = at(p, static_cast<int>(r));
  }
  return table;
}

// Bend per length stays: a new link takes the sum of what the old ones had over the same stretch of the
// chain.
Eigen::MatrixXd spread_over(const Eigen::MatrixXd& old_links, int new_count) {
  const int old_count = static_cast<int>(old_links.cols());
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(old_links.rows(), new_count);
  for (int link = 0; link < new_count; ++link) {
    const double start = static_cast<double>(link) * old_count / new_count;
    const double end = static_cast<double>(link + 1) * old_count / new_count;
    for (int old = static_cast<int>(start); old < old_count && old < end; ++old) {
      const double overlap = std::min(end, old + 1.0) - std::max(start, static_cast<double>(old));
      result.col(link) += std::max(0.0, overlap) * old_links.col(old);
    }
  }
  return result;
}

bool have_the_same_joints(const ChainDescription& a, const ChainDescription& b) {
  return std::equal(a.joints.begin(), a.joints.end(), b.joints.begin(), b.joints.end(),
                    [](const Joint& x, const Joint& y) { return x.type == y.type; });
}

void spread_chain(const Figure& from, const Posture& posture, const ChainDescription& old_chain,
                  const Figure& to, const ChainDescription& new_chain, Posture& result) {
  for (std::size_t j = 0; j < new_chain.joints.size(); ++j) {
    const Eigen::MatrixXd spread =
        spread_over(parameters_along(from, posture, old_chain, j), new_chain.links);
    for (int link = 0; link < new_chain.links; ++link) {
      const JointId joint = to.joint(joint_of_link(new_chain, link, j));
      const VecX parameters = spread.col(link);
      set_joint_parameters(to, result, joint,
                           std::span(parameters.data(), static_cast<std::size_t>(parameters.size())));
    }
  }
}

}  // namespace

void spread_chains(const Figure& from, const Posture& posture, const Figure& to, Posture& result) {
  bool changed = false;
  for (const ChainDescription& old_chain : from.description().chains) {
    for (const ChainDescription& new_chain : to.description().chains) {
      if (new_chain.name != old_chain.name || new_chain.links == old_chain.links) continue;
      if (!have_the_same_joints(old_chain, new_chain)) continue;
      spread_chain(from, posture, old_chain, to, new_chain, result);
      changed = true;
    }
  }
  if (changed) result = inside_limits(to, std::move(result));
}

Posture carried_posture(const Figure& from, const Posture& posture, const Figure& to) {
  Posture result = mapped_posture(from, posture, to);
  spread_chains(from, posture, to, result);
  const std::optional<SegmentId> root = from.find_segment(to.segment_name(root_segment));
  const bool both_are_free =
      from.joint(root_joint).type == JointType::free && to.joint(root_joint).type == JointType::free;
  if (root && *root != root_segment && both_are_free) {
    const Transform motion = to.before(root_joint).inverse() * pose_by_products(from, posture, *root) *
                             to.after(root_joint).inverse();
    const std::vector<double> values = nearest_values(to.joint(root_joint), motion);
    std::copy(values.begin(), values.end(), result.values.data());
  }
  return result;
}

Expected<Edited> set_chain_links(const Figure& figure, const Posture& posture, const std::string& chain,
                                 int links) {
  FigureDescription description = figure.description();
  const auto found = std::find_if(description.chains.begin(), description.chains.end(),
                                  [&](const ChainDescription& c) { return c.name == chain; });
  if (found == description.chains.end()) {
    std::vector<std::string> names;
    for (const ChainDescription& c : description.chains) names.push_back(c.name);
    return Error{"figure " + quoted(figure.name()) + " has no chain " + quoted(chain) +
                 did_you_mean(chain, names)};
  }
  found->links = links;
  Expected<Edited> edited = rebuilt(figure, posture, std::move(description));
  if (edited) spread_chains(figure, posture, edited->figure, edited->posture);
  return edited;
}

}  // namespace limber
