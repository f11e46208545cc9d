#include "limber/math/sincos.h"
#include <cmath>
namespace limber { void sincos(const double* a, int n, double* s, double* c) noexcept { for (int i=0;i<n;++i){s[i]=std::sin(a[i]);c[i]=std::cos(a[i]);} } }
