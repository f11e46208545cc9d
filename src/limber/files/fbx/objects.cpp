// Objects by their numbers, and who is connected to whom.

#include "limber/files/fbx/objects.h"

namespace limber::fbx {

namespace {

constexpr std::size_t first_number = 4;  // P: name, type, label, flags, then what it holds

// Binary: "Hips\0\1Model"; text: "Model::Hips". Names may have colons of their own.
std::string plain_name(const Element& element, std::string_view type) {
  std::string name = element.text(1).value_or("");
  const std::string_view separator("\0\1", 2);
  if (const std::size_t at = name.find(separator); at != name.npos) {
    name.resize(at);
  } else if (name.starts_with(std::string(type) + "::")) {
    name.erase(0, type.size() + 2);
  }
  return name;
}

}  // namespace

std::optional<Element> property_in(const Element& properties, std::string_view name) {
  for (std::optional<Element> p = properties.first_child(); p; p = p->next()) {
    if (p->bytes(0) == name) return p;
  }
  return std::nullopt;
}

std::optional<double> property_real(const Element& property, std::size_t k) {
  return property.real(first_number + k);
}

Objects::Objects(const Tree& tree) : tree_(tree) {
  const std::optional<Element> objects = tree.root().find("Objects");
  if (!objects) tree.fail("has no objects, so there is nothing to open");
  for (std::optional<Element> it = objects->first_child(); it; it = it->next()) {
    const std::optional<std::int64_t> id = it->integer(0);
    if (!id) continue;
    Object made{.element = *it, .id = *id, .type = it->name(), .subtype = it->bytes(2).value_or("")};
    made.name = plain_name(*it, made.type);
    if (by_id_.emplace(*id, static_cast<int>(list_.size())).second) list_.push_back(std::move(made));
  }
  read_templates();
  read_connections();
}

void Objects::read_templates() {
  const std::optional<Element> definitions = tree_.root().find("Definitions");
  if (!definitions) return;
  definitions->for_each("ObjectType", [&](const Element& type) {
    const auto properties = type.find("PropertyTemplate");
    const auto list = properties ? properties->find("Properties70") : std::nullopt;
    const auto name = type.bytes(0);
    if (!name || !list) return;
    Properties& by_name = templates_[*name];
    for (std::optional<Element> p = list->first_child(); p; p = p->next()) {
      if (const auto key = p->bytes(0)) by_name.emplace(*key, *p);
    }
  });
}

void Objects::read_connections() {
  const std::optional<Element> connections = tree_.root().find("Connections");
  if (!connections) return;
  connections->for_each("C", [&](const Element& c) {
    const auto kind = c.bytes(0);
    const auto source = c.integer(1), target = c.integer(2);
    if (!source || !target || (kind != "OO" && kind != "OP")) return;
    const auto from = by_id_.find(*source), to = by_id_.find(*target);
    if (from == by_id_.end()) return;
    const std::string_view property = kind == "OP" ? c.bytes(3).value_or("") : "";
    if (to == by_id_.end()) {
      if (*target == 0) connections_.push_back({from->second, -1, property});
      return;
    }
    connections_.push_back({from->second, to->second, property});
    list_[static_cast<std::size_t>(to->second)].sources.push_back({from->second, property});
  });
}

std::vector<int> Objects::of_type(std::string_view type) const {
  std::vector<int> found;
  for (std::size_t k = 0; k < list_.size(); ++k) {
    if (list_[k].type == type) found.push_back(static_cast<int>(k));
  }
  return found;
}

std::vector<int> Objects::sources(int object, std::string_view type, std::string_view subtype) const {
  std::vector<int> found;
  for (const Object::Source& source : (*this)[object].sources) {
    const Object& it = (*this)[source.object];
    if (it.type == type && (subtype.empty() || it.subtype == subtype)) found.push_back(source.object);
  }
  return found;
}

std::optional<Element> Objects::find_property(int object, std::string_view property) const {
  const Object& it = (*this)[object];
  if (const auto own = it.element.find("Properties70")) {
    if (const auto found = property_in(*own, property)) return found;
  }
  const auto common = templates_.find(it.type);
  if (common == templates_.end()) return std::nullopt;
  const auto found = common->second.find(property);
  return found == common->second.end() ? std::nullopt : std::optional<Element>(found->second);
}

double Objects::real(int object, std::string_view property, double fallback) const {
  const auto found = find_property(object, property);
  return found ? property_real(*found).value_or(fallback) : fallback;
}

std::int64_t Objects::integer(int object, std::string_view property, std::int64_t fallback) const {
  const auto found = find_property(object, property);
  return found ? found->integer(first_number).value_or(fallback) : fallback;
}

Vec3 Objects::vec3(int object, std::string_view property, const Vec3& fallback) const {
  const auto found = find_property(object, property);
  if (!found) return fallback;
  Vec3 made;
  for (int k = 0; k < 3; ++k) {
    made[k] = property_real(*found, static_cast<std::size_t>(k)).value_or(fallback[k]);
  }
  return made;
}

std::string Objects::text(int object, std::string_view property) const {
  const auto found = find_property(object, property);
  return found ? found->text(first_number).value_or("") : "";
}

}  // namespace limber::fbx
