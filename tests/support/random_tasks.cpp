#include "support/random_tasks.h"

namespace limber::test {

namespace {

Place random_place(Random& random, const Figure& figure) {
  return Place::on_segment(random_segment(random, figure), random_placement(random, 0.2));
}

Axes random_axes(Random& random) {
  Axes axes;
  while (true) {
    axes = {uniform_int(random, 0, 2) > 0, uniform_int(random, 0, 2) > 0, uniform_int(random, 0, 2) > 0};
    if (axes.count() > 0) return axes;
  }
}

Task random_task(Random& random, const Figure& figure, bool inequalities) {
  const Quat turn(random_rotation(random));
  switch (uniform_int(random, 0, inequalities ? 9 : 7)) {
    case 0:
      return Orient{.frame = random_place(random, figure), .target = turn, .axes = random_axes(random)};
    case 1:
      return LookAt{.frame = random_place(random, figure), .target = random_vector(random, 3.0)};
    case 2:
      return RelativePosition{.first = random_place(random, figure), .second = random_place(random, figure)};
    case 3:
      if (figure.total_mass() == 0.0)
        return Drag{.segment = SegmentId{0}, .target = random_vector(random, 0.5)};
      return CenterOfMass{.target = random_vector(random, 0.5)};
    case 4:
      return OnEllipsoid{.frame = random_place(random, figure),
                         .center = random_place(random, figure),
                         .radii = Vec3(0.3, 0.4, 0.5)};
    case 8:
    case 9: {
      Region region{.frame = random_place(random, figure), .inside = Region::InsideBox{Vec3(0.4, 0.3, 0.2)}};
      if (uniform_int(random, 0, 1) == 0) region.inside = Region::InsideSphere{0.5};
      return region;
    }
    default:
      return Reach{.frame = random_place(random, figure),
                   .target = random_vector(random, 1.5),
                   .in = uniform_int(random, 0, 3) == 0 ? random_place(random, figure) : Place{},
                   .axes = random_axes(random)};
  }
}

}  // namespace

TaskList random_tasks(Random& random, const Figure& figure, const RandomTaskOptions& options) {
  TaskList tasks;
  for (int level = 1; level <= options.levels; ++level) {
    const int count = uniform_int(random, 1, options.most_per_level);
    for (int i = 0; i < count; ++i) {
      TaskSettings settings{.priority = level, .weight = uniform(random, 0.2, 5.0)};
      if (options.subsets && uniform_int(random, 0, 5) == 0) {
        for (const JointId joint : figure.joints()) {
          if (uniform_int(random, 0, 1) == 0) settings.joints.push_back(joint);
        }
      }
      tasks.insert("", random_task(random, figure, options.inequalities), settings);
    }
  }
  return tasks;
}

Figure random_coupled_figure(Random& random, const RandomFigureOptions& options) {
  FigureDescription description = random_description(random, options);
  std::vector<std::string> scalars;
  for (const SegmentDescription& segment : description.segments) {
    if (segment.joint.type == JointType::revolute || segment.joint.type == JointType::elbow) {
      scalars.push_back(segment.joint.name.empty() ? segment.name : segment.joint.name);
    }
  }
  for (std::size_t i = 0; i + 1 < scalars.size(); i += 2) {
    CouplingDescription coupling;
    coupling.name = "coupling." + std::to_string(i);
    coupling.terms = {{scalars[i], 0, uniform(random, 0.5, 2.0)},
                      {scalars[i + 1], 0, uniform(random, -2.0, -0.5)}};
    coupling.range =
        i % 4 == 0 ? Range{0.0, 0.0} : Range{-uniform(random, 0.1, 1.0), uniform(random, 0.1, 1.0)};
    description.couplings.push_back(coupling);
  }
  return Figure::build(description).value();
}

}  // namespace limber::test
