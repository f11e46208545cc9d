#include "limber/files/fbx/inflate.h"

#include <zlib.h>

namespace limber::fbx {

namespace {

constexpr std::size_t most_per_byte = 1032;  // what deflate can reach

}  // namespace

bool inflate_exactly(std::string_view bytes, std::size_t size, std::string& inflated) {
  if (size / most_per_byte > bytes.size()) return false;
  inflated.resize(size);
  auto made = static_cast<uLongf>(size);
  const int result =
      uncompress(reinterpret_cast<Bytef*>(inflated.data()), &made,
                 reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()));
  return result == Z_OK && made == size;
}

}  // namespace limber::fbx
