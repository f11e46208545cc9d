#pragma once
// The parts a human is put together from, shared by human.cpp and fingers.cpp.

#include "limber/figure/description.h"

namespace limber::models {

// How far the joints go: human_limits.cpp. All for the left side; axes as in models/parts.h.
namespace human_limits {

struct Spine {
  SwingPolygon swing;
  Range twist;
};
Spine spine(int joint);  // 1 (lumbar) .. 4 (upper thoracic)
SwingPolygon hip();
// Limb directions and twist of the upper arm, in the frame of a shoulder joint whose axes are the columns of
// `base` (in body axes).
SwingPolygon shoulder(const Mat3& base);
TwistTable shoulder_twist(const Mat3& base);

}  // namespace human_limits

// What the parts look like: human_shapes.cpp. Each in the frame of its segment; sides are left.
namespace human_shapes {

inline constexpr Color skin = {0.79, 0.61, 0.51};

std::vector<BodyShape> pelvis();
std::vector<BodyShape> spine(int segment);
std::vector<BodyShape> neck();
std::vector<BodyShape> head();
std::vector<BodyShape> clavicle(double length);
std::vector<BodyShape> upper_arm();
std::vector<BodyShape> forearm();
std::vector<BodyShape> palm();
std::vector<BodyShape> joined_fingers();  // for a hand whose fingers do not move
std::vector<BodyShape> thigh();
std::vector<BodyShape> shank();
std::vector<BodyShape> foot();
std::vector<BodyShape> toes();

}  // namespace human_shapes

// Places in the standing body, in body axes with the origin on the ground between the ankles [m].
namespace human_places {
Vec3 spine(int joint);  // 1 .. 4, then 5: neck, 6: head
Vec3 sternum();         // inner end of the left clavicle
Vec3 shoulder();        // left shoulder joint
Vec3 toe_joint();       // left, in the foot's frame
}  // namespace human_places

// The trunk, the head and everything on the left; models::add_other_side makes it whole.
FigureDescription left_half_of_human();
// Five fingers on the left hand: fingers.cpp.
void add_fingers(FigureDescription& left_half);

}  // namespace limber::models
