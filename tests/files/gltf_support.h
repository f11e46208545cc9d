#pragma once
// glTF files written by the tests themselves, and what their nodes do by plain 4x4 matrices.

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "limber/math/types.h"

namespace limber::test {

class GltfMaker {
 public:
  nlohmann::json document = {{"asset", {{"version", "2.0"}}}, {"nodes", nlohmann::json::array()}};
  std::string binary;

  int floats(const std::vector<float>& values, const std::string& type, int width) {
    return accessor(values.data(), values.size() * sizeof(float), 5126, type, values.size() / width);
  }
  int shorts(const std::vector<std::uint16_t>& values, const std::string& type, int width) {
    return accessor(values.data(), values.size() * sizeof(std::uint16_t), 5123, type, values.size() / width);
  }

  std::string glb() {
    document["buffers"] = {{{"byteLength", binary.size()}}};
    std::string text = document.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string bytes = binary;
    bytes.resize((bytes.size() + 3) / 4 * 4);
    const auto word = [](std::size_t n) {
      const auto number = static_cast<std::uint32_t>(n);
      std::string raw(4, '\0');
      std::memcpy(raw.data(), &number, 4);
      return raw;
    };
    return "glTF" + word(2) + word(28 + text.size() + bytes.size()) + word(text.size()) + "JSON" + text +
           word(bytes.size()) + std::string("BIN\0", 4) + bytes;
  }

 private:
  int accessor(const void* data, std::size_t size, int component, const std::string& type,
               std::size_t count) {
    binary.resize((binary.size() + 3) / 4 * 4);
    nlohmann::json& views = document["bufferViews"];
    views.push_back({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", size}});
    binary.append(static_cast<const char*>(data), size);
    nlohmann::json& accessors = document["accessors"];
    accessors.push_back(
        {{"bufferView", views.size() - 1}, {"componentType", component}, {"type", type}, {"count", count}});
    return static_cast<int>(accessors.size()) - 1;
  }
};

// T R S of a node, or its matrix; with another turn or place in place of its own.
inline Eigen::Matrix4d matrix_of(const nlohmann::json& node, const std::vector<double>* turn = nullptr,
                                 const std::vector<double>* place = nullptr) {
  if (node.contains("matrix")) {
    const auto m = node["matrix"].get<std::vector<double>>();
    return Eigen::Map<const Eigen::Matrix4d>(m.data());
  }
  Eigen::Matrix4d t = Eigen::Matrix4d::Identity(), r = t, s = t;
  const auto at = place ? *place : node.value("translation", std::vector<double>{0, 0, 0});
  const auto q = turn ? *turn : node.value("rotation", std::vector<double>{0, 0, 0, 1});
  const auto scale = node.value("scale", std::vector<double>{1, 1, 1});
  for (int k = 0; k < 3; ++k)
    t(k, 3) = at[static_cast<std::size_t>(k)], s(k, k) = scale[static_cast<std::size_t>(k)];
  r.topLeftCorner<3, 3>() = Quat(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix();
  return t * r * s;
}

// (x, y, z) of figures = (z, x, y) of the file.
inline Vec3 in_figure(const Vec3& v) {
  return Vec3(v.z(), v.x(), v.y());
}

}  // namespace limber::test
