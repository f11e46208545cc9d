#pragma once
namespace limber { void sincos(const double*, int, double*, double*) noexcept; }
