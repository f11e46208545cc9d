#pragma once
// A snapshot message read back, by the layout in web/src/protocol/snapshot.ts.

#include <cstring>
#include <stdexcept>
#include <vector>

#include "limber/math/types.h"
#include "limber/session/messages/snapshot_message.h"
#include "limber/session/session.h"

namespace limber::test {

struct DecodedSnapshot {
  struct TaskPoint {
    unsigned number;
    bool satisfied, enabled;
    float error;
    std::vector<float> effector, goal;
  };
  struct ContactPoint {
    int segment, obstacle, other_segment;
    std::vector<float> point, other, normal;
    float clearance;
  };
  struct PlacedThing {  // an obstacle that moves, or an end of a virtual arm with the radius it searches
    int number;
    std::vector<float> position;
    float radius = 0.0f;
  };
  int kind, light, flags;
  unsigned sequence, figure_revision;
  double time;
  float step_microseconds, steps_per_second;
  std::vector<float> center_of_mass, segments, values;
  std::vector<TaskPoint> tasks;
  std::vector<float> levels, singular_values, watched;  // 5 per level; 12 when watched
  float clearance, least_clearance;
  std::vector<ContactPoint> contacts;
  std::vector<PlacedThing> moved, arms;
  struct SupportForce {
    int support, state;
    std::vector<float> place, force;
  };
  std::vector<float> statics;  // 16 numbers; empty: not shown
  std::vector<SupportForce> support_forces;
  std::vector<float> region;  // 3 per corner
  struct JointLoad {
    int segment;
    std::vector<float> numbers;  // ratio, strength, torque, compression, shear, moment
  };
  std::vector<JointLoad> joint_loads;
};

class SnapshotReader {
 public:
  explicit SnapshotReader(const std::vector<std::byte>& bytes) : bytes_(bytes) {}

  DecodedSnapshot read() {
    DecodedSnapshot snapshot;
    snapshot.kind = get<std::uint8_t>();
    snapshot.light = get<std::uint8_t>();
    snapshot.flags = get<std::uint8_t>();
    get<std::uint8_t>();
    snapshot.sequence = get<std::uint32_t>();
    snapshot.figure_revision = get<std::uint32_t>();
    std::size_t counts[6];
    for (std::size_t& count : counts) count = get<std::uint16_t>();
    snapshot.time = get<double>();
    snapshot.step_microseconds = get<float>();
    snapshot.steps_per_second = get<float>();
    snapshot.center_of_mass = floats(3);
    const std::size_t contact_count = get<std::uint16_t>(), moved_count = get<std::uint16_t>();
    snapshot.clearance = get<float>();
    snapshot.least_clearance = get<float>();
    const std::size_t arm_count = get<std::uint16_t>();
    std::size_t statics_counts[3];
    for (std::size_t& count : statics_counts) count = get<std::uint16_t>();
    snapshot.segments = floats(7 * counts[0]);
    snapshot.values = floats(counts[1]);
    for (std::size_t i = 0; i < counts[2]; ++i) {
      DecodedSnapshot::TaskPoint task;
      task.number = get<std::uint32_t>();
      task.satisfied = get<std::uint8_t>() != 0;
      task.enabled = get<std::uint8_t>() != 0;
      get<std::uint16_t>();
      task.error = get<float>();
      task.effector = floats(3);
      task.goal = floats(3);
      snapshot.tasks.push_back(std::move(task));
    }
    snapshot.levels = floats(5 * counts[3]);
    snapshot.singular_values = floats(counts[4]);
    snapshot.watched = floats(12 * counts[5]);
    for (std::size_t i = 0; i < contact_count; ++i) {
      DecodedSnapshot::ContactPoint contact;
      contact.segment = get<std::int32_t>();
      contact.obstacle = get<std::int32_t>();
      contact.other_segment = get<std::int32_t>();
      contact.point = floats(3);
      contact.other = floats(3);
      contact.normal = floats(3);
      contact.clearance = get<float>();
      snapshot.contacts.push_back(std::move(contact));
    }
    for (std::size_t i = 0; i < moved_count; ++i) {
      const int number = get<std::int32_t>();
      snapshot.moved.push_back({number, floats(3)});
    }
    for (std::size_t i = 0; i < arm_count; ++i) {
      const int number = get<std::int32_t>();
      std::vector<float> position = floats(3);
      snapshot.arms.push_back({number, std::move(position), get<float>()});
    }
    if ((snapshot.flags & 32) != 0) read_statics(statics_counts, snapshot);
    if (at_ != bytes_.size()) throw std::runtime_error("the snapshot has bytes left over");
    return snapshot;
  }

 private:
  void read_statics(const std::size_t (&counts)[3], DecodedSnapshot& snapshot) {
    snapshot.statics = floats(16);
    for (std::size_t i = 0; i < counts[0]; ++i) {
      const int support = get<std::uint16_t>(), state = get<std::uint16_t>();
      std::vector<float> place = floats(3);
      snapshot.support_forces.push_back({support, state, std::move(place), floats(3)});
    }
    snapshot.region = floats(3 * counts[1]);
    for (std::size_t i = 0; i < counts[2]; ++i) {
      const int segment = get<std::int32_t>();
      snapshot.joint_loads.push_back({segment, floats(8)});
    }
  }
  template <class Number>
  Number get() {
    Number number;
    if (at_ + sizeof number > bytes_.size()) throw std::runtime_error("the snapshot is too short");
    std::memcpy(&number, bytes_.data() + at_, sizeof number);
    at_ += sizeof number;
    return number;
  }
  std::vector<float> floats(std::size_t count) {
    std::vector<float> list(count);
    for (float& number : list) number = get<float>();
    return list;
  }

  const std::vector<std::byte>& bytes_;
  std::size_t at_ = 0;
};

inline DecodedSnapshot decoded(const std::vector<std::byte>& bytes) {
  return SnapshotReader(bytes).read();
}

inline std::vector<std::byte> snapshot_bytes(Session& session, const SnapshotNumbers& numbers = {}) {
  std::vector<std::byte> bytes;
  write_snapshot(session.snapshot(), numbers, bytes);
  return bytes;
}
inline DecodedSnapshot snapshot_of(Session& session, const SnapshotNumbers& numbers = {}) {
  return decoded(snapshot_bytes(session, numbers));
}

}  // namespace limber::test
