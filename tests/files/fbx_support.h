#pragma once
// FBX files written by the tests themselves, as text and as binary.

#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace limber::test {

struct FbxFloats {
  std::vector<float> values;
};
using FbxValue = std::variant<std::int64_t, double, std::string, std::vector<double>,
                              std::vector<std::int32_t>, std::vector<std::int64_t>, FbxFloats>;

struct FbxElement {
  std::string name;
  std::vector<FbxValue> values = {};
  std::vector<FbxElement> children = {};

  FbxElement& add(const std::string& child, std::vector<FbxValue> with = {}) {
    children.push_back({child, std::move(with)});
    return children.back();
  }
  // P: name, type, label, flags, numbers
  void property(const std::string& called, const std::vector<FbxValue>& numbers) {
    std::vector<FbxValue> all = {called, std::string("Vector"), std::string(), std::string("A")};
    all.insert(all.end(), numbers.begin(), numbers.end());
    add("P", all);
  }
};

// "Hips\0\1Model" in binary files is "Model::Hips" in text ones.
inline std::string fbx_name(const std::string& name, const std::string& type) {
  return name + std::string("\0\1", 2) + type;
}

class FbxText {
 public:
  static std::string of(const FbxElement& file) {
    std::string text = "; FBX 7.4.0 project file\n; ---\n\n";
    for (const FbxElement& child : file.children) write(child, 0, text);
    return text;
  }

 private:
  static std::string number(double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
  }
  template <class List>
  static std::string list(const List& values) {
    std::string text = "*" + std::to_string(values.size()) + " {\n a: ";
    for (std::size_t k = 0; k < values.size(); ++k) {
      text += k == 0 ? "" : k % 10 == 0 ? ",\n" : ",";
      text += number(static_cast<double>(values[k]));
    }
    return text + "\n}";
  }
  static std::string value(const FbxValue& v) {
    if (const auto* whole = std::get_if<std::int64_t>(&v)) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&v)) return number(*real);
    if (const auto* text = std::get_if<std::string>(&v)) {
      std::string made = *text;
      if (const std::size_t at = made.find(std::string("\0\1", 2)); at != made.npos) {
        made = made.substr(at + 2) + "::" + made.substr(0, at);
      }
      for (std::size_t at = 0; (at = made.find('"', at)) != made.npos;) made.replace(at, 1, "&quot;");
      return "\"" + made + "\"";
    }
    if (const auto* reals = std::get_if<std::vector<double>>(&v)) return list(*reals);
    if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(&v)) return list(*wholes);
    if (const auto* floats = std::get_if<FbxFloats>(&v)) {  // their bits
      std::vector<std::int64_t> bits;
      for (const float f : floats->values) {
        std::int32_t raw = 0;
        std::memcpy(&raw, &f, 4);
        bits.push_back(raw);
      }
      return list(bits);
    }
    std::string text;  // times have more digits than a double
    const auto& longs = std::get<std::vector<std::int64_t>>(v);
    for (const std::int64_t x : longs) text += (text.empty() ? "" : ",") + std::to_string(x);
    return "*" + std::to_string(longs.size()) + " {\n a: " + text + "\n}";
  }
  static void write(const FbxElement& element, int depth, std::string& text) {
    text += std::string(static_cast<std::size_t>(depth), '\t') + element.name + ": ";
    for (std::size_t k = 0; k < element.values.size(); ++k) {
      text += (k > 0 ? "," : "") + value(element.values[k]);
    }
    if (!element.children.empty()) {
      text += " {\n";
      for (const FbxElement& child : element.children) write(child, depth + 1, text);
      text += std::string(static_cast<std::size_t>(depth), '\t') + "}";
    }
    text += "\n";
  }
};

class FbxBinary {
 public:
  static std::string of(const FbxElement& file, int version, bool deflate) {
    FbxBinary writer{version >= 7500, deflate, std::string("Kaydara FBX Binary  \0\x1a\0", 23)};
    writer.put(static_cast<std::uint32_t>(version));
    for (const FbxElement& child : file.children) writer.write(child);
    writer.end_list();
    return writer.bytes_ + std::string(100, '\x5a');  // a footer
  }

 private:
  FbxBinary(bool is_wide, bool deflate, std::string bytes)
      : is_wide_(is_wide), deflates_(deflate), bytes_(std::move(bytes)) {}

  template <class Number>
  void put(Number number) {
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    bytes_.append(raw, sizeof number);
  }
  void put_size(std::size_t size) {
    if (is_wide_) {
      put(static_cast<std::uint64_t>(size));
    } else {
      put(static_cast<std::uint32_t>(size));
    }
  }
  void set_size(std::size_t at, std::size_t size) {
    const std::uint64_t number = size;
    std::memcpy(bytes_.data() + at, &number, is_wide_ ? 8 : 4);
  }
  void end_list() { bytes_.append(is_wide_ ? 25 : 13, '\0'); }

  template <class Number>
  void array(char type, const std::vector<Number>& values) {
    bytes_ += type;
    put(static_cast<std::uint32_t>(values.size()));
    std::string raw(values.size() * sizeof(Number), '\0');
    if (!values.empty()) std::memcpy(raw.data(), values.data(), raw.size());
    if (deflates_) {
      std::string packed(compressBound(raw.size()), '\0');
      uLongf size = packed.size();
      compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
               raw.size());
      raw = packed.substr(0, size);
    }
    put(std::uint32_t{deflates_});
    put(static_cast<std::uint32_t>(raw.size()));
    bytes_ += raw;
  }
  void write(const FbxValue& v) {
    if (const auto* whole = std::get_if<std::int64_t>(&v)) {
      bytes_ += 'L';
      put(*whole);
    } else if (const auto* real = std::get_if<double>(&v)) {
      bytes_ += 'D';
      put(*real);
    } else if (const auto* text = std::get_if<std::string>(&v)) {
      bytes_ += 'S';
      put(static_cast<std::uint32_t>(text->size()));
      bytes_ += *text;
    } else if (const auto* reals = std::get_if<std::vector<double>>(&v)) {
      array('d', *reals);
    } else if (const auto* wholes = std::get_if<std::vector<std::int32_t>>(&v)) {
      array('i', *wholes);
    } else if (const auto* floats = std::get_if<FbxFloats>(&v)) {
      array('f', floats->values);
    } else {
      array('l', std::get<std::vector<std::int64_t>>(v));
    }
  }
  void write(const FbxElement& element) {
    const std::size_t start = bytes_.size(), each = is_wide_ ? 8 : 4;
    put_size(0);
    put_size(element.values.size());
    put_size(0);
    put(static_cast<std::uint8_t>(element.name.size()));
    bytes_ += element.name;
    const std::size_t values = bytes_.size();
    for (const FbxValue& value : element.values) write(value);
    set_size(start + 2 * each, bytes_.size() - values);
    for (const FbxElement& child : element.children) write(child);
    if (!element.children.empty()) end_list();
    set_size(start, bytes_.size());
  }

  bool is_wide_, deflates_;
  std::string bytes_;
};

// The elements that every file has, objects and connections to be added.
class FbxMaker {
 public:
  FbxElement file;

  FbxMaker() {
    file.children.reserve(8);  // the references below stay
    FbxElement& header = file.add("FBXHeaderExtension");
    header.add("FBXHeaderVersion", {std::int64_t{1003}});
    header.add("FBXVersion", {std::int64_t{7400}});
    file.add("GlobalSettings").add("Properties70");
    file.add("Definitions");
    file.add("Objects");
    file.add("Connections");
  }

  FbxElement& header() { return file.children[0]; }
  FbxElement& settings() { return file.children[1].children[0]; }
  FbxElement& definitions() { return file.children[2]; }
  FbxElement& objects() { return file.children[3]; }
  FbxElement& connections() { return file.children[4]; }

  // The reference holds until the next object is added.
  FbxElement& object(const std::string& type, std::int64_t id, const std::string& name,
                     const std::string& subtype) {
    return objects().add(type, {id, fbx_name(name, type), subtype});
  }
  void connect(std::int64_t child, std::int64_t parent, const std::string& property = "") {
    std::vector<FbxValue> values = {std::string(property.empty() ? "OO" : "OP"), child, parent};
    if (!property.empty()) values.emplace_back(property);
    connections().add("C", values);
  }
  std::int64_t next_id() { return ++last_id_; }

  std::string text() const { return FbxText::of(file); }
  std::string binary(int version = 7400, bool deflate = true) const {
    return FbxBinary::of(file, version, deflate);
  }

 private:
  std::int64_t last_id_ = 1000;
};

// The object of a type (and a subtype, if it is not empty) with this number among them.
inline FbxElement& object_in(FbxMaker& maker, const std::string& type, const std::string& subtype = "",
                             int number = 0) {
  for (FbxElement& object : maker.objects().children) {
    const bool is_kind =
        object.name == type && (subtype.empty() || std::get<std::string>(object.values[2]) == subtype);
    if (is_kind && number-- == 0) return object;
  }
  throw std::out_of_range(type);
}

}  // namespace limber::test
