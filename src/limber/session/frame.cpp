// The posture frame, little-endian: web/src/protocol/frame.ts has the layout.

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "limber/base/overloaded.h"
#include "limber/session/messages.h"
#include "limber/session/parts.h"
#include "limber/session/tasks_now.h"
#include "limber/session/virtual_arm_ends.h"
#include "limber/svd/svd.h"

namespace limber {

namespace {

static_assert(std::endian::native == std::endian::little,
              "frames are written as the machine has its numbers");

constexpr std::uint8_t frame_kind = 1;
constexpr std::size_t most_contacts = 64;  // shown; the nearest
enum Flag : std::uint8_t { moving = 1, recording = 2, playing = 4, dragging = 8, paused = 16 };

class Bytes {
 public:
  explicit Bytes(std::vector<std::byte>& out) : out_(out) { out_.clear(); }
  template <class Number>
  void put(Number number) {
    const std::size_t at = out_.size();
    out_.resize(at + sizeof number);
    std::memcpy(out_.data() + at, &number, sizeof number);
  }
  void u8(int number) { put(static_cast<std::uint8_t>(number)); }
  void u16(std::size_t number) { put(static_cast<std::uint16_t>(number)); }
  void u32(std::size_t number) { put(static_cast<std::uint32_t>(number)); }
  void f32(double number) { put(static_cast<float>(number)); }
  template <class Vector>
  void f32s(const Vector& numbers) {
    for (const double number : numbers) f32(number);
  }

 private:
  std::vector<std::byte>& out_;
};

int flags_of(const SessionParts& parts) {
  const bool live = parts.time->is_live();
  int flags = 0;
  if (live ? parts.running && !parts.resting : parts.time->is_playing()) flags |= moving;
  if (parts.time->is_recording()) flags |= recording;
  if (parts.time->is_playing()) flags |= playing;
  if (parts.drag) flags |= dragging;
  if (!live && !parts.time->is_playing()) flags |= paused;
  return flags;
}

VecX singular_values(const RowMatrix& jacobian) {
  const int rows = static_cast<int>(jacobian.rows()), columns = static_cast<int>(jacobian.cols());
  if (rows == 0 || columns == 0) return {};
  Svd svd({.method = SvdMethod::golub_reinsch});
  svd.prepare(rows, columns);
  svd.decompose(jacobian);
  return svd.factors().sigma();
}

void put_contact(const Contact& contact, Bytes& bytes) {
  bytes.put(static_cast<std::int32_t>(contact.segment));
  bytes.put(static_cast<std::int32_t>(contact.obstacle));
  bytes.put(static_cast<std::int32_t>(contact.other_segment));
  bytes.f32s(contact.point);
  bytes.f32s(contact.other_point);
  bytes.f32s(contact.normal);
  bytes.f32(contact.clearance);
}

// The obstacles that move by themselves, and how far they are from where their files would have them.
std::vector<int> moving_obstacles(const SessionParts& parts) {
  std::vector<int> numbers;
  const std::vector<Obstacle>& obstacles = parts.now.scene.world.obstacles;
  if (!parts.world_moves) return numbers;
  for (std::size_t i = 0; i < obstacles.size() && i < 65535; ++i) {
    if (!obstacles[i].velocity.isZero(0.0)) numbers.push_back(static_cast<int>(i));
  }
  return numbers;
}

// The point an obstacle is moved by, see web/src/state/shape_numbers.ts.
Vec3 anchor_of(const Shape& shape) {
  return std::visit(overloaded{
                        [](const Capsule& s) { return s.a; },
                        [](const Cylinder& s) { return s.a; },
                        [](const Plane& s) { return s.point; },
                        [](const MeshReference& s) { return s.place.translation; },
                        [](const ConvexMesh& s) { return Vec3(s.place * s.hull->vertices.front()); },
                        [](const auto& s) { return s.center; },
                    },
                    shape);
}

void put_watched(const Place& place, const SessionParts& parts, Bytes& bytes) {
  const PlaceNow now = limber::now(place, parts.kinematics);
  bytes.f32s(now.pose.translation);
  RowMatrix jacobian = RowMatrix::Zero(3, parts.now.scene.figure.dof_count());
  if (now.segment >= 0) parts.kinematics.translation_jacobian(now.segment, now.pose.translation, jacobian);
  const Mat3 spread = jacobian * jacobian.transpose();  // symmetric: row by row is column by column
  for (int i = 0; i < 9; ++i) bytes.f32(spread.data()[i]);
}

}  // namespace

void write_frame(SessionParts& parts, const FrameNumbers& numbers, std::vector<std::byte>& out) {
  const TasksNow tasks = tasks_now(parts);  // looks at the posture shown
  const Figure& figure = parts.now.scene.figure;
  const Posture& posture = parts.shown();
  const std::span<const Solver::LevelView> levels =
      parts.time->is_live() ? parts.mover.levels() : std::span<const Solver::LevelView>{};
  const VecX sigma = singular_values(tasks.jacobian);
  const std::size_t contacts = std::min(parts.contacts.size(), most_contacts);
  const std::vector<int> moving = moving_obstacles(parts);
  const std::vector<VirtualArmEnd> arms = virtual_arm_ends(parts);
  const double nearest =
      parts.contacts.empty() ? std::numeric_limits<double>::infinity() : parts.contacts.front().clearance;
  const double least = std::min(nearest, parts.least_clearance);
  parts.is_clearance_told = true;

  Bytes bytes(out);
  bytes.u8(frame_kind);
  bytes.u8(static_cast<int>(tasks.light));
  bytes.u8(flags_of(parts));
  bytes.u8(0);
  bytes.u32(numbers.sequence);
  bytes.u32(parts.figure_revision);
  bytes.u16(static_cast<std::size_t>(figure.segment_count()));
  bytes.u16(static_cast<std::size_t>(posture.values.size()));
  bytes.u16(tasks.tasks.size());
  bytes.u16(levels.size());
  bytes.u16(static_cast<std::size_t>(sigma.size()));
  bytes.u16(parts.watched ? 1 : 0);
  bytes.put(numbers.time);
  bytes.f32(numbers.step_microseconds);
  bytes.f32(numbers.steps_per_second);
  bytes.f32s(parts.masses.center());
  bytes.u16(contacts);
  bytes.u16(moving.size());
  bytes.f32(nearest);
  bytes.f32(least);
  bytes.u16(arms.size());
  bytes.u16(0);
  bytes.u32(0);

  for (int s = 0; s < figure.segment_count(); ++s) {
    const Transform pose = parts.kinematics.segment_pose(s);
    bytes.f32s(pose.translation);
    bytes.f32s(Quat(pose.rotation).coeffs());
  }
  bytes.f32s(posture.values);
  for (const TaskNow& task : tasks.tasks) {
    bytes.u32(static_cast<std::size_t>(task.number));
    bytes.u8(task.satisfied);
    bytes.u8(task.enabled);
    bytes.u16(0);
    bytes.f32(task.error);
    bytes.f32s(task.effector);
    bytes.f32s(task.goal);
  }
  for (const Solver::LevelView& level : levels) {
    for (const double number : {static_cast<double>(level.priority), level.error, level.linear_residual,
                                static_cast<double>(level.rank), level.lambda}) {
      bytes.f32(number);
    }
  }
  bytes.f32s(sigma);
  if (parts.watched) put_watched(*parts.watched, parts, bytes);
  for (std::size_t i = 0; i < contacts; ++i) put_contact(parts.contacts[i], bytes);
  for (const int number : moving) {
    bytes.u32(static_cast<std::size_t>(number));
    bytes.f32s(anchor_of(parts.now.scene.world.obstacles[static_cast<std::size_t>(number)].shape));
  }
  for (const VirtualArmEnd& end : arms) {
    bytes.put(static_cast<std::int32_t>(end.segment));
    bytes.f32s(end.position);
    bytes.f32(end.radius);
  }
}

}  // namespace limber
