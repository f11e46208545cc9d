#pragma once
// All of a session that can be seen, as one text: two that are equal are the same to the bit.

#include <cstring>
#include <string>
#include <vector>

#include "decoded_snapshot.h"
#include "limber/files/files.h"
#include "limber/session/session.h"

namespace limber::test {

inline std::string bits_of(const Posture& posture) {
  std::string bits(static_cast<std::size_t>(posture.values.size()) * sizeof(double), '\0');
  if (!bits.empty()) std::memcpy(bits.data(), posture.values.data(), bits.size());
  return bits;
}

// What is worked on: what undo brings back.
inline std::string bits_of(const Session& session) {
  Scene scene = session.scene();
  scene.camera.reset();  // looking from another side is not undone
  return write_scene(scene) + bits_of(session.posture());
}

// And everything that is said about it.
inline std::string all_bits_of(Session& session) {
  std::string bits = bits_of(session) + session.backup() + std::to_string(session.revision());
  for (const std::string& message : session.all_messages()) bits += message;
  for (const std::byte byte : snapshot_bytes(session)) bits += static_cast<char>(byte);
  return bits;
}

}  // namespace limber::test
