// libFuzzer: any bytes as the backup of a session. What is accepted can be written and read again, and steps.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "limber/figure/posture.h"
#include "limber/session/session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  limber::Expected<limber::Session> session = limber::Session::from_backup(text, nullptr);
  if (!session) return session.error().message.find('\n') == std::string::npos ? 0 : (std::abort(), 0);
  const limber::Expected<limber::Session> again = limber::Session::from_backup(session->backup(), nullptr);
  if (!again || again->backup() != session->backup()) std::abort();
  for (int step = 0; step < 5; ++step) session->step(0.01);
  if (!limber::is_finite(session->posture())) std::abort();
  return 0;
}
