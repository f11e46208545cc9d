// The elephant of K. T. Ge's thesis (Waterloo CS-2000-19, appendix A and fig. A.1), as a real one: an African
// elephant 3 m high at the shoulders.
//
// As in the thesis: a skeleton of rigid bodies ("shoulders", "hips", "upper_arm", "hand", ...) joined by
// revolute joints with limits, except the left and right shoulders, which slide (x, y, z): an elephant has no
// collar bones, its shoulder blades glide on the ribs. Bodies are scaled spheres, with capsules where the
// thesis has cylinders. The trunk is 30 spheres, each with three revolute joints about x, y and z. The thesis
// attaches the trunk to the root so that editing it leaves the skeleton alone; here it is attached to the
// head, since a chain can be edited anywhere.
//
//   spine 2, neck 3, jaw 1, ears 2 x 2, shoulders 3 x 2, forelegs 5 x 2, hind legs 5 x 2, tail 8 x 2,
//   trunk 30 x 3
//
// The thesis prints no sizes. Proportions are those of the animal, and so is the mass: 4.8 t, which follows
// for 3 m from A. Larramendi, "Shoulder height, body mass, and shape of proboscideans", Acta Palaeontologica
// Polonica 61 (2016) (bulls 6 t at 3.2 m, cows 3 t at 2.6 m). One density gives this mass; it is below that
// of water because the shapes overlap.

#include <cmath>

#include "limber/models/catalog.h"
#include "limber/models/elephant_parts.h"
#include "limber/models/mirror.h"
#include "limber/models/parts.h"

namespace limber::models {

namespace {

constexpr double whole_mass = 4800.0;  // [kg]
constexpr double trunk_mass = 130.0;   // [kg] whatever the number of links
constexpr double tail_mass = 8.0;      // [kg]

const Vec3 x_axis = Vec3::UnitX(), y_axis = Vec3::UnitY(), z_axis = Vec3::UnitZ();

void add(FigureDescription& figure, const std::string& name, const std::string& parent, const Vec3& offset,
         Joint joint, std::vector<BodyShape> shapes = {}) {
  SegmentDescription part = segment(name, parent, Transform::at(offset), std::move(joint), std::move(shapes));
  figure.segments.push_back(std::move(part));
}

// Two or three revolute joints at one place: "hip_z.l", "hip_x.l", then the segment itself with joint
// "hip_y.l". Swinging forward and back (y) comes last, next to the limb.
void add_limb_joint(FigureDescription& figure, const std::string& joint, const std::string& parent,
                    const std::string& limb, const Vec3& offset, const Range& turn, const Range& sideways,
                    const Range& swing_range, std::vector<BodyShape> shapes) {
  add(figure, joint + "_z.l", parent, offset, revolute(z_axis, turn));
  add(figure, joint + "_x.l", joint + "_z.l", Vec3::Zero(), revolute(x_axis, sideways));
  add(figure, limb + ".l", joint + "_x.l", Vec3::Zero(), named(joint + "_y.l", revolute(y_axis, swing_range)),
      std::move(shapes));
}

void add_body(FigureDescription& figure) {
  using namespace elephant_places;
  add(figure, "shoulders", "", shoulders, named("root", {}), elephant_shapes::shoulders());
  add(figure, "spine_z", "shoulders", spine - shoulders, revolute(z_axis, degrees(-10, 10)));
  add(figure, "hips", "spine_z", Vec3::Zero(), named("spine_y", revolute(y_axis, degrees(-8, 8))),
      elephant_shapes::hips());
}

void add_head(FigureDescription& figure) {
  using namespace elephant_places;
  add(figure, "neck_z", "shoulders", neck - shoulders, revolute(z_axis, degrees(-40, 40)));
  add(figure, "neck_x", "neck_z", Vec3::Zero(), revolute(x_axis, degrees(-15, 15)));
  add(figure, "head", "neck_x", Vec3::Zero(), named("neck_y", revolute(y_axis, degrees(-30, 30))),
      elephant_shapes::head());
  add(figure, "jaw", "head", jaw - neck, revolute(y_axis, degrees(0, 25)), elephant_shapes::jaw());
  // An ear flaps about its front edge and leans.
  add(figure, "ear_z.l", "head", ear - neck, revolute(z_axis, degrees(-15, 65)));
  add(figure, "ear.l", "ear_z.l", Vec3::Zero(), named("ear_x.l", revolute(x_axis, degrees(-15, 25))),
      elephant_shapes::ear());
}

// A positive turn about y swings what hangs backward: elbows bring the lower arm forward, knees the lower leg
// back.
void add_left_legs(FigureDescription& figure) {
  using namespace elephant_places;
  add(figure, "slide_x.l", "shoulders", shoulder - shoulders, prismatic(x_axis, {-0.15, 0.15}));
  add(figure, "slide_y.l", "slide_x.l", Vec3::Zero(), prismatic(y_axis, {-0.03, 0.03}));
  add(figure, "shoulder.l", "slide_y.l", Vec3::Zero(), named("slide_z.l", prismatic(z_axis, {-0.08, 0.08})));
  add_limb_joint(figure, "shoulder", "shoulder.l", "upper_arm", Vec3::Zero(), degrees(-15, 15),
                 degrees(-10, 15), degrees(-45, 35), elephant_shapes::upper_arm());
  add(figure, "lower_arm.l", "upper_arm.l", elephant_places::elbow - shoulder,
      named("elbow.l", revolute(y_axis, degrees(-75, 0))), elephant_shapes::lower_arm());
  add(figure, "hand.l", "lower_arm.l", wrist - elephant_places::elbow,
      named("wrist.l", revolute(y_axis, degrees(-10, 80))), elephant_shapes::hand());
  add_limb_joint(figure, "hip", "hips", "upper_leg", hip - spine, degrees(-15, 15), degrees(-10, 15),
                 degrees(-50, 25), elephant_shapes::upper_leg());
  add(figure, "lower_leg.l", "upper_leg.l", knee - hip, named("knee.l", revolute(y_axis, degrees(0, 75))),
      elephant_shapes::lower_leg());
  add(figure, "foot.l", "lower_leg.l", ankle - knee, named("ankle.l", revolute(y_axis, degrees(-25, 40))),
      elephant_shapes::foot());
}

double volume_of(const SegmentDescription& part) {
  double total = 0.0;
  for (const BodyShape& body : part.shapes) total += volume(body.shape);
  return total;
}

void add_trunk(FigureDescription& figure, int links) {
  using namespace elephant_places;
  ChainDescription chain;
  chain.name = "trunk";
  chain.parent = "head";
  chain.before = {axes_pointing(trunk_direction), trunk - neck};
  chain.links = links;
  chain.length = 2.15;
  chain.first_radius = 0.215;
  chain.last_radius = 0.062;
  chain.shape = ChainDescription::LinkShape::sphere;
  // However many links there are, the whole trunk bends and twists through the same angles; at rest it hangs
  // in an arc that ends pointing a little back.
  const double bend = std::min(degrees(600) / links, degrees(90)),
               twist = std::min(degrees(180) / links, degrees(45));
  chain.joints = {revolute(x_axis, {-twist, twist}), revolute(y_axis, {-bend, bend}, degrees(58) / links),
                  revolute(z_axis, {-bend, bend})};
  chain.color = elephant_shapes::hide;
  chain.mass = trunk_mass;
  figure.chains.push_back(std::move(chain));
}

void add_tail(FigureDescription& figure) {
  using namespace elephant_places;
  constexpr int links = 8;
  ChainDescription chain;
  chain.name = "tail";
  chain.parent = "hips";
  chain.before = {axes_pointing(tail_direction), tail - spine};
  chain.links = links;
  chain.length = 1.1;
  chain.first_radius = 0.060;
  chain.last_radius = 0.024;
  chain.shape = ChainDescription::LinkShape::capsule;
  chain.joints = {revolute(y_axis, degrees(-25, 25), degrees(3)), revolute(z_axis, degrees(-25, 25))};
  chain.color = elephant_shapes::hide;
  chain.mass = tail_mass;
  figure.segments.push_back(segment("tail_tuft", "tail.end", Transform::at({chain.length / links, 0, 0}), {},
                                    elephant_shapes::tail_tuft()));
  figure.chains.push_back(std::move(chain));
}

void add_frames(FigureDescription& figure) {
  using namespace elephant_places;
  Mat3 gaze;  // z looks forward, y is up
  gaze << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  figure.frames.push_back({"eyes", "head", {gaze, eyes - neck}});
  figure.frames.push_back({"mouth", "jaw", Transform::at({0.20, 0, 0.0})});
  figure.frames.push_back({"tusk.l", "head", Transform::at(tusk_tip - neck)});
  figure.frames.push_back({"hand.l", "hand.l", Transform::at({0.04, 0, -wrist.z()})});
  figure.frames.push_back({"foot.l", "foot.l", Transform::at({0.05, 0, -ankle.z()})});
}

// Everything but trunk and tail at one density.
void set_density(FigureDescription& figure) {
  double total = 0.0;
  for (const SegmentDescription& part : figure.segments) total += volume_of(part);
  for (SegmentDescription& part : figure.segments) {
    if (!part.shapes.empty()) part.density = (whole_mass - trunk_mass - tail_mass) / total;
  }
}

}  // namespace

FigureDescription elephant(const Parameters& parameters) {
  FigureDescription figure;
  figure.name = "elephant";
  add_body(figure);
  add_head(figure);
  add_left_legs(figure);
  add_trunk(figure, links_or(parameters, 30));
  add_tail(figure);
  add_frames(figure);
  // The trunk reaches before the head turns, and the head before the body (docs/models.md).
  set_cost(figure, "neck_*", 300.0);
  set_cost(figure, "spine_*", 3000.0);
  add_other_side(figure);
  set_density(figure);
  return figure;
}

}  // namespace limber::models
