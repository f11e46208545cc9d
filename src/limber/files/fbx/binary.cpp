// Every count and every position is compared with the bytes that are left before it is used.

#include "limber/files/fbx/binary.h"

#include <cmath>
#include <cstring>

#include "limber/files/fbx/version.h"

namespace limber::fbx {

namespace {

constexpr std::string_view magic("Kaydara FBX Binary  \0\x1a", 22);
constexpr std::size_t header_bytes = 27;

}  // namespace

bool is_binary(std::string_view bytes) {
  return bytes.starts_with("Kaydara");
}

template <class Number>
Number BinaryReader::take(std::size_t limit) {
  Number number;
  std::memcpy(&number, take_bytes(sizeof number, limit).data(), sizeof number);
  return number;
}

std::string_view BinaryReader::take_bytes(std::uint64_t count, std::size_t limit) {
  if (at_ > limit || count > limit - at_) {
    tree_.fail(limit == bytes_.size() ? "is cut off" : "is damaged: an element ends before its values do");
  }
  const std::string_view taken = bytes_.substr(at_, count);
  at_ += count;
  return taken;
}

BinaryReader::Header BinaryReader::take_header(std::size_t limit) {
  Header made{};
  if (is_wide_) {
    made.end = take<std::uint64_t>(limit);
    made.count = take<std::uint64_t>(limit);
    made.values = take<std::uint64_t>(limit);
  } else {
    made.end = take<std::uint32_t>(limit);
    made.count = take<std::uint32_t>(limit);
    made.values = take<std::uint32_t>(limit);
  }
  made.name = take_bytes(take<std::uint8_t>(limit), limit);
  return made;
}

int BinaryReader::read() {
  if (bytes_.size() < header_bytes) tree_.fail("is cut off");
  if (!bytes_.starts_with(magic)) tree_.fail("is damaged: its first bytes are not those of an FBX file");
  if (bytes_[magic.size()] != '\0') tree_.fail("is written for big-endian machines; expected the usual kind");
  at_ = magic.size() + 1;
  const int version = static_cast<int>(take<std::uint32_t>(bytes_.size()));
  require_version(tree_, version);
  is_wide_ = version >= 7500;
  read_children(0, bytes_.size(), 0);
  return version;
}

void BinaryReader::read_children(std::uint32_t parent, std::size_t end, std::size_t depth) {
  if (depth > tree_.limits_.depth) {
    tree_.fail("is nested deeper than " + std::to_string(tree_.limits_.depth) + " elements");
  }
  std::uint32_t last = Tree::none;
  while (depth == 0 || at_ < end) {  // the file ends with a footer after zeros
    const Header header = take_header(end);
    if (header.end == 0) return;
    if (header.end > end) {
      tree_.fail(end == bytes_.size() ? "is cut off" : "is damaged: an element ends after the one around it");
    }
    const auto stop = static_cast<std::size_t>(header.end);
    if (stop < at_ || header.values > stop - at_) {
      tree_.fail("is damaged: an element ends before its values do");
    }
    const std::uint32_t element = tree_.add(header.name, 0, parent, last);
    const std::size_t values_end = at_ + static_cast<std::size_t>(header.values);
    for (std::uint64_t k = 0; k < header.count; ++k) read_value(element, values_end);
    at_ = values_end;
    if (at_ < stop) read_children(element, stop, depth + 1);
    at_ = stop;
  }
}

void BinaryReader::read_value(std::uint32_t element, std::size_t end) {
  Value value;
  const char type = take<char>(end);
  const auto whole = [&](std::int64_t number) {
    value.integer = number;
    value.real = static_cast<double>(number);
  };
  const auto real = [&](double number) {
    value.real = number;
    value.integer = std::abs(number) < 9e18 ? static_cast<std::int64_t>(number) : 0;
  };
  switch (type) {
    case 'Y':
      whole(take<std::int16_t>(end));
      break;
    case 'C':
    case 'B':
      whole(take<std::uint8_t>(end));
      break;
    case 'I':
      whole(take<std::int32_t>(end));
      break;
    case 'L':
      whole(take<std::int64_t>(end));
      break;
    case 'F':
      real(static_cast<double>(take<float>(end)));
      break;
    case 'D':
      real(take<double>(end));
      break;
    case 'S':
    case 'R':
      value.kind = Value::Kind::text;
      value.bytes = take_bytes(take<std::uint32_t>(end), end);
      break;
    case 'f':
    case 'd':
    case 'l':
    case 'i':
    case 'b':
    case 'c': {
      value.kind = Value::Kind::array;
      value.type = type;
      value.count = take<std::uint32_t>(end);
      const auto encoding = take<std::uint32_t>(end);
      if (encoding > 1) tree_.fail("has an array packed in a way that is not known");
      value.stored = encoding == 1 ? Value::Stored::deflated : Value::Stored::plain;
      value.bytes = take_bytes(take<std::uint32_t>(end), end);
      break;
    }
    case 'Z':  // nothing
      value.kind = Value::Kind::text;
      break;
    default:
      tree_.fail("is damaged: it has a value of no known type");
  }
  tree_.add_value(element, value);
}

}  // namespace limber::fbx
