#pragma once
// Sizes and masses of a man, as published fractions of his stature H and mass M.
//
//   heights and leg lengths: R. Drillis, R. Contini, "Body segment parameters", 1966, as printed in
//     D. A. Winter, "Biomechanics and Motor Control of Human Movement", fig. 4.1
//   masses, centres, radii of gyration, arm and trunk lengths: P. de Leva, "Adjustments to
//     Zatsiorsky-Seluyanov's segment inertia parameters", Journal of Biomechanics 29 (1996) 1223-1230,
//     table 4, males (mean stature 1.741 m)
//
// A segment of mass m and length l has its centre a fraction of l from its near end and the moments
// m (k_i l)^2 about axes through that centre.

#include "limber/shapes/shape.h"

namespace limber::models {

inline constexpr double stature = 1.75;    // H [m]
inline constexpr double body_mass = 75.0;  // M [kg]

struct SegmentInertia {
  double mass;    // fraction of M
  double center;  // fraction of the length, from the near end
  // k: radii of gyration about the forward, the sideways and the long axis
  double sagittal, transverse, longitudinal;
};

namespace de_leva {
inline constexpr SegmentInertia head = {0.0694, 0.5002, 0.303, 0.315, 0.261};          // vertex to cervicale
inline constexpr SegmentInertia upper_trunk = {0.1596, 0.2999, 0.716, 0.454, 0.659};   // neck pit to xiphion
inline constexpr SegmentInertia middle_trunk = {0.1633, 0.4502, 0.482, 0.383, 0.468};  // xiphion to omphalion
inline constexpr SegmentInertia lower_trunk = {0.1117, 0.6115, 0.615, 0.551, 0.587};   // omphalion to mid-hip
inline constexpr SegmentInertia upper_arm = {0.0271, 0.5772, 0.285, 0.269, 0.158};
inline constexpr SegmentInertia forearm = {0.0162, 0.4574, 0.276, 0.265, 0.121};
inline constexpr SegmentInertia hand = {0.0061, 0.3624, 0.288, 0.235, 0.184};  // wrist to fingertip
inline constexpr SegmentInertia thigh = {0.1416, 0.4095, 0.329, 0.329, 0.149};
inline constexpr SegmentInertia shank = {0.0433, 0.4395, 0.251, 0.246, 0.102};  // knee to ankle joint
inline constexpr SegmentInertia foot = {0.0137, 0.4415, 0.257, 0.245, 0.124};   // heel to tip of the toes
inline constexpr double stature = 1.741;                                        // [m] of the men measured
}  // namespace de_leva

// Lengths [m] between joint centres.
constexpr double of_stature(double fraction) {
  return fraction * stature;
}
constexpr double scaled_from_de_leva(double metres) {
  return metres * stature / de_leva::stature;
}

namespace lengths {
inline constexpr double ankle_height = of_stature(0.039);
inline constexpr double shank = of_stature(0.246);
inline constexpr double thigh = of_stature(0.245);
inline constexpr double hip_height = ankle_height + shank + thigh;  // 0.530 H
inline constexpr double upper_arm = scaled_from_de_leva(0.2817);
inline constexpr double forearm = scaled_from_de_leva(0.2689);
inline constexpr double hand = scaled_from_de_leva(0.1879);
inline constexpr double foot = scaled_from_de_leva(0.2581);
inline constexpr double head = scaled_from_de_leva(0.2429);
// Standing, the trunk from mid-hip to suprasternale is a little shorter than the sum of its parts measured
// lying down: the parts keep their proportions and end at the height of the shoulders, 0.818 H.
inline constexpr double trunk = of_stature(0.818) - hip_height;
inline constexpr double lower_trunk = trunk * 0.1457 / 0.5319;
inline constexpr double middle_trunk = trunk * 0.2155 / 0.5319;
inline constexpr double upper_trunk = trunk * 0.1707 / 0.5319;
}  // namespace lengths

// Centre at `center`, moments about x (forward), y (sideways) and z (along the segment).
MassProperties inertia_along_z(const SegmentInertia& segment, double length, const Vec3& center);
// The same for a foot, whose long axis lies along x.
MassProperties inertia_along_x(const SegmentInertia& segment, double length, const Vec3& center);

// One of two equal slices of a segment cut across its length: together they have exactly the segment's mass,
// centre and radii of gyration. `center` is the centre of the whole, `side` +1 for the slice towards +z.
MassProperties half_along_z(const SegmentInertia& segment, double length, const Vec3& center, int side);

}  // namespace limber::models
