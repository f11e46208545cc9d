// libFuzzer: any bytes as a recording. What is accepted is written and read again to the same bytes, and can be
// replayed, whether or not to the recorded hash.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "limber/session/recording.h"
#include "limber/session/state/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const limber::Expected<limber::Recording> recording = limber::parse_recording(text, "fuzz.json");
  if (!recording) return recording.error().message.find('\n') == std::string::npos ? 0 : (std::abort(), 0);
  const std::string written = limber::write_recording(*recording);
  const limber::Expected<limber::Recording> again = limber::parse_recording(written, "written.json");
  if (!again || limber::write_recording(*again) != written) std::abort();
  constexpr std::uint64_t most_steps = 200;  // of each: the fuzzer should see many
  try {
    (void)limber::replay(*recording, {.go_on = [](std::uint64_t steps) { return steps < most_steps; }});
  } catch (const limber::Refusal&) {  // too large
  }
  return 0;
}
