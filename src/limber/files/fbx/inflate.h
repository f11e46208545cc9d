#pragma once
// What zlib's deflate made smaller, made whole again.

#include <string>
#include <string_view>

namespace limber::fbx {

// False: it is damaged, or not `size` bytes. Memory is taken only if `bytes` can hold that much.
bool inflate_exactly(std::string_view bytes, std::size_t size, std::string& inflated);

}  // namespace limber::fbx
