// Curves collected by model, and the places of models from them.

#include "limber/files/fbx/animation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "limber/files/fbx/curves.h"

namespace limber::fbx {

namespace {

using character::Animation;
using character::NodePlace;
using character::size;

constexpr double sparse = 1.0 / 20.0;  // [s] keys that far apart get postures between them,
constexpr double finest = 1.0 / 30.0;  // [s] at least this often
// Postures that are in no key: a very long animation gets fewer for each second.
constexpr double most_between = 100'000.0;
constexpr std::size_t most_keys_read = 8'000'000;
constexpr std::size_t most_sources = 1000;  // of a node of curves, which has three
constexpr int most_layers = 200;            // that are looked through for one that moves something

// Three numbers of a model: each a curve, or a value that stays.
struct Channel {
  Vec3 value = Vec3::Zero();
  std::array<Curve, 3> curves;
  bool is_used = false;

  Vec3 at(double time) const {
    Vec3 made = value;
    for (int k = 0; k < 3; ++k) {
      if (!curves[size(k)].keys.empty()) made[k] = curves[size(k)].at(time);
    }
    return made;
  }
  void add_times(std::vector<double>& times) const {
    for (const Curve& curve : curves) {
      for (const Curve::Key& key : curve.keys) times.push_back(key.time);
    }
  }
};

constexpr std::array<std::string_view, 3> channel_names = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};
constexpr std::array<std::string_view, 3> component_names = {"d|X", "d|Y", "d|Z"};

struct Track {
  int node = 0;
  std::array<Channel, 3> channels;  // translation, rotation, scaling
};

using Tracks = std::vector<Track>;

Track track_at_rest(int node, const Model& model) {
  Track track{.node = node};
  track.channels[0].value = model.translation;
  track.channels[1].value = model.rotation;
  track.channels[2].value = model.scaling;
  return track;
}

// The curves of one "AnimationCurveNode" into a channel.
void read_channel(const Objects& objects, int curve_node, double rate, Channel& channel,
                  std::vector<std::string>& notes) {
  if (channel.is_used) return;
  channel.is_used = true;
  if (objects[curve_node].sources.size() > most_sources) {
    objects[curve_node].element.fail("has more than " + std::to_string(most_sources) + " curves");
  }
  for (int k = 0; k < 3; ++k) {
    channel.value[k] = objects.real(curve_node, component_names[size(k)], channel.value[k]);
  }
  for (const Object::Source& source : objects[curve_node].sources) {
    const auto component = std::find(component_names.begin(), component_names.end(), source.property);
    if (component == component_names.end() || objects[source.object].type != "AnimationCurve") continue;
    const auto k = static_cast<std::size_t>(component - component_names.begin());
    channel.curves[k] = read_curve(objects[source.object].element, rate, notes);
  }
}

Tracks read_tracks(const Objects& objects, const Models& models, int layer, std::vector<std::string>& notes) {
  std::vector<bool> in_layer(objects.list().size());
  for (const int node : objects.sources(layer, "AnimationCurveNode")) in_layer[size(node)] = true;
  Tracks tracks;
  std::vector<int> track_of(models.list.size(), -1);
  const double rate = ticks_per_second(objects.tree());
  std::size_t keys = 0;
  for (const Objects::Connection& c : objects.connections()) {
    if (c.target < 0 || !in_layer[size(c.source)]) continue;
    const int node = models.node_of[size(c.target)];
    const auto property = std::find(channel_names.begin(), channel_names.end(), c.property);
    if (node < 0 || property == channel_names.end()) continue;
    int& number = track_of[size(node)];
    if (number < 0) {
      number = static_cast<int>(tracks.size());
      tracks.push_back(track_at_rest(node, models.list[size(node)]));
    }
    const auto which = static_cast<std::size_t>(property - channel_names.begin());
    Channel& channel = tracks[size(number)].channels[which];
    read_channel(objects, c.source, rate, channel, notes);
    for (const Curve& curve : channel.curves) keys += curve.keys.size();
    if (keys > most_keys_read) objects.tree().fail("has more than 8,000,000 keys; expected a smaller file");
  }
  return tracks;
}

// All times, and more where they are far apart.
std::vector<double> filled(const std::vector<double>& keys) {
  std::vector<double> made;
  const double often = std::max(finest, (keys.back() - keys.front()) / most_between);
  for (std::size_t k = 0; k + 1 < keys.size(); ++k) {
    made.push_back(keys[k]);
    const double step = keys[k + 1] - keys[k];
    if (step <= sparse) continue;
    const double parts = std::ceil(step / often - 1e-6);
    for (double part = 1.0; part < parts; part += 1.0) {
      made.push_back(keys[k] + part / parts * step);
    }
  }
  made.push_back(keys.back());
  return made;
}

bool differs(const Quat& a, const Quat& b) {
  return std::abs(a.dot(b)) < 1.0 - 1e-9;
}

}  // namespace

std::optional<FbxAnimation> read_animation(const Objects& objects, const Models& models,
                                           std::vector<std::string>& notes) {
  const std::vector<int> stacks = objects.of_type("AnimationStack");
  auto tracks = std::make_shared<Tracks>();
  FbxAnimation made;
  int tried = 0;
  for (const int stack : stacks) {
    const std::vector<int> layers = objects.sources(stack, "AnimationLayer");
    for (const int layer : layers) {
      if (tracks->empty() && ++tried <= most_layers) *tracks = read_tracks(objects, models, layer, notes);
    }
    if (tracks->empty()) continue;
    made.animation.name = objects[stack].name;
    if (stacks.size() > 1) {
      notes.push_back("it has " + std::to_string(stacks.size()) +
                      " animations; the first that moves it is read");
    }
    if (layers.size() > 1) {
      notes.push_back("its animation has " + std::to_string(layers.size()) + " layers; the first is read");
    }
    break;
  }
  if (tracks->empty()) return std::nullopt;

  const std::size_t count = models.list.size();
  made.turns.assign(count, false);
  made.animation.moves.assign(count, false);
  made.animation.way.assign(count, 0.0);
  std::vector<double> all;
  bool scales = false;
  for (const Track& track : *tracks) {
    const Model& model = models.list[size(track.node)];
    const NodePlace rest = model.place();
    std::vector<double> times;
    for (const Channel& channel : track.channels) channel.add_times(times);
    if (times.empty()) times.push_back(0.0);  // it only says another value than that of rest
    times = character::each_once(std::move(times));
    for (const double time : times) {
      const Vec3 scaling = track.channels[2].at(time);
      scales = scales || (scaling - model.scaling).cwiseAbs().maxCoeff() > 1e-4 * model.scaling.norm();
      const NodePlace place =
          model.place(track.channels[0].at(time), track.channels[1].at(time), model.scaling);
      double& way = made.animation.way[size(track.node)];
      way = std::max(way, (place.translation - rest.translation).norm());
      if (differs(place.rotation, rest.rotation)) made.turns[size(track.node)] = true;
    }
    const bool moves = track.channels[0].is_used || track.channels[1].is_used;
    made.animation.moves[size(track.node)] = moves;
    if (moves) all.insert(all.end(), times.begin(), times.end());
  }
  if (scales) notes.push_back("scales that change during the animation are not read");
  if (all.empty()) return std::nullopt;

  made.animation.times = filled(character::each_once(std::move(all)));
  const double start = made.animation.times.front();
  for (double& time : made.animation.times) time -= start;
  made.animation.pose = [tracks, list = models.list, start](double time, std::vector<NodePlace>& places) {
    for (const Track& track : *tracks) {
      const Model& model = list[size(track.node)];
      places[size(track.node)] =
          model.place(track.channels[0].at(time + start), track.channels[1].at(time + start), model.scaling);
    }
  };
  return made;
}

}  // namespace limber::fbx
