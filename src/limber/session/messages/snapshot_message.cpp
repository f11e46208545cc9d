// Writes a snapshot, list by list.

#include "limber/session/messages/snapshot_message.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace limber {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as the machine has them");

constexpr std::uint8_t snapshot_kind = 1;
constexpr std::size_t most_contacts = 64;  // shown; the nearest
enum Flag : std::uint8_t { moving = 1, recording = 2, playing = 4, dragging = 8, paused = 16, statics = 32 };

class Bytes {
 public:
  explicit Bytes(std::vector<std::byte>& out) : out_(out) { out_.clear(); }
  template <class Number>
  void put(Number number) {
    const std::size_t end = out_.size();
    out_.resize(end + sizeof number);
    std::memcpy(out_.data() + end, &number, sizeof number);
  }
  void u8(int number) { put(static_cast<std::uint8_t>(number)); }
  void u16(std::size_t number) { put(static_cast<std::uint16_t>(number)); }
  void u32(std::size_t number) { put(static_cast<std::uint32_t>(number)); }
  void i32(int number) { put(static_cast<std::int32_t>(number)); }
  void f32(double number) { put(static_cast<float>(number)); }
  template <class Vector>
  void f32s(const Vector& numbers) {
    for (const double number : numbers) f32(number);
  }

 private:
  std::vector<std::byte>& out_;
};

int flags_of(const Snapshot& snapshot) {
  return (snapshot.moving ? moving : 0) | (snapshot.recording ? recording : 0) |
         (snapshot.playing ? playing : 0) | (snapshot.dragging ? dragging : 0) |
         (snapshot.paused ? paused : 0) | (snapshot.statics ? statics : 0);
}

// Forces at supports, corners of the region, joints.
std::array<std::size_t, 3> counts_of(const std::optional<Snapshot::Statics>& statics) {
  if (!statics) return {};
  std::size_t contacts = 0;
  for (const StaticsReport::SupportLoad& support : statics->report.supports)
    contacts += support.contacts.size();
  return {contacts, statics->report.region.size(), statics->report.joints.size()};
}

void put_header(const Snapshot& snapshot, const SnapshotNumbers& numbers, std::size_t contacts,
                Bytes& bytes) {
  bytes.u8(snapshot_kind);
  bytes.u8(static_cast<int>(snapshot.light));
  bytes.u8(flags_of(snapshot));
  bytes.u8(0);
  bytes.u32(numbers.sequence);
  bytes.u32(snapshot.figure_revision);
  bytes.u16(snapshot.segments.size());
  bytes.u16(static_cast<std::size_t>(snapshot.posture.values.size()));
  bytes.u16(snapshot.tasks.size());
  bytes.u16(snapshot.levels.size());
  bytes.u16(static_cast<std::size_t>(snapshot.singular_values.size()));
  bytes.u16(snapshot.watched ? 1 : 0);
  bytes.put(numbers.time);
  bytes.f32(numbers.step_microseconds);
  bytes.f32(numbers.steps_per_second);
  bytes.f32s(snapshot.center_of_mass);
  bytes.u16(contacts);
  bytes.u16(snapshot.moved_obstacles.size());
  bytes.f32(snapshot.clearance());
  bytes.f32(std::min(snapshot.clearance(), numbers.least_clearance));
  bytes.u16(snapshot.arm_ends.size());
  for (const std::size_t count : counts_of(snapshot.statics)) bytes.u16(count);
}

void put_task(const TaskValue& task, Bytes& bytes) {
  bytes.u32(static_cast<std::size_t>(int{task.number}));
  bytes.u8(task.satisfied);
  bytes.u8(task.enabled);
  bytes.u16(0);
  bytes.f32(task.error);
  bytes.f32s(task.effector);
  bytes.f32s(task.goal);
}

void put_contact(const Contact& contact, Bytes& bytes) {
  bytes.i32(contact.segment);
  bytes.i32(contact.obstacle);
  bytes.i32(contact.other_segment);
  bytes.f32s(contact.point);
  bytes.f32s(contact.other_point);
  bytes.f32s(contact.normal);
  bytes.f32(contact.clearance);
}

void put_joint_load(const StaticsReport::JointLoad& joint, Bytes& bytes) {
  double torque = 0.0;  // the largest
  for (const double each : joint.torques) {
    if (std::abs(each) > std::abs(torque)) torque = each;
  }
  bytes.i32(joint.joint);  // a joint has the number of its segment
  for (const double number : {joint.load_ratio, joint.strength, torque, joint.compression, joint.shear})
    bytes.f32(number);
  bytes.f32s(joint.moment);
}

void put_statics(const Snapshot::Statics& statics, Bytes& bytes) {
  const StaticsReport& report = statics.report;
  const Mat3& g = statics.gyration;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (const double number :
       {report.is_balanced ? 1.0 : 0.0, report.effort, report.has_margin ? report.margin : none,
        report.has_margin ? report.friction_needed : none, report.weight.norm(), report.unmet_force.norm(),
        report.unmet_moment.norm(), g(0, 0), g(1, 1), g(2, 2), g(0, 1), g(0, 2), g(1, 2)})
    bytes.f32(number);
  bytes.f32s(report.worst_way);
  for (std::size_t s = 0; s < report.supports.size(); ++s) {
    for (const StaticsReport::Contact& contact : report.supports[s].contacts) {
      bytes.u16(s);
      bytes.u16(static_cast<std::size_t>(report.supports[s].state));
      bytes.f32s(contact.place);
      bytes.f32s(contact.force);
    }
  }
  for (const Vec3& corner : report.region) bytes.f32s(corner);
  for (const StaticsReport::JointLoad& joint : report.joints) put_joint_load(joint, bytes);
}

}  // namespace

void write_snapshot(const Snapshot& snapshot, const SnapshotNumbers& numbers, std::vector<std::byte>& out) {
  const std::size_t contacts = std::min(snapshot.contacts.size(), most_contacts);
  Bytes bytes(out);
  put_header(snapshot, numbers, contacts, bytes);
  for (const Transform& pose : snapshot.segments) {
    bytes.f32s(pose.translation);
    bytes.f32s(Quat(pose.rotation).coeffs());
  }
  bytes.f32s(snapshot.posture.values);
  for (const TaskValue& task : snapshot.tasks) put_task(task, bytes);
  for (const LevelValue& level : snapshot.levels) {
    bytes.f32(level.priority);
    bytes.f32(level.error);
    bytes.f32(level.residual);
    bytes.f32(level.rank);
    bytes.f32(level.lambda);
  }
  bytes.f32s(snapshot.singular_values);
  if (snapshot.watched) {
    bytes.f32s(snapshot.watched->position);
    // Symmetric: row by row is column by column.
    for (int i = 0; i < 9; ++i) bytes.f32(snapshot.watched->spread.data()[i]);
  }
  for (std::size_t i = 0; i < contacts; ++i) put_contact(snapshot.contacts[i], bytes);
  for (const Snapshot::MovedObstacle& obstacle : snapshot.moved_obstacles) {
    bytes.u32(static_cast<std::size_t>(int{obstacle.number}));
    bytes.f32s(obstacle.anchor);
  }
  for (const VirtualArmEnd& end : snapshot.arm_ends) {
    bytes.i32(end.segment);
    bytes.f32s(end.position);
    bytes.f32(end.radius);
  }
  if (snapshot.statics) put_statics(*snapshot.statics, bytes);
}

}  // namespace limber
