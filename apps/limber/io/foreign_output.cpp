// limber convert and others: see foreign_output.h.

#include "io/foreign_output.h"

namespace limber::cli {

std::optional<Written> write_foreign(const std::string& out, const Figure& figure, const Motion& motion) {
  if (out.ends_with(".urdf")) return write_urdf(figure);
  if (out.ends_with(".xml") || out.ends_with(".mjcf")) return write_mjcf(figure);
  if (out.ends_with(".bvh")) return write_bvh(figure, motion);
  if (out.ends_with(".glb")) return write_glb(figure, motion);
  if (out.ends_with(".csv")) return Written{write_csv(figure, motion), {}};
  return std::nullopt;
}

}  // namespace limber::cli
