#pragma once
// What a polygon mesh of an FBX file says about its corners: normals, coordinates on a texture, materials.

#include <string_view>
#include <vector>

#include "limber/files/fbx/objects.h"

namespace limber::fbx {

// A corner of a polygon.
struct Corner {
  std::size_t number;   // among all corners
  std::size_t point;    // which point it is at
  std::size_t polygon;  // which polygon it is of
};

// Rows of numbers, one for each corner, point or polygon, or one for all; perhaps by way of a list of
// indices.
class Layer {
 public:
  Layer() = default;
  // The first `layer` of a geometry, "LayerElementNormal", with its numbers in `values` and indices in
  // `indices`. Empty if there is none, or if it is laid out in a way that is not read.
  Layer(const Element& geometry, std::string_view layer, std::string_view values, std::string_view indices,
        std::size_t width);

  bool empty() const { return values_.empty(); }
  // Null: the layer has none for it.
  const double* at(const Corner& corner) const;

 private:
  enum class By { corner, point, polygon, all } by_ = By::all;
  bool is_indexed_ = false;
  std::size_t width_ = 1;
  std::vector<double> values_;
  std::vector<std::int64_t> indices_;
};

}  // namespace limber::fbx
