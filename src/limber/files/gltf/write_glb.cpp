// Writes a figure as binary glTF 2.0: a node per segment, one mesh with a skin, and the motion as animation.
//
//   vertex in the world = global(node) * inverse bind * vertex,   inverse bind = (M X_segment(rest))^-1
//
// M turns z up, x forward into y up, z forward; the vertices are those of the rest posture, in the axes of
// the file. Every vertex follows one segment.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "limber/files/files.h"
#include "limber/files/gltf/tessellate.h"
#include "limber/files/json/writer.h"
#include "limber/files/segment_poses.h"

namespace limber {

namespace {

using json::Output;

constexpr int float_component = 5126, int_component = 5125,
              short_component = 5123;  // glTF's numbers for types
constexpr double moves = 1e-9;         // [m] a node that moves less keeps its translation
constexpr Color usual_color = {0.72, 0.72, 0.74};

// Colors of vertices are linear light; a cubic through sRGB's curve, right to 0.002.
double linear_light(double c) {
  return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

class GlbWriter {
 public:
  GlbWriter(const Figure& figure, const Motion& motion)
      : figure_(figure), motion_(motion), rest_(segment_poses(figure, figure.rest_posture())) {
    file_axes_ << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  }

  std::string write() {
    add_surface();
    const bool has_mesh = !triangles_.empty();
    Output document = Output::object();
    Output asset = Output::object();
    asset.set("version", Output::text("2.0")).set("generator", Output::text("Limber"));
    document.set("asset", std::move(asset)).set("scene", Output::number(0));
    std::vector<double> roots = {0};
    if (has_mesh) roots.push_back(figure_.segment_count() + 1);
    Output scene = Output::object();
    scene.set("nodes", Output::numbers(roots));
    document.set("scenes", one(std::move(scene)));
    document.set("nodes", node_list(has_mesh));
    if (has_mesh) {
      Output surface = Output::object(), look = Output::object();
      look.set("metallicFactor", Output::number(0)).set("roughnessFactor", Output::number(0.8));
      surface.set("pbrMetallicRoughness", std::move(look));
      document.set("materials", one(std::move(surface)));
      document.set("meshes", one(mesh()));
      document.set("skins", one(skin()));
    }
    if (motion_.postures.size() > 1) document.set("animations", one(animation()));
    document.set("accessors", std::move(accessors_)).set("bufferViews", std::move(views_));
    Output buffer = Output::object();
    buffer.set("byteLength", Output::number(static_cast<double>(data_.size())));
    document.set("buffers", one(std::move(buffer)));
    return container(document.to_string());
  }

 private:
  static Output one(Output item) {
    Output list = Output::list();
    list.add(std::move(item));
    return list;
  }

  // ---- bytes -------------------------------------------------------------------------------------------

  template <class T>
  static void append(std::string& bytes, T value) {
    static_assert(std::endian::native == std::endian::little, "glTF is little-endian");
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
  }

  // The number of a new accessor to what `bytes` has.
  int accessor(const std::string& bytes, int component, const char* type, std::size_t count,
               const std::vector<double>& low = {}, const std::vector<double>& high = {}) {
    data_.resize((data_.size() + 3) / 4 * 4);
    Output view = Output::object();
    view.set("buffer", Output::number(0))
        .set("byteOffset", Output::number(static_cast<double>(data_.size())));
    view.set("byteLength", Output::number(static_cast<double>(bytes.size())));
    views_.add(std::move(view));
    data_ += bytes;
    Output made = Output::object();
    made.set("bufferView", Output::number(accessor_count_)).set("componentType", Output::number(component));
    made.set("count", Output::number(static_cast<double>(count))).set("type", Output::text(type));
    if (!low.empty()) made.set("min", Output::numbers(low)).set("max", Output::numbers(high));
    accessors_.add(std::move(made));
    return accessor_count_++;
  }

  int vectors(const std::vector<Vec3>& list, bool with_bounds = false) {
    std::string bytes;
    Eigen::AlignedBox3d extent;
    for (const Vec3& v : list) {
      Vec3 kept;
      for (int k = 0; k < 3; ++k) {
        append(bytes, static_cast<float>(v[k]));
        kept[k] = static_cast<double>(static_cast<float>(v[k]));
      }
      extent.extend(kept);
    }
    if (!with_bounds) return accessor(bytes, float_component, "VEC3", list.size());
    const std::vector<double> low(extent.min().data(), extent.min().data() + 3);
    const std::vector<double> high(extent.max().data(), extent.max().data() + 3);
    return accessor(bytes, float_component, "VEC3", list.size(), low, high);
  }

  // A header, a chunk of JSON and a chunk of bytes, each filled up to four.
  std::string container(std::string text) const {
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string bytes = data_;
    bytes.resize((bytes.size() + 3) / 4 * 4);
    std::string file = "glTF";
    const auto size = [](std::size_t count) { return static_cast<std::uint32_t>(count); };
    append(file, std::uint32_t{2});
    append(file, size(12 + 8 + text.size() + 8 + bytes.size()));
    append(file, size(text.size()));
    file += "JSON" + text;
    append(file, size(bytes.size()));
    file += std::string("BIN\0", 4) + bytes;
    return file;
  }

  // ---- nodes -------------------------------------------------------------------------------------------

  Transform local_pose(const std::vector<SegmentPose>& poses, SegmentId s) const {
    const SegmentId parent = figure_.parent(s);
    return parent.is_valid() ? at(poses, parent).segment.inverse() * at(poses, s).segment
                             : at(poses, s).segment;
  }

  static std::vector<double> numbers_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
  static std::vector<double> numbers_of(const Quat& q) { return {q.x(), q.y(), q.z(), q.w()}; }

  // Node 0 turns the axes; node s + 1 is segment s.
  Output node_list(bool has_mesh) const {
    std::vector<std::vector<double>> children(static_cast<std::size_t>(figure_.segment_count()));
    for (const SegmentId s : figure_.segments()) {
      if (figure_.parent(s).is_valid()) at(children, figure_.parent(s)).push_back(s + 1);
    }
    Output nodes = Output::list();
    Output top = Output::object();
    top.set("name", Output::text(figure_.name().empty() ? "figure" : figure_.name()));
    top.set("rotation", Output::numbers(numbers_of(Quat(file_axes_)))).set("children", Output::numbers({1}));
    nodes.add(std::move(top));
    for (const SegmentId s : figure_.segments()) {
      const Transform pose = local_pose(rest_, s);
      Output node = Output::object();
      node.set("name", Output::text(figure_.segment_name(s)));
      node.set("translation", Output::numbers(numbers_of(pose.translation)));
      node.set("rotation", Output::numbers(numbers_of(Quat(pose.rotation).normalized())));
      if (!at(children, s).empty()) node.set("children", Output::numbers(at(children, s)));
      nodes.add(std::move(node));
    }
    if (has_mesh) {
      Output node = Output::object();
      node.set("name", Output::text("skin")).set("mesh", Output::number(0)).set("skin", Output::number(0));
      nodes.add(std::move(node));
    }
    return nodes;
  }

  // ---- the skin ----------------------------------------------------------------------------------------

  void add_surface() {
    for (const SegmentId s : figure_.segments()) {
      for (const BodyShape& body : figure_.shapes(s)) {
        const gltf::Surface surface = gltf::surface_of(body.shape);
        const auto first = static_cast<std::uint32_t>(points_.size());
        const Transform place{file_axes_ * at(rest_, s).segment.rotation,
                              file_axes_ * at(rest_, s).segment.translation};
        const Color color = body.color.value_or(usual_color);
        for (std::size_t k = 0; k < surface.points.size(); ++k) {
          points_.push_back(place * surface.points[k]);
          normals_.push_back(place.rotation * surface.normals[k]);
          colors_.emplace_back(linear_light(color[0]), linear_light(color[1]), linear_light(color[2]));
          carriers_.push_back(s);
        }
        for (const auto& t : surface.triangles)
          triangles_.push_back({t[0] + first, t[1] + first, t[2] + first});
      }
    }
  }

  Output mesh() {
    std::string joints, weights, indices;
    for (const SegmentId s : carriers_) {
      for (const int joint : {int{s}, 0, 0, 0}) append(joints, static_cast<std::uint16_t>(joint));
      for (const float weight : {1.0f, 0.0f, 0.0f, 0.0f}) append(weights, weight);
    }
    for (const auto& triangle : triangles_) {
      for (const std::uint32_t v : triangle) append(indices, v);
    }
    Output attributes = Output::object();
    const auto number = [](int value) { return Output::number(value); };
    attributes.set("POSITION", number(vectors(points_, true))).set("NORMAL", number(vectors(normals_)));
    attributes.set("COLOR_0", number(vectors(colors_)));
    attributes.set("JOINTS_0", number(accessor(joints, short_component, "VEC4", carriers_.size())));
    attributes.set("WEIGHTS_0", number(accessor(weights, float_component, "VEC4", carriers_.size())));
    Output primitive = Output::object();
    primitive.set("attributes", std::move(attributes));
    primitive.set("indices", number(accessor(indices, int_component, "SCALAR", 3 * triangles_.size())));
    primitive.set("material", number(0));
    Output made = Output::object();
    made.set("primitives", one(std::move(primitive)));
    return made;
  }

  Output skin() {
    std::string matrices;
    std::vector<double> joints;
    for (const SegmentId s : figure_.segments()) {
      const Transform bind =
          Transform{file_axes_ * at(rest_, s).segment.rotation, file_axes_ * at(rest_, s).segment.translation}
              .inverse();
      for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
          const double entry = column < 3 ? bind.rotation(row, column) : bind.translation[row];
          append(matrices, static_cast<float>(entry));
        }
        append(matrices, column < 3 ? 0.0f : 1.0f);
      }
      joints.push_back(s + 1);
    }
    Output made = Output::object();
    made.set("joints", Output::numbers(joints)).set("skeleton", Output::number(0));
    made.set("inverseBindMatrices",
             Output::number(accessor(matrices, float_component, "MAT4", joints.size())));
    return made;
  }

  // ---- the motion --------------------------------------------------------------------------------------

  Output animation() {
    std::string times;
    for (const double time : motion_.times) append(times, static_cast<float>(time - motion_.times.front()));
    const int input = accessor(times, float_component, "SCALAR", motion_.times.size(), {0.0},
                               {static_cast<double>(static_cast<float>(motion_.duration()))});
    std::vector<std::vector<SegmentPose>> poses;
    for (const Posture& posture : motion_.postures) poses.push_back(segment_poses(figure_, posture));
    Output channels = Output::list(), samplers = Output::list();
    int sampler = 0;
    const auto add = [&](SegmentId s, const char* path, int output) {
      Output made = Output::object(), target = Output::object(), channel = Output::object();
      made.set("input", Output::number(input)).set("output", Output::number(output));
      samplers.add(std::move(made));
      target.set("node", Output::number(s + 1)).set("path", Output::text(path));
      channel.set("sampler", Output::number(sampler++)).set("target", std::move(target));
      channels.add(std::move(channel));
    };
    for (const SegmentId s : figure_.segments()) {
      if (s != root_segment && figure_.joint(figure_.joint_of(s)).type == JointType::fixed) continue;
      std::vector<Vec3> places;
      std::string turns;
      Quat last = Quat::Identity();
      double moved = 0.0;
      for (const auto& now : poses) {
        const Transform pose = local_pose(now, s);
        places.push_back(pose.translation);
        moved = std::max(moved, (pose.translation - local_pose(rest_, s).translation).norm());
        Quat turn = Quat(pose.rotation).normalized();
        if (turn.dot(last) < 0.0) turn.coeffs() = -turn.coeffs();  // the shorter way to the next
        last = turn;
        for (const double part : numbers_of(turn)) append(turns, static_cast<float>(part));
      }
      add(s, "rotation", accessor(turns, float_component, "VEC4", places.size()));
      if (moved > moves) add(s, "translation", vectors(places));
    }
    Output made = Output::object();
    made.set("name", Output::text(motion_.name.empty() ? "motion" : motion_.name));
    made.set("channels", std::move(channels)).set("samplers", std::move(samplers));
    return made;
  }

  const Figure& figure_;
  const Motion& motion_;
  const std::vector<SegmentPose> rest_;
  Mat3 file_axes_;
  std::string data_;
  Output accessors_ = Output::list(), views_ = Output::list();
  int accessor_count_ = 0;
  std::vector<Vec3> points_, normals_, colors_;
  std::vector<SegmentId> carriers_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
};

}  // namespace

Written write_glb(const Figure& figure, const Motion& motion) {
  Written written{GlbWriter(figure, motion).write(), {}};
  written.notes.push_back("glTF holds what is seen and its motion; not masses, limits and couplings");
  return written;
}

}  // namespace limber
