#pragma once
// Arms that move in the x-y plane, and how they are drawn.

#include "experiments/report/plot.h"
#include "limber/figure/figure.h"
#include "limber/kinematics/kinematics.h"

namespace limber::experiments {

// Equal links, `length` long in all, 1 kg, from the origin along x at rest. Segments "link.1" ..., frame
// "link.tip".
Figure planar_chain(int links, double length = 1.0);

// A stem of three links along y that forks into two branches of two links, one to each side; all links are
// `link` long. Seven joints; frames "L" and "R" at the tips.
Figure forked_chain(double link = 1.0);

Vec3 in_plane(const Vec2& point);

// Positions of the joints from the root to a frame, and of the frame.
std::vector<Vec2> joints_to(const Kinematics& kinematics, FrameId frame);

// Every branch of the figure as an arm: one series per frame named. Only the first has the label.
std::vector<Series> arms(const Figure& figure, const Posture& posture, const std::vector<std::string>& frames,
                         const std::string& label, Tone tone);

Series crosses(const std::vector<Vec2>& points, const std::string& label, Tone tone = Tone::strong);

// A drawing in the plane with a fixed window, so that several postures can be compared.
Plot plane(const std::string& title, const Range& x, const Range& y);

}  // namespace limber::experiments
