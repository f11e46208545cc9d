// Adds up all lists of a scene, each by what one of its entries is written with. Numbers count in full unless
// they are whole; tests/session/text_size_test.cpp compares with what is really written.

#include "limber/session/state/text_size.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "limber/base/overloaded.h"
#include "limber/files/json/tree.h"

namespace limber {

static_assert(static_cast<double>(json::Limits{}.bytes) > 2.0 * most_text);

// Named, because all files of a module may be compiled as one, and these functions have short names.
namespace text_of {
namespace {

constexpr double of_number = 22.0;  // "-0.12345678901234567, "
constexpr double of_whole_number = 8.0;
constexpr double of_line = 16.0;  // its indentation, brackets and end
constexpr double of_empty_scene = 5000.0;
constexpr double of_vector = 3.0 * of_number + of_line;
constexpr double of_moving_place = 2.0 * of_vector;  // whole numbers become others, at both ends of a rod

double number(double x) {
  if (x == 0.0) return 3.0;
  return std::abs(x) < 1e6 && x == std::trunc(x) ? of_whole_number : of_number;
}
double vector(const Vec3& v) {
  return 2.0 + number(v.x()) + number(v.y()) + number(v.z());
}

double text(std::string_view words) {
  double bytes = 4.0;  // with its quotes
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    // "\u0007"; what is not UTF-8 becomes a mark of three bytes.
    bytes += byte < 0x20 ? 6.0 : byte >= 0x80 ? 3.0 : c == '"' || c == '\\' ? 2.0 : 1.0;
  }
  return bytes;
}
template <class Parts, class Of>
double sum(const Parts& parts, const Of& of) {
  double bytes = 0.0;
  for (const auto& part : parts) bytes += of(part);
  return bytes;
}
double texts(const std::vector<std::string>& list) {
  return sum(list, [](const std::string& words) { return text(words) + of_line; });
}
double costs(const std::vector<JointCost>& list) {
  return sum(list, [](const JointCost& each) { return text(each.joints) + number(each.cost) + of_line; });
}

bool turns(const Mat3& rotation) {
  return rotation != Mat3::Identity();
}
// As a position and a rotation vector, which files leave out where there are none.
double placement(const Transform& place) {
  const bool is_turned = turns(place.rotation);
  if (!is_turned && place.translation == Vec3::Zero()) return 0.0;
  return 60.0 + vector(place.translation) + (is_turned ? of_vector : 0.0);
}
// As a position and a quaternion, always.
double pose(const Transform& place) {
  return 55.0 + vector(place.translation) + (turns(place.rotation) ? 4.0 * of_number + of_line : 12.0);
}

double color(const std::optional<Color>& color) {
  if (!color) return 0.0;
  const bool is_hex =
      std::all_of(color->begin(), color->end(), [](double c) { return std::round(c * 255.0) / 255.0 == c; });
  return is_hex ? 24.0 : 10.0 + of_vector;
}

double shape(const Shape& shape) {
  constexpr double keys = 70.0;
  const auto rotation = [](const Mat3& r) { return turns(r) ? 30.0 + of_vector : 0.0; };
  const auto rod = [&](const auto& s) { return keys + vector(s.a) + vector(s.b) + number(s.radius); };
  const auto box = [&](const Box& s) {
    return keys + vector(s.center) + vector(s.size) + rotation(s.rotation);
  };
  return std::visit(
      overloaded{
          [&](const Sphere& s) { return keys + vector(s.center) + number(s.radius); },
          [&](const Ellipsoid& s) {
            return keys + vector(s.center) + vector(s.radii) + rotation(s.rotation);
          },
          [&](const Capsule& s) { return rod(s); },
          [&](const Cylinder& s) { return rod(s); },
          box,
          [&](const Plane& s) { return keys + vector(s.point) + vector(s.normal); },
          [&](const Rectangle& s) { return keys + vector(s.center) + of_vector + rotation(s.rotation); },
          [&](const ConvexMesh& s) {
            return keys + of_vector * static_cast<double>(s.hull->vertices.size());
          },
          [&](const MeshReference& s) {
            return 40.0 + text(s.file) + vector(s.scale) + placement(s.place) + box(s.box);
          },
      },
      shape);
}
double shapes(const std::vector<BodyShape>& list) {
  return sum(list, [](const BodyShape& body) { return shape(body.shape) + color(body.color) + of_line; });
}

double range(const Range& range) {
  return 6.0 + number(range.min) + number(range.max);
}
double strength(const Strength& strength) {
  const auto entries = [](const Strength::Table& table) {
    return sum(table, [](const Strength::Entry& entry) {
      return 60.0 + number(entry.angle) + number(entry.positive) + number(entry.negative);
    });
  };
  return 40.0 + number(strength.torque) + entries(strength.table) + sum(strength.axes, entries);
}
double joint(const Joint& joint, const std::string& name) {
  double bytes = 36.0 + text(name) + of_line * dof_count(joint.type);
  const bool has_axis = joint.type == JointType::revolute || joint.type == JointType::prismatic;
  if (has_axis || joint.type == JointType::elbow) bytes += 20.0 + vector(joint.axis);
  if (joint.type == JointType::elbow) bytes += 24.0 + vector(joint.twist_axis);
  for (const Range& each : joint.ranges) bytes += each.is_limited() ? 20.0 + range(each) : 0.0;
  if (std::holds_alternative<SwingEllipse>(joint.swing_limit)) bytes += 40.0 + of_vector;
  if (const auto* polygon = std::get_if<SwingPolygon>(&joint.swing_limit))
    bytes += 60.0 + of_vector * static_cast<double>(polygon->vertices.size());
  if (const auto* twist = std::get_if<Range>(&joint.twist_limit)) bytes += 20.0 + range(*twist);
  if (const auto* table = std::get_if<TwistTable>(&joint.twist_limit))
    bytes += 80.0 + sum(table->ranges, [](const Range& each) { return of_line + range(each); });
  bytes += sum(joint.rest, number) + (joint.rest.empty() ? 0.0 : 20.0) + (joint.inverted ? 24.0 : 0.0);
  if (joint.cost != 1.0) bytes += 20.0 + number(joint.cost);
  return bytes + (joint.strength.is_known() ? strength(joint.strength) : 0.0);
}
// Its coordinates with their ranges, as the page edits them.
double coordinates(const Joint& joint) {
  const bool is_limited = joint.swing_limit.index() != 0 || joint.twist_limit.index() != 0 ||
                          joint.ranges[0].is_limited() || joint.ranges[1].is_limited();
  return dof_count(joint.type) * (62.0 + 2.0 * (is_limited ? of_number : 6.0));
}

double mass(const MassProperties& body) {
  return 60.0 + number(body.mass) + vector(body.center) +
         (body.inertia == Mat3::Zero() ? 0.0 : 2.0 * of_vector);
}

class Sum {
 public:
  void add(std::string_view part, double bytes) {
    size_.bytes += bytes;
    if (bytes <= largest_) return;
    largest_ = bytes;
    size_.most_of = part;
  }
  const TextSize& size() const { return size_; }

 private:
  TextSize size_;
  double largest_ = 0.0;
};

void add_relations(const FigureDescription& figure, Sum& all) {
  all.add("couplings", sum(figure.couplings, [](const CouplingDescription& coupling) {
            return 60.0 + text(coupling.name) + range(coupling.range) +
                   sum(coupling.terms, [](const CouplingDescription::Term& term) {
                     return 60.0 + text(term.joint) + number(term.coefficient);
                   });
          }));
  all.add("ties", sum(figure.ties, [](const TieDescription& tie) {
            return 110.0 + text(tie.name) + text(tie.frame) + text(tie.to) + vector(tie.radii);
          }));
}

void add_told_figure(const Figure& figure, Sum& all) {
  double segments = 0.0, joints = 0.0, solids = 0.0, visuals = 0.0;
  for (const SegmentId s : figure.segments()) {
    const JointId j = figure.joint_of(s);
    const std::string& name = figure.segment_name(s);
    segments += 330.0 + 2.0 * text(name) + pose(figure.before(j)) + pose(figure.after(j)) +
                placement(figure.before(j)) + placement(figure.after(j)) + of_number +
                number(figure.mass(s).mass) + vector(figure.mass(s).center);
    joints += joint(figure.joint(j), figure.joint_name(j)) + coordinates(figure.joint(j));
    solids += shapes(figure.shapes(s));
    if (figure.is_drawn_by_meshes(s))
      visuals += sum(figure.visuals(s), [](const VisualDescription& visual) {
        return 160.0 + pose(visual.place) + vector(visual.scale) + color(visual.color);
      });
  }
  all.add("segments", segments + text(figure.name()));
  all.add("joints", joints);
  all.add("shapes", solids);
  all.add("meshes", visuals);
  all.add("frames", sum(figure.frames(),
                        [](const Frame& frame) { return 60.0 + text(frame.name) + pose(frame.pose); }));
  add_relations(figure.description(), all);
  all.add("chains", sum(figure.description().chains,
                        [](const ChainDescription& chain) { return 80.0 + text(chain.name); }));
  all.add("bones", static_cast<double>(figure.skin_segments().size()) * (80.0 + 12.0 * of_number));
}

void add_written_figure(const FigureDescription& figure, Sum& all) {
  double segments = 0.0, joints = 0.0, solids = 0.0, visuals = 0.0;
  for (const SegmentDescription& segment : figure.segments) {
    segments += 70.0 + text(segment.name) + text(segment.parent) + placement(segment.before) +
                placement(segment.after) + (segment.mass ? mass(*segment.mass) : 0.0) +
                (segment.density ? 20.0 + of_number : 0.0);
    joints += 20.0 + joint(segment.joint, segment.joint.name);
    solids += shapes(segment.shapes);
    visuals += sum(segment.visuals, [](const VisualDescription& visual) {
      return 90.0 + text(visual.file) + text(visual.texture) + vector(visual.scale) +
             placement(visual.place) + color(visual.color);
    });
  }
  all.add("segments", segments + text(figure.name));
  all.add("joints", joints);
  all.add("shapes", solids);
  all.add("meshes", visuals);
  all.add("frames", sum(figure.frames, [](const FrameDescription& frame) {
            return 50.0 + text(frame.name) + text(frame.segment) + placement(frame.pose);
          }));
  add_relations(figure, all);
  all.add("chains", sum(figure.chains, [](const ChainDescription& chain) {
            return 260.0 + text(chain.name) + text(chain.parent) + placement(chain.before) +
                   color(chain.color) +
                   sum(chain.joints, [](const Joint& each) { return joint(each, each.name) + of_line; });
          }));
  all.add("pairs that are not kept apart", sum(figure.unchecked_pairs, [](const UncheckedPair& pair) {
            return 60.0 + text(pair.one) + text(pair.other);
          }));
  all.add("bones", text(figure.skin.file) + texts(figure.skin.segments));
}

// What is written of joints by their names.
class ByJoint {
 public:
  explicit ByJoint(const Figure& figure) : figure_(figure), rest_(figure.rest_posture()) {
    for (const JointId j : figure.joints()) {
      names_.push_back(of_line + text(figure.joint_name(j)));
      all_names_ += names_.back();
      whole_posture_ += names_.back() + 4.0 + dof_count(figure.joint(j).type) * of_number;
      longest_ = std::max({longest_, names_.back(), text(figure.segment_name(figure.segment_of(j)))});
    }
    for (const Frame& frame : figure.frames()) longest_ = std::max(longest_, text(frame.name));
  }
  // Joints at rest are left out.
  double posture(const Posture& posture) const {
    if (posture.values.size() != rest_.values.size()) return 0.0;
    double bytes = 20.0;
    const auto values = std::span(posture.values.data(), static_cast<std::size_t>(posture.values.size()));
    const auto rest = std::span(rest_.values.data(), values.size());
    for (const JointId j : figure_.joints()) {
      const auto first = static_cast<std::size_t>(figure_.first_value(j));
      const auto count = static_cast<std::size_t>(value_count(figure_.joint(j).type));
      const auto own = values.subspan(first, count);
      if (std::equal(own.begin(), own.end(), rest.begin() + static_cast<std::ptrdiff_t>(first))) continue;
      const int parameters = dof_count(figure_.joint(j).type);  // a rotation vector for a quaternion
      bytes += at(names_, j) + (count == 1 ? number(own[0]) : 4.0 + parameters * of_number);
    }
    return bytes;
  }
  // One that moves: any joint may leave its rest, and without an edit.
  double moving_posture() const { return 20.0 + whole_posture_; }
  double numbers(const std::vector<double>& by_dof) const {
    return by_dof.empty() ? 0.0 : all_names_ + of_number * static_cast<double>(names_.size());
  }
  double name(JointId joint) const { return at(names_, joint); }
  double longest_name() const { return longest_; }

 private:
  const Figure& figure_;
  Posture rest_;
  std::vector<double> names_;
  double all_names_ = 0.0, whole_posture_ = 0.0, longest_ = 0.0;  // [bytes]
};

double task(const TaskList::Entry& entry, const ByJoint& by_joint) {
  const TaskSettings& settings = entry.settings;
  double joints = 0.0;
  for (const JointId each : settings.joints) joints += by_joint.name(each);
  const auto* share = std::get_if<SupportShare>(&entry.task);
  return 240.0 + 8.0 * of_number + text(entry.name) + 2.0 * by_joint.longest_name() + joints +
         texts(settings.joint_patterns) + costs(settings.costs) + (share ? text(share->support) : 0.0);
}

double criterion(const WeightedCriterion& criterion, const ByJoint& by_joint) {
  double bytes = 120.0 + of_number + text(criterion.name) + by_joint.longest_name();
  if (const auto* reference = std::get_if<ReferencePosture>(&criterion.criterion)) {
    bytes += by_joint.posture(reference->reference) + by_joint.numbers(reference->weights) +
             by_joint.numbers(reference->stiffens_at);
  }
  if (const auto* flexion = std::get_if<Flexion>(&criterion.criterion)) {
    bytes += sum(flexion->terms,
                 [&](const Flexion::Term& term) { return 60.0 + of_number + by_joint.name(term.joint); });
  }
  return bytes;
}

void add_loads(const Loads& loads, Sum& all) {
  all.add("forces", sum(loads.forces, [](const ForceDescription& force) {
            return 100.0 + of_number + text(force.frame) + text(force.against) + vector(force.force) +
                   vector(force.torque);
          }));
  all.add("supports", sum(loads.supports, [](const SupportDescription& support) {
            return 120.0 + of_vector + 2.0 * of_number + text(support.name) + text(support.frame) +
                   of_vector * static_cast<double>(support.patch.size());
          }));
  all.add("strengths", sum(loads.strengths, [](const StrengthDescription& each) {
            return 40.0 + text(each.joints) + strength(each.strength);
          }));
}

double tree(const std::string& name, const LSystem& tree) {
  return 400.0 + text(name) + text(tree.axiom) + placement(tree.place) +
         sum(tree.rules, [](const LSystem::Rule& rule) { return 80.0 + text(rule.word); });
}

// Windows draw all paths with a line of points; they have the points themselves unless these are too many.
double path(const TargetPath& path, bool told) {
  const bool has_points = !told || !is_told_without_points(path);
  const double points = has_points ? static_cast<double>(point_count(path)) : 0.0;
  return 200.0 + of_vector + points * (40.0 + of_number + of_vector) + (told ? 100.0 * of_vector : 0.0);
}

void add_scene(const State& state, bool told, Sum& all) {
  const Scene& scene = state.scene;
  const ByJoint by_joint(scene.figure);
  all.add("names", of_empty_scene + text(state.opened->title) + text(state.chain.root) +
                       text(state.chain.end) + text(scene.root) + text(scene.figure_file));
  all.add("obstacles", sum(scene.world.obstacles, [&](const Obstacle& obstacle) {
            return 24.0 + (told ? 2.0 : 1.0) * text(obstacle.name) + shape(obstacle.shape) +
                   color(obstacle.color) + (obstacle.velocity.isZero(0.0) ? 0.0 : 20.0 + of_moving_place) +
                   (obstacle.is_solid ? 0.0 : 20.0);
          }));
  // A backup has them as its world does, and beside it.
  all.add("trees",
          2.0 * sum(scene.world.trees, [](const auto& each) { return tree(each.first, each.second); }));
  all.add("tasks", sum(scene.tasks, [&](const TaskList::Entry& entry) { return task(entry, by_joint); }));
  all.add("criteria",
          sum(scene.criteria, [&](const WeightedCriterion& each) { return criterion(each, by_joint); }));
  add_loads(scene.tasks.loads, all);
  all.add("paths", sum(scene.paths.tasks, [&](const auto& each) { return path(each.path, told); }) +
                       sum(scene.paths.obstacles, [&](const auto& each) {
                         return text(each.obstacle) + of_moving_place + path(each.path, told);
                       }));
  all.add("costs and speeds of joints", costs(scene.recruitment) + costs(scene.speeds) +
                                            costs(scene.accelerations) +
                                            by_joint.numbers(scene.solver.recruitment));
  all.add("limits that are ignored", sum(scene.solver.ignored_limits, [&](DofId dof) {
            return 20.0 + by_joint.name(scene.figure.joint_of_dof(dof));
          }));
  if (told) {
    all.add("scalings", sum(state.scalings, [](const auto& each) {
              return 70.0 + text(each.first.first) + number(each.second);
            }));
    return;
  }
  all.add("keys", by_joint.moving_posture() + sum(scene.keys, [&](const Keyframe& key) {
                    return 50.0 + of_number + by_joint.posture(key.posture);
                  }));
}

}  // namespace
}  // namespace text_of

std::size_t point_count(const TargetPath& path) {
  return std::visit(overloaded{[](const CircleCurve&) { return std::size_t{1}; },
                               [](const SineCurve& curve) { return curve.terms.size(); },
                               [](const auto& curve) { return curve.points.size(); }},
                    path.curve());
}

bool is_told_without_points(const TargetPath& path) {
  const auto* samples = std::get_if<SampledCurve>(&path.curve());
  return samples != nullptr && (!samples->file.empty() || samples->points.size() > most_points_told);
}

TextSize written_size(const State& state) {
  text_of::Sum all;
  text_of::add_written_figure(state.scene.figure.description(), all);
  text_of::add_scene(state, false, all);
  return all.size();
}

TextSize told_size(const State& state) {
  text_of::Sum all;
  text_of::add_told_figure(state.scene.figure, all);
  text_of::add_scene(state, true, all);
  return all.size();
}

}  // namespace limber
