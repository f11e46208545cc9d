#include "experiments/common/balanced_reach.h"

#include <cmath>

namespace limber::experiments {

std::vector<Vec2> farthest_balanced_links(int links, const Vec2& u) {
  const auto share = [&](int k) { return (links - k - 0.5) / links; };  // k from 0
  const auto direction = [&](int k, double mu) -> Vec2 {
    return (u - mu * share(k) * Vec2::UnitX()).normalized();
  };
  const auto centre = [&](double mu) {
    double sum = 0.0;
    for (int k = 0; k < links; ++k) sum += share(k) * direction(k, mu).x();
    return sum;
  };
  double low = -1e6, high = 1e6;
  for (int round = 0; round < 200; ++round) {
    const double middle = 0.5 * (low + high);
    (centre(middle) > 0.0 ? low : high) = middle;
  }
  std::vector<Vec2> result;
  for (int k = 0; k < links; ++k) result.push_back(direction(k, low));
  return result;
}

Vec2 farthest_balanced_tip(int links, double length, const Vec2& u) {
  Vec2 tip = Vec2::Zero();
  for (const Vec2& direction : farthest_balanced_links(links, u)) tip += length / links * direction;
  return tip;
}

Vec2 nearest_balanced_tip(int links, double length, const Vec2& point) {
  // The distance along u, u.point - u.tip(u), is largest for the wanted u: a search over the angle around the
  // direction from the origin.
  const double middle = std::atan2(point.y(), point.x());
  const auto distance = [&](double angle) {
    const Vec2 u(std::cos(angle), std::sin(angle));
    return u.dot(point - farthest_balanced_tip(links, length, u));
  };
  double low = middle - 1.0, high = middle + 1.0;
  const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
  for (int round = 0; round < 60; ++round) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    (distance(a) > distance(b) ? high : low) = distance(a) > distance(b) ? b : a;
  }
  const double angle = 0.5 * (low + high);
  return farthest_balanced_tip(links, length, Vec2(std::cos(angle), std::sin(angle)));
}

}  // namespace limber::experiments
