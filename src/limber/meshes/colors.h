#pragma once
// Light as glTF counts it, and as screens do (sRGB); pictures only.

namespace limber {

double shown_light(double linear);  // 0..1 -> 0..1

}  // namespace limber
