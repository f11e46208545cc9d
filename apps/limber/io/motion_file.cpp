// Writes and reads tracked motions.

#include "io/motion_file.h"

#include "limber/base/number_text.h"
#include "limber/files/files.h"
#include "limber/files/format/scene_json.h"
#include "limber/files/json/read_error.h"
#include "limber/files/json/tree.h"
#include "limber/session/recording.h"
#include "report/csv.h"
#include "terminal/exit_code.h"

namespace limber::cli {

namespace {

using json::Output;

std::vector<double> values_of_posture(const Posture& posture) {
  return {posture.values.begin(), posture.values.end()};
}

Expected<Figure> no_other_files(const std::string&) {
  return Error{"a motion contains its figure"};
}

}  // namespace

json::Output contained_scene(const Scene& scene) {
  Scene contained = scene;
  contained.figure_file.clear();
  contained.root.clear();
  return json::write_scene(contained);
}

Scene as_contained(const json::Output& contained, const Scene& scene) {
  const std::string name = "the scene as written", text = contained.to_string();
  Expected<Scene> read = json::reading([&] {
    const json::Tree tree = json::parse(text, name);
    return json::read_scene(json::Value(tree.root(), name), no_other_files);
  });
  return read ? std::move(*read) : scene;
}

std::string motion_json(const json::Output& contained, const TrackOptions& options,
                        const TrackReport& report) {
  Output track = Output::object();
  track.set("seconds", Output::number(options.seconds)).set("dt", Output::number(options.dt));
  track.set("settle", Output::truth(options.settle)).set("lead_in", Output::number(options.lead_in));
  if (options.smooth > 0.0) track.set("smooth", Output::number(options.smooth));
  track.set("scene", contained);
  Output document = Output::object();
  document.set("limber", Output::number(1)).set("track", std::move(track));
  document.set("hash", Output::text(hash_text(report.hash)));
  document.set("times", Output::numbers(report.motion.times));
  Output postures = Output::list();
  for (const Posture& posture : report.motion.postures) postures.add(Output::row(values_of_posture(posture)));
  return document.set("postures", std::move(postures)).to_string();
}

std::string motion_csv(const Figure& figure, const Motion& motion) {
  std::string text = "time";
  for (const JointId j : figure.joints()) {
    const int count = value_count(figure.joint(j).type);
    for (int i = 0; i < count; ++i)
      text += "," + csv_field(figure.joint_name(j) + (count > 1 ? " " + std::to_string(i + 1) : ""));
  }
  text += "\n";
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    text += exact_text(motion.times[k]);
    for (const double value : motion.postures[k].values) text += "," + exact_text(value);
    text += "\n";
  }
  return text;
}

std::optional<TrackedMotion> read_tracked_motion(const std::string& text, const std::string& name) {
  if (text.find("\"track\"") == std::string::npos) return std::nullopt;
  Expected<std::optional<TrackedMotion>> read = json::reading([&]() -> std::optional<TrackedMotion> {
    const json::Tree tree = json::parse(text, name);
    const json::Value document(tree.root(), name);
    if (!document.is(json::Kind::object)) return std::nullopt;
    const auto track = document.find("track");
    if (!track) return std::nullopt;
    track->require_object();
    TrackedMotion motion{.scene = json::read_scene(track->at("scene"), no_other_files)};
    motion.options.seconds = track->at("seconds").positive();
    motion.options.dt = track->at("dt").positive();
    if (const auto settle = track->find("settle")) motion.options.settle = settle->truth();
    if (const auto lead_in = track->find("lead_in")) motion.options.lead_in = lead_in->integer(0, 1000);
    if (const auto smooth = track->find("smooth")) motion.options.smooth = smooth->positive();
    const std::string hash = document.at("hash").text();
    motion.hash = std::stoull("0" + hash.substr(0, std::min<std::size_t>(hash.size(), 16)), nullptr, 16);
    return motion;
  });
  if (!read) throw Failure(ExitCode::file, read.error().message);
  return std::move(*read);
}

}  // namespace limber::cli
