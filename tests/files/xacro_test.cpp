// xacro: what comes out, and what is refused.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "files_support.h"
#include "limber/files/xacro/expression.h"
#include "limber/files/xacro/xacro.h"

namespace limber {
namespace {

using namespace test;

std::string evaluated_text(const std::string& expression) {
  return xacro::text_of(xacro::evaluate(expression, [](const std::string& name) -> xacro::Value {
    if (name == "side") return std::string("left");
    if (name == "r") return xacro::Number{0.5, false};
    throw xacro::ExpressionProblem{"no " + name};
  }));
}

TEST(XacroExpression, MeansWhatItMeansInPython) {
  const std::pair<const char*, const char*> cases[] = {
      {"1 + 2*3", "7"},
      {"(1 + 2)*3", "9"},
      {"1/2", "0.5"},
      {"7 // 2", "3"},
      {"-7 // 2", "-4"},
      {"-7 % 3", "2"},
      {"2**10", "1024"},
      {"-2**2", "-4"},
      {"2.0*3", "6.0"},
      {"r*2", "1.0"},
      {"'a' + side", "aleft"},
      {"side == 'left'", "True"},
      {"not side == 'left'", "False"},
      {"1 if side == 'right' else -1", "-1"},
      {"max(1, 3, 2)", "3"},
      {"abs(-4)", "4"},
      {"int(3.7)", "3"},
      {"1 < 2 and 3 >= 3", "True"},
      {"sqrt(16)", "4.0"},
      {"degrees(pi)", "180.0"},
      {"radians(180) == pi", "True"},
      {"math.cos(0)", "1.0"},
      {"1e-3", "0.001"},
  };
  for (const auto& [expression, text] : cases) EXPECT_EQ(evaluated_text(expression), text) << expression;
  for (const char* wrong :
       {"", "1 +", "(1", "foo", "1/0", "'a'", "side['x']", "2**9999", "__import__('os')"}) {
    if (std::string(wrong) == "'a'") continue;
    EXPECT_THROW(evaluated_text(wrong), xacro::ExpressionProblem) << wrong;
  }
}

const char* const xacro_robot = R"xml(<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="two">
  <xacro:arg name="length" default="0.4"/>
  <xacro:property name="length" value="$(arg length)"/>
  <xacro:property name="half" value="${length/2}"/>
  <xacro:macro name="link_of" params="name mass:=2 *origin **extra">
    <link name="${name}">
      <inertial><xacro:insert_block name="origin"/><mass value="${mass}"/>
        <inertia ixx="${mass*half**2}" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
      <xacro:insert_block name="extra"/>
    </link>
  </xacro:macro>
  <xacro:macro name="leg" params="side reflect:=1">
    <xacro:link_of name="${side}_leg">
      <origin xyz="0 0 ${-half}"/>
      <extra><xacro:if value="${reflect == 1}"><collision><geometry><sphere radius="0.1"/></geometry></collision></xacro:if></extra>
    </xacro:link_of>
    <joint name="${side}_hip" type="revolute">
      <parent link="base"/><child link="${side}_leg"/><origin xyz="0 ${reflect*0.1} 0" rpy="${radians(90)} 0 0"/>
      <axis xyz="0 1 0"/><limit lower="${-pi/2}" upper="${pi/2}" effort="1" velocity="1"/>
    </joint>
  </xacro:macro>
  <xacro:unless value="false"><link name="base"/></xacro:unless>
  <xacro:if value="${half > 10}"><link name="never"/></xacro:if>
  <xacro:leg side="left"/>
  <xacro:leg side="right" reflect="-1"/>
</robot>)xml";

TEST(Xacro, MacrosPropertiesBlocksAndConditionsAreExpanded) {
  const Figure figure = parse_figure(xacro_robot, "two.xacro").value();
  EXPECT_EQ(figure.name(), "two");
  EXPECT_EQ(figure.segment_count(), 3);
  EXPECT_EQ(figure.total_mass(), 4.0);
  const SegmentId left = figure.segment("left_leg"), right = figure.segment("right_leg");
  EXPECT_EQ(figure.mass(left).center, Vec3(0, 0, -0.2));
  EXPECT_NEAR(figure.mass(left).inertia(0, 0), 2 * 0.04, 1e-15);
  EXPECT_EQ(figure.before(figure.joint("right_hip")).translation, Vec3(0, -0.1, 0));
  EXPECT_EQ(figure.shapes(left).size(), 1u);
  EXPECT_TRUE(figure.shapes(right).empty());
  const std::string longer =
      expand_xacro(xacro_robot, "two.xacro", {.arguments = {{"length", "1.0"}}}).value();
  EXPECT_NE(longer.find("0 0 -0.5"), longer.npos);
}

// Each is in the scope it was written in, or in one around it: with sanitizers this test also says whether
// such circles are given back.
TEST(Xacro, BlocksThatArePropertiesAreKeptByTheScopeTheyName) {
  const Figure figure = parse_figure(R"xml(<robot name="r" xmlns:xacro="x">
    <xacro:property name="weight"><mass value="${2 * 3}"/></xacro:property>
    <xacro:macro name="define" params="size">
      <xacro:property name="own"><origin xyz="0 0 ${size}"/></xacro:property>
      <xacro:property name="shared" scope="parent"><origin xyz="0 0 ${size}"/></xacro:property>
      <link name="base"><inertial><xacro:insert_block name="own"/>
        <xacro:insert_block name="weight"/></inertial></link>
    </xacro:macro>
    <xacro:define size="0.5"/>
    <link name="arm"><inertial><xacro:insert_block name="shared"/>
      <xacro:insert_block name="weight"/></inertial></link>
    <joint name="j" type="fixed"><parent link="base"/><child link="arm"/></joint>
  </robot>)xml",
                                     "r.xacro")
                            .value();
  for (const char* link : {"base", "arm"}) {
    EXPECT_EQ(figure.mass(figure.segment(link)).mass, 6.0);
    EXPECT_EQ(figure.mass(figure.segment(link)).center, Vec3(0, 0, 0.5));
  }
}

TEST(Xacro, IncludesAreReadFromTheFolderAndCirclesRefused) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "limber_xacro" / "pkg";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "part.xacro") << R"(<robot xmlns:xacro="x"><xacro:macro name="part" params="n">
    <link name="${n}"/></xacro:macro></robot>)";
  std::ofstream(folder / "main.xacro") << R"(<robot name="m" xmlns:xacro="x">
    <xacro:include filename="$(find pkg)/part.xacro"/><xacro:part n="base"/></robot>)";
  std::ofstream(folder / "circle.xacro") << R"(<robot name="m" xmlns:xacro="x">
    <xacro:include filename="again.xacro"/></robot>)";
  std::ofstream(folder / "again.xacro")
      << R"(<robot xmlns:xacro="x"><xacro:include filename="circle.xacro"/></robot>)";
  EXPECT_EQ(load_figure(folder / "main.xacro").value().segment_count(), 1);
  const std::string message = load_figure(folder / "circle.xacro").error().message;
  EXPECT_NE(message.find("includes itself"), message.npos) << message;
  std::filesystem::remove_all(folder.parent_path());
}

TEST(Xacro, ArgumentsAndPackagesComeFromTheCaller) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "limber_xacro_given";
  std::filesystem::create_directories(folder / "elsewhere");
  std::ofstream(folder / "elsewhere" / "part.xacro")
      << R"(<robot xmlns:xacro="x"><link name="from_part"/></robot>)";
  std::ofstream(folder / "arm.xacro") << R"(<robot name="arm" xmlns:xacro="x"><xacro:arg name="side"/>
    <xacro:include filename="$(find parts)/part.xacro"/><link name="$(arg side)_hand"/>
    <joint name="j" type="fixed"><parent link="from_part"/><child link="$(arg side)_hand"/></joint></robot>)";
  const MeshOptions given{.packages = {{"parts", folder / "elsewhere"}},
                          .xacro_arguments = {{"side", "left"}}};
  EXPECT_TRUE(load_figure(folder / "arm.xacro", given).value().find_segment("left_hand"));
  const auto expect_hint = [&](const MeshOptions& options, const std::string& hint) {
    const std::string message = load_figure(folder / "arm.xacro", options).error().message;
    EXPECT_NE(message.find(hint), message.npos) << message;
  };
  expect_hint({.packages = given.packages}, "--xacro side=VALUE");
  expect_hint({.xacro_arguments = given.xacro_arguments}, "--package parts=DIR");
  std::filesystem::remove_all(folder);
}

TEST(Xacro, HostileFilesGiveOneSentence) {
  const std::string head = "<robot name='r' xmlns:xacro='x'>";
  std::string laughs = head + "<xacro:macro name='m0' params=''><link name='a'/></xacro:macro>";
  for (int k = 1; k < 30; ++k) {
    laughs += "<xacro:macro name='m" + std::to_string(k) + "' params=''>";
    for (int i = 0; i < 10; ++i) laughs += "<xacro:m" + std::to_string(k - 1) + "/>";
    laughs += "</xacro:macro>";
  }
  laughs += "<xacro:m29/></robot>";
  std::string doubling = head + "<xacro:property name='a0' value='xxxxxxxxxx'/>";
  for (int k = 1; k < 40; ++k) {
    const std::string before = "${a" + std::to_string(k - 1) + "}";
    doubling += "<xacro:property name='a" + std::to_string(k) + "' value='" + before + before + "'/>";
  }
  doubling += "<link name='${a39}'/></robot>";
  const std::pair<std::string, std::string> wrong[] = {
      {"<!DOCTYPE r [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]>" + head + "<link name='&b;'/></robot>",
       "DOCTYPE"},
      {laughs, "more than 500000 elements"},
      {doubling, "more than"},
      {head + "<xacro:macro name='m' params=''><xacro:m/></xacro:macro><xacro:m/></robot>", "64 deep"},
      {head + "<xacro:property name='a' value='${b}'/><xacro:property name='b' value='${a}'/><link "
              "name='${a}'/></robot>",
       "defined by itself"},
      {head + "<xacro:include filename='/etc/passwd'/></robot>", "not read from a folder"},
      {head + "<link name='${__import__(1)}'/></robot>", "not known"},
      {head + "<link name='$(env HOME)'/></robot>", "is not read"},
      {head + "<xacro:leg/></robot>", "there is no macro"},
      {head, "cut off"},
  };
  for (const auto& [text, words] : wrong) {
    const Expected<Figure> read = parse_figure(text, "w.xacro");
    ASSERT_FALSE(read) << text.substr(0, 200);
    expect_one_sentence(read.error().message, "w.xacro");
    EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
  }
}

}  // namespace
}  // namespace limber
