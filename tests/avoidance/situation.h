#pragma once
// A random figure with tracking rows and contacts: what a technique is given, and the same for the dense
// reference.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "avoidance/dense_reference.h"
#include "limber/avoidance/technique.h"
#include "limber/kinematics/kinematics.h"
#include "support/random_figure.h"

namespace limber::test {

// A chain of all degrees of freedom.
inline std::vector<ChainColumn> all_columns(const Figure& figure) {
  std::vector<ChainColumn> columns;
  for (DofId dof{0}; dof < figure.dof_count(); ++dof) {
    const SegmentId segment{int{figure.joint_of_dof(dof)}};
    columns.push_back({dof, segment, figure.branch_end(segment)});
  }
  return columns;
}

struct Situation {
  Figure figure;
  Kinematics kinematics;
  Posture posture;
  RowMatrix jacobian;
  VecX error;
  std::vector<Contact> contacts;
  ObstacleIndex obstacles;
  AvoidanceOptions options;
  std::vector<ChainColumn> columns;  // all degrees of freedom

  AvoidanceQuestion question() const {
    return {kinematics, posture, columns, jacobian, error, contacts, std::nullopt, obstacles};
  }
  std::unique_ptr<AvoidanceTechnique> technique() const {
    return make_technique(figure, options,
                          {.dofs = figure.dof_count(),
                           .task_rows = static_cast<int>(jacobian.rows()),
                           .contacts = static_cast<int>(contacts.size())});
  }
  VecX answer(AvoidanceTechnique& by) const {
    VecX dq = VecX::Constant(figure.dof_count(), 7.0);  // whatever was there before
    by.displace(question(), dq);
    return dq;
  }
  DenseProblem dense() const {
    DenseProblem problem{jacobian, error, contacts, {}, obstacles.count(), options};
    for (const Contact& contact : contacts) {
      RowMatrix rows(3, figure.dof_count());
      kinematics.translation_jacobian(contact.segment, contact.point, rows);
      problem.contact_rows.push_back(rows);
    }
    return problem;
  }
};

inline AvoidanceOptions random_options(Random& random, Technique technique) {
  AvoidanceOptions options;
  options.technique = technique;
  options.unit = uniform(random, 0.2, 3.0);
  options.damping = uniform(random, 0.01, 0.5);
  options.obstacle_damping = uniform(random, 0.01, 0.5);
  options.damped_projector = random() % 4 == 0;
  options.abort_distance = uniform(random, 0.01, 0.3);
  options.full_distance = options.abort_distance + uniform(random, 0.1, 1.0);
  options.influence = options.full_distance + uniform(random, 0.1, 1.0);
  options.least_distance = uniform(random, 0.01, 0.3);
  options.push = uniform(random, 0.05, 0.5);
  options.shortest_gain = random() % 2 == 0;
  options.fade_rows = random() % 2 == 0;
  options.abort = random() % 2 == 0;
  options.cost_gain = options.cost_blended_gain = options.cost_augmented_gain =
      options.cost_blended_augmented_gain = uniform(random, 0.0, 1.0);
  options.cost_longest_turn = random() % 2 == 0 ? 0.0 : uniform(random, 0.01, 0.3);
  options.objective_gain = uniform(random, 0.0, 1e-2);
  options.objective_power = uniform_int(random, 1, 4);
  options.objective_longest_turn = random() % 2 == 0 ? 0.0 : uniform(random, 0.01, 0.3);
  return options;
}

inline Situation random_situation(Random& random, Technique technique, int most_obstacles = 6) {
  Figure figure = random_figure(random, {.segments = uniform_int(random, 4, 10), .chain = 0.8});
  while (figure.dof_count() < 3) figure = random_figure(random, {.segments = uniform_int(random, 4, 10)});
  Situation s{figure, Kinematics(figure), random_posture(random, figure), {}, {}, {}, {}, {}, {}};
  s.columns = all_columns(figure);
  s.kinematics.update(s.posture);
  s.options = resolved(random_options(random, technique), figure);

  const int points = uniform_int(random, 0, 2);  // that are led somewhere
  s.jacobian = RowMatrix::Zero(3 * points, figure.dof_count());
  for (int i = 0; i < points; ++i) {
    const SegmentId segment{uniform_int(random, 1, figure.segment_count() - 1)};
    s.kinematics.translation_jacobian(segment,
                                      s.kinematics.segment_pose(segment) * random_vector(random, 0.3),
                                      s.jacobian.middleRows(3 * i, 3));
  }
  s.error = VecX::Zero(3 * points);
  for (double& e : s.error) e = uniform(random, -0.2, 0.2);

  const int room = std::max(1, std::min(most_obstacles, figure.dof_count() / 3));
  World world;
  for (int i = 0; i < room; ++i) world.add("o" + std::to_string(i), Sphere{Vec3(i, 0, 0), 0.1});
  s.obstacles.build(world);
  std::vector<int> numbers(static_cast<std::size_t>(room));
  for (int i = 0; i < room; ++i) at(numbers, i) = i;
  std::shuffle(numbers.begin(), numbers.end(), random);
  const int near = uniform_int(random, 1, room);
  for (int i = 0; i < near; ++i) {
    Contact contact;
    contact.obstacle = ObstacleId{at(numbers, i)};
    contact.segment = SegmentId{uniform_int(random, 1, figure.segment_count() - 1)};
    contact.local = random_vector(random, 0.5);
    contact.point = s.kinematics.segment_pose(contact.segment) * contact.local;
    contact.normal = random_direction(random);
    contact.clearance = uniform(random, -0.1, 1.1 * s.options.influence);
    contact.other_point = contact.point - contact.clearance * contact.normal;
    contact.velocity = Vec3::Zero();
    s.contacts.push_back(contact);
  }
  std::sort(s.contacts.begin(), s.contacts.end(),
            [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
  return s;
}

}  // namespace limber::test
