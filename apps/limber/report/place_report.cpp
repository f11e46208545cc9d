// The best places as a table or as JSON.

#include "report/place_report.h"

#include <cmath>
#include <numbers>

#include "limber/base/number_text.h"
#include "limber/files/json/writer.h"
#include "terminal/table.h"
#include "terminal/text.h"

namespace limber::cli {

namespace {

using json::Output;

constexpr double degrees = 180.0 / std::numbers::pi;

// From 0 to 360 degrees.
double heading_of(const BasePlace& place) {
  const double turn = 2.0 * std::numbers::pi;
  double heading = place.heading - turn * std::floor(place.heading / turn);
  if (heading * degrees > 359.995) heading = 0.0;
  return heading;
}

std::string missed_in_words(const BasePlace& place) {
  constexpr int most_missed_named = 10;
  std::string words;
  int named = 0, missed = 0;
  for (std::size_t i = 0; i < place.reaches.size(); ++i) {
    if (place.reaches[i] || ++missed > most_missed_named) continue;
    words += (named++ == 0 ? "" : ", ") + std::to_string(i + 1);
  }
  if (missed > most_missed_named) words += " and " + std::to_string(missed - most_missed_named) + " more";
  return words;
}

}  // namespace

std::string place_text(const PlaceOutcome& outcome, const Terminal& terminal) {
  const PlaceReport& report = outcome.report;
  std::string text =
      printable(outcome.figure.name()) + ", " + printable(outcome.figure.frame(outcome.frame).name) + ": " +
      std::to_string(report.places) + (report.places == 1 ? " place" : " places") + " tried for " +
      std::to_string(outcome.poses) + (outcome.poses == 1 ? " pose" : " poses") + ", " +
      number_text(outcome.seconds, 2) + " s" + (report.device == Device::gpu ? " on a GPU" : "") + "\n";
  Table table({{"x [m]", align_right},
               {"y [m]", align_right},
               {"z [m]", align_right},
               {"heading [deg]", align_right},
               {"poses reached", align_right},
               {"room", align_right}});
  for (const BasePlace& place : report.best) {
    table.add({fixed_text(place.position.x(), 3), fixed_text(place.position.y(), 3),
               fixed_text(place.position.z(), 3), fixed_text(degrees * heading_of(place), 1),
               std::to_string(place.reached), fixed_text(100.0 * place.room, 0) + " %"});
  }
  text += table.to_string(terminal, 2);
  if (!report.best.empty() && report.best[0].reached < static_cast<int>(outcome.poses)) {
    text += "  the first does not reach pose " + missed_in_words(report.best[0]) + "\n";
  }
  return text;
}

std::string place_json(const PlaceOutcome& outcome) {
  Output places = Output::list();
  for (const BasePlace& place : outcome.report.best) {
    Output item = Output::object();
    Output position = Output::list(), reaches = Output::list();
    for (int k = 0; k < 3; ++k) position.add(Output::number(place.position[k]));
    for (const bool reached : place.reaches) reaches.add(Output::truth(reached));
    item.set("position", std::move(position));
    item.set("heading", Output::number(heading_of(place)));
    item.set("reached", Output::number(place.reached));
    item.set("room", Output::number(place.room));
    item.set("reaches", std::move(reaches));
    places.add(std::move(item));
  }
  Output document = Output::object();
  document.set("figure", Output::text(outcome.figure.name()));
  document.set("frame", Output::text(outcome.figure.frame(outcome.frame).name));
  document.set("poses", Output::number(static_cast<double>(outcome.poses)));
  document.set("tried", Output::number(static_cast<double>(outcome.report.places)));
  document.set("places", std::move(places));
  return document.to_string();
}

}  // namespace limber::cli
