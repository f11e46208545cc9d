// Assimp sees only the bytes it is given and what ReadBeside lets it have. The child sends the mesh back as
// plain arrays behind one letter (packed_mesh.h): M for a mesh, E for a sentence.

#include "limber/meshes/foreign_formats.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "limber/base/names.h"
#include "limber/meshes/apart.h"
#include "limber/meshes/foreign_materials.h"
#include "limber/meshes/packed_mesh.h"

namespace limber {

namespace {

constexpr int deepest_node = 1000;  // nodes are walked one inside the other
const std::string main_name = "mesh";

class BytesStream : public Assimp::IOStream {
 public:
  explicit BytesStream(std::string_view bytes) : bytes_(bytes) {}
  explicit BytesStream(std::string own) : own_(std::move(own)), bytes_(own_) {}

  std::size_t Read(void* to, std::size_t size, std::size_t count) override {
    if (size == 0) return 0;
    const std::size_t whole = std::min(count, (bytes_.size() - at_) / size);
    std::memcpy(to, bytes_.data() + at_, whole * size);
    at_ += whole * size;
    return whole;
  }
  std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
  aiReturn Seek(std::size_t offset, aiOrigin origin) override {
    const std::size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
    if (offset > bytes_.size() || from + offset > bytes_.size()) return aiReturn_FAILURE;
    at_ = from + offset;
    return aiReturn_SUCCESS;
  }
  std::size_t Tell() const override { return at_; }
  std::size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  std::string own_;
  std::string_view bytes_;
  std::size_t at_ = 0;
};

// The files Assimp may see: the mesh itself, and those beside it.
class GivenFiles : public Assimp::IOSystem {
 public:
  GivenFiles(std::string_view bytes, std::string name, const ReadBeside& beside)
      : bytes_(bytes), name_(std::move(name)), beside_(beside) {}

  bool Exists(const char* file) const override {
    return name_ == file || const_cast<GivenFiles*>(this)->found(file).has_value();
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* file, const char*) override {
    if (name_ == file) return new BytesStream(bytes_);
    Expected<std::string> bytes = found(file);
    return bytes ? new BytesStream(std::move(*bytes)) : nullptr;
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

  const std::string& refused() const { return refused_; }  // the first sentence about a file

 private:
  Expected<std::string> found(std::string path) {
    if (path.starts_with("./")) path.erase(0, 2);
    Expected<std::string> bytes = beside_ ? beside_(path) : Expected<std::string>(Error{"no such file"});
    if (!bytes && refused_.empty()) refused_ = bytes.error().message;
    return bytes;
  }

  std::string_view bytes_;
  std::string name_;
  const ReadBeside& beside_;
  std::string refused_;
};

std::array<float, 3> plain(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}

// The triangles of all nodes, each in its place.
class Gatherer {
 public:
  Gatherer(const aiScene& scene, ForeignMaterials& materials, std::size_t most)
      : scene_(scene), materials_(materials), most_(most) {}

  void add(const aiNode& node, const aiMatrix4x4& above, int depth) {
    if (depth > deepest_node) throw std::length_error("nodes are nested more than 1000 deep");
    const aiMatrix4x4 here = above * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
      if (node.mMeshes[i] < scene_.mNumMeshes) add(*scene_.mMeshes[node.mMeshes[i]], here);
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) add(*node.mChildren[i], here, depth + 1);
  }

  Mesh mesh;

 private:
  void add(const aiMesh& part, const aiMatrix4x4& place) {
    if (part.mVertices == nullptr) return;
    const auto first_point = static_cast<std::uint32_t>(mesh.points.size());
    const auto first = static_cast<std::uint32_t>(mesh.triangles.size());
    const aiMatrix3x3 turn(place);
    const bool is_mirrored = turn.Determinant() < 0.0f;
    aiMatrix3x3 for_normals(turn);
    for_normals.Inverse().Transpose();
    const bool has_normals = part.mNormals != nullptr && (mesh.normals.size() == mesh.points.size());
    for (unsigned i = 0; i < part.mNumVertices; ++i) {
      mesh.points.push_back(plain(place * part.mVertices[i]));
      if (has_normals) mesh.normals.push_back(plain((for_normals * part.mNormals[i]).NormalizeSafe()));
    }
    for (unsigned i = 0; i < part.mNumFaces; ++i) {
      const aiFace& face = part.mFaces[i];
      if (face.mNumIndices != 3) continue;  // lines and points
      if (mesh.triangles.size() == most_) {
        throw std::length_error("it has more than " + std::to_string(most_) + " triangles");
      }
      std::array<std::uint32_t, 3> corners;
      for (unsigned c = 0; c < 3; ++c) corners[c] = first_point + face.mIndices[c];
      if (is_mirrored) std::swap(corners[1], corners[2]);
      mesh.triangles.push_back(corners);
    }
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size()) - first;
    if (count == 0) return;
    const ForeignLook look = materials_.look_of(part.mMaterialIndex);
    const aiVector3D* uvs =
        look.uv_channel < AI_MAX_NUMBER_OF_TEXTURECOORDS ? part.mTextureCoords[look.uv_channel] : nullptr;
    const bool has_texture = look.texture >= 0 && uvs != nullptr;
    if (has_texture) mesh.uvs.resize(mesh.points.size());
    for (unsigned i = 0; has_texture && i < part.mNumVertices; ++i) {
      mesh.uvs[first_point + i] = {uvs[i].x, 1.0f - uvs[i].y};  // Assimp counts from the lower left corner
    }
    mesh.parts.push_back({first, count, look.color, has_texture ? look.texture : -1});
  }

  const aiScene& scene_;
  ForeignMaterials& materials_;
  std::size_t most_;
};

// Assimp's own words, as one sentence.
std::string one_line(std::string words) {
  for (char& c : words) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = ' ';
  }
  return std::string(beginning(words, 160));
}

std::string read_by_assimp(std::string_view bytes, const std::string& ending, const ReadBeside& beside,
                           const MeshLimits& limits, Looks looks) {
  const std::string name = main_name + ending;
  auto* files = new GivenFiles(bytes, name, beside);  // the importer owns it
  Assimp::Importer importer;
  importer.SetIOHandler(files);
  importer.SetPropertyBool("IMPORT_COLLADA_IGNORE_UP_DIRECTION", true);
  const aiScene* scene = importer.ReadFile(name, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices);
  const auto failed = [](const std::string& words) { return "E" + words; };
  if (!files->refused().empty() && (scene == nullptr || ending != ".obj")) return failed(files->refused());
  if (scene == nullptr || scene->mRootNode == nullptr) {
    return failed("it is damaged or cut off (" + one_line(importer.GetErrorString()) + ")");
  }
  ForeignMaterials materials(*scene, ending, beside, looks);
  Gatherer gatherer(*scene, materials, limits.triangles);
  try {
    gatherer.add(*scene->mRootNode, aiMatrix4x4(), 0);
  } catch (const std::length_error& error) {
    return failed(error.what());
  }
  Mesh& mesh = gatherer.mesh;
  mesh.textures = std::move(materials.textures);
  if (mesh.textures.empty()) mesh.uvs.clear();
  if (!mesh.textures.empty()) mesh.uvs.resize(mesh.points.size());
  return "M" + packed(mesh, materials.notes);
}

}  // namespace

Expected<Mesh> parse_foreign(std::string_view bytes, const std::string& ending, const ReadBeside& beside,
                             const MeshLimits& limits, Looks looks, std::vector<std::string>& notes) {
  constexpr std::size_t bytes_of_triangle = 12 + 3 * 32;  // with three points of its own
  const Expected<std::string> answer =
      done_apart([&] { return read_by_assimp(bytes, ending, beside, limits, looks); },
                 {limits.seconds, limits.memory,
                  (1u << 20) + most_texture_bytes + limits.triangles * bytes_of_triangle});
  if (!answer) return Error{"it is damaged: its reader " + answer.error().message};
  if (answer->starts_with('E')) return Error{answer->substr(1)};
  std::optional<Mesh> mesh =
      answer->starts_with('M') ? unpacked(std::string_view(*answer).substr(1), notes) : std::nullopt;
  if (!mesh) return Error{"it is damaged: its reader gave no mesh"};
  return std::move(*mesh);
}

}  // namespace limber
