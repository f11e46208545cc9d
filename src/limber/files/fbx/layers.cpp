#include "limber/files/fbx/layers.h"

namespace limber::fbx {

Layer::Layer(const Element& geometry, std::string_view layer, std::string_view values,
             std::string_view indices, std::size_t width)
    : width_(width) {
  const auto element = geometry.find(layer);
  if (!element) return;
  const auto list = element->find(values);
  const auto mapping = element->find("MappingInformationType");
  if (!list || !mapping) return;
  const std::string by = mapping->text(0).value_or("");
  if (by == "ByPolygonVertex") {
    by_ = By::corner;
  } else if (by == "ByVertex" || by == "ByVertice") {
    by_ = By::point;
  } else if (by == "ByPolygon") {
    by_ = By::polygon;
  } else if (by != "AllSame") {
    return;
  }
  const auto reference = element->find("ReferenceInformationType");
  const std::string way = reference ? reference->text(0).value_or("") : "";
  // Materials are "IndexToDirect" into the list of the model's materials: their numbers are the values.
  const auto index_list = indices.empty() ? std::nullopt : element->find(indices);
  is_indexed_ = (way == "IndexToDirect" || way == "Index") && index_list;
  if (is_indexed_) indices_ = index_list->integers();
  values_ = list->reals();
}

const double* Layer::at(const Corner& corner) const {
  std::size_t row = by_ == By::corner    ? corner.number
                    : by_ == By::point   ? corner.point
                    : by_ == By::polygon ? corner.polygon
                                         : 0;
  if (is_indexed_) {
    if (row >= indices_.size() || indices_[row] < 0) return nullptr;
    row = static_cast<std::size_t>(indices_[row]);
  }
  return row < values_.size() / width_ ? values_.data() + row * width_ : nullptr;
}

}  // namespace limber::fbx
