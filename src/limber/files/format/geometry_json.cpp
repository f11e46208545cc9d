// Reads and writes placements, rotations, colours and shapes.

#include "limber/files/format/geometry_json.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/base/number_text.h"
#include "limber/files/format/format_keys.h"
#include "limber/math/rotation.h"

namespace limber::json {

namespace {

constexpr std::array<std::string_view, 8> bounded_shape_words = {
    "sphere", "ellipsoid", "capsule", "cylinder", "box", "mesh", "convex", "rectangle"};

Vec3 read_vec3_or(const Value& object, std::string_view key, const Vec3& otherwise) {
  const std::optional<Value> value = object.find(key);
  return value ? value->vec3() : otherwise;
}

Mat3 read_rotation_of(const Value& object) {
  const std::optional<Value> value = object.find("rotation");
  return value ? read_rotation(*value) : Mat3::Identity();
}

void write_vector_unless(const Vec3& usual, std::string_view key, const Vec3& value, Output& object) {
  if (value != usual) object.set(key, Output::vector(value));
}

// The box of a mesh is written like a box.
Box read_box(const Value& object) {
  return {read_vec3_or(object, "center", Vec3::Zero()), read_lengths(object.at("size")),
          read_rotation_of(object)};
}

Rectangle read_rectangle(const Value& object) {
  const Value size = object.at("size");
  const std::vector<double> edges = size.numbers(2);
  for (std::size_t i = 0; i < 2; ++i) size[i].positive();
  return {read_vec3_or(object, "center", Vec3::Zero()), Vec2(edges[0], edges[1]), read_rotation_of(object)};
}

ConvexMesh read_convex(const Value& object) {
  const Value list = object.at("vertices");
  list.require_list();
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < list.size(); ++i) vertices.push_back(list[i].vec3());
  Expected<ConvexHull> hull = convex_hull(vertices);
  if (!hull) list.fail(hull.error().message);
  return {std::make_shared<const ConvexHull>(std::move(*hull)), {}};
}

template <class Rod>  // Capsule or Cylinder
Rod read_rod(const Value& object) {
  return {object.at("a").vec3(), object.at("b").vec3(), object.at("radius").positive()};
}

struct ShapeWriter {
  Output& object;

  void operator()(const Sphere& sphere) const {
    write_vector_unless(Vec3::Zero(), "center", sphere.center, object);
    object.set("radius", Output::number(sphere.radius));
  }
  void operator()(const Ellipsoid& ellipsoid) const {
    write_vector_unless(Vec3::Zero(), "center", ellipsoid.center, object);
    object.set("radii", Output::vector(ellipsoid.radii));
    write_rotation(ellipsoid.rotation, object);
  }
  template <class Rod>
  void write_rod(const Rod& rod) const {
    object.set("a", Output::vector(rod.a))
        .set("b", Output::vector(rod.b))
        .set("radius", Output::number(rod.radius));
  }
  void operator()(const Capsule& capsule) const { write_rod(capsule); }
  void operator()(const Cylinder& cylinder) const { write_rod(cylinder); }
  void operator()(const Box& box) const {
    write_vector_unless(Vec3::Zero(), "center", box.center, object);
    object.set("size", Output::vector(box.size));
    write_rotation(box.rotation, object);
  }
  void operator()(const Plane& plane) const {
    write_vector_unless(Vec3::Zero(), "point", plane.point, object);
    write_vector_unless(Vec3::UnitZ(), "normal", plane.normal, object);
  }
  void operator()(const Rectangle& rectangle) const {
    write_vector_unless(Vec3::Zero(), "center", rectangle.center, object);
    object.set("size", Output::numbers({rectangle.size.x(), rectangle.size.y()}));
    write_rotation(rectangle.rotation, object);
  }
  void operator()(const ConvexMesh& mesh) const {
    Output vertices = Output::list();
    const bool is_moved = !(mesh.place == Transform{});
    for (const Vec3& v : mesh.hull->vertices) {
      vertices.add(Output::vector(is_moved ? Vec3(mesh.place * v) : v));
    }
    object.set("vertices", std::move(vertices));
  }
  void operator()(const MeshReference& mesh) const {
    object.set("file", Output::text(mesh.file));
    write_vector_unless(Vec3::Ones(), "scale", mesh.scale, object);
    write_placement(mesh.place, "at", object);
    (*this)(mesh.box);
  }
};

}  // namespace

Vec3 read_lengths(const Value& value) {
  const Vec3 lengths = value.vec3();
  for (std::size_t i = 0; i < 3; ++i) value[i].positive();
  return lengths;
}

Mat3 read_rotation(const Value& value) {
  const Vec3 k = value.vec3();
  if (k.norm() > 1e3)
    value.fail("the angle of this rotation vector is over 1000 radians; expected axis times angle");
  return exp_rotation(k);
}

void write_rotation(const Mat3& rotation, Output& object) {
  if (rotation == Mat3::Identity()) return;
  const auto round_trip = [](const Vec3& k) { return log_rotation(exp_rotation(k)); };
  const Vec3 k = settled_rotation_vector(log_rotation(rotation), round_trip);
  write_vector_unless(Vec3::Zero(), "rotation", k, object);
}

Vec3 rounded_for_writing(const Vec3& rotation_vector) {
  constexpr double places = 1e14;
  constexpr double rounding = 3e-15;  // larger than the error of log(exp(k))
  constexpr double step = std::numbers::pi / 12;
  return rotation_vector.unaryExpr([](double angle) {
    const double multiple = std::round(angle / step) * step;
    if (std::abs(multiple - angle) <= rounding) return multiple;
    return std::round(angle * places) / places;
  });
}

Transform read_position_and_rotation(const Value& object) {
  return {read_rotation_of(object), read_vec3_or(object, "position", Vec3::Zero())};
}

void write_position_and_rotation(const Transform& placement, Output& object) {
  write_vector_unless(Vec3::Zero(), "position", placement.translation, object);
  write_rotation(placement.rotation, object);
}

Transform read_placement(const Value& object, std::string_view key) {
  const std::optional<Value> placement = object.find(key);
  if (!placement) return {};
  placement->require_object(placement_keys);
  return read_position_and_rotation(*placement);
}

void write_placement(const Transform& placement, std::string_view key, Output& object) {
  Output written = Output::object();
  write_position_and_rotation(placement, written);
  if (!written.is_empty()) object.set(key, std::move(written));
}

std::optional<Color> read_color(const Value& object) {
  const std::optional<Value> value = object.find("color");
  if (!value) return std::nullopt;
  if (value->is(Kind::list)) {
    const Vec3 rgb = value->vec3();
    for (std::size_t i = 0; i < 3; ++i) {
      if (!(rgb[static_cast<int>(i)] >= 0.0 && rgb[static_cast<int>(i)] <= 1.0))
        (*value)[i].fail_type("a number from 0 to 1");
    }
    return Color{rgb[0], rgb[1], rgb[2]};
  }
  const std::string_view text = value->is(Kind::text) ? value->node().text() : std::string_view();
  const bool is_hex = text.size() == 7 && text[0] == '#' &&
                      text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
  if (!is_hex) value->fail_type("a colour like \"#c08040\" or [0.75, 0.5, 0.25]");
  Color color;
  for (std::size_t i = 0; i < 3; ++i) {
    color[i] = std::stoi(std::string(text.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
  }
  return color;
}

void write_color(const std::optional<Color>& color, Output& object) {
  if (!color) return;
  std::array<int, 3> steps;
  bool is_exact = true;
  for (std::size_t i = 0; i < 3; ++i) {
    steps[i] = static_cast<int>(std::lround(std::clamp((*color)[i], 0.0, 1.0) * 255.0));
    is_exact = is_exact && steps[i] / 255.0 == (*color)[i];
  }
  if (!is_exact) {
    object.set("color", Output::numbers({(*color)[0], (*color)[1], (*color)[2]}));
    return;
  }
  object.set("color", Output::text(hex_color(steps)));
}

Shape read_shape(const Value& object, ShapePlace place) {
  object.require_object();
  const bool in_world = place == ShapePlace::world;
  const Value kind = object.at("shape");
  if (!in_world && kind.is(Kind::text) && kind.node().text() == "plane") {
    kind.fail("a plane belongs to the world of a scene, not to a segment; expected a bounded shape");
  }
  const std::string_view word = in_world ? shape_words[kind.word(shape_words, "shape")]
                                         : bounded_shape_words[kind.word(bounded_shape_words, "shape")];
  const auto index =
      static_cast<std::size_t>(std::find(shape_words.begin(), shape_words.end(), word) - shape_words.begin());
  object.require_object(in_world ? obstacle_keys(index) : shape_keys(index));
  if (word == "sphere")
    return Sphere{read_vec3_or(object, "center", Vec3::Zero()), object.at("radius").positive()};
  if (word == "ellipsoid") {
    return Ellipsoid{read_vec3_or(object, "center", Vec3::Zero()), read_lengths(object.at("radii")),
                     read_rotation_of(object)};
  }
  if (word == "capsule") return read_rod<Capsule>(object);
  if (word == "cylinder") return read_rod<Cylinder>(object);
  if (word == "box") return read_box(object);
  if (word == "rectangle") return read_rectangle(object);
  if (word == "convex") return read_convex(object);
  if (word == "plane") {
    const std::optional<Value> normal = object.find("normal");
    return Plane{read_vec3_or(object, "point", Vec3::Zero()), normal ? normal->unit_vector() : Vec3::UnitZ()};
  }
  return MeshReference{object.at("file").name(), read_vec3_or(object, "scale", Vec3::Ones()),
                       read_placement(object, "at"), read_box(object)};
}

void write_shape(const Shape& shape, Output& object) {
  object.set("shape", Output::text(shape_words[shape.index()]));
  std::visit(ShapeWriter{object}, shape);
}

}  // namespace limber::json
