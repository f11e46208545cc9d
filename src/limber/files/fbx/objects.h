#pragma once
// The objects of an FBX file, how they are connected, and their properties: their own, or else those that the
// file defines for all of their kind, or else those of the format.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "limber/files/fbx/tree.h"
#include "limber/math/types.h"

namespace limber::fbx {

struct Object {
  struct Source {
    int object;                 // what is connected to this one
    std::string_view property;  // to which of its properties; empty: to the object
  };
  Element element;
  std::int64_t id = 0;
  std::string_view type;     // "Model", "Geometry", "Deformer"
  std::string_view subtype;  // "LimbNode", "Mesh", "Cluster"
  std::string name;
  std::vector<Source> sources;
};

class Objects {
 public:
  explicit Objects(const Tree& tree);

  const Tree& tree() const { return tree_; }
  const std::vector<Object>& list() const { return list_; }
  const Object& operator[](int number) const { return list_[static_cast<std::size_t>(number)]; }
  std::vector<int> of_type(std::string_view type) const;

  // Those of a type (and a subtype, if it is not empty) that are connected to the object, in the order of
  // the file.
  std::vector<int> sources(int object, std::string_view type, std::string_view subtype = {}) const;
  // What the object is connected to, as it stands in the file: child, parent.
  struct Connection {
    int source, target;  // -1: the scene
    std::string_view property;
  };
  const std::vector<Connection>& connections() const { return connections_; }

  // A property of an object, of its template, or `fallback`.
  double real(int object, std::string_view property, double fallback) const;
  std::int64_t integer(int object, std::string_view property, std::int64_t fallback) const;
  Vec3 vec3(int object, std::string_view property, const Vec3& fallback) const;
  std::string text(int object, std::string_view property) const;

 private:
  std::optional<Element> find_property(int object, std::string_view property) const;
  void read_templates();
  void read_connections();

  const Tree& tree_;
  std::vector<Object> list_;
  std::unordered_map<std::int64_t, int> by_id_;
  using Properties = std::unordered_map<std::string_view, Element>;  // by name
  std::map<std::string_view, Properties> templates_;                 // by type of object
  std::vector<Connection> connections_;
};

// The number in an element "Properties70"; nothing: it is not there.
std::optional<Element> property_in(const Element& properties, std::string_view name);
std::optional<double> property_real(const Element& property, std::size_t k = 0);

}  // namespace limber::fbx
