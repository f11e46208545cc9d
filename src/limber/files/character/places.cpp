// Scales and mirrors taken apart from turns.

#include "limber/files/character/places.h"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>

namespace limber::character {

namespace {

constexpr double roundness = 1e-4;  // relative: files are written with 32-bit numbers

Mat3 mirror(bool is_on) {
  return Vec3(is_on ? -1.0 : 1.0, 1.0, 1.0).asDiagonal();
}

}  // namespace

Affine times(const Affine& outer, const Affine& inner) {
  Affine product = outer.leftCols<3>() * inner;
  product.col(3) += outer.col(3);
  return product;
}

Affine as_affine(const Transform& place) {
  Affine made;
  made << place.rotation, place.translation;
  return made;
}

Affine inverse(const Affine& a) {
  Affine made;
  const Mat3 back = a.leftCols<3>().inverse();
  made << back, -back * a.col(3);
  return made;
}

Similarity Similarity::operator*(const Similarity& inner) const {
  const Mat3 f = mirror(is_mirrored);
  return {rotation * f * inner.rotation * f, translation + linear() * inner.translation, scale * inner.scale,
          is_mirrored != inner.is_mirrored};
}

Mat3 Similarity::linear() const {
  return scale * rotation * mirror(is_mirrored);
}

Affine Similarity::affine() const {
  Affine made;
  made << linear(), translation;
  return made;
}

Affine NodePlace::affine() const {
  Affine made;
  made << rotation * shape, translation;
  return made;
}

bool NodePlace::is_similarity() const {
  const Mat3 square = shape.transpose() * shape;
  const double size = square.trace() / 3.0;
  return size > 1e-12 && (square - size * Mat3::Identity()).cwiseAbs().maxCoeff() <= 2.0 * roundness * size;
}

Similarity NodePlace::similarity() const {
  Similarity made{.translation = translation};
  made.is_mirrored = shape.determinant() < 0.0;
  made.scale = std::sqrt(shape.squaredNorm() / 3.0);
  Mat3 turn = shape * mirror(made.is_mirrored) / made.scale;
  // A diagonal of ones needs no rounding; everything else is brought to the nearest rotation.
  if (turn != Mat3(Mat3::Identity())) {
    const Eigen::JacobiSVD<Mat3> svd(turn, Eigen::ComputeFullU | Eigen::ComputeFullV);
    turn = svd.matrixU() * svd.matrixV().transpose();
  }
  made.rotation = rotation.toRotationMatrix() * turn;
  return made;
}

}  // namespace limber::character
