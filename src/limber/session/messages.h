#pragma once
// What is said to the page: web/src/protocol/messages.ts and frame.ts, written. For session/ only.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace limber {

struct SessionParts;

const std::string& techniques_message();
std::string figure_message(const SessionParts& parts);
std::string scene_message(const SessionParts& parts);
std::string status_message(SessionParts& parts);

struct FrameNumbers {
  std::uint32_t sequence;
  double time;               // [s]
  double step_microseconds;  // mean of the last steps
  double steps_per_second;
};
void write_frame(SessionParts& parts, const FrameNumbers& numbers, std::vector<std::byte>& bytes);

}  // namespace limber
