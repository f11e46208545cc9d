// libFuzzer: any bytes as SRDF are read or give one sentence, and what is read goes onto a robot.

#include <cstdint>
#include <cstdlib>

#include "limber/files/srdf/srdf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const limber::Figure robot =
      limber::parse_figure(
          "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='continuous'>"
          "<parent link='a'/><child link='b'/></joint></robot>",
          "r.urdf")
          .value();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const limber::Expected<limber::Srdf> srdf = limber::parse_srdf(text, "fuzz.srdf");
  if (!srdf) {
    const std::string& sentence = srdf.error().message;
    if (!sentence.starts_with("fuzz.srdf:") || sentence.find('\n') != sentence.npos) std::abort();
    return 0;
  }
  limber::Loaded loaded{{.figure = robot, .posture = robot.rest_posture()}, limber::FileKind::urdf};
  const auto with = limber::with_srdf(std::move(loaded), *srdf, "fuzz.srdf");
  if (with && !limber::is_finite(with->scene.figure.rest_posture())) std::abort();
  return 0;
}
