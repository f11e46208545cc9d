#pragma once
// A glTF 2.0 file as it is written: its JSON and its buffers. Nothing is converted here, and no number of the
// file is trusted: an offset outside its buffer, a number that is none, a file elsewhere are a ReadError.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "limber/files/json/reader.h"
#include "limber/meshes/read_mesh.h"

namespace limber::gltf {

// What an accessor holds: rows of `width` numbers, whole ones that are "normalized" already divided.
struct Rows {
  std::size_t count = 0, width = 1;
  std::vector<double> values;
  const double* row(std::size_t k) const { return values.data() + k * width; }
};

class GltfFile {
 public:
  // `bytes`: .glb or .gltf, by its content. `beside` reads the buffers and images it refers to; may be
  // empty.
  GltfFile(std::string_view bytes, const std::string& name, const ReadBeside& beside);

  const json::Value& document() const { return *document_; }
  const std::string& name() const { return name_; }

  // The accessor whose number stands at `place`; `types`: "VEC3", or several that would do: "VEC3 VEC4".
  Rows read(const json::Value& place, std::string_view types) const;

  // Of image `number`, as PNG or whatever else it is; the error says why there are none.
  Expected<std::string> image_bytes(int number) const;

  // The number at `place` of one of the things in the list `key`: "nodes".
  int index_in(const json::Value& place, const char* key) const;
  std::size_t count(const char* key) const;

  [[noreturn]] void fail(const std::string& problem) const;  // the file as a whole

 private:
  std::string_view view_bytes(const json::Value& accessor, std::size_t& stride) const;
  void read_buffers();
  // What stands behind "uri": base64, or a file.
  Expected<std::string> bytes_at(const std::string& address) const;

  std::string name_;
  ReadBeside beside_;
  mutable std::size_t numbers_read_ = 0;  // accessors may be named again and again
  std::unique_ptr<json::Tree> tree_;
  std::unique_ptr<json::Value> document_;
  std::string_view binary_;  // of a .glb
  std::vector<std::string> own_;
  std::vector<std::string_view> buffers_;
};

}  // namespace limber::gltf
