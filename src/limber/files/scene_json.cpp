#include "limber/files/scene_json.h"

#include <algorithm>
#include <numbers>
#include <unordered_map>

#include "limber/base/names.h"
#include "limber/figure/edit.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/figure_json.h"
#include "limber/files/format_keys.h"
#include "limber/files/geometry_json.h"
#include "limber/files/joint_json.h"
#include "limber/files/task_json.h"

namespace limber::json {

namespace {

// The words of the solver's options; the first of each is the usual one.
constexpr std::array<std::string_view, 1> limit_words = {"active-set"};
constexpr std::array<std::string_view, 1> svd_words = {"row-givens"};
constexpr std::array<std::string_view, 1> damping_words = {"auto"};
constexpr std::array<std::string_view, 2> avoidance_words = {"none", "objective"};

Figure read_figure_of_scene(const Value& value, const FigureLoader& load) {
  if (value.is(Kind::object)) return build_figure(value);
  if (!value.is(Kind::text)) value.fail_type("a file like \"models/human.json\", or the figure itself");
  Expected<Figure> figure = load(value.name());
  // The sentence names the other file when something is wrong in there, or else what could not be found.
  if (!figure) value.fail(figure.error().message);
  return std::move(*figure);
}

void read_posture(const Value& object, const Figure& figure, Posture& posture) {
  object.require_object();
  for (std::size_t i = 0; i < object.size(); ++i) {
    const Value value = object.member(i);
    const std::string_view name = value.node().name();
    const std::optional<int> joint = figure.find_joint(name);
    if (!joint) {
      std::vector<std::string> names;
      for (int j = 0; j < figure.segment_count(); ++j) names.push_back(figure.joint_name(j));
      value.fail("figure " + quoted(figure.name()) + " has no joint " + quoted(name) +
                 did_you_mean(name, names));
    }
    set_joint_parameters(figure, posture, *joint, read_parameters(value, figure.joint(*joint).type));
  }
}

// As the file has them: rotation vectors that read back as themselves, see settled_rotation_vector.
std::vector<double> parameters_to_write(const Figure& figure, const Posture& posture, int joint) {
  const JointType type = figure.joint(joint).type;
  std::vector<double> parameters = joint_parameters(figure, posture, joint);
  if (type != JointType::ball && type != JointType::free) return parameters;
  double* rotation = parameters.data() + parameters.size() - 3;
  const auto round_trip = [&](const Vec3& k) {
    std::copy(k.begin(), k.end(), rotation);
    const std::vector<double> back = parameters_of_values(type, values_of_parameters(type, parameters));
    return Vec3(back[back.size() - 3], back[back.size() - 2], back[back.size() - 1]);
  };
  const Vec3 settled = settled_rotation_vector(Vec3(rotation[0], rotation[1], rotation[2]), round_trip);
  std::copy(settled.begin(), settled.end(), rotation);
  return parameters;
}

// Joints at rest are left out; but a free figure held at another segment does not come to stand at its rest,
// so there the place of the root is always said.
Output write_posture(const Figure& figure, const Posture& posture, bool is_held_elsewhere) {
  const Posture rest = figure.rest_posture();
  Output object = Output::object();
  for (int j = 0; j < figure.segment_count(); ++j) {
    if (dof_count(figure.joint(j).type) == 0) continue;
    const std::vector<double> parameters = parameters_to_write(figure, posture, j);
    const bool always = j == 0 && is_held_elsewhere;
    if (!always && parameters == parameters_to_write(figure, rest, j)) continue;
    object.set(figure.joint_name(j), write_parameters(parameters));
  }
  return object;
}

// Two things of one list may not share a name.
class UniqueNames {
 public:
  void add(const Value& object, std::string_view name) {
    const auto [first, is_new] = lines_.emplace(name, object.node().line());
    if (!is_new) {
      object.at("name").fail("the name " + quoted(name) + " is used twice (first on line " +
                             std::to_string(first->second) + ")");
    }
  }

 private:
  std::unordered_map<std::string, int> lines_;
};

Obstacle read_obstacle(const Value& object) {
  Shape shape = read_shape(object, ShapePlace::world);
  if (const Complaint complaint = check_shape(shape)) object.fail(*complaint);
  return {object.at("name").name(), std::move(shape), read_color(object)};
}

Output write_obstacle(const Obstacle& obstacle) {
  Output object = Output::object();
  object.set("name", Output::text(obstacle.name));
  write_shape(obstacle.shape, object);
  write_color(obstacle.color, object);
  return object;
}

ForceDescription read_force(const Value& object, const Figure& figure) {
  object.require_object(force_keys);
  return {read_frame_name(object.at("frame"), figure), object.at("force").vec3()};
}

SolverDescription read_solver(const Value& object) {
  object.require_object(solver_keys);
  SolverDescription solver;
  const auto word_or_usual = [&](const Value& from, std::string_view key, const auto& words,
                                 std::string_view what, std::string& into) {
    if (const auto value = from.find(key)) into = words[value->word(words, what)];
  };
  word_or_usual(object, "limits", limit_words, "way to hold limits", solver.limits);
  word_or_usual(object, "svd", svd_words, "singular value decomposition", solver.svd);
  word_or_usual(object, "damping", damping_words, "damping", solver.damping);
  if (const auto avoidance = object.find("avoidance")) {
    avoidance->require_object(avoidance_keys);
    avoidance->at("method");
    word_or_usual(*avoidance, "method", avoidance_words, "avoidance method", solver.avoidance_method);
    if (const auto gain = avoidance->find("gain")) solver.avoidance_gain = gain->not_negative();
  }
  return solver;
}

Output write_solver(const SolverDescription& solver) {
  const SolverDescription usual;
  Output object = Output::object();
  if (solver.limits != usual.limits) object.set("limits", Output::text(solver.limits));
  if (solver.svd != usual.svd) object.set("svd", Output::text(solver.svd));
  if (solver.damping != usual.damping) object.set("damping", Output::text(solver.damping));
  if (solver.avoidance_method != usual.avoidance_method || solver.avoidance_gain != usual.avoidance_gain) {
    Output avoidance = Output::object();
    avoidance.set("method", Output::text(solver.avoidance_method));
    if (solver.avoidance_gain != usual.avoidance_gain)
      avoidance.set("gain", Output::number(solver.avoidance_gain));
    object.set("avoidance", std::move(avoidance));
  }
  return object;
}

Camera read_camera(const Value& object) {
  object.require_object(camera_keys);
  Camera camera;
  if (const auto eye = object.find("eye")) camera.eye = eye->vec3();
  if (const auto target = object.find("target")) camera.target = target->vec3();
  if (const auto angle = object.find("field_of_view")) {
    camera.field_of_view = angle->positive();
    if (camera.field_of_view >= std::numbers::pi)
      angle->fail_type("an angle above 0 and below pi, in radians");
  }
  if (camera.eye == camera.target) object.fail("the camera's eye and target are the same point");
  return camera;
}

Output write_camera(const Camera& camera) {
  Output object = Output::object();
  object.set("eye", Output::vector(camera.eye)).set("target", Output::vector(camera.target));
  object.set("field_of_view", Output::number(camera.field_of_view));
  return object;
}

}  // namespace

Scene read_scene(const Value& document, const FigureLoader& load) {
  require_version(document, "scene");
  document.require_object(scene_keys);
  if (const auto schema = document.find("$schema")) schema->text();

  const Value figure_value = document.at("figure");
  Figure figure = read_figure_of_scene(figure_value, load);
  Posture posture = figure.rest_posture();
  std::string root;
  if (const auto value = document.find("root")) {
    root = value->name();
    Expected<Edited> edited = re_root(figure, posture, root);
    if (!edited) value->fail(edited.error().message);
    figure = std::move(edited->figure);
    posture = std::move(edited->posture);
  }
  if (const auto value = document.find("posture")) read_posture(*value, figure, posture);

  Scene scene{.figure = std::move(figure), .posture = std::move(posture)};
  scene.figure_file = figure_value.is(Kind::text) ? figure_value.text() : "";
  scene.root = std::move(root);
  UniqueNames obstacle_names, task_names;
  document.for_each("world", [&](const Value& object) {
    scene.world.obstacles.push_back(read_obstacle(object));
    obstacle_names.add(object, scene.world.obstacles.back().name);
  });
  document.for_each("tasks", [&](const Value& object) {
    scene.tasks.push_back(read_task(object, scene.figure));
    task_names.add(object, scene.tasks.back().name);
  });
  document.for_each("criteria",
                    [&](const Value& object) { scene.criteria.push_back(read_criterion(object)); });
  document.for_each("forces",
                    [&](const Value& object) { scene.forces.push_back(read_force(object, scene.figure)); });
  if (const auto solver = document.find("solver")) scene.solver = read_solver(*solver);
  if (const auto camera = document.find("camera")) scene.camera = read_camera(*camera);
  return scene;
}

Output write_scene(const Scene& scene) {
  Output document = Output::object();
  document.set("limber", Output::number(format_version));
  if (scene.figure_file.empty()) {
    // Written as it stands, already held at its root.
    Output figure = Output::object();
    write_figure(scene.figure.description(), figure);
    document.set("figure", std::move(figure));
  } else {
    document.set("figure", Output::text(scene.figure_file));
    if (!scene.root.empty()) document.set("root", Output::text(scene.root));
  }
  Output posture =
      write_posture(scene.figure, scene.posture, !scene.figure_file.empty() && !scene.root.empty());
  if (!posture.is_empty()) document.set("posture", std::move(posture));
  document.set_list("world", scene.world.obstacles, write_obstacle);
  document.set_list("tasks", scene.tasks, write_task);
  document.set_list("criteria", scene.criteria, write_criterion);
  const auto write_force = [](const ForceDescription& force) {
    Output object = Output::object();
    return object.set("frame", Output::text(force.frame)).set("force", Output::vector(force.force));
  };
  document.set_list("forces", scene.forces, write_force);
  if (scene.solver) document.set("solver", write_solver(*scene.solver));
  if (scene.camera) document.set("camera", write_camera(*scene.camera));
  return document;
}

}  // namespace limber::json
