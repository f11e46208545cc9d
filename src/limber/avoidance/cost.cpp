// The cost functions of cost.h: one push for the first three joints, or three joints for every obstacle.

#include "limber/avoidance/cost.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "limber/avoidance/gains.h"
#include "limber/math/portable.h"

namespace limber {

namespace {

constexpr double furthest_adaptation = 64.0;  // six doublings either way

double gain_of(Cost::Variant variant, const AvoidanceOptions& options) {
  switch (variant) {
    case Cost::Variant::plain:
      return options.cost_gain;
    case Cost::Variant::augmented:
      return options.cost_augmented_gain;
    case Cost::Variant::blended:
      return options.cost_blended_gain;
    case Cost::Variant::blended_augmented:
      return options.cost_blended_augmented_gain;
    case Cost::Variant::adaptive:
      return options.adaptive_gain;
  }
  return 0.0;
}

}  // namespace

Cost::Cost(Variant variant, const AvoidanceOptions& options, const TechniqueSetup& setup)
    : variant_(variant),
      unit_(options.unit),
      search_distance_(options.search_distance),
      least_distance_(options.least_distance),
      full_distance_(options.full_distance),
      abort_distance_(options.abort_distance),
      longest_turn_(options.cost_longest_turn),
      first_gain_(gain_of(variant, options)),
      first_decay_(options.adaptive_decay),
      gain_(first_gain_),
      projector_(projector_of(options.damped_projector)),
      tracking_({setup.task_rows, setup.dofs}, options.damping, setup.svd),
      push_(VecX::Zero(setup.dofs)) {
  in_list_order_.reserve(static_cast<std::size_t>(setup.contacts));
}

void Cost::forget() noexcept {
  gain_ = first_gain_;
  tracking_.forget();
}

double Cost::distance(const Contact& contact) const noexcept {
  return std::max(contact.clearance, least_distance_) / unit_;
}

double Cost::weight(const Contact& contact, double sum, int count) const noexcept {
  const bool blended = variant_ == Variant::blended || variant_ == Variant::blended_augmented;
  return blended ? blending_weight(distance(contact), sum, count) : 1.0;
}

AvoidanceTechnique::Outcome Cost::displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept {
  tracking_.decompose(question.jacobian);
  tracking_.solve(question.error, dq);
  if (question.contacts.empty()) return Outcome::moves;
  auto push = push_.head(dq.size());
  push.setZero();
  if (variant_ == Variant::augmented || variant_ == Variant::blended_augmented) {
    push_three_each(question, push);
  } else {
    push_first_joints(question.contacts, push);
  }
  tracking_.project(projector_, push);
  const double turn = push.size() > 0 ? push.lpNorm<Eigen::Infinity>() : 0.0;
  if (longest_turn_ > 0.0 && turn > longest_turn_) push *= longest_turn_ / turn;
  dq += push;
  return Outcome::moves;
}

void Cost::push_first_joints(std::span<const Contact> contacts, Eigen::Ref<VecX> push) noexcept {
  const Contact& worst = contacts.front();
  if (variant_ == Variant::adaptive) adapt(worst.clearance);
  double sum = 0.0;
  for (const Contact& contact : contacts) sum += distance(contact);
  const double decay = first_decay_ * (gain_ / first_gain_) * (gain_ / first_gain_);
  double cost = 0.0;
  for (const Contact& contact : contacts) {
    const double d = distance(contact);
    cost += variant_ == Variant::adaptive ? gain_ * portable::exp(-2.0 * decay * d * d)
                                          : weight(contact, sum, static_cast<int>(contacts.size())) / (d * d);
  }
  const double size = variant_ == Variant::adaptive ? cost : gain_ * cost * cost;
  const Eigen::Index count = std::min<Eigen::Index>(3, push.size());
  push.head(count) = size * distance(worst) * worst.normal.head(count);
}

void Cost::push_three_each(const AvoidanceQuestion& question, Eigen::Ref<VecX> push) noexcept {
  const std::span<const Contact> contacts = question.contacts;  // worst first
  const std::size_t places = static_cast<std::size_t>(push.size()) / 3;
  in_list_order_.resize(std::min(contacts.size(), in_list_order_.capacity()));
  std::iota(in_list_order_.begin(), in_list_order_.end(), 0);
  const bool only_obstacles = std::all_of(contacts.begin(), contacts.end(),
                                          [](const Contact& each) { return each.obstacle.is_valid(); });
  const bool room_for_all = only_obstacles && static_cast<std::size_t>(question.obstacles.count()) <= places;
  if (!room_for_all) in_list_order_.resize(std::min(in_list_order_.size(), places));
  const auto contact_at = [&](int i) -> const Contact& { return at(contacts, i); };
  const auto number = [&](int i) {
    return std::make_tuple(contact_at(i).obstacle, contact_at(i).other_segment, i);
  };
  std::sort(in_list_order_.begin(), in_list_order_.end(),
            [&](int a, int b) { return number(a) < number(b); });
  double sum = 0.0;
  for (const int i : in_list_order_) sum += distance(contact_at(i));
  Eigen::Index rank = 0;
  for (const int i : in_list_order_) {
    const Contact& contact = contact_at(i);
    const double d = distance(contact);
    const Eigen::Index place = room_for_all ? Eigen::Index{contact.obstacle} : rank++;
    push.segment<3>(3 * place) +=
        (gain_ * weight(contact, sum, static_cast<int>(in_list_order_.size())) / (d * d * d)) *
        contact.normal;
  }
}

void Cost::adapt(double clearance) noexcept {
  if (clearance > full_distance_) gain_ *= 0.5;
  if (clearance < abort_distance_) gain_ *= 2.0;
  gain_ = std::clamp(gain_, first_gain_ / furthest_adaptation, first_gain_ * furthest_adaptation);
}

}  // namespace limber
