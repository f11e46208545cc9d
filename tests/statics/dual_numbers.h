#pragma once
// Numbers with more digits than double, which carry their derivative along; and three of them as a vector.

#include <cmath>

#include "limber/math/types.h"

namespace limber::test {

using Wide = long double;
using WideMatrix = Eigen::Matrix<Wide, Eigen::Dynamic, Eigen::Dynamic>;
using WideVector = Eigen::Matrix<Wide, Eigen::Dynamic, 1>;

struct Dual {
  Wide value = 0, rate = 0;
  friend Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.rate + b.rate}; }
  friend Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.rate - b.rate}; }
  friend Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.rate * b.value + a.value * b.rate}; }
  friend Dual operator/(Dual a, Dual b) {
    const Wide value = a.value / b.value;
    return {value, (a.rate - value * b.rate) / b.value};
  }
  friend Dual root(Dual a) {
    const Wide value = std::sqrt(a.value);
    return {value, value > 0 ? a.rate / (2 * value) : 0};
  }
};

struct Dual3 {
  Dual x, y, z;
  static Dual3 fixed(const Vec3& v) { return {{v.x()}, {v.y()}, {v.z()}}; }
  static Dual3 moving(const Vec3& v, const Vec3& rate) {
    return {{v.x(), rate.x()}, {v.y(), rate.y()}, {v.z(), rate.z()}};
  }
  friend Dual3 operator+(const Dual3& a, const Dual3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Dual3 operator-(const Dual3& a, const Dual3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Dual3 operator*(Dual s, const Dual3& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend Dual dot(const Dual3& a, const Dual3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend Dual3 cross(const Dual3& a, const Dual3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  friend Dual3 operator*(const Mat3& m, const Dual3& a) {
    return {dot(fixed(m.row(0)), a), dot(fixed(m.row(1)), a), dot(fixed(m.row(2)), a)};
  }
};

}  // namespace limber::test
