#pragma once
// Elementary functions that give the same bits on every machine.
//
// The C library's differ in the last place from one library to the next, and in one library from processor to
// processor. These are made of + - * / and sqrt, which IEEE 754 defines to the last bit, so that a recorded
// motion replays everywhere (docs/decisions/0003). Whatever decides a posture calls these; pictures and texts
// may call the standard ones. Angles in radians; NaN in, NaN out.

namespace limber::portable {

double sin(double x) noexcept;                // within 1 unit in the last place
double cos(double x) noexcept;                // within 1
double tan(double x) noexcept;                // within 2.5
double atan2(double y, double x) noexcept;    // within 1.5; zeros, signs and infinities as the standard's
double acos(double x) noexcept;               // within 3; NaN outside [-1, 1]
double hypot(double x, double y) noexcept;    // within 1.5; never overflows before its result does
double exp(double x) noexcept;                // within 1.5
double expm1(double x) noexcept;              // e^x - 1, within 4
double pow(double x, int exponent) noexcept;  // by repeated multiplication

}  // namespace limber::portable
