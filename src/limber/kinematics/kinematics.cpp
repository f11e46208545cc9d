// Forward kinematics and Jacobians.

#include "limber/kinematics/kinematics.h"

#include <algorithm>
#include <cassert>

#include "limber/figure/compiled.h"
#include "limber/figure/joint_chain.h"
#include "limber/kinematics/program.h"
#include "limber/math/lanes.h"
#include "limber/math/rotation.h"
#include "limber/math/sincos.h"

namespace limber {

using kinematics::Instruction;
using kinematics::Motion;

Kinematics::Kinematics(Figure figure)
    : figure_(std::move(figure)),
      program_(std::make_shared<const kinematics::Program>(kinematics::compile(figure_))),
      parent_(data_of(figure_).parent),
      first_dof_(data_of(figure_).first_dof),
      poses_(static_cast<std::size_t>(figure_.segment_count()), Pose::Identity()),
      screws_(RowMatrix::Zero(6, figure_.dof_count())),
      angles_(VecX::Zero(static_cast<Eigen::Index>(program_->angle_values.size()))),
      cosines_(angles_),
      sines_(angles_) {
  run_first_.resize(parent_.size());
  for (std::size_t s = 0; s < parent_.size(); ++s) {
    const bool continues = s > 0 && parent_[s] == static_cast<int>(s) - 1;
    run_first_[s] = continues ? run_first_[s - 1] : SegmentId{s};
  }
  update(figure_.rest_posture());
}

namespace {

using Pose = Eigen::Matrix4d;

// The screw of a turn about direction w through the point o, as one column: u = o x w.
template <class Direction, class Point>
LIMBER_ALWAYS_INLINE void write_turn(const Direction& w, const Point& o, double* column,
                                     std::ptrdiff_t stride) {
  column[0] = w[0];
  column[stride] = w[1];
  column[2 * stride] = w[2];
  column[3 * stride] = o[1] * w[2] - o[2] * w[1];
  column[4 * stride] = o[2] * w[0] - o[0] * w[2];
  column[5 * stride] = o[0] * w[1] - o[1] * w[0];
}

// Writes the screws of one joint after the other.
struct ScrewWriter {
  double* first;          // row 0, column of the joint's first degree of freedom
  std::ptrdiff_t stride;  // from one row to the next

  void turn(const Vec3& w, const Vec3& o, int c = 0) const { write_turn(w, o, first + c, stride); }
  // A translation along v.
  void slide(const Vec3& v, int c = 0) const {
    double* at = first + c;
    for (int k = 0; k < 3; ++k) at[k * stride] = 0.0;
    for (int k = 0; k < 3; ++k) at[(k + 3) * stride] = v[k];
  }
};

struct Trig {
  const double* sines;
  const double* cosines;
};

// Rows of four columns: x, y and z of each.
struct FourVectors {
  Four x, y, z;
};
LIMBER_ALWAYS_INLINE FourVectors transposed(const Four* columns) {
  const Four a = __builtin_shufflevector(columns[0], columns[1], 0, 4, 2, 6);
  const Four b = __builtin_shufflevector(columns[0], columns[1], 1, 5, 3, 7);
  const Four c = __builtin_shufflevector(columns[2], columns[3], 0, 4, 2, 6);
  const Four d = __builtin_shufflevector(columns[2], columns[3], 1, 5, 3, 7);
  return {__builtin_shufflevector(a, c, 0, 1, 4, 5), __builtin_shufflevector(b, d, 0, 1, 4, 5),
          __builtin_shufflevector(a, c, 2, 3, 6, 7)};
}

// The screws of four turns in neighbouring columns, as write_turn gives them.
LIMBER_ALWAYS_INLINE void write_four_turns(const Four* axes, const Four* origins, double* column,
                                           std::ptrdiff_t stride) {
  const FourVectors w = transposed(axes), o = transposed(origins);
  *four(column) = w.x;
  *four(column + stride) = w.y;
  *four(column + 2 * stride) = w.z;
  *four(column + 3 * stride) = o.y * w.z - o.z * w.y;
  *four(column + 4 * stride) = o.z * w.x - o.x * w.z;
  *four(column + 5 * stride) = o.x * w.y - o.y * w.x;
}

// The common joints of chains: a turn about a coordinate axis, or none at all, in a base frame placed
// anywhere. Two columns of the rotation mix, the third stays. The pose stays in registers from one joint to
// the next: each depends on the one before, and that chain of operations takes most of the time.
LIMBER_TWO_VERSIONS
void plain_turns(const Instruction* instructions, int count, const double* constants, const double* sines,
                 const double* cosines, const double* parent, double* screws, std::ptrdiff_t stride,
                 double* poses) {
  Four x = *four(parent), y = *four(parent + 4), z = *four(parent + 8), origin = *four(parent + 12);
  Four axes[4], origins[4];  // of turns whose screws are not written yet: they wait until there are four
  int waiting = 0;
  double* next_column = screws;
  for (int k = 0; k < count; ++k, poses += 16) {
    const Instruction& i = instructions[k];
    const double* constant = constants + i.constants;
    if (i.shifted) {
      origin += x * constant[0] + y * constant[1] + z * constant[2];
      constant += 3;
    }
    if (i.turned) {
      const Four a = x, b = y, c = z;
      x = a * constant[0] + b * constant[1] + c * constant[2];
      y = a * constant[3] + b * constant[4] + c * constant[5];
      z = a * constant[6] + b * constant[7] + c * constant[8];
    }
    if (i.motion != Motion::none) {
      const double sine = sines[i.angle], cosine = cosines[i.angle];
      Four axis;
      if (i.motion == Motion::turn_x) {
        axis = x;
        const Four turned = cosine * y + sine * z;
        z = cosine * z - sine * y;
        y = turned;
      } else if (i.motion == Motion::turn_y) {
        axis = y;
        const Four turned = cosine * z + sine * x;
        x = cosine * x - sine * z;
        z = turned;
      } else {
        axis = z;
        const Four turned = cosine * x + sine * y;
        y = cosine * y - sine * x;
        x = turned;
      }
      axes[waiting] = axis;
      origins[waiting] = origin;
      if (++waiting == 4) {
        write_four_turns(axes, origins, next_column, stride);
        next_column += 4;
        waiting = 0;
      }
    }
    *four(poses) = x;
    *four(poses + 4) = y;
    *four(poses + 8) = z;
    *four(poses + 12) = origin;
  }
  for (int k = 0; k < waiting; ++k) write_turn(axes[k], origins[k], next_column + k, stride);
}

Mat3 axis_rotation(const double* axis, double sine, double cosine) {
  const Vec3 a(axis[0], axis[1], axis[2]);
  return cosine * Mat3::Identity() + sine * cross_matrix(a) + (1.0 - cosine) * (a * a.transpose());
}

Mat3 quaternion_rotation(const double* xyzw) {
  return Quat(xyzw[3], xyzw[0], xyzw[1], xyzw[2]).toRotationMatrix();
}

// All other motions, and all inverted joints. `pose` holds the joint's base frame on entry.
// For an inverted joint the motion is J^-1 and every vector of the table (joint.h) becomes -Rj^T of itself,
// through the origin of the base frame.
void general_motion(const Instruction& i, const double* constants, const double* values, Trig trig,
                    ScrewWriter screws, Pose& pose) {
  const Mat3 base = pose.topLeftCorner<3, 3>();
  const Vec3 origin = pose.col(3).head<3>();
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
  Eigen::Matrix3d vectors =
      Mat3::Identity();  // angular (or linear) vectors in the base frame, one per column
  int count = 0;
  switch (i.motion) {
    case Motion::none:
      break;
    case Motion::turn_x:
    case Motion::turn_y:
    case Motion::turn_z: {
      const Vec3 axis = Vec3::Unit(static_cast<int>(i.motion) - static_cast<int>(Motion::turn_x));
      vectors.col(0) = axis;
      count = 1;
      rotation = axis_rotation(axis.data(), trig.sines[0], trig.cosines[0]);
      break;
    }
    case Motion::turn_any:
      vectors.col(0) = Eigen::Map<const Vec3>(constants);
      count = 1;
      rotation = axis_rotation(constants, trig.sines[0], trig.cosines[0]);
      break;
    case Motion::slide:
      vectors.col(0) = Eigen::Map<const Vec3>(constants);
      count = 1;
      translation = vectors.col(0) * values[0];
      break;
    case Motion::elbow: {
      const Mat3 flexion = axis_rotation(constants, trig.sines[0], trig.cosines[0]);
      vectors.col(0) = Eigen::Map<const Vec3>(constants);
      vectors.col(1) = flexion * Eigen::Map<const Vec3>(constants + 3);
      count = 2;
      rotation = flexion * axis_rotation(constants + 3, trig.sines[1], trig.cosines[1]);
      break;
    }
    case Motion::swing: {
      const Vec3 swing(values[0], values[1], 0.0);
      vectors = left_jacobian(swing);
      count = 2;
      rotation = exp_rotation(swing);
      break;
    }
    case Motion::ball:
      count = 3;
      rotation = quaternion_rotation(values);
      break;
    case Motion::free:
      count = 3;
      rotation = quaternion_rotation(values + 3);
      translation = Vec3(values[0], values[1], values[2]);
      break;
  }
  const bool slides = i.motion == Motion::slide;
  if (i.inverted) {
    translation = -(rotation.transpose() * translation).eval();
    rotation.transposeInPlace();
    vectors = -(rotation * vectors).eval();
  }
  const Vec3 moved_origin = base * translation + origin;
  // A free joint turns about its own moved origin; an inverted one about the origin of its base.
  const Vec3& center = i.motion == Motion::free && !i.inverted ? moved_origin : origin;
  int column = 0;
  if (i.motion == Motion::free) {
    for (int k = 0; k < 3; ++k) screws.slide(base * vectors.col(k), column++);
  }
  for (int k = 0; k < count; ++k, ++column) {
    const Vec3 vector = base * vectors.col(k);
    slides ? screws.slide(vector, column) : screws.turn(vector, center, column);
  }
  pose.topLeftCorner<3, 3>() = base * rotation;
  pose.col(3).head<3>() = moved_origin;
}

// Any joint: before, motion, after. `pose` is the parent's on entry and the segment's on return.
void general_joint(const Instruction& i, const double* constant, const double* values, Trig trig,
                   ScrewWriter screws, Pose& pose) {
  if (i.shifted) {
    pose.col(3) += pose.leftCols<3>() * Eigen::Map<const Vec3>(constant);
    constant += 3;
  }
  if (i.turned) {
    pose.leftCols<3>() = (pose.leftCols<3>() * Eigen::Map<const Mat3>(constant)).eval();
    constant += 9;
  }
  if (i.motion != Motion::none) general_motion(i, constant, values, trig, screws, pose);
  if (i.placed_after) {
    constant += kinematics::axis_constants(i.motion);
    pose.col(3) += pose.leftCols<3>() * Eigen::Map<const Vec3>(constant + 9);
    pose.leftCols<3>() = (pose.leftCols<3>() * Eigen::Map<const Mat3>(constant)).eval();
  }
}

}  // namespace

void Kinematics::update(const Posture& posture) noexcept {
  assert(posture.values.size() == figure_.value_count());
  const double* values = posture.values.data();
  const int angle_count = static_cast<int>(program_->angle_values.size());
  const double* angles = angles_.data();
  if (program_->angles_are_consecutive) {
    angles = values + program_->angle_values.front();
  } else {
    for (int k = 0; k < angle_count; ++k) angles_[k] = values[at(program_->angle_values, k)];
  }
  sincos(angles, angle_count, sines_.data(), cosines_.data());

  const double* const constants = program_->constants.data();
  double* const screws = screws_.data();
  const std::ptrdiff_t stride = screws_.cols();
  const Pose world = Pose::Identity();
  for (const kinematics::Run& run : program_->runs) {
    const Instruction* const first = program_->instructions.data() + run.first;
    Pose* const poses = poses_.data() + run.first;
    if (run.plain_turns) {
      const Pose& parent = first->parent >= 0 ? at(poses_, first->parent) : world;
      plain_turns(first, run.end - run.first, constants, sines_.data(), cosines_.data(), parent.data(),
                  screws + first->dof, stride, poses->data());
      continue;
    }
    for (int k = 0; k < run.end - run.first; ++k) {
      const Instruction& i = first[k];
      poses[k] = i.parent >= 0 ? at(poses_, i.parent) : world;
      general_joint(i, constants + i.constants, values + i.value,
                    {sines_.data() + i.angle, cosines_.data() + i.angle}, {screws + i.dof, stride}, poses[k]);
    }
  }
}

Transform Kinematics::segment_pose(SegmentId segment) const noexcept {
  const Pose& pose = at(poses_, segment);
  return {pose.topLeftCorner<3, 3>(), pose.col(3).head<3>()};
}

Transform Kinematics::frame_pose(FrameId frame) const noexcept {
  const Frame& f = figure_.frame(frame);
  return segment_pose(f.segment) * f.pose;
}

Vec3 Kinematics::frame_position(FrameId frame) const noexcept {
  const Frame& f = figure_.frame(frame);
  const Pose& pose = at(poses_, f.segment);
  return pose.topLeftCorner<3, 3>() * f.pose.translation + pose.col(3).head<3>();
}

namespace {

// rows <- sign * (u + w x point) over columns [first, end): four columns at a time, and what is left over one
// by one.
LIMBER_TWO_VERSIONS
void fill_translation(const RowMatrix& screws, const Vec3& point, int first, int end, double sign,
                      double* rows, std::ptrdiff_t row_stride) {
  const std::ptrdiff_t n = screws.cols();
  const double *wx = screws.data(), *wy = wx + n, *wz = wy + n, *ux = wz + n, *uy = ux + n, *uz = uy + n;
  const double px = point.x(), py = point.y(), pz = point.z();
  double *x = rows, *y = x + row_stride, *z = y + row_stride;
  int c = first;
  for (; c + 4 <= end; c += 4) {
    const Four a = *four(wx + c), b = *four(wy + c), d = *four(wz + c);
    *four(x + c) = sign * (*four(ux + c) + (b * pz - d * py));
    *four(y + c) = sign * (*four(uy + c) + (d * px - a * pz));
    *four(z + c) = sign * (*four(uz + c) + (a * py - b * px));
  }
  for (; c < end; ++c) {
    x[c] = sign * (ux[c] + (wy[c] * pz - wz[c] * py));
    y[c] = sign * (uy[c] + (wz[c] * px - wx[c] * pz));
    z[c] = sign * (uz[c] + (wx[c] * py - wy[c] * px));
  }
}

// rows <- sign * w, likewise.
LIMBER_TWO_VERSIONS
void fill_rotation(const RowMatrix& screws, int first, int end, double sign, double* rows,
                   std::ptrdiff_t row_stride) {
  const std::ptrdiff_t n = screws.cols();
  const double *wx = screws.data(), *wy = wx + n, *wz = wy + n;
  double *x = rows, *y = x + row_stride, *z = y + row_stride;
  int c = first;
  for (; c + 4 <= end; c += 4) {
    *four(x + c) = sign * *four(wx + c);
    *four(y + c) = sign * *four(wy + c);
    *four(z + c) = sign * *four(wz + c);
  }
  for (; c < end; ++c) {
    x[c] = sign * wx[c];
    y[c] = sign * wy[c];
    z[c] = sign * wz[c];
  }
}

}  // namespace

// Fills the columns that carry `segment`; those between them are zero.
template <class Fill>
void Kinematics::fill_carrying_columns(SegmentId segment, RowMatrixRef& rows, Fill&& fill) const noexcept {
  // A chain that carries all columns leaves nothing to clear; otherwise one sweep over all of them is quicker
  // than many short ones.
  const bool carries_all = segment.is_valid() && at(first_dof_, at(run_first_, segment)) == 0 &&
                           at(first_dof_, segment + 1) == rows.cols();
  if (!carries_all) {
    if (rows.outerStride() == rows.cols()) {
      std::fill_n(rows.data(), rows.size(), 0.0);
    } else {
      rows.setZero();
    }
  }
  for_columns_between(no_segment, segment, fill);
}

void Kinematics::translation_jacobian(SegmentId segment, const Vec3& point,
                                      RowMatrixRef rows) const noexcept {
  assert(rows.rows() == 3 && rows.cols() == screws_.cols());
  fill_carrying_columns(segment, rows, [&](int first, int end) {
    fill_translation(screws_, point, first, end, 1.0, rows.data(), rows.outerStride());
  });
}

void Kinematics::rotation_jacobian(SegmentId segment, RowMatrixRef rows) const noexcept {
  assert(rows.rows() == 3 && rows.cols() == screws_.cols());
  fill_carrying_columns(segment, rows, [&](int first, int end) {
    fill_rotation(screws_, first, end, 1.0, rows.data(), rows.outerStride());
  });
}

void Kinematics::frame_jacobian(FrameId frame, RowMatrixRef rows) const noexcept {
  assert(rows.rows() == 6);
  const Vec3 point = frame_position(frame);
  fill_carrying_columns(figure_.frame(frame).segment, rows, [&](int first, int end) {
    fill_translation(screws_, point, first, end, 1.0, rows.data(), rows.outerStride());
    fill_rotation(screws_, first, end, 1.0, rows.data() + 3 * rows.outerStride(), rows.outerStride());
  });
}

void Kinematics::relative_jacobian(SegmentId reference, SegmentId moving, const Vec3& point,
                                   RowMatrixRef rows) const noexcept {
  assert(rows.rows() == 6 && rows.cols() == screws_.cols());
  rows.setZero();
  const SegmentId ancestor = common_ancestor(figure_, reference, moving);
  // Columns above the common ancestor carry both segments and cancel. Those on the side of `reference` count
  // negative: when the reference moves, the world seems to move the other way.
  const auto add_side = [&](SegmentId segment, double sign) {
    for_columns_between(ancestor, segment, [&](int first, int end) {
      fill_translation(screws_, point, first, end, sign, rows.data(), rows.outerStride());
      fill_rotation(screws_, first, end, sign, rows.data() + 3 * rows.outerStride(), rows.outerStride());
      const Mat3 to_reference = at(poses_, reference).topLeftCorner<3, 3>().transpose();
      for (int c = first; c < end; ++c) {
        rows.block<3, 1>(0, c) = (to_reference * rows.block<3, 1>(0, c)).eval();
        rows.block<3, 1>(3, c) = (to_reference * rows.block<3, 1>(3, c)).eval();
      }
    });
  };
  add_side(moving, 1.0);
  add_side(reference, -1.0);
}

}  // namespace limber
