// Postures outside limits, broken couplings and ties, missing masses and meshes, parts of a scene that do
// nothing.

#include "analysis/findings.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "limber/avoidance/option_effects.h"
#include "limber/avoidance/scope.h"
#include "limber/base/names.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/files.h"
#include "limber/files/mesh_search.h"
#include "limber/tasks/ties.h"
#include "report/quantities.h"

namespace limber::cli {

namespace fs = std::filesystem;

namespace {

constexpr double rounding = 1e-9;       // [rad] or [m]
constexpr std::size_t most_listed = 5;  // of one kind, before the rest is counted

// Folders that mesh paths may be relative to: the file's, and that of the figure file a scene names.
std::vector<fs::path> mesh_folders(const Input& input) {
  std::error_code error;
  std::vector<fs::path> folders = {fs::absolute(input.path, error).lexically_normal().parent_path()};
  const fs::path figure_file = input.scene.figure_file;
  if (input.kind == FileKind::scene && !figure_file.empty()) {
    const fs::path beside = folders[0] / figure_file, above = folders[0].parent_path() / figure_file;
    const fs::path found = fs::exists(beside, error)  ? beside
                           : fs::exists(above, error) ? above
                                                      : find_shipped_file(figure_file).value_or(beside);
    folders.push_back(fs::absolute(found, error).lexically_normal().parent_path());
  }
  return folders;
}

std::string listed(const std::vector<std::string>& items, std::size_t most = most_listed) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), most); ++i) text += (i > 0 ? ", " : "") + items[i];
  if (items.size() > most) text += " and " + std::to_string(items.size() - most) + " more";
  return text;
}

}  // namespace

std::vector<JointOutside> joints_outside(const Figure& figure, const Posture& posture) {
  std::vector<JointOutside> outside;
  for (const JointId j : figure.joints()) {
    const double excess = limit_excess(figure.joint(j), values_of(figure, posture, j));
    if (excess > rounding) outside.push_back({j, excess});
  }
  return outside;
}

std::vector<CouplingValue> coupling_values(const Figure& figure, const Posture& posture) {
  std::vector<CouplingValue> result;
  for (const Coupling& coupling : figure.couplings()) {
    const double value = coupling_value(figure, posture, coupling);
    result.push_back({CouplingId{result.size()}, value, std::abs(value - coupling.range.clamp(value))});
  }
  return result;
}

std::vector<double> tie_errors(const Figure& figure, const Posture& posture) {
  Ties ties(figure);
  ties.look_at(posture);
  std::vector<double> errors;
  for (const Tie& tie : figure.ties()) errors.push_back(ties.error_of(TieId{&tie - figure.ties().data()}));
  return errors;
}

std::vector<std::string> missing_meshes(const Input& input) {
  std::vector<std::string> meshes;
  const auto add = [&](const Shape& shape) {
    if (const auto* mesh = std::get_if<MeshReference>(&shape)) meshes.push_back(mesh->file);
  };
  for (const SegmentId s : input.scene.figure.segments()) {
    for (const BodyShape& body : input.scene.figure.shapes(s)) add(body.shape);
    for (const VisualDescription& visual : input.scene.figure.visuals(s)) {
      if (!visual.mesh) meshes.push_back(visual.file);
    }
  }
  for (const Obstacle& obstacle : input.scene.world.obstacles) add(obstacle.shape);
  std::sort(meshes.begin(), meshes.end());
  meshes.erase(std::unique(meshes.begin(), meshes.end()), meshes.end());
  const std::vector<fs::path> folders = mesh_folders(input);
  std::erase_if(meshes, [&](const std::string& mesh) {
    return std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) {
      const FoundMesh found = find_mesh(mesh, {folder, input.mesh_options.packages});
      return !found.file.empty() || !found.refused.empty();
    });
  });
  return meshes;
}

std::string outside_text(const Figure& figure, const JointOutside& outside) {
  const bool is_length = figure.joint(outside.joint).type == JointType::prismatic;
  const std::string amount = is_length                        ? length_text(outside.excess)
                             : outside.excess < 0.05 * degree ? number_text(outside.excess, 2) + " rad"
                                                              : degrees_text(outside.excess);
  return figure.joint_name(outside.joint) + " by " + amount;
}

namespace {

bool has_priorities(const TaskList& tasks) {
  int first = 0;
  for (const TaskList::Entry& entry : tasks) {
    if (!entry.settings.enabled) continue;
    if (first != 0 && entry.settings.priority != first) return true;
    first = entry.settings.priority;
  }
  return false;
}

}  // namespace

std::vector<std::string> options_without_effect(const Scene& scene) {
  const SolverOptions& now = scene.solver;
  const SolverOptions usual;
  const auto is_set = [&](std::string_view key) {
    return (key == "formulation" && now.formulation != usual.formulation) ||
           (key == "svd" && now.svd != usual.svd) || (key == "svd_mode" && now.svd_mode != usual.svd_mode) ||
           (key == "damping" && now.damping.rule != usual.damping.rule) ||
           (key == "lambda" && now.damping.lambda != usual.damping.lambda) ||
           (key == "bound" && now.damping.bound != usual.damping.bound) ||
           (key == "largest_error" && now.largest_error != usual.largest_error) ||
           (key == "clamp" && now.clamp != usual.clamp) ||
           (key == "largest_turn" && now.largest_turn != usual.largest_turn) ||
           (key == "line_search" && now.line_search != usual.line_search) ||
           (key == "recruitment" && !scene.recruitment.empty()) ||
           (key == "criteria" && !scene.criteria.empty()) ||
           (key == "priorities" && has_priorities(scene.tasks));
  };
  std::vector<std::string> warnings;
  for (const WithoutEffect& option : without_effect(now, scene.avoidance)) {
    if (!is_set(option.key)) continue;
    std::string why(option.words);
    why.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(why.front())));
    why.pop_back();
    warnings.push_back("\"" + std::string(option.key) + "\" has no effect: " + why);
  }
  return warnings;
}

std::vector<std::string> warnings_about(const Input& input) {
  const Figure& figure = input.scene.figure;
  std::vector<std::string> warnings = input.warnings;
  std::vector<std::string> outside;
  for (const JointOutside& joint : joints_outside(figure, input.scene.posture)) {
    outside.push_back(outside_text(figure, joint));
  }
  if (!outside.empty()) {
    warnings.push_back("the posture is outside the limits of " + count_text(outside.size(), "joint") + ": " +
                       listed(outside));
  }
  std::vector<std::string> violated;
  for (const CouplingValue& coupling : coupling_values(figure, input.scene.posture)) {
    if (coupling.excess <= rounding) continue;
    const std::string& name = at(figure.couplings(), coupling.coupling).name;
    violated.push_back((name.empty() ? "number " + std::to_string(coupling.coupling + 1) : name) + " by " +
                       number_text(coupling.excess, 3));
  }
  if (!violated.empty()) {
    warnings.push_back("the posture violates " + count_text(violated.size(), "coupling") + ": " +
                       listed(violated));
  }
  std::vector<std::string> loose;
  const std::vector<double> errors = tie_errors(figure, input.scene.posture);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    if (errors[i] > rounding) loose.push_back(figure.ties()[i].name + " by " + number_text(errors[i], 3));
  }
  if (!loose.empty())
    warnings.push_back("the posture violates " + count_text(loose.size(), "tie") + ": " + listed(loose));
  if (figure.total_mass() == 0.0) warnings.push_back("the figure has no mass");
  if (const std::vector<std::string> meshes = missing_meshes(input); !meshes.empty()) {
    warnings.push_back(count_text(meshes.size(), "mesh file is", "mesh files are") +
                       " missing: " + listed(meshes, 1));
  }
  std::string left = not_followed_in_words(input.scene.avoidance.technique, input.scene.tasks, figure);
  if (!left.empty()) warnings.push_back(std::move(left));
  for (std::string& option : options_without_effect(input.scene)) warnings.push_back(std::move(option));
  if (const std::string forces = force_warning(input.scene); !forces.empty()) warnings.push_back(forces);
  return warnings;
}

std::string force_warning(const Scene& scene) {
  if (scene.tasks.loads.forces.empty() || !scene.tasks.loads.supports.empty()) return "";
  return "no support carries the " + count_text(scene.tasks.loads.forces.size(), "force", "forces") +
         "; the joints do, up to the root";
}

std::string dynamics_note(const Scene& scene, const std::string& command) {
  if (!scene.dynamics.on) return "";
  return "limber " + command +
         " leaves out the dynamics of the scene: only the studio moves a figure by torques";
}

}  // namespace limber::cli
