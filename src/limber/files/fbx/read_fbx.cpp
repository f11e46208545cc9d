// Joints, skin and motion of an FBX file, together; and what else it has, which is not used.

#include "limber/files/fbx/read_fbx.h"

#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/character/figure.h"
#include "limber/files/character/refused.h"
#include "limber/files/fbx/animation.h"
#include "limber/files/fbx/skin.h"
#include "limber/files/problem.h"

namespace limber {

namespace {

using character::size;

bool any(const std::vector<bool>& list) {
  return std::find(list.begin(), list.end(), true) != list.end();
}

// Joints of skins, and models that the file calls limbs. A limb without another below it, which no skin
// follows and nothing turns, is the end of its parent: the tip of a finger.
std::vector<bool> joints_of(const fbx::Models& models, const std::vector<bool>& in_skin,
                            const std::optional<fbx::FbxAnimation>& animation) {
  const std::size_t count = models.list.size();
  std::vector<bool> is_limb(count), carries_limb(count), made(count);
  for (std::size_t k = 0; k < count; ++k) is_limb[k] = models.list[k].is_limb;
  for (std::size_t next = count; next-- > 1;) {
    const std::size_t node = size(models.nodes.order[next]);
    if (is_limb[node] || in_skin[node] || carries_limb[node])
      carries_limb[size(models.nodes.list[node].parent)] = true;
  }
  const bool tells_ends = any(in_skin) || animation;
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_end = tells_ends && !carries_limb[k] && !in_skin[k] && !(animation && animation->turns[k]);
    made[k] = in_skin[k] || (is_limb[k] && !is_end);
  }
  return any(made) ? made : is_limb;
}

void note_unused(const fbx::Objects& objects, std::vector<std::string>& notes) {
  bool has_morphs = false, has_constraints = false, has_caches = false;
  for (const fbx::Object& object : objects.list()) {
    has_morphs = has_morphs || (object.type == "Deformer" && object.subtype == "BlendShape");
    has_constraints = has_constraints || object.type == "Constraint";
    has_caches = has_caches || object.type == "Cache";
  }
  if (has_morphs) notes.push_back("morph targets are not read");
  if (has_constraints) notes.push_back("constraints are not read");
  if (has_caches) notes.push_back("surfaces that change in files of their own are not read");
}

MovingFigure figure_of(const fbx::Objects& objects, const fbx::Models& models, const ReadBeside& beside,
                       std::vector<std::string> notes) {
  const fbx::Tree& tree = objects.tree();
  const std::optional<fbx::FbxAnimation> animation = fbx::read_animation(objects, models, notes);
  std::vector<bool> is_joint = joints_of(models, fbx::joints_of_skins(objects, models), animation);
  if (!any(is_joint) && !animation) {
    tree.fail("has no skeleton: neither limbs nor a skin nor an animation, so there is nothing to pose");
  }
  const std::optional<character::Animation> moves =
      animation ? std::optional(animation->animation) : std::nullopt;
  const character::Skeleton skeleton = find_skeleton(models.nodes, std::move(is_joint), moves);
  std::shared_ptr<const Skin> skin = fbx::read_skin(objects, models, skeleton, beside, notes);
  note_unused(objects, notes);
  return character::moving_figure({models.nodes, skeleton, moves, std::move(skin), std::move(notes)},
                                  tree.file());
}

}  // namespace

Expected<MovingFigure> read_fbx(std::string_view bytes, const std::string& name, const ReadBeside& beside) {
  return reading_file([&]() -> MovingFigure {
    const fbx::Tree tree(bytes, name);
    const fbx::Objects objects(tree);
    try {
      std::vector<std::string> notes;
      const fbx::Models models = read_models(objects, notes);
      return figure_of(objects, models, beside, std::move(notes));
    } catch (const character::Refused& refused) {
      const std::vector<int> models = objects.of_type("Model");
      if (refused.node < 1) tree.fail(refused.problem);
      objects[models[size(refused.node - 1)]].element.fail(refused.problem);
    }
  });
}

}  // namespace limber
