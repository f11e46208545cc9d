// A figure of a compiled MuJoCo model; mjcf.h has the equation. Without MuJoCo's headers, a sentence instead.

#include "limber/files/mjcf/mjcf.h"

#include "limber/files/problem.h"

#if LIMBER_HAVE_MUJOCO

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "limber/files/mjcf/geoms.h"
#include "limber/files/mjcf/mujoco_library.h"
#include "limber/files/segment_poses.h"
#include "limber/math/rotation.h"

namespace limber {

namespace mjcf {

namespace {

constexpr double no_limit = 1e6;  // [rad, m] larger limits mean none
class ModelReader {
 public:
  // `file`: what the drawn meshes are named after.
  ModelReader(const mjModel& model, std::string file) : m_(model), geoms_(model, std::move(file)) {}

  MovingFigure read(const std::string& name) {
    describe();
    figure_.name = m_.names[0] != '\0' ? std::string(m_.names) : std::filesystem::path(name).stem().string();
    Expected<Figure> built = Figure::build(std::move(figure_));
    if (!built) fail_in_file(name, 0, built.error().message);
    Motion keys = keys_of_model(*built);
    say_what_is_unused();
    return {std::move(*built), std::move(keys), std::move(warnings_)};
  }

 private:
  std::string name_at(const int* addresses, int number) const { return m_.names + addresses[number]; }

  // ---- the tree ----------------------------------------------------------------------------------------

  void describe() {
    if (m_.nbody < 2) {
      warnings_.push_back("the model has no bodies but the world");
    }
    const int first = only_root_body();
    segment_of_body_.resize(static_cast<std::size_t>(m_.nbody));
    joint_names_of_.resize(static_cast<std::size_t>(m_.njnt));
    for (int b = 1; b < m_.nbody; ++b) {
      const std::string given = name_at(m_.name_bodyadr, b);
      at(segment_of_body_, b) =
          free_name(given.empty() ? "body " + std::to_string(b) : given, segment_names_);
    }
    for (int j = 0; j < m_.njnt; ++j) {
      const std::string given = name_at(m_.name_jntadr, j);
      if (!given.empty()) at(joint_names_of_, j) = free_name(given, joint_names_);
    }
    if (first == 0) {
      segment_of_body_[0] = free_name("world", segment_names_);
      SegmentDescription world;
      world.name = segment_of_body_[0];
      world.joint.name = free_name(world.name, joint_names_);
      figure_.segments.push_back(std::move(world));
    }
    for (int b = 1; b < m_.nbody; ++b) add_body(b, b == first);
    for (int s = 0; s < m_.nsite; ++s) add_site(s);
    std::vector<bool> has_child(static_cast<std::size_t>(m_.nbody));
    for (int b = 1; b < m_.nbody; ++b) has_child[static_cast<std::size_t>(m_.body_parentid[b])] = true;
    for (int b = 1; b < m_.nbody; ++b) {
      if (!has_child[static_cast<std::size_t>(b)]) add_leaf_frame(b);
    }
    for (int e = 0; e < m_.neq; ++e) add_equality(e);
    for (int x = 0; x < m_.nexclude; ++x) add_exclusion(x);
  }

  // The one body that hangs from the world, fixed or free; 0 where the world itself is the root.
  int only_root_body() const {
    int found = 0;
    for (int b = 1; b < m_.nbody; ++b) {
      if (m_.body_parentid[b] != 0) continue;
      if (found != 0) return 0;
      found = b;
    }
    if (found == 0 || m_.body_jntnum[found] == 0) return found;
    return m_.body_jntnum[found] == 1 && m_.jnt_type[m_.body_jntadr[found]] == mjJNT_FREE ? found : 0;
  }

  void add_body(int b, bool is_root) {
    Transform outer{quaternion_of(m_.body_quat, b).toRotationMatrix(), vector_at(m_.body_pos, b)};
    std::string parent = is_root ? std::string() : at(segment_of_body_, m_.body_parentid[b]);
    const int joints = m_.body_jntnum[b], first = m_.body_jntadr[b];
    for (int k = 0; k + 1 < joints; ++k) {
      SegmentDescription moved;
      name_joint(first + k, b, joints);
      moved.name = free_name(at(joint_names_of_, first + k), segment_names_);
      moved.parent = parent;
      set_joint(moved, first + k, outer);
      parent = moved.name;
      outer = {};
      figure_.segments.push_back(std::move(moved));
    }
    SegmentDescription segment;
    segment.name = at(segment_of_body_, b);
    segment.parent = parent;
    segment.before = outer;
    if (joints > 0) {
      name_joint(first + joints - 1, b, joints);
      set_joint(segment, first + joints - 1, outer);
    } else {
      segment.joint.name = free_name(segment.name, joint_names_);
    }
    if (m_.body_mass[b] > 0.0) {
      const Mat3 axes = quaternion_of(m_.body_iquat, b).toRotationMatrix();
      const Vec3 moments = vector_at(m_.body_inertia, b);
      segment.mass = MassProperties{m_.body_mass[b], vector_at(m_.body_ipos, b),
                                    axes * moments.asDiagonal() * axes.transpose()};
    }
    geoms_.add(b, segment);
    figure_.segments.push_back(std::move(segment));
  }

  void name_joint(int j, int b, int joints) {
    if (!at(joint_names_of_, j).empty()) return;
    const std::string& body = at(segment_of_body_, b);
    const int number = j - m_.body_jntadr[b] + 1;
    at(joint_names_of_, j) =
        free_name(joints == 1 ? body : body + " joint " + std::to_string(number), joint_names_);
  }

  void set_joint(SegmentDescription& segment, int j, const Transform& outer) {
    Joint& joint = segment.joint;
    joint.name = at(joint_names_of_, j);
    const mjtNum* start = m_.qpos0 + m_.jnt_qposadr[j];
    const Vec3 anchor = vector_at(m_.jnt_pos, j);
    const int type = m_.jnt_type[j];
    if (type == mjJNT_FREE) {  // counted from the world
      joint.type = JointType::free;
      const Vec3 turn = log_rotation(Quat(start[3], start[4], start[5], start[6]).normalized());
      joint.rest = {start[0], start[1], start[2], turn.x(), turn.y(), turn.z()};
      segment.before = {};
      return;
    }
    segment.before = outer * Transform::at(anchor);
    segment.after = Transform::at(-anchor);
    if (type == mjJNT_BALL) {
      joint.type = JointType::ball;
      if (m_.jnt_limited[j]) limit_ball(joint, m_.jnt_range[2 * j + 1]);
      return;
    }
    joint.type = type == mjJNT_SLIDE ? JointType::prismatic : JointType::revolute;
    joint.axis = vector_at(m_.jnt_axis, j).normalized();
    const double reference = *start;
    if (reference != 0.0) {
      const Transform back = type == mjJNT_SLIDE
                                 ? Transform::at(-reference * joint.axis)
                                 : Transform{axis_rotation(joint.axis, -reference), Vec3::Zero()};
      segment.before = segment.before * back;
    }
    if (m_.jnt_limited[j]) {
      const double low = m_.jnt_range[2 * j], high = m_.jnt_range[2 * j + 1];
      joint.ranges[0] = {low < -no_limit ? -unlimited : low, high > no_limit ? unlimited : high};
    }
    const double rest = joint.ranges[0].clamp(reference);
    if (rest != 0.0) joint.rest = {rest};
  }

  // A turn of at most `most` has a swing and a twist of at most that: a little wider than MuJoCo's limit.
  void limit_ball(Joint& joint, double most) {
    if (!(most > 0.0 && most < std::numbers::pi)) return;
    joint.swing_limit = SwingEllipse{Vec2(most, most)};
    joint.twist_limit = Range{-most, most};
    ++wider_balls_;
  }

  // ---- what hangs on it --------------------------------------------------------------------------------

  void add_site(int s) {
    const int b = m_.site_bodyid[s];
    if (at(segment_of_body_, b).empty()) return;  // on a world that is no segment
    const std::string given = name_at(m_.name_siteadr, s);
    if (given.empty()) return;
    figure_.frames.push_back(
        {free_name(given, frame_names_),
         at(segment_of_body_, b),
         {quaternion_of(m_.site_quat, s).toRotationMatrix(), vector_at(m_.site_pos, s)}});
  }

  // Places to aim with where the file marks none: what ends a branch.
  void add_leaf_frame(int b) {
    const std::string& segment = at(segment_of_body_, b);
    if (frame_names_.insert(segment).second) figure_.frames.push_back({segment, segment, {}});
  }

  // q_1 - r_1 = a_0 + a_1 (q_2 - r_2)
  void add_equality(int e) {
    if (!m_.eq_active[e]) return;
    const mjtNum* data = m_.eq_data + mjNEQDATA * e;
    const bool is_linear = data[2] == 0.0 && data[3] == 0.0 && data[4] == 0.0;
    if (m_.eq_type[e] != mjEQ_JOINT || !is_linear) {
      ++equalities_left_out_;
      return;
    }
    const int one = m_.eq_obj1id[e], other = m_.eq_obj2id[e];
    CouplingDescription coupling;
    coupling.name = name_at(m_.name_eqadr, e);
    coupling.terms.push_back({at(joint_names_of_, one), 0, 1.0});
    double value = m_.qpos0[m_.jnt_qposadr[one]] + data[0];
    if (other >= 0 && data[1] != 0.0) {
      coupling.terms.push_back({at(joint_names_of_, other), 0, -data[1]});
      value -= data[1] * m_.qpos0[m_.jnt_qposadr[other]];
    }
    if (coupling.name.empty()) coupling.name = at(joint_names_of_, one) + " equality";
    coupling.range = {value, value};
    figure_.couplings.push_back(std::move(coupling));
  }

  void add_exclusion(int x) {
    // The numbers of the two bodies, each plus 1.
    const int one = (m_.exclude_signature[x] >> 16) - 1, other = (m_.exclude_signature[x] & 0xffff) - 1;
    if (one <= 0 || other <= 0 || one >= m_.nbody || other >= m_.nbody || one == other) return;
    figure_.unchecked_pairs.push_back(
        {at(segment_of_body_, one), at(segment_of_body_, other), UncheckedPair::Why::given});
  }

  // ---- the rest ----------------------------------------------------------------------------------------

  // The keyframes as a motion, a second apart where the file gives no times.
  Motion keys_of_model(const Figure& figure) const {
    Motion motion;
    for (int k = 0; k < m_.nkey; ++k) {
      Posture posture = figure.rest_posture();
      for (int j = 0; j < m_.njnt; ++j) {
        const mjtNum* q = m_.key_qpos + static_cast<std::ptrdiff_t>(k) * m_.nq + m_.jnt_qposadr[j];
        double* values = posture.values.data() + figure.first_value(figure.joint(at(joint_names_of_, j)));
        const int type = m_.jnt_type[j];
        const int turn = type == mjJNT_FREE ? 3 : 0;
        if (type == mjJNT_FREE) std::copy_n(q, 3, values);
        if (type == mjJNT_FREE || type == mjJNT_BALL) {
          const Quat turned = Quat(q[turn], q[turn + 1], q[turn + 2], q[turn + 3]).normalized();
          std::copy_n(turned.coeffs().data(), 4, values + turn);
        } else {
          *values = *q;
        }
      }
      const double earliest = motion.empty() ? 0.0 : motion.times.back() + 1.0;
      motion.times.push_back(std::max(earliest, m_.key_time[k]));
      motion.postures.push_back(std::move(posture));
    }
    return motion;
  }

  void say(int count, const char* one, const char* many) {
    if (count > 0)
      warnings_.push_back(count == 1 ? std::string("1 ") + one : std::to_string(count) + " " + many);
  }

  void say_what_is_unused() {
    say(geoms_.left_out(), "plane, height field or flat mesh is not used",
        "planes, height fields or flat meshes are not used");
    say(geoms_.without_texture(), "geom is drawn without its texture, for which it has no coordinates",
        "geoms are drawn without their textures, for which they have no coordinates");
    say(m_.body_geomnum[0], "geom of the world is not used", "geoms of the world are not used");
    say(equalities_left_out_, "equality that is not linear in two joints is not used",
        "equalities that are not linear in two joints are not used");
    say(wider_balls_, "ball joint has a limit a little wider than in MuJoCo",
        "ball joints have limits a little wider than in MuJoCo");
    say(m_.ntendon, "tendon is not used", "tendons are not used");
    say(m_.nu, "actuator is not used", "actuators are not used");
    say(m_.nsensor, "sensor is not used", "sensors are not used");
    say(m_.nskin, "skin is not used", "skins are not used");
  }

  const mjModel& m_;
  Geoms geoms_;
  FigureDescription figure_;
  std::vector<std::string> warnings_;
  std::vector<std::string> segment_of_body_;  // empty for a world that is no segment
  std::vector<std::string> joint_names_of_;
  std::set<std::string> segment_names_, joint_names_, frame_names_;
  int equalities_left_out_ = 0, wider_balls_ = 0;
};

// Newer files ask for an integrator that MuJoCo 2.2 does not know, and refuses. Nothing here integrates: its
// nearest relative is asked for instead, in a word of the same length, so that columns stay.
std::string with_known_integrator(std::string_view text) {
  constexpr std::string_view newer = "\"implicitfast\"", known = "\"implicit\"    ";
  std::string made(text);
  for (std::size_t at = made.find(newer); at != made.npos; at = made.find(newer, at)) {
    made.replace(at, newer.size(), known);
  }
  return made;
}

}  // namespace

}  // namespace mjcf

Expected<MovingFigure> read_mjcf(std::string_view text, const std::string& name,
                                 const std::optional<std::filesystem::path>& folder) {
  return reading_file([&]() -> MovingFigure {
    mjcf::check_before_loading(text, name, folder);
    const std::filesystem::path file = std::filesystem::path(name).filename();
    const Expected<mjcf::ModelPointer> model =
        mjcf::load_model(mjcf::with_known_integrator(text), name,
                         folder ? *folder / file : std::filesystem::path("model.xml"));
    if (!model) throw FileProblem{model.error().message};
    return mjcf::ModelReader(**model, file.generic_string()).read(name);
  });
}

}  // namespace limber

#else

namespace limber {

Expected<MovingFigure> read_mjcf(std::string_view, const std::string& name,
                                 const std::optional<std::filesystem::path>&) {
  return Error{name + ": this Limber was built without MuJoCo, which reads MJCF (Debian: libmujoco-dev)"};
}

}  // namespace limber

#endif
