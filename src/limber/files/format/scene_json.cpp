// Reads and writes scenes: figure, posture, world, tasks, criteria, loads, solver, camera, keys.

#include "limber/files/format/scene_json.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>
#include <unordered_map>

#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/figure/edit.h"
#include "limber/files/format/criterion_json.h"
#include "limber/files/format/dynamics_json.h"
#include "limber/files/format/figure_json.h"
#include "limber/files/format/format_keys.h"
#include "limber/files/format/geometry_json.h"
#include "limber/files/format/loads_json.h"
#include "limber/files/format/place_json.h"
#include "limber/files/format/posture_json.h"
#include "limber/files/format/solver_json.h"
#include "limber/files/format/task_json.h"
#include "limber/files/format/tree_json.h"
#include "limber/scene/limits.h"

namespace limber::json {

namespace {

Figure read_figure_of_scene(const Value& value, const FigureLoader& load) {
  if (value.is(Kind::object)) return build_figure(value);
  if (!value.is(Kind::text)) value.fail_type("a file like \"models/human.json\", or the figure itself");
  Expected<Figure> figure = load(value.name());
  if (!figure) value.fail(figure.error().message);
  return std::move(*figure);
}

// Names that must differ within a list.
class UniqueNames {
 public:
  void add(const Value& object, std::string_view name) {
    const auto [first, is_new] = lines_.emplace(name, object.node().line());
    if (!is_new) {
      object.at("name").fail("the name " + limber::quoted(name) + " is used twice" +
                             first_on_line(first->second, object.node().line()));
    }
  }

 private:
  std::unordered_map<std::string, int> lines_;
};

// Numbers that the entries of a list hold in memory: far more than the text may have bytes.
class HeldNumbers {
 public:
  explicit HeldNumbers(std::string_view what) : what_(what) {}
  void add(const Value& place, std::size_t count) {
    count_ += count;
    if (count_ > most_numbers_of_a_list) {
      place.fail("these " + what_ + " hold more than " + std::to_string(most_numbers_of_a_list) +
                 " numbers, one or more for each joint");
    }
  }

 private:
  std::string what_;
  std::size_t count_ = 0;
};

}  // namespace

bool is_bolted(const Figure& figure) {
  if (figure.joint(root_joint).type != JointType::fixed) return false;
  for (const SegmentId s : figure.segments()) {
    if (figure.parent(s) == root_segment && figure.joint(figure.joint_of(s)).inverted) return false;
  }
  return true;
}

Obstacle read_obstacle(const Value& object) {
  Shape shape = read_shape(object, ShapePlace::world);
  if (const Complaint complaint = check_shape(shape)) object.fail(*complaint);
  const std::optional<Value> name = object.find("name"), velocity = object.find("velocity"),
                             solid = object.find("solid");
  return {name ? name->name() : std::string(), std::move(shape), read_color(object),
          velocity ? velocity->vec3() : Vec3::Zero(), solid ? solid->truth() : true};
}

World read_world(const Value& object, Paths* paths, const TextLoader& load) {
  World world;
  UniqueNames names;
  std::size_t branches = 0;  // of trees
  object.for_each("world", [&](const Value& item) {
    if (is_tree(item)) {
      const std::size_t first = world.obstacles.size();
      read_tree(item, world);
      branches += world.obstacles.size() - first;
      if (branches > most_branches)
        item.fail("the trees grow more than " + std::to_string(most_branches) + " branches");
      for (std::size_t i = first; i < world.obstacles.size(); ++i) names.add(item, world.obstacles[i].name);
      return;
    }
    world.obstacles.push_back(read_obstacle(item));
    item.at("name");
    names.add(item, world.obstacles.back().name);
    if (const auto path = item.find("path"); path && paths)
      paths->set(world.obstacles.back().name, read_path(*path, PathOf::points, load));
  });
  return world;
}

Output write_obstacle(const Obstacle& obstacle) {
  Output object = Output::object();
  object.set("name", Output::text(obstacle.name));
  write_shape(obstacle.shape, object);
  write_color(obstacle.color, object);
  if (!obstacle.velocity.isZero(0.0)) object.set("velocity", Output::vector(obstacle.velocity));
  if (!obstacle.is_solid) object.set("solid", Output::truth(false));
  return object;
}

Output write_world(const World& world, const Paths& paths, PathFiles files) {
  Output list = Output::list();
  for (std::size_t i = 0; i < world.obstacles.size();) {
    if (const std::size_t branches = branches_from(world, i)) {
      list.add(write_tree(world, i));
      i += branches;
    } else {
      const Obstacle& obstacle = world.obstacles[i++];
      Output object = write_obstacle(obstacle);
      if (const TargetPath* path = paths.of(obstacle.name))
        object.set("path", write_path(*path, PathOf::points, files));
      list.add(std::move(object));
    }
  }
  return list;
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
  if (const auto roll = object.find("roll")) camera.roll = roll->number();
  if (camera.eye == camera.target) object.fail("the camera's eye and target are the same point");
  return camera;
}

Output write_camera(const Camera& camera) {
  Output object = Output::object();
  object.set("eye", Output::vector(camera.eye)).set("target", Output::vector(camera.target));
  object.set("field_of_view", Output::number(camera.field_of_view));
  if (camera.roll != 0.0) object.set("roll", Output::number(camera.roll));
  return object;
}

namespace {

std::size_t number_count(const Criterion& criterion) {
  const auto* posture = std::get_if<ReferencePosture>(&criterion);
  if (posture == nullptr) return 0;
  return static_cast<std::size_t>(posture->reference.values.size()) + posture->weights.size() +
         posture->stiffens_at.size();
}

void read_keys(const Value& document, const Figure& figure, std::vector<Keyframe>& keys) {
  const std::optional<Value> list = document.find("keys");
  if (list && list->is(Kind::list) && list->size() > most_scene_keys) {
    list->fail("expected at most " + std::to_string(most_scene_keys) + " keys, got " +
               std::to_string(list->size()));
  }
  HeldNumbers numbers("keys");
  document.for_each("keys", [&](const Value& object) {
    object.require_object(key_keys);
    numbers.add(object, static_cast<std::size_t>(figure.value_count()));
    Keyframe key{.number = static_cast<int>(keys.size()) + 1, .posture = figure.rest_posture()};
    key.time = object.at("time").not_negative();
    if (!keys.empty() && !(key.time - keys.back().time >= shortest_key_step)) {
      object.at("time").fail("each key must be at least " + exact_text(shortest_key_step) +
                             " s later than the one before");
    }
    if (const auto posture = object.find("posture")) read_posture(*posture, figure, key.posture);
    keys.push_back(std::move(key));
  });
}

}  // namespace

Scene read_scene(const Value& document, const FigureLoader& load, const TextLoader& load_text) {
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
  scene.world = read_world(document, &scene.paths, load_text);
  scene.tasks.loads = read_loads(document, scene.figure, scene.root.empty() && is_bolted(scene.figure));
  UniqueNames task_names;
  HeldNumbers joints_of_tasks("tasks");
  document.for_each("tasks", [&](const Value& object) {
    NamedTask task = read_task(object, scene.figure, TaskName::needed, load_text);
    if (!task.name.empty()) task_names.add(object, task.name);
    joints_of_tasks.add(object, task.settings.joints.size());
    try {
      check(task.task, scene.tasks.loads);
    } catch (const std::invalid_argument& problem) {
      object.fail(problem.what());
    }
    // Its name is new, and is not looked for once more among all others.
    const TaskId<> number = scene.tasks.insert("", std::move(task.task), std::move(task.settings));
    std::prev(scene.tasks.end())->name = std::move(task.name);
    if (task.path) scene.paths.set(number, std::move(task.path));
  });
  HeldNumbers weights("criteria");
  document.for_each("criteria", [&](const Value& object) {
    scene.criteria.push_back(read_criterion(object, scene.figure));
    weights.add(object, number_count(scene.criteria.back().criterion));
  });
  if (const auto solver = document.find("solver")) read_solver(*solver, scene);
  if (const auto dynamics = document.find("dynamics")) read_dynamics(*dynamics, scene.dynamics);
  if (const auto camera = document.find("camera")) scene.camera = read_camera(*camera);
  read_keys(document, scene.figure, scene.keys);
  return scene;
}

Output write_scene(const Scene& scene) {
  Output document = Output::object();
  document.set("limber", Output::number(format_version));
  if (scene.figure_file.empty()) {
    // Written as it is now, with its root.
    Output figure = Output::object();
    write_figure(scene.figure.description(), figure);
    document.set("figure", std::move(figure));
    // A foot at which the figure is held by choice may carry. Without the choice it would be refused.
    if (is_bolted(scene.figure) && has_support_at_root(scene.tasks.loads, scene.figure))
      document.set("root", Output::text(scene.figure.segment_name(root_segment)));
  } else {
    document.set("figure", Output::text(scene.figure_file));
    if (!scene.root.empty()) document.set("root", Output::text(scene.root));
  }
  // With another root, the rest posture of a free figure is not where it stands, so the root's place is
  // written.
  const bool is_held_elsewhere = !scene.figure_file.empty() && !scene.root.empty();
  Output posture = write_posture(scene.figure, scene.posture, is_held_elsewhere);
  if (!posture.is_empty()) document.set("posture", std::move(posture));
  // What contains its figure needs no other file at all.
  const PathFiles files = scene.figure_file.empty() ? PathFiles::contained : PathFiles::named;
  if (!scene.world.obstacles.empty()) document.set("world", write_world(scene.world, scene.paths, files));
  document.set_list("tasks", scene.tasks, [&](const TaskList::Entry& entry) {
    return write_task(scene.tasks, entry, scene.figure, scene.paths.of(entry.number), files);
  });
  document.set_list("criteria", scene.criteria, [&](const WeightedCriterion& criterion) {
    return write_criterion(criterion, scene.figure);
  });
  write_loads(scene.tasks.loads, document);
  if (Output solver = write_solver(scene); !solver.is_empty()) document.set("solver", std::move(solver));
  if (!(scene.dynamics == DynamicsOptions{})) document.set("dynamics", write_dynamics(scene.dynamics));
  if (scene.camera) document.set("camera", write_camera(*scene.camera));
  document.set_list("keys", scene.keys, [&](const Keyframe& key) {
    Output object = Output::object();
    object.set("time", Output::number(key.time));
    Output key_posture = write_posture(scene.figure, key.posture, is_held_elsewhere);
    return key_posture.is_empty() ? object : object.set("posture", std::move(key_posture));
  });
  return document;
}

}  // namespace limber::json
