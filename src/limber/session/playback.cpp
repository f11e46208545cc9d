#include "limber/session/playback.h"

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

Posture posture_at(std::span<const ShownFrame> frames, double time, const Figure& figure) {
  const auto later = std::upper_bound(frames.begin(), frames.end(), time,
                                      [](double t, const ShownFrame& frame) { return t < frame.time; });
  const ShownFrame& frame = later == frames.begin() ? *later : *(later - 1);
  if (frame.figure.shares_data_with(figure)) return frame.posture;
  return inside_limits(figure, carried_posture(frame.figure, frame.posture, figure));
}

}  // namespace limber
