// Images over meshes: decoded as they are, found where the rules allow it, and one sentence otherwise.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include <jpeglib.h>

#include "limber/files/files.h"
#include "limber/meshes/images.h"
#include "limber/meshes/shelf.h"
#include "limber/picture/picture.h"
#include "mesh_support.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

using namespace test;

std::string from_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t k = 0; k + 1 < digits.size(); k += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(k, 2)), nullptr, 16));
  }
  return bytes;
}

// 16 x 16, the left half (200, 40, 30), the right half (20, 60, 220).
const std::string jpeg = from_hex(
    "ffd8ffe000104a46494600010100000100010000ffdb0084000d090a0b0a080d0b0a0b0e0e0d0f13201513121213271c1e17"
    "202e2931302e292d2c333a4a3e333646372c2d405741464c4e525352323e5a615a50604a51524f010e0e0e13111326151526"
    "4f352d354f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f"
    "4f4f4f4fffc00011080010001003012200021101031101ffc401a20000010501010101010100000000000000000102030405"
    "060708090a0b100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1"
    "c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a63646566"
    "6768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4"
    "c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa010003010101010101010101000000"
    "0000000102030405060708090a0b110002010204040304070504040001027700010203110405213106124151076171132232"
    "8108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455"
    "565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3"
    "b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9faffda000c030100"
    "02110311003f00c6aa5576a957a1907fcbcf97ea7767bff2efe7fa1fffd9");

// Red and green above, blue and white below.
std::string four_colors() {
  return png_bytes({2, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}});
}

// A square of two triangles with the image upright: a side of 2, seen from above.
const std::string square_as_obj = R"(mtllib square.mtl
v -1 -1 0
v 1 -1 0
v 1 1 0
v -1 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl painted
f 1/1 2/2 3/3 4/4
)";

ReadBeside these(std::map<std::string, std::string> files) {
  return [files = std::move(files)](const std::string& path) -> Expected<std::string> {
    const auto found = files.find(path);
    if (found == files.end()) return Error{"it refers to " + path + ", which is not there"};
    return found->second;
  };
}

// The pixel under a place of the mesh, by its nearest point.
std::array<int, 3> pixel_at_point(const Mesh& mesh, double x, double y) {
  for (std::size_t k = 0; k < mesh.points.size(); ++k) {
    const auto& p = mesh.points[k];
    if (std::abs(static_cast<double>(p[0]) - x) + std::abs(static_cast<double>(p[1]) - y) > 1e-6) continue;
    const Texture& texture = *mesh.textures.at(0);
    const auto column = std::min<std::uint32_t>(
        texture.width - 1, static_cast<std::uint32_t>(mesh.uvs[k][0] * static_cast<float>(texture.width)));
    const auto row = std::min<std::uint32_t>(
        texture.height - 1, static_cast<std::uint32_t>(mesh.uvs[k][1] * static_cast<float>(texture.height)));
    const std::uint8_t* rgb = texture.rgb.data() + 3 * (row * texture.width + column);
    return {rgb[0], rgb[1], rgb[2]};
  }
  return {-1, -1, -1};
}

TEST(Images, PngIsTheSamePixels) {
  const Texture texture = decode_image(four_colors()).value();
  EXPECT_EQ(texture.width, 2u);
  EXPECT_EQ(texture.height, 2u);
  EXPECT_EQ(texture.rgb, (std::vector<std::uint8_t>{255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}));
}

TEST(Images, JpegIsNearlyThePixelsItWasMadeOf) {
  const Texture texture = decode_image_apart(jpeg).value();
  ASSERT_EQ(texture.width, 16u);
  const int left[] = {200, 40, 30}, right[] = {20, 60, 220};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(texture.rgb[3 * (16 * 8 + 2) + k], left[k], 12);
    EXPECT_NEAR(texture.rgb[3 * (16 * 8 + 13) + k], right[k], 12);
  }
}

TEST(Images, InAProcessOfItsOwnTheAnswerIsTheSame) {
  const Texture here = decode_image(jpeg).value(), there = decode_image_apart(jpeg).value();
  EXPECT_EQ(here.rgb, there.rgb);
  EXPECT_EQ(here.hash, there.hash);
  EXPECT_EQ(decode_image_apart("no image").error().message, decode_image("no image").error().message);
}

TEST(Images, LargeOnesAreHalvedUntilTheyFit) {
  Image stripes{64, 2, {}};
  for (int k = 0; k < 128; ++k) stripes.rgb.insert(stripes.rgb.end(), 3, k % 2 == 0 ? 100 : 200);
  const Texture texture = decode_image(png_bytes(stripes), {.kept_side = 32}).value();
  EXPECT_EQ(texture.width, 32u);
  EXPECT_EQ(texture.height, 1u);
  EXPECT_EQ(texture.rgb, std::vector<std::uint8_t>(96, 150));
}

TEST(Images, EveryTruncationIsRefusedOrAnImage) {
  const std::string png = four_colors();
  for (const std::string& whole : {png, jpeg}) {
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const Expected<Texture> texture = decode_image(whole.substr(0, length));
      if (texture) {
        EXPECT_EQ(texture->rgb.size(), std::size_t{3} * texture->width * texture->height);
      } else {
        EXPECT_FALSE(texture.error().message.empty());
      }
    }
  }
  EXPECT_FALSE(decode_image(png.substr(0, 40)));
}

TEST(Images, AClaimOfTooManyPixelsIsRefusedBeforeAnythingIsDecoded) {
  std::string png = four_colors();
  png.replace(16, 8, std::string("\x00\x00\x40\x00\x00\x00\x27\x10", 8));
  std::uint32_t sum = ~0u;  // of the header, which says how large it is
  for (std::size_t k = 12; k < 29; ++k) {
    sum ^= static_cast<unsigned char>(png[k]);
    for (int bit = 0; bit < 8; ++bit) sum = sum & 1 ? (sum >> 1) ^ 0xedb88320u : sum >> 1;
  }
  for (std::size_t k = 0; k < 4; ++k) png[29 + k] = static_cast<char>(~sum >> (24 - 8 * k));
  EXPECT_NE(decode_image(png).error().message.find("16384 x 10000 pixels"), std::string::npos)
      << decode_image(png).error().message;
  EXPECT_NE(decode_image(std::string(100, 'x')).error().message.find("neither PNG nor JPEG"),
            std::string::npos);
}

std::string jpeg_of(int side, const std::array<JSAMPLE, 3>& color) {
  jpeg_compress_struct image{};
  jpeg_error_mgr errors{};
  image.err = jpeg_std_error(&errors);
  jpeg_create_compress(&image);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&image, &bytes, &size);
  image.image_width = image.image_height = static_cast<JDIMENSION>(side);
  image.input_components = 3;
  image.in_color_space = JCS_RGB;
  jpeg_set_defaults(&image);
  jpeg_start_compress(&image, TRUE);
  std::vector<JSAMPLE> pixels;
  for (int k = 0; k < side; ++k) pixels.insert(pixels.end(), color.begin(), color.end());
  JSAMPROW row = pixels.data();
  for (int k = 0; k < side; ++k) jpeg_write_scanlines(&image, &row, 1);
  jpeg_finish_compress(&image);
  std::string text(reinterpret_cast<char*>(bytes), size);
  jpeg_destroy_compress(&image);
  std::free(bytes);
  return text;
}

TEST(Images, AJpegHasItsColorsAndIsRefusedWhereverItIsCutOff) {
  const std::string whole = jpeg_of(20, {200, 100, 50});
  const Texture texture = decode_image(whole).value();
  EXPECT_EQ(texture.width, 20u);
  ASSERT_EQ(texture.rgb.size(), 1200u);
  for (std::size_t k = 0; k < texture.rgb.size(); ++k) {
    EXPECT_NEAR(texture.rgb[k], k % 3 == 0 ? 200 : k % 3 == 1 ? 100 : 50, 3);
  }
  for (std::size_t size = 3; size < whole.size() - 2; ++size) {
    EXPECT_EQ(decode_image(whole.substr(0, size)).error().message, "is damaged or cut off") << size;
  }
}

// What wrote beyond the tables of the decoder that was used before: more codes than there can be.
TEST(Images, AJpegWithTooManyCodesIsDamaged) {
  std::string bytes = "\xff\xd8" + std::string(20, '\xff') + "\xc4\xff\xdf";
  bytes += std::string("\0\0\0\0\xe0\0\x2a\x07", 8);
  EXPECT_EQ(decode_image(bytes).error().message, "is damaged or cut off");
}

TEST(Images, PathsAreReadAsPeopleWriteThem) {
  EXPECT_EQ(image_path("a/b%20c.png"), "a/b c.png");
  EXPECT_EQ(image_path("..\\skins\\a.png"), "../skins/a.png");
  EXPECT_EQ(image_path("C:\\art\\a.png"), "a.png");
  EXPECT_EQ(image_path("file:///home/me/a.png"), "a.png");
  EXPECT_EQ(image_path("./a%"), "a%");
}

TEST(MeshTextures, AnObjHasTheImageOfItsMaterialUpright) {
  const auto beside =
      these({{"square.mtl", "newmtl painted\nKd 1 0.5 1\nmap_Kd skin.png\n"}, {"skin.png", four_colors()}});
  const Mesh mesh = parse_mesh(square_as_obj, "square.obj", beside).value();
  ASSERT_EQ(mesh.textures.size(), 1u);
  ASSERT_EQ(mesh.uvs.size(), mesh.points.size());
  ASSERT_EQ(mesh.parts.size(), 1u);
  EXPECT_EQ(mesh.parts[0].texture, 0);
  EXPECT_EQ(mesh.parts[0].color, (Color{1.0, 0.5, 1.0})) << "multiplies the image";
  EXPECT_EQ(pixel_at_point(mesh, -1, 1), (std::array<int, 3>{255, 0, 0}));
  EXPECT_EQ(pixel_at_point(mesh, 1, 1), (std::array<int, 3>{0, 255, 0}));
  EXPECT_EQ(pixel_at_point(mesh, -1, -1), (std::array<int, 3>{0, 0, 255}));
}

TEST(MeshTextures, ABlackMaterialLeavesTheImageAsItIs) {
  const auto beside =
      these({{"square.mtl", "newmtl painted\nKd 0 0 0\nmap_Kd skin.png\n"}, {"skin.png", four_colors()}});
  EXPECT_EQ(parse_mesh(square_as_obj, "square.obj", beside)->parts[0].color, std::nullopt);
}

TEST(MeshTextures, ColladaHasAnImageInPlaceOfAColor) {
  const std::string dae = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>
  <library_images><image id="i"><init_from>my%20skin.jpg</init_from></image></library_images>
  <library_effects><effect id="e"><profile_COMMON>
    <newparam sid="surface"><surface type="2D"><init_from>i</init_from></surface></newparam>
    <newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>
    <technique sid="common"><lambert><diffuse><texture texture="sampler" texcoord="UV"/></diffuse></lambert></technique>
  </profile_COMMON></effect></library_effects>
  <library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
      <technique_common><accessor source="#pa" count="3" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <source id="t"><float_array id="ta" count="6">0 0 1 0 0 1</float_array>
      <technique_common><accessor source="#ta" count="3" stride="2">
        <param name="S" type="float"/><param name="T" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1" material="mat"><input semantic="VERTEX" source="#v" offset="0"/>
      <input semantic="TEXCOORD" source="#t" offset="1" set="0"/><p>0 0 1 1 2 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"><bind_material><technique_common>
    <instance_material symbol="mat" target="#m"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>
    </instance_material></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";
  std::vector<std::string> notes;
  const Mesh mesh = parse_mesh(dae, "t.dae", these({{"my skin.jpg", jpeg}}), {}, &notes).value();
  EXPECT_TRUE(notes.empty()) << notes[0];
  ASSERT_EQ(mesh.textures.size(), 1u);
  EXPECT_EQ(mesh.textures[0]->hash, decode_image(jpeg)->hash);
  EXPECT_EQ(mesh.parts[0].color, std::nullopt);
  EXPECT_NEAR(pixel_at_point(mesh, 1, 0)[2], 220, 12);
  EXPECT_NEAR(pixel_at_point(mesh, 0, 1)[0], 200, 12);
}

TEST(MeshTextures, AnImageThatIsMissingOrDamagedIsOneSentenceAndTheMeshIsThere) {
  const std::string material = "newmtl painted\nKd 1 0 0\nmap_Kd skin.png\n";
  const std::map<std::string, std::string> states[] = {
      {{"square.mtl", material}},
      {{"square.mtl", material}, {"skin.png", "GIF89a"}},
      {{"square.mtl", material}, {"skin.png", four_colors().substr(0, 50)}}};
  const char* const words[] = {"it refers to skin.png, which is not there",
                               "its texture \"skin.png\" is neither PNG nor JPEG",
                               "its texture \"skin.png\" is damaged or cut off"};
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<std::string> notes;
    const Mesh mesh = parse_mesh(square_as_obj, "square.obj", these(states[k]), {}, &notes).value();
    EXPECT_EQ(mesh.triangles.size(), 2u);
    EXPECT_TRUE(mesh.uvs.empty());
    EXPECT_EQ(mesh.parts[0].texture, -1);
    EXPECT_EQ(mesh.parts[0].color, (Color{1, 0, 0}));
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0], "square.obj: " + std::string(words[k]) + "; it is drawn without this texture");
  }
}

TEST(MeshTextures, AnImageOutsideThePackageIsNotRead) {
  const TemporaryFolder folder;
  folder.write("secret.png", four_colors());
  folder.write("robot/square.obj", square_as_obj);
  folder.write("robot/square.mtl", "newmtl painted\nmap_Kd ../secret.png\n");
  std::vector<std::string> notes;
  const auto file = folder.path() / "robot/square.obj";
  EXPECT_TRUE(read_mesh(file, folder.path() / "robot", {}, &notes)->textures.empty());
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("outside the folder of the robot"), std::string::npos) << notes[0];
  EXPECT_EQ(read_mesh(file, folder.path())->textures.size(), 1u) << "its package may be larger";
}

TEST(MeshTextures, PointsOnASeamOfTheImageStayApart) {
  // The edge from 2 to 4 has two places on the image.
  const std::string seam = R"(mtllib square.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 0 1
vt 0.5 0.5
usemtl painted
f 1/1 2/2 4/3
f 2/4 3/2 4/4
)";
  const auto beside =
      these({{"square.mtl", "newmtl painted\nmap_Kd skin.png\n"}, {"skin.png", four_colors()}});
  const Mesh mesh = parse_mesh(seam, "seam.obj", beside).value();
  EXPECT_EQ(mesh.points.size(), 6u);
  EXPECT_EQ(mesh.uvs.size(), 6u);
}

TEST(MeshTextures, PlacesThatAreNoNumbersAreTheCorner) {
  std::string text = square_as_obj;
  text.replace(text.find("vt 1 0"), 6, "vt nan 1e30");
  const auto beside =
      these({{"square.mtl", "newmtl painted\nmap_Kd skin.png\n"}, {"skin.png", four_colors()}});
  const Expected<Mesh> mesh = parse_mesh(text, "nan.obj", beside);
  ASSERT_TRUE(mesh) << mesh.error().message;
  for (const auto& uv : mesh->uvs) EXPECT_LE(std::abs(uv[0]) + std::abs(uv[1]), 2.0f);
}

TEST(MeshTextures, ThePageGetsThemByTheirHash) {
  const auto beside =
      these({{"square.mtl", "newmtl painted\nmap_Kd skin.png\n"}, {"skin.png", four_colors()}});
  const auto mesh = std::make_shared<const Mesh>(parse_mesh(square_as_obj, "square.obj", beside).value());
  EXPECT_EQ(mesh_bytes(*mesh).size(), mesh_byte_count(*mesh));
  put_on_shelves(mesh);
  const std::shared_ptr<const Texture> texture = texture_shelf().find(mesh->textures[0]->hash);
  ASSERT_EQ(texture, mesh->textures[0]);
  EXPECT_EQ(texture_bytes(*texture).size(), 12u);
  std::string bytes = mesh_bytes(*mesh);
  std::uint64_t hash = 0;
  std::memcpy(&hash, bytes.data() + bytes.size() - 16, sizeof hash);
  EXPECT_EQ(hash, texture->hash);
}

const Mesh& first_visual(const Loaded& robot, const std::string& segment) {
  return *robot.scene.figure.visuals(robot.scene.figure.segment(segment)).at(0).mesh;
}

bool has_sentence(const Loaded& robot, const std::string& part) {
  return std::any_of(robot.warnings.begin(), robot.warnings.end(),
                     [&](const std::string& sentence) { return sentence.find(part) != std::string::npos; });
}

// A robot whose materials have images: over meshes that say how an image lies on them, and others.
void write_painted_robot(const TemporaryFolder& folder) {
  Triangles box;
  add_box(box, Vec3::Zero(), Vec3::Ones());
  folder.write("square.obj", square_as_obj);
  folder.write("square.mtl", "newmtl painted\nKd 1 0 0\n");
  folder.write("plain.stl", binary_stl(box));
  folder.write("skin.png", four_colors());
  const auto link = [](const std::string& name, const std::string& geometry, const std::string& material) {
    return "<link name=\"" + name + "\"><visual><geometry>" + geometry + "</geometry>" + material +
           "</visual></link>\n";
  };
  const auto joint = [](const std::string& child) {
    return "<joint name=\"to " + child + "\" type=\"fixed\"><parent link=\"root\"/><child link=\"" + child +
           "\"/></joint>\n";
  };
  folder.write(
      "robot.urdf",
      "<robot name=\"painted\"><material name=\"skin\"><texture filename=\"skin.png\"/></material>\n" +
          link("root", "<mesh filename=\"square.obj\"/>", "<material name=\"skin\"/>") +
          link("bare", "<mesh filename=\"square.obj\"/>", "") +
          link("stl", "<mesh filename=\"plain.stl\"/>", "<material name=\"skin\"/>") +
          link("box", "<box size=\"1 1 1\"/>", "<material name=\"skin\"/>") +
          link("lost", "<mesh filename=\"square.obj\"/>",
               "<material name=\"lost\"><texture filename=\"lost.png\"/></material>") +
          joint("bare") + joint("stl") + joint("box") + joint("lost") + "</robot>\n");
}

TEST(MaterialTextures, OfAUrdfLieOnMeshesThatSayHow) {
  const TemporaryFolder folder;
  write_painted_robot(folder);
  const Loaded robot = load_file(folder.path() / "robot.urdf").value();
  const Mesh& painted = first_visual(robot, "root");
  ASSERT_EQ(painted.textures.size(), 1u);
  EXPECT_EQ(painted.parts[0].color, std::nullopt) << "in place of the red of the file";
  EXPECT_EQ(pixel_at_point(painted, -1, 1), (std::array<int, 3>{255, 0, 0}));
  EXPECT_EQ(pixel_at_point(painted, 1, -1), (std::array<int, 3>{255, 255, 255}));
  EXPECT_TRUE(first_visual(robot, "bare").textures.empty()) << "the same file without the material";
  EXPECT_EQ(first_visual(robot, "bare").parts[0].color, (Color{1, 0, 0}));
}

TEST(MaterialTextures, WhereTheyCannotBeDrawnASentenceSaysWhy) {
  const TemporaryFolder folder;
  write_painted_robot(folder);
  const Loaded robot = load_file(folder.path() / "robot.urdf").value();
  EXPECT_TRUE(first_visual(robot, "stl").textures.empty());
  EXPECT_TRUE(has_sentence(robot, "plain.stl: it does not say how an image lies on it"));
  EXPECT_TRUE(has_sentence(robot, "the texture \"skin.png\" is not drawn on a <box>"));
  EXPECT_TRUE(first_visual(robot, "lost").textures.empty());
  EXPECT_TRUE(has_sentence(robot, "the texture \"lost.png\" of a material is not there"));
}

TEST(MaterialTextures, StayInFigureJson) {
  const TemporaryFolder folder;
  write_painted_robot(folder);
  const Figure figure = load_figure(folder.path() / "robot.urdf").value();
  folder.write("robot.json", write_figure(figure));
  const Loaded again = load_file(folder.path() / "robot.json").value();
  EXPECT_EQ(again.scene.figure.description().segments[0].visuals[0].texture, "skin.png");
  EXPECT_EQ(first_visual(again, "root").hash, figure.visuals(figure.segment("root")).at(0).mesh->hash);
}

TEST(MaterialTextures, OfAnMjcfLieAsInTheObjItself) {
  const TemporaryFolder folder;
  // MuJoCo refuses flat meshes: a pyramid over the square.
  std::string pyramid = square_as_obj.substr(square_as_obj.find('\n') + 1);
  pyramid.replace(pyramid.find("vt 0 0"), 0, "v 0 0 1\n");
  pyramid.replace(pyramid.find("usemtl painted\n"), 15, "vt 0.5 0.5\n");
  pyramid += "f 2/2 1/1 5/5\nf 3/3 2/2 5/5\nf 4/4 3/3 5/5\nf 1/1 4/4 5/5\n";
  folder.write("square.obj", pyramid);
  folder.write("skin.png", four_colors());
  folder.write("robot.xml", R"(<mujoco><asset>
  <mesh name="square" file="square.obj"/>
  <texture name="skin" type="2d" file="skin.png"/>
  <texture name="sky" type="cube" builtin="flat" width="4" height="4"/>
  <material name="skin" texture="skin" rgba="1 0.5 1 1"/>
  <material name="sky" texture="sky"/>
</asset><worldbody><body name="root"><geom type="mesh" mesh="square" material="skin"/>
  <geom type="sphere" size="0.1" material="sky"/></body></worldbody></mujoco>)");
  const Expected<Loaded> robot = load_file(folder.path() / "robot.xml");
  ASSERT_TRUE(robot) << robot.error().message;
  const Mesh& mesh = first_visual(*robot, "root");
  ASSERT_EQ(mesh.textures.size(), 1u);
  EXPECT_EQ(mesh.parts[0].color, (Color{1, 0.5, 1}));
  EXPECT_EQ(mesh.textures[0]->hash, decode_image(four_colors())->hash);
  // In the frame of MuJoCo, which moves the mesh to its centre of mass and turns it to its axes; so by uv.
  const Mesh own = parse_mesh(pyramid, "square.obj", {}, {}, nullptr, mesh.textures[0]).value();
  std::multiset<std::array<float, 2>> theirs(mesh.uvs.begin(), mesh.uvs.end()),
      ours(own.uvs.begin(), own.uvs.end());
  EXPECT_EQ(std::set(theirs.begin(), theirs.end()), std::set(ours.begin(), ours.end()));
  EXPECT_TRUE(has_sentence(*robot, "1 geom is drawn without its texture"));
}

}  // namespace
}  // namespace limber
