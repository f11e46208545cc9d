#pragma once
// Random FBX characters, and what their models do by plain 4x4 matrices: the whole chain of the format.

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "fbx_support.h"
#include "limber/math/types.h"
#include "support/random_figure.h"

namespace limber::test {

using Mat4 = Eigen::Matrix4d;

inline constexpr double ticks = 46186158000.0;

inline std::vector<FbxValue> numbers(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
inline std::size_t index_of(int k) {
  return static_cast<std::size_t>(k);
}

inline Mat4 moved(const Vec3& by) {
  Mat4 m = Mat4::Identity();
  m.topRightCorner<3, 1>() = by;
  return m;
}
inline Mat4 scaled_by(const Vec3& by) {
  return Eigen::Vector4d(by.x(), by.y(), by.z(), 1.0).asDiagonal();
}
// Degrees about x, y and z, applied in the order of the letters.
inline Mat4 turned_by(const Vec3& degrees, const std::string& order) {
  Mat4 m = Mat4::Identity();
  for (const char axis : order) {
    const int k = axis - 'X';
    Mat4 turn = Mat4::Identity();
    turn.topLeftCorner<3, 3>() =
        Eigen::AngleAxisd(degrees[k] * std::numbers::pi / 180.0, Vec3::Unit(k)).toRotationMatrix();
    m = turn * m;
  }
  return m;
}

inline const std::array<std::string, 6> order_names = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};

// What a file can say about the place of a model.
struct FbxPlace {
  Vec3 t = Vec3::Zero(), r = Vec3::Zero(), pre = Vec3::Zero(), post = Vec3::Zero();
  Vec3 rotation_offset = Vec3::Zero(), rotation_pivot = Vec3::Zero();
  Vec3 scaling_offset = Vec3::Zero(), scaling_pivot = Vec3::Zero();
  Vec3 scale = Vec3::Ones();
  int order = 0;
  bool ignores_parents_scale = false;

  Mat4 matrix(const Vec3& translation, const Vec3& rotation) const {
    return moved(translation) * moved(rotation_offset) * moved(rotation_pivot) * turned_by(pre, "XYZ") *
           turned_by(rotation, order_names[index_of(order)]) * turned_by(post, "XYZ").inverse() *
           moved(-rotation_pivot) * moved(scaling_offset) * moved(scaling_pivot) * scaled_by(scale) *
           moved(-scaling_pivot);
  }
};

struct FbxAxes {
  int up, up_sign, front, front_sign, coord, coord_sign;
  double unit;

  void write(FbxMaker& maker) const {
    const auto set = [&](const std::string& name, int axis, int sign) {
      maker.settings().property(name, {std::int64_t{axis}});
      maker.settings().property(name + "Sign", {std::int64_t{sign}});
    };
    set("UpAxis", up, up_sign), set("FrontAxis", front, front_sign), set("CoordAxis", coord, coord_sign);
    maker.settings().property("UnitScaleFactor", {unit});
  }
  // x forward, y to the left of who looks there, z up.
  Vec3 in_figure(const Vec3& p) const {
    return Vec3(front_sign * p[front], coord_sign * p[coord], up_sign * p[up]);
  }
};
inline constexpr FbxAxes y_up_centimetres{1, 1, 2, 1, 0, 1, 1.0};
inline constexpr FbxAxes z_up_metres{2, 1, 1, -1, 0, 1, 100.0};
inline constexpr FbxAxes mirrored_inches{1, 1, 2, 1, 0, -1, 2.54};

// A random tree of models with everything that places have, a skin and an animation of 5 keys, straight
// between them.
struct RandomFbx {
  FbxMaker maker;
  FbxAxes axes;
  std::vector<int> parents;
  std::vector<FbxPlace> places;
  std::vector<std::array<Vec3, 5>> turns, ways;  // by model; empty of those that stand still
  std::vector<bool> turns_at_all, goes_at_all;
  std::vector<std::int64_t> ids;
  std::vector<Vec3> points;
  std::vector<std::vector<std::pair<int, double>>> influences;
  std::vector<Mat4> binds;
  FbxPlace geometric;
  static constexpr std::array<double, 5> times = {0.0, 0.25, 0.5, 1.0, 1.5};

  RandomFbx(Random& random, const FbxAxes& with, int count = 10) : axes(with) {
    axes.write(maker);
    // What models do not say themselves, the template says.
    const Vec3 common(0.1, 0.2, 0.3);
    FbxElement& type = maker.definitions().add("ObjectType", {std::string("Model")});
    type.add("PropertyTemplate", {std::string("FbxNode")})
        .add("Properties70")
        .property("RotationOffset", numbers(common));
    const auto vector = [&](double size) { return random_vector(random, size); };
    for (int k = 0; k < count; ++k) {
      parents.push_back(k == 0 ? -1 : k == 1 ? 0 : uniform_int(random, 1, k - 1));
      FbxPlace place{vector(3), vector(170), vector(170), vector(170),
                     common,    vector(1),   vector(1),   vector(1)};
      const double scale = uniform(random, 0.5, 2.0);
      if (k % 2 == 0) place.scale = scale * Vec3(k % 4 == 2 ? -1 : 1, 1, k % 3 == 2 ? -1 : 1);
      place.order = k % 6;
      place.ignores_parents_scale = k % 3 == 2;
      ids.push_back(maker.next_id());
      FbxElement& model =
          maker.object("Model", ids.back(), "joint " + std::to_string(k), k == 0 ? "Null" : "LimbNode");
      FbxElement& p = model.add("Properties70");
      p.property("Lcl Translation", numbers(place.t));
      p.property("Lcl Rotation", numbers(place.r));
      if (k % 2 == 0) p.property("Lcl Scaling", numbers(place.scale));
      p.property("PreRotation", numbers(place.pre));
      p.property("PostRotation", numbers(place.post));
      p.property("RotationPivot", numbers(place.rotation_pivot));
      p.property("ScalingOffset", numbers(place.scaling_offset));
      p.property("ScalingPivot", numbers(place.scaling_pivot));
      p.property("RotationOrder", {std::int64_t{place.order}});
      p.property("RotationActive", {std::int64_t{1}});
      p.property("InheritType", {std::int64_t{place.ignores_parents_scale ? 2 : 1}});
      maker.connect(ids.back(), k == 0 ? 0 : ids[index_of(parents.back())]);
      places.push_back(place);
    }
    add_skin(random);
    add_animation(random);
  }

  int count() const { return static_cast<int>(places.size()); }

  void add_skin(Random& random) {
    geometric.t = random_vector(random, 1);
    geometric.r = random_vector(random, 90);
    geometric.scale = Vec3(1, 2, 0.5);
    const std::int64_t mesh = maker.next_id(), geometry = maker.next_id(), skin = maker.next_id();
    FbxElement& p = maker.object("Model", mesh, "body", "Mesh").add("Properties70");
    p.property("GeometricTranslation", numbers(geometric.t));
    p.property("GeometricRotation", numbers(geometric.r));
    p.property("GeometricScaling", numbers(geometric.scale));
    std::vector<double> xyz;
    std::vector<std::int32_t> corners;
    influences.resize(30);
    for (int k = 0; k < 30; ++k) {
      points.push_back(random_vector(random, 1.0));
      xyz.insert(xyz.end(), points.back().data(), points.back().data() + 3);
      corners.push_back(k % 3 == 2 ? ~k : k);
    }
    FbxElement& shape = maker.object("Geometry", geometry, "", "Mesh");
    shape.add("Vertices", {xyz});
    shape.add("PolygonVertexIndex", {corners});
    maker.object("Deformer", skin, "", "Skin");
    maker.connect(mesh, 0), maker.connect(geometry, mesh), maker.connect(skin, geometry);
    for (int j = 1; j < count(); ++j) {
      Mat4 bind = Mat4::Identity();
      bind.topRows<3>() = Eigen::Matrix<double, 3, 4>::NullaryExpr([&] { return uniform(random, -1, 1); });
      bind.topLeftCorner<3, 3>() += 2.0 * Mat3::Identity();
      binds.push_back(bind);
      std::vector<std::int32_t> indices;
      std::vector<double> weights;
      for (int k = 0; k < 30; ++k) {
        if (k % (count() - 1) != j - 1 && (k + 3) % (count() - 1) != j - 1) continue;
        indices.push_back(k);
        weights.push_back(uniform(random, 0.1, 1.0));
        influences[index_of(k)].emplace_back(j, weights.back());
      }
      const std::int64_t cluster = maker.next_id();
      FbxElement& made = maker.object("Deformer", cluster, "", "Cluster");
      made.add("Indexes", {indices});
      made.add("Weights", {weights});
      made.add("Transform", {std::vector<double>(bind.data(), bind.data() + 16)});
      maker.connect(cluster, skin), maker.connect(ids[index_of(j)], cluster);
    }
  }

  void add_animation(Random& random) {
    const std::int64_t stack = maker.next_id(), layer = maker.next_id();
    maker.object("AnimationStack", stack, "walk", "");
    maker.object("AnimationLayer", layer, "base", "");
    maker.connect(layer, stack);
    turns.resize(places.size()), ways.resize(places.size());
    turns_at_all.resize(places.size()), goes_at_all.resize(places.size());
    const auto add = [&](int k, const std::string& property, const std::array<Vec3, 5>& values) {
      const std::int64_t node = maker.next_id();
      maker.object("AnimationCurveNode", node, "", "");
      maker.connect(node, layer), maker.connect(node, ids[index_of(k)], property);
      for (int axis = 0; axis < 3; ++axis) {
        std::vector<std::int64_t> at;
        FbxFloats heights;
        for (std::size_t i = 0; i < 5; ++i) {
          at.push_back(std::llround(times[i] * ticks));
          heights.values.push_back(static_cast<float>(values[i][axis]));
        }
        const std::int64_t curve = maker.next_id();
        FbxElement& made = maker.object("AnimationCurve", curve, "", "");
        made.add("KeyTime", {at});
        std::vector<double> in_doubles(heights.values.begin(), heights.values.end());
        made.add("KeyValueFloat", {in_doubles});
        maker.connect(curve, node, std::string("d|") + "XYZ"[axis]);
      }
    };
    for (int k = 0; k < count(); ++k) {
      for (std::size_t i = 0; i < 5; ++i) {
        // What a float holds exactly is the same in both formats.
        turns[index_of(k)][i] = random_vector(random, 90).cast<float>().cast<double>();
        ways[index_of(k)][i] = random_vector(random, 2).cast<float>().cast<double>();
      }
      if ((turns_at_all[index_of(k)] = k % 4 != 3)) add(k, "Lcl Rotation", turns[index_of(k)]);
      if ((goes_at_all[index_of(k)] = k % 3 == 1)) add(k, "Lcl Translation", ways[index_of(k)]);
    }
  }

  static Vec3 between(const std::array<Vec3, 5>& values, double time) {
    std::size_t k = 0;
    while (k < 3 && times[k + 1] <= time) ++k;
    const double part = (time - times[k]) / (times[k + 1] - times[k]);
    return (1.0 - part) * values[k] + part * values[k + 1];
  }

  // Of all models in the world of the file; a negative time: at rest.
  std::vector<Mat4> world(double time) const {
    std::vector<Mat4> all;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const FbxPlace& place = places[k];
      const Vec3 t = time >= 0 && goes_at_all[k] ? between(ways[k], time) : place.t;
      const Vec3 r = time >= 0 && turns_at_all[k] ? between(turns[k], time) : place.r;
      Mat4 own = place.matrix(t, r);
      if (place.ignores_parents_scale && parents[k] >= 0) {
        own.topLeftCorner<3, 3>() *=
            scaled_by(places[index_of(parents[k])].scale.cwiseInverse()).topLeftCorner<3, 3>();
      }
      all.push_back(parents[k] < 0 ? own : Mat4(all[index_of(parents[k])] * own));
    }
    return all;
  }
  Vec3 in_figure(const Vec3& p) const { return 0.01 * axes.unit * axes.in_figure(p); }
};

}  // namespace limber::test
