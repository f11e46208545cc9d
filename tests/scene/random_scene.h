#pragma once
// Random scenes: a figure with limits in some posture, tasks of which few can be satisfied together, sometimes
// criteria, sometimes obstacles.

#include "limber/models/models.h"
#include "limber/scene/scene.h"
#include "solver/clearance_scenes.h"
#include "support/random_tasks.h"

namespace limber::test {

inline bool is_limited_both_ways(const Range& range) {
  return range.min > -unlimited && range.max < unlimited;
}

inline CriterionList random_criteria(Random& random, const Figure& figure) {
  CriterionList criteria;
  if (uniform_int(random, 0, 2) == 0)
    criteria.push_back({"rest", ReferencePosture{}, uniform(random, 0.01, 1.0)});
  if (uniform_int(random, 0, 3) == 0) criteria.push_back({"middle", MidRange{}, uniform(random, 0.01, 1.0)});
  // Without limits there may be no end to it: the longer a sliding joint, the more agile what it carries.
  const bool is_limited = std::all_of(figure.joints().begin(), figure.joints().end(), [&](JointId j) {
    const JointType type = figure.joint(j).type;
    return type != JointType::free &&
           (type != JointType::prismatic || is_limited_both_ways(figure.joint(j).ranges[0]));
  });
  if (is_limited && uniform_int(random, 0, 5) == 0) {
    const Place place = Place::on_segment(random_segment(random, figure), random_placement(random, 0.1));
    criteria.push_back({"agile", Manipulability{.frame = place}, uniform(random, 0.01, 1.0)});
  }
  return criteria;
}

inline TaskList random_scene_tasks(Random& random, const Figure& figure) {
  RandomTaskOptions options;
  options.levels = uniform_int(random, 1, 3);
  options.most_per_level = uniform_int(random, 1, 3);
  options.subsets = uniform_int(random, 0, 3) == 0;
  return random_tasks(random, figure, options);
}

// Any tree with couplings, without solids.
inline Scene random_bare_scene(Random& random) {
  RandomFigureOptions options;
  options.segments = uniform_int(random, 3, 14);
  options.free_root = uniform_int(random, 0, 4) == 0;
  options.limits = uniform_int(random, 0, 3) > 0;
  Scene scene{.figure = random_coupled_figure(random, options)};
  scene.posture = inside_limits(scene.figure, random_posture(random, scene.figure));
  scene.avoidance.technique = Technique::off;
  return scene;
}

// An arm of capsules, which also keeps clear of itself, mostly among obstacles.
inline Scene random_surrounded_scene(Random& random) {
  const int links = uniform_int(random, 3, 8);
  Scene scene{.figure = capsule_tree(random, links, uniform_int(random, 0, 1) == 0)};
  scene.posture = scene.figure.rest_posture();
  if (uniform_int(random, 0, 4) > 0)
    scene.world = world_around(random, scene.figure, uniform_int(random, 1, 6));
  return scene;
}

// A shipped model in an empty world, sometimes one that it may touch itself in.
inline Scene random_model_scene(Random& random) {
  constexpr const char* names[] = {"panda-like", "human", "elephant", "tevatia-humanoid", "lab-arm"};
  Scene scene{.figure = Figure::build(models::find(names[uniform_int(random, 0, 4)])->make({})).value()};
  scene.posture = scene.figure.rest_posture();
  if (uniform_int(random, 0, 1) == 0) scene.avoidance.technique = Technique::off;
  return scene;
}

inline Scene random_scene(std::uint64_t seed) {
  Random random(seed);
  Scene scene = seed % 10 == 0  ? random_model_scene(random)
                : seed % 2 == 0 ? random_bare_scene(random)
                                : random_surrounded_scene(random);
  scene.tasks = random_scene_tasks(random, scene.figure);
  scene.criteria = random_criteria(random, scene.figure);
  return scene;
}

}  // namespace limber::test
