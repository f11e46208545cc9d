#include "limber/world/world.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(World, PartsOfOneThingShareItsName) {
  World world;
  world.add("pole", Capsule{.a = Vec3::Zero(), .b = Vec3::UnitZ(), .radius = 0.1});
  for (const char* name : {"tree.1", "tree.2"})
    world.add(name, Capsule{.a = Vec3::Zero(), .b = Vec3::UnitZ(), .radius = 0.1});
  world.add("table.1", Box{.size = Vec3::Ones()});
  world.add("table.2", Cylinder{.a = Vec3::Zero(), .b = Vec3::UnitZ(), .radius = 0.1});
  for (const char* name : {"disc.1", "disc.2"}) world.add(name, Sphere{.radius = 0.1});
  world.add("stone.1", Sphere{.radius = 0.1});
  const auto spoken = [&](const char* name) { return spoken_name(world, world.obstacle(name)); };
  EXPECT_EQ(spoken("pole"), "pole");
  EXPECT_EQ(spoken("tree.2"), "tree");
  EXPECT_EQ(spoken("table.1"), "table");
  EXPECT_EQ(spoken("table.2"), "table");
  EXPECT_EQ(spoken("disc.1"), "disc.1");
  EXPECT_EQ(spoken("stone.1"), "stone.1");
}

}  // namespace
}  // namespace limber
