#include "limber/session/time/playback.h"

#include <algorithm>
#include <cmath>

#include "limber/figure/edit.h"

namespace limber {

void Player::load(double new_duration, double start, bool plays) {
  duration = new_duration;
  playing = plays;
  seek(start);
}

void Player::seek(double to) {
  position = std::clamp(to, 0.0, duration);
}

void Player::advance(double seconds) {
  if (!playing) return;
  position += speed * seconds;
  if (position < duration) return;
  if (loop && duration > 0.0) {
    position = std::fmod(position, duration);
  } else {
    position = duration;
    playing = false;
  }
}

Posture posture_at(std::span<const ShownSnapshot> snapshots, double time, const Figure& figure) {
  const auto later =
      std::upper_bound(snapshots.begin(), snapshots.end(), time,
                       [](double t, const ShownSnapshot& snapshot) { return t < snapshot.time; });
  const ShownSnapshot& shown = later == snapshots.begin() ? *later : *(later - 1);
  if (shown.figure.shares_data_with(figure)) return shown.posture;
  return inside_limits(figure, carried_posture(shown.figure, shown.posture, figure));
}

}  // namespace limber
