// limber convert and limber model.

#include <gtest/gtest.h>

#include <filesystem>

#include "limber/files/files.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/models/models.h"
#include "run_limber.h"
#include "support/shell.h"
#include "support/temporary_folder.h"

namespace limber::test {

namespace {

Figure figure_from(const std::string& text) {
  return parse_figure(text, "output").value();
}

Vec3 center_of_mass(const Figure& figure, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  MassDistribution masses(figure);
  masses.update(kinematics);
  return masses.center();
}

constexpr const char* small_robot =
    "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"revolute\"><parent "
    "link=\"a\"/>"
    "<child link=\"b\"/><axis xyz=\"1 0 0\"/><limit lower=\"-1\" upper=\"2\" effort=\"1\" "
    "velocity=\"1\"/></joint>"
    "</robot>";

}  // namespace

TEST(Convert, FigureFileIsUnchanged) {
  const Ran ran = limber({"convert", data_file("tiny.json"), "-o", "-"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, write_figure(load_figure(data_file("tiny.json")).value()));
}

TEST(Convert, TasksKeepTheirPlacesWithAnotherRoot) {
  const Scene before =
      load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/human-reaching.json").value();
  const Ran ran = limber({"convert", "scenes/human-reaching.json", "--root", "pelvis", "-o", "-"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Scene after = parse_scene(ran.out, "output", "").value();
  ASSERT_EQ(after.tasks.size(), before.tasks.size());
  for (const TaskList::Entry& entry : before.tasks) {
    const auto frame = [](const TaskList::Entry& e, const Figure& figure) {
      return figure.frame(std::get<Reach>(e.task).frame.frame).name;
    };
    EXPECT_EQ(frame(*after.tasks.find(entry.name), after.figure), frame(entry, before.figure));
  }
}

TEST(Convert, UrdfBecomesAFigureFile) {
  const TemporaryFolder folder;
  const std::string robot = folder.write("r.urdf", small_robot), out = folder.file("r.json");
  EXPECT_EQ(limber({"convert", robot, "-o", out}).code, 0);
  const Figure figure = load_figure(out).value();
  EXPECT_EQ(figure.dof_count(), 1);
  EXPECT_EQ(figure.joint(figure.joint("j")).ranges[0], (Range{-1, 2}));
}

TEST(Convert, NothingIsOverwrittenWithoutForce) {
  const TemporaryFolder folder;
  const std::string out = folder.write("precious.json", "mine");
  const Ran refused = limber({"convert", data_file("tiny.json"), "-o", out});
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.err.find("--force"), std::string::npos) << refused.err;
  EXPECT_EQ(contents_of(out), "mine");
  EXPECT_EQ(limber({"model", "snake", "-o", out}).code, 3);
  EXPECT_EQ(contents_of(out), "mine");
  EXPECT_EQ(limber({"convert", data_file("tiny.json"), "-o", out, "--force"}).code, 0);
  EXPECT_EQ(load_figure(out).value().name(), "tiny");
}

TEST(Convert, WhereFilesMayNotGrowItSaysSoInOneSentence) {
  const TemporaryFolder folder;
  const std::string figure = std::string(LIMBER_SOURCE_DIR) + "/models/elephant.json";
  const Shell ran = shell("ulimit -f 1; " LIMBER_CLI " convert " + figure + " -o x.json", folder.path());
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.output, "limber: x.json: cannot be written: File too large\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Convert, DevicesAreNotReplacedByFiles) {
  EXPECT_EQ(limber({"convert", data_file("tiny.json"), "-o", "/dev/null", "--force"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(Convert, MissingFolderIsAnError) {
  const TemporaryFolder folder;
  const Ran ran = limber({"convert", data_file("tiny.json"), "-o", folder.file("none/x.json")});
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.err.find("there is no folder"), std::string::npos) << ran.err;
}

TEST(Convert, RootMovesNothing) {
  const Figure before = load_figure(data_file("tiny.json")).value();
  const Figure after =
      figure_from(limber({"convert", data_file("tiny.json"), "--root", "fore", "-o", "-"}).out);
  EXPECT_EQ(after.segment_name(root_segment), "fore");
  EXPECT_LT(
      (center_of_mass(before, before.rest_posture()) - center_of_mass(after, after.rest_posture())).norm(),
      1e-12);
}

TEST(Convert, LinksOfAChainCanBeChosen) {
  const Figure figure =
      figure_from(limber({"convert", data_file("tiny.json"), "--links", "tail=20", "-o", "-"}).out);
  EXPECT_EQ(figure.dof_count(), 24 + 2 * (20 - 8));
  EXPECT_TRUE(figure.find_segment("tail.20"));
}

TEST(Convert, RefusesToWriteWhatCannotBeReadAgain) {
  const Ran long_trunk = limber({"model", "elephant", "--links", "100000"});
  EXPECT_EQ(long_trunk.code, 2);
  EXPECT_EQ(long_trunk.err,
            "limber: model: --links: the chains make 300016 segments, at most 200000 are supported\n");
}

TEST(Convert, TheEndingNamesTheFormatAndWhatItCannotHoldIsSaid) {
  const TemporaryFolder folder;
  const Ran urdf = limber({"convert", "models/human.json", "-o", folder.file("human.urdf")});
  EXPECT_EQ(urdf.code, 0);
  EXPECT_NE(urdf.err.find("swing joints are written as ball joints"), urdf.err.npos) << urdf.err;
  EXPECT_NEAR(load_figure(folder.file("human.urdf")).value().total_mass(), 75.0, 1e-9);
  EXPECT_EQ(limber({"convert", "models/snake.json", "-o", folder.file("snake.bvh")}).code, 0);
  EXPECT_EQ(limber({"check", folder.file("snake.bvh")}).code, 0);
  EXPECT_EQ(limber({"convert", folder.file("snake.bvh"), "-o", folder.file("snake.csv")}).code, 0);
}

TEST(Convert, AnEndingThatIsNotWrittenIsRefused) {
  for (const char* out : {"robot.sdf", "robot.fbx", "robot.txt"}) {
    const Ran ran = limber({"convert", "models/human.json", "-o", out}, {.folder = LIMBER_SOURCE_DIR});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("are not written; expected .json, .urdf"), std::string::npos) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(LIMBER_SOURCE_DIR) / out));
  }
}

// A robot as URDF and as JSON in another folder still has its meshes. A URDF keeps the names of packages.
TEST(Convert, MeshesAreFoundFromWhereTheFileIsWritten) {
  const TemporaryFolder folder;
  const std::string robot = std::string(LIMBER_SOURCE_DIR) + "/models/mantis/mantis.urdf";
  for (const char* name : {"copy.urdf", "copy.json"}) {
    const std::string out = (folder.path() / name).string();
    ASSERT_EQ(limber({"convert", robot, "-o", out}).code, 0);
    MeshOptions places;
    places.packages["mantis"] = std::string(LIMBER_SOURCE_DIR) + "/models/mantis";
    const Ran checked = limber({"check", out, "--package", "mantis=" + places.packages["mantis"].string()});
    EXPECT_EQ(checked.out.find("missing"), std::string::npos) << checked.out;
    const Figure was = load_figure(robot).value(), is = load_figure(out, places).value();
    for (const SegmentId s : was.segments()) {
      const auto &a = was.visuals(s), &b = is.visuals(is.segment(was.segment_name(s)));
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t k = 0; k < a.size(); ++k) {
        ASSERT_TRUE(b[k].mesh);
        EXPECT_EQ(a[k].mesh->triangles.size(), b[k].mesh->triangles.size());
      }
      EXPECT_EQ(was.shapes(s).size(), is.shapes(is.segment(was.segment_name(s))).size());
    }
  }
}

// What was mended is said by every command that reads a file, not by limber check alone.
TEST(Convert, WarningsOfTheReaderAreTold) {
  const Ran ran = limber({"convert", "tests/files/urdf/mended/lower_above_upper.urdf", "-o", "-"},
                         {.folder = LIMBER_SOURCE_DIR});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("read the other way round"), std::string::npos) << ran.err;
}

TEST(Convert, FloatingRootIsFree) {
  const TemporaryFolder folder;
  for (const std::string& file : {data_file("tiny.json"), folder.write("r.urdf", small_robot).string()}) {
    const Figure before = load_figure(file).value();
    const Figure after = figure_from(limber({"convert", file, "--floating", "-o", "-"}).out);
    EXPECT_EQ(after.joint(root_joint).type, JointType::free);
    EXPECT_EQ(after.dof_count(), before.dof_count() + 6);
  }
}

TEST(Convert, SceneCarriesItsFigureAndPosture) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("s.json", "{\"limber\": 1, \"figure\": \"" + data_file("tiny.json") +
                                 "\", \"posture\": {\"fore\": [0.5, 0.25]}, \"world\": [{\"name\": \"ball\", "
                                 "\"shape\": \"sphere\", \"radius\": 0.1}]}");
  const Scene scene = parse_scene(limber({"convert", file, "-o", "-"}).out, "output", ".").value();
  EXPECT_EQ(scene.figure_file, "");
  EXPECT_EQ(scene.posture, load_scene(file).value().posture);
  EXPECT_EQ(scene.world.obstacles.size(), 1u);
  const Figure figure = figure_from(limber({"convert", file, "--as", "figure", "-o", "-"}).out);
  EXPECT_EQ(figure.name(), "tiny");
}

TEST(Model, ListNamesEveryModel) {
  const Ran ran = limber({"model"});
  EXPECT_EQ(ran.code, 0);
  for (const models::Model& model : models::all())
    EXPECT_NE(ran.out.find(model.name + " "), std::string::npos);
}

TEST(Model, WritesWhatTheLibraryMakes) {
  for (const models::Model& model : models::all()) {
    const Ran ran = limber({"model", model.name});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, write_figure(Figure::build(model.make({})).value()));
  }
}

TEST(Model, UnknownNameSuggestsNearOnes) {
  const Ran ran = limber({"model", "elefant"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("did you mean \"elephant\""), std::string::npos) << ran.err;
}

TEST(Shipped, FilesAreFoundFromAnywhere) {
  const TemporaryFolder shipped, elsewhere;
  std::filesystem::create_directory(shipped.file("models"));
  shipped.write("models/tiny.json", contents_of(data_file("tiny.json")));
  const Ran ran = limber({"check", "models/tiny.json"},
                         {.environment = {{"LIMBER_SHARE", shipped.path()}}, .folder = elsewhere.path()});
  EXPECT_EQ(ran.code, 0) << ran.out;
}

}  // namespace limber::test
