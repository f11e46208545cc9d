// Chains written out as segments and frames.

#include <optional>
#include <unordered_map>

#include "limber/figure/description.h"

namespace limber {

namespace {

double radius_of_link(const ChainDescription& chain, int link) {
  const double along = (link + 0.5) / chain.links;
  return chain.first_radius + (chain.last_radius - chain.first_radius) * along;
}

Shape shape_of_link(const ChainDescription& chain, int link) {
  const double length = chain.length / chain.links;
  const double radius = radius_of_link(chain, link);
  if (chain.shape == ChainDescription::LinkShape::capsule) {
    return Capsule{Vec3::Zero(), Vec3(length, 0, 0), radius};
  }
  return Sphere{Vec3(length / 2, 0, 0), radius};
}

// The density that gives the links, however many they are and however much they overlap, the mass of the
// chain.
std::optional<double> density_of_links(const ChainDescription& chain) {
  if (!chain.mass) return std::nullopt;
  double total = 0.0;
  for (int link = 0; link < chain.links; ++link) total += volume(shape_of_link(chain, link));
  return *chain.mass / total;
}

void append_chain(const ChainDescription& chain, FigureDescription& figure) {
  const Vec3 link_end(chain.length / chain.links, 0, 0);
  const std::optional<double> density = density_of_links(chain);
  std::string previous = chain.parent;
  for (int link = 0; link < chain.links; ++link) {
    const std::string link_name = chain.name + "." + std::to_string(link + 1);
    for (std::size_t j = 0; j < chain.joints.size(); ++j) {
      const bool is_first = j == 0, is_last = j + 1 == chain.joints.size();
      SegmentDescription segment;
      segment.name = is_last ? link_name : link_name + "." + std::to_string(j + 1);
      segment.parent = previous;
      if (is_first) segment.before = link == 0 ? chain.before : Transform::at(link_end);
      segment.joint = chain.joints[j];
      segment.joint.name.clear();
      if (is_last) {
        segment.shapes.push_back({shape_of_link(chain, link), chain.color});
        segment.density = density;
      }
      previous = segment.name;
      figure.segments.push_back(std::move(segment));
    }
  }
  figure.frames.push_back({chain.name + ".tip", previous, Transform::at(link_end)});
}

}  // namespace

FigureDescription expanded(const FigureDescription& description) {
  FigureDescription result = description;
  result.chains.clear();
  std::unordered_map<std::string, std::string> last_links;
  for (const ChainDescription& chain : description.chains) {
    last_links[chain.name + ".end"] = chain.name + "." + std::to_string(chain.links);
    append_chain(chain, result);
  }
  const auto resolve = [&](std::string& name) {
    if (const auto found = last_links.find(name); found != last_links.end()) name = found->second;
  };
  if (last_links.empty()) return result;
  for (SegmentDescription& segment : result.segments) resolve(segment.parent);
  for (FrameDescription& frame : result.frames) resolve(frame.segment);
  return result;
}

}  // namespace limber
