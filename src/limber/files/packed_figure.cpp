// One list of fields for both ways: `pass` names the parts of each struct, and an archive writes or reads
// them.

#include "limber/files/packed_figure.h"

#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <type_traits>
#include <variant>
#include <vector>

namespace limber {

namespace packing {

namespace {

template <class T>
inline constexpr bool is_plain = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// Lists of these are copied as they lie in memory.
template <class T>
inline constexpr bool is_plain_row =
    is_plain<T> || std::is_same_v<T, std::array<float, 2>> || std::is_same_v<T, std::array<float, 3>> ||
    std::is_same_v<T, std::array<std::uint32_t, 3>> || std::is_same_v<T, Mesh::Influence>;

class Writer {
 public:
  static constexpr bool reads = false;
  std::string bytes;

  void raw(const void* from, std::size_t size) { bytes.append(static_cast<const char*>(from), size); }
  std::uint64_t count(std::uint64_t size) {
    raw(&size, sizeof size);
    return size;
  }
  // The number of what it points to; the thing itself follows where it is new.
  template <class T>
  bool is_new(std::shared_ptr<const T>& thing) {
    const auto [known, is_first] = numbers_.emplace(thing.get(), numbers_.size());
    count(known->second);
    return is_first;
  }

 private:
  std::map<const void*, std::uint64_t> numbers_;
};

struct Broken {};

class Reader {
 public:
  static constexpr bool reads = true;
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  void raw(void* to, std::size_t size) {
    if (size > rest_.size()) throw Broken();
    if (size > 0) std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  // A count of things that have a byte at least.
  std::uint64_t count(std::uint64_t) {
    std::uint64_t size = 0;
    raw(&size, sizeof size);
    if (size > rest_.size() + things_.size()) throw Broken();
    return size;
  }
  template <class T>
  bool is_new(std::shared_ptr<const T>& thing) {
    const std::uint64_t number = count(0);
    if (number > things_.size()) throw Broken();
    if (number == things_.size()) return true;
    if (things_[number].first != kind_of<T>()) throw Broken();
    thing = std::static_pointer_cast<const T>(things_[number].second);
    return false;
  }
  // In the order in which the writer met them: before the parts of the thing are read.
  std::size_t reserve() {
    things_.emplace_back();
    return things_.size() - 1;
  }
  template <class T>
  void keep(std::size_t place, const std::shared_ptr<const T>& thing) {
    things_[place] = {kind_of<T>(), thing};
  }
  bool is_at_end() const { return rest_.empty(); }

 private:
  template <class T>
  static const void* kind_of() {
    static const char kind = 0;
    return &kind;
  }
  std::string_view rest_;
  std::vector<std::pair<const void*, std::shared_ptr<const void>>> things_;
};

void require(bool holds) {
  if (!holds) throw Broken();
}

template <class Archive, class T>
void pass(Archive& a, T& x);

template <class Archive, class... Parts>
void pass_all(Archive& a, Parts&... parts) {
  (pass(a, parts), ...);
}

template <class Archive>
void fields(Archive& a, bool& x) {
  std::uint8_t byte = x ? 1 : 0;
  a.raw(&byte, 1);
  x = byte != 0;
}
template <class Archive>
void fields(Archive& a, std::string& x) {
  x.resize(a.count(x.size()));
  a.raw(x.data(), x.size());
}
template <class Archive, class T>
void fields(Archive& a, std::vector<T>& x) {
  x.resize(a.count(x.size()));
  if constexpr (is_plain_row<T>) {
    a.raw(x.data(), x.size() * sizeof(T));
  } else {
    for (T& each : x) pass(a, each);
  }
}
template <class Archive, class T, std::size_t size>
void fields(Archive& a, std::array<T, size>& x) {
  for (T& each : x) pass(a, each);
}
template <class Archive, class T>
void fields(Archive& a, std::optional<T>& x) {
  bool has = x.has_value();
  pass(a, has);
  if (!has) return;
  if (!x) x.emplace();
  pass(a, *x);
}
template <class Archive, class T, int rows, int columns>
void fields(Archive& a, Eigen::Matrix<T, rows, columns>& x) {
  if constexpr (rows == Eigen::Dynamic) {
    x.resize(static_cast<Eigen::Index>(a.count(static_cast<std::uint64_t>(x.size()))));
  }
  a.raw(x.data(), static_cast<std::size_t>(x.size()) * sizeof(T));
}
template <std::size_t k = 0, class Archive, class... Kinds>
void pass_alternative(Archive& a, std::variant<Kinds...>& x, std::size_t index) {
  if constexpr (k < sizeof...(Kinds)) {
    if (index != k) return pass_alternative<k + 1>(a, x, index);
    if (x.index() != k) x.template emplace<k>();
    pass(a, std::get<k>(x));
  } else {
    throw Broken();
  }
}
template <class Archive, class... Kinds>
void fields(Archive& a, std::variant<Kinds...>& x) {
  std::uint8_t index = static_cast<std::uint8_t>(x.index());
  a.raw(&index, 1);
  pass_alternative(a, x, index);
}
template <class Archive, class T>
void fields(Archive& a, std::shared_ptr<const T>& x) {
  bool has = x != nullptr;
  pass(a, has);
  if (!has || !a.is_new(x)) return;
  if constexpr (Archive::reads) {
    const std::size_t place = a.reserve();
    auto made = std::make_shared<T>();
    pass(a, *made);
    x = std::move(made);
    a.keep(place, x);
  } else {
    T copy = *x;
    pass(a, copy);
  }
}
template <class Archive>
void fields(Archive&, std::monostate&) {}

// Words, of which there are so many.
template <class Archive, class Word>
void pass_word(Archive& a, Word& x, Word last) {
  pass(a, x);
  require(x >= Word{} && x <= last);
}

template <class Archive>
void fields(Archive& a, Transform& x) {
  pass_all(a, x.rotation, x.translation);
}
template <class Archive>
void fields(Archive& a, Range& x) {
  pass_all(a, x.min, x.max);
}
template <class Archive>
void fields(Archive& a, SwingEllipse& x) {
  pass(a, x.radii);
}
template <class Archive>
void fields(Archive& a, SwingPolygon& x) {
  pass_all(a, x.vertices, x.starts);
}
template <class Archive>
void fields(Archive& a, TwistTable& x) {
  pass_all(a, x.azimuths, x.deviations, x.largest_deviation, x.ranges);
}
template <class Archive>
void fields(Archive& a, Strength::Entry& x) {
  pass_all(a, x.angle, x.positive, x.negative);
}
template <class Archive>
void fields(Archive& a, Strength& x) {
  pass_all(a, x.torque, x.table, x.axes);
}
template <class Archive>
void fields(Archive& a, Joint& x) {
  pass(a, x.name);
  pass_word(a, x.type, JointType::free);
  pass_all(a, x.axis, x.twist_axis, x.ranges, x.swing_limit, x.twist_limit, x.cost, x.rest, x.inverted,
           x.strength);
}
template <class Archive>
void fields(Archive& a, Sphere& x) {
  pass_all(a, x.center, x.radius);
}
template <class Archive>
void fields(Archive& a, Ellipsoid& x) {
  pass_all(a, x.center, x.radii, x.rotation);
}
template <class Archive>
void fields(Archive& a, Capsule& x) {
  pass_all(a, x.a, x.b, x.radius);
}
template <class Archive>
void fields(Archive& a, Cylinder& x) {
  pass_all(a, x.a, x.b, x.radius);
}
template <class Archive>
void fields(Archive& a, Box& x) {
  pass_all(a, x.center, x.size, x.rotation);
}
template <class Archive>
void fields(Archive& a, Plane& x) {
  pass_all(a, x.point, x.normal);
}
template <class Archive>
void fields(Archive& a, Rectangle& x) {
  pass_all(a, x.center, x.size, x.rotation);
}
template <class Archive>
void fields(Archive& a, MeshReference& x) {
  pass_all(a, x.file, x.scale, x.place, x.box);
}
template <class Archive>
void fields(Archive& a, ConvexHull::Face& x) {
  pass_all(a, x.vertices, x.normal, x.offset);
}
template <class Archive>
void fields(Archive& a, ConvexHull& x) {
  pass_all(a, x.vertices, x.faces, x.center, x.reach);
  for (const ConvexHull::Face& face : x.faces) {
    for (const int corner : face.vertices)
      require(corner >= 0 && corner < static_cast<int>(x.vertices.size()));
  }
}
template <class Archive>
void fields(Archive& a, ConvexMesh& x) {
  pass_all(a, x.hull, x.place);
  require(x.hull != nullptr);
}
template <class Archive>
void fields(Archive& a, Texture& x) {
  pass_all(a, x.width, x.height, x.rgb, x.hash);
  require(x.width > 0 && x.height > 0 && std::uint64_t{x.width} * x.height == x.rgb.size() / 3 &&
          x.rgb.size() % 3 == 0);
}
template <class Archive>
void fields(Archive& a, Mesh::Part& x) {
  pass_all(a, x.first, x.count, x.color, x.texture);
}
template <class Archive>
void fields(Archive& a, Mesh& x) {
  pass_all(a, x.points, x.normals, x.triangles, x.parts, x.influences, x.uvs, x.textures, x.hash);
  for (const auto* list : {&x.points, &x.normals}) {
    for (const auto& point : *list) {
      for (const float number : point) require(std::isfinite(number));
    }
  }
  for (const auto& triangle : x.triangles) {
    for (const std::uint32_t corner : triangle) require(corner < x.points.size());
  }
  std::uint64_t next = 0;
  for (const Mesh::Part& part : x.parts) {
    require(part.first == next && part.texture >= -1 && part.texture < static_cast<int>(x.textures.size()));
    next += part.count;
  }
  require(next == x.triangles.size() && x.normals.size() == x.points.size());
  require(x.influences.empty() || x.influences.size() == x.points.size());
  require(x.uvs.size() == (x.textures.empty() ? 0 : x.points.size()));
  for (const auto& texture : x.textures) require(texture != nullptr);
}
template <class Archive>
void fields(Archive& a, Skin::Bone& x) {
  pass_all(a, x.segment, x.from_mesh);
}
template <class Archive>
void fields(Archive& a, Skin& x) {
  pass_all(a, x.bones, x.mesh, x.is_rigid);
  require(x.mesh != nullptr && x.mesh->influences.size() == x.mesh->points.size());
  for (const Mesh::Influence& influence : x.mesh->influences) {
    for (const std::uint16_t bone : influence.bones) require(bone < x.bones.size());
  }
}
template <class Archive>
void fields(Archive& a, BodyShape& x) {
  pass_all(a, x.shape, x.color);
}
template <class Archive>
void fields(Archive& a, MassProperties& x) {
  pass_all(a, x.mass, x.center, x.inertia);
}
template <class Archive>
void fields(Archive& a, VisualDescription& x) {
  pass_all(a, x.file, x.scale, x.place, x.color, x.mesh, x.texture);
}
template <class Archive>
void fields(Archive& a, SegmentDescription& x) {
  pass_all(a, x.name, x.parent, x.before, x.joint, x.after, x.shapes, x.mass, x.density, x.visuals);
}
template <class Archive>
void fields(Archive& a, FrameDescription& x) {
  pass_all(a, x.name, x.segment, x.pose);
}
template <class Archive>
void fields(Archive& a, CouplingDescription::Term& x) {
  pass_all(a, x.joint, x.coordinate, x.coefficient);
}
template <class Archive>
void fields(Archive& a, CouplingDescription& x) {
  pass_all(a, x.name, x.terms, x.range);
}
template <class Archive>
void fields(Archive& a, TieDescription& x) {
  pass(a, x.name);
  pass_word(a, x.kind, TieDescription::Kind::same_pose);
  pass_all(a, x.frame, x.to, x.radii);
}
template <class Archive>
void fields(Archive& a, ChainDescription& x) {
  pass_all(a, x.name, x.parent, x.before, x.links, x.length, x.first_radius, x.last_radius);
  pass_word(a, x.shape, ChainDescription::LinkShape::capsule);
  pass_all(a, x.joints, x.mass, x.color);
}
template <class Archive>
void fields(Archive& a, UncheckedPair& x) {
  pass_all(a, x.one, x.other);
  pass_word(a, x.why, UncheckedPair::Why::never);
}
template <class Archive>
void fields(Archive& a, SkinDescription& x) {
  pass_all(a, x.file, x.segments, x.skin);
}
template <class Archive>
void fields(Archive& a, FigureDescription& x) {
  pass_all(a, x.name, x.segments, x.chains, x.frames, x.couplings, x.ties, x.unchecked_pairs, x.skin,
           x.keeps_gaps);
}
template <class Archive>
void fields(Archive& a, Posture& x) {
  pass(a, x.values);
}
template <class Archive>
void fields(Archive& a, Motion& x) {
  pass_all(a, x.name, x.times, x.postures);
  require(x.times.size() == x.postures.size());
}

template <class Archive, class T>
void pass(Archive& a, T& x) {
  if constexpr (is_plain<T> || std::is_enum_v<T>) {
    a.raw(&x, sizeof x);
  } else {
    fields(a, x);
  }
}

}  // namespace

}  // namespace packing

std::string packed(const MovingFigure& moving) {
  packing::Writer writer;
  FigureDescription description = moving.figure.description();
  Motion motion = moving.motion;
  std::vector<std::string> warnings = moving.warnings;
  packing::pass_all(writer, description, motion, warnings);
  return std::move(writer.bytes);
}

std::optional<MovingFigure> unpacked_figure(std::string_view bytes) {
  try {
    packing::Reader reader(bytes);
    FigureDescription description;
    Motion motion;
    std::vector<std::string> warnings;
    packing::pass_all(reader, description, motion, warnings);
    packing::require(reader.is_at_end());
    Expected<Figure> figure = Figure::build(std::move(description));
    if (!figure) return std::nullopt;
    for (const Posture& posture : motion.postures) {
      packing::require(posture.values.size() == figure->value_count() && posture.values.allFinite());
    }
    return MovingFigure{std::move(*figure), std::move(motion), std::move(warnings)};
  } catch (const packing::Broken&) {
    return std::nullopt;
  }
}

}  // namespace limber
