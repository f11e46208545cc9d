// The first animation of a file, sampled at the times of all its channels.

#include "limber/files/gltf/animation.h"

#include <algorithm>
#include <array>
#include <memory>

#include "limber/base/names.h"
#include "limber/math/rotation.h"

namespace limber::gltf {

namespace {

using character::Animation;
using character::nearest_times;
using character::NodePlace;

constexpr std::array<std::string_view, 3> interpolations = {"LINEAR", "STEP", "CUBICSPLINE"};
constexpr double cubic_step = 1.0 / 30;  // [s]
constexpr double longest = 1e5;          // [s]

struct Channel {
  enum class Path { translation, rotation };
  enum class Between { straight, step, cubic };  // cubic: rows of in-tangent, value, out-tangent
  int node = 0;
  Path path = Path::rotation;
  Between between = Between::straight;
  std::vector<double> times;  // [s] increasing, at least one
  Rows values;

  Vec3 translation_at(double time) const;
  Quat rotation_at(double time) const;
};

// Between which keys a time is, and how far: 0..1.
struct KeyPlace {
  std::size_t before, after;
  double part, step;  // [s] between the two
};

KeyPlace between_keys(const std::vector<double>& times, double time) {
  if (time <= times.front()) return {0, 0, 0.0, 0.0};
  if (time >= times.back()) return {times.size() - 1, times.size() - 1, 0.0, 0.0};
  const auto after =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  const double step = times[after] - times[after - 1];
  return {after - 1, after, (time - times[after - 1]) / step, step};
}

// p(u) with values and slopes at both ends; `rows`: three for each key.
template <int width>
Eigen::Matrix<double, width, 1> hermite(const Rows& rows, const KeyPlace& at) {
  using Row = Eigen::Map<const Eigen::Matrix<double, width, 1>>;
  const double u = at.part, u2 = u * u, u3 = u2 * u;
  return (2 * u3 - 3 * u2 + 1) * Row(rows.row(3 * at.before + 1)) +
         at.step * (u3 - 2 * u2 + u) * Row(rows.row(3 * at.before + 2)) +
         (3 * u2 - 2 * u3) * Row(rows.row(3 * at.after + 1)) +
         at.step * (u3 - u2) * Row(rows.row(3 * at.after));
}

Quat quaternion_row(const double* xyzw) {
  const Quat q(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
  return q.norm() > 1e-6 ? q.normalized() : Quat::Identity();
}

Channel read_channel(const GltfFile& file, const json::Value& channel, const json::Value& samplers, int node,
                     Channel::Path path) {
  Channel made{.node = node, .path = path};
  samplers.require_list();
  const json::Value number = channel.at("sampler");
  const auto index = static_cast<std::size_t>(number.integer(0, 1'000'000));
  if (index >= samplers.size()) number.fail("there is no such sampler in the animation");
  const json::Value sampler = samplers[index];
  if (const auto word = sampler.find("interpolation")) {
    made.between = static_cast<Channel::Between>(word->word(interpolations, "interpolation"));
  }
  const json::Value input = sampler.at("input"), output = sampler.at("output");
  made.times = file.read(input, "SCALAR").values;
  made.values = file.read(output, path == Channel::Path::rotation ? "VEC4" : "VEC3");
  if (made.times.empty()) input.fail("an animation needs at least one time");
  for (std::size_t k = 0; k < made.times.size(); ++k) {
    if (!(made.times[k] >= 0.0 && made.times[k] <= longest) ||
        (k > 0 && made.times[k] <= made.times[k - 1])) {
      input.fail("time " + std::to_string(k + 1) + " is not above the one before it, or beyond 1e5 s");
    }
  }
  const std::size_t rows = made.times.size() * (made.between == Channel::Between::cubic ? 3 : 1);
  if (made.values.count != rows) {
    output.fail("has " + std::to_string(made.values.count) + " rows for " +
                std::to_string(made.times.size()) + " times; expected " + std::to_string(rows));
  }
  return made;
}

// All times, with a grid between them. Times of the file come first: a step happens at them.
std::vector<double> merged(std::vector<double> all, bool with_grid) {
  std::vector<double> kept = character::each_once(std::move(all));
  if (!with_grid) return kept;
  const std::vector<double> keys = kept;
  const auto count = static_cast<int>((keys.back() - keys.front()) / cubic_step);
  for (int k = 1; k <= count; ++k) {
    const double time = keys.front() + k * cubic_step;
    const auto after = std::lower_bound(keys.begin(), keys.end(), time);
    const bool is_near = (after != keys.end() && *after - time <= nearest_times) ||
                         (after != keys.begin() && time - *(after - 1) <= nearest_times);
    if (!is_near) kept.push_back(time);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

Vec3 Channel::translation_at(double time) const {
  const KeyPlace at = between_keys(times, time);
  if (between == Between::cubic) return hermite<3>(values, at);
  const Vec3 from(values.row(at.before));
  if (between == Between::step) return from;
  return from + at.part * (Vec3(values.row(at.after)) - from);
}

Quat Channel::rotation_at(double time) const {
  const KeyPlace at = between_keys(times, time);
  if (between == Between::cubic) {
    const Eigen::Vector4d xyzw = hermite<4>(values, at);
    return quaternion_row(xyzw.data());
  }
  const Quat from = quaternion_row(values.row(at.before));
  if (between == Between::step) return from;
  const Vec3 turn = log_rotation(Quat(from.conjugate() * quaternion_row(values.row(at.after))));
  return from * exp_quaternion(at.part * turn);
}

// How far the translation goes from where its node is at rest.
double way_of(const Channel& channel, const Vec3& rest) {
  const std::size_t each = channel.between == Channel::Between::cubic ? 3 : 1;
  double way = 0.0;
  for (std::size_t k = 0; k < channel.times.size(); ++k) {
    way = std::max(way, (Vec3(channel.values.row(each * k + each / 2)) - rest).norm());
  }
  return way;
}

}  // namespace

std::optional<Animation> read_animation(const GltfFile& file, const GltfNodes& nodes,
                                        std::vector<std::string>& notes) {
  const std::size_t count = file.count("animations");
  if (count == 0) return std::nullopt;
  if (count > 1) {
    notes.push_back("it has " + std::to_string(count) + " animations; the first is read");
  }
  const json::Value animations = file.document().at("animations");
  const json::Value json = animations[0];
  const json::Value samplers = json.at("samplers");
  Animation animation;
  auto channels = std::make_shared<std::vector<Channel>>();
  animation.moves.assign(nodes.nodes.list.size(), false);
  animation.way.assign(nodes.nodes.list.size(), 0.0);
  if (const auto name = json.find("name")) animation.name = name->text();
  bool scales = false, morphs = false, is_cubic = false;
  json.for_each("channels", [&](const json::Value& channel) {
    const json::Value target = channel.at("target");
    const auto node = target.find("node");
    if (!node) return;  // of an extension
    const std::string path = target.at("path").text();
    scales = scales || path == "scale";
    morphs = morphs || path == "weights";
    if (path != "translation" && path != "rotation") return;
    channels->push_back(
        read_channel(file, channel, samplers, file.index_in(*node, "nodes"),
                     path == "rotation" ? Channel::Path::rotation : Channel::Path::translation));
    const Channel& made = channels->back();
    const character::Node& moved = nodes.nodes.list[size(made.node)];
    if (nodes.meshes[size(made.node)].has_matrix)
      file.fail("animates the node " + limber::quoted(moved.name) + ", whose place is a matrix");
    animation.moves[size(made.node)] = true;
    if (made.path == Channel::Path::translation) {
      double& way = animation.way[size(made.node)];
      way = std::max(way, way_of(made, moved.place.translation));
    }
    is_cubic = is_cubic || made.between == Channel::Between::cubic;
    animation.times.insert(animation.times.end(), made.times.begin(), made.times.end());
  });
  if (scales) notes.push_back("scales that change during the animation are not read");
  if (morphs) notes.push_back("morph targets are not read");
  if (channels->empty()) return std::nullopt;
  animation.times = merged(std::move(animation.times), is_cubic);
  animation.pose = [channels](double time, std::vector<NodePlace>& places) {
    for (const Channel& channel : *channels) {
      NodePlace& moved = places[size(channel.node)];
      if (channel.path == Channel::Path::translation) {
        moved.translation = channel.translation_at(time);
      } else {
        moved.rotation = channel.rotation_at(time);
      }
    }
  };
  return animation;
}

}  // namespace limber::gltf
