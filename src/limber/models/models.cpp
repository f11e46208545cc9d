#include "limber/models/models.h"

#include <stdexcept>

#include "limber/models/catalog.h"

namespace limber::models {

std::vector<Model> all() {
  return {
      {"elephant", "African elephant with a trunk of 30 spheres, 3 revolute joints each (Ge 2000)", true,
       elephant},
      {"human",
       "man of 1.75 m and 75 kg, 50 degrees of freedom, fixed at the pelvis (Baerlocher 2001, de Leva 1996)",
       false, human},
      {"human-free", "the same man held nowhere, to walk: 56 degrees of freedom", false, human_free},
      {"human-with-fingers", "the same man with five fingers on each hand, 90 degrees of freedom", false,
       human_with_fingers},
      {"shoulder",
       "bones of a right arm, the shoulder blade gliding on the thorax (Baerlocher 2001, figure 7.3)", false,
       human_shoulder},
      {"planar-chain", "equal links in the x-y plane, 1 m long, no limits", true, planar_chain},
      {"tsuji-arm", "planar arm of five 0.4 m links (Tsuji, Nakayama, Ito 1990)", false, tsuji_arm},
      {"tevatia-planar", "planar arm of ten 0.1 m links (Tevatia, Schaal 2000)", false, tevatia_planar},
      {"tevatia-humanoid", "upright humanoid robot, 30 revolute joints (after Tevatia, Schaal 2000)", false,
       tevatia_humanoid},
      {"lab-arm", "planar arm of four links with round joints, for the obstacle lab", false, lab_arm},
      {"panda-like", "seven-joint arm with the Denavit-Hartenberg parameters published for the Franka Panda",
       false, panda_like},
      {"snake", "snake of 2 m, free to move, two revolute joints per link", true, snake},
  };
}

const Model* find(std::string_view name) {
  static const std::vector<Model> models = all();
  for (const Model& model : models) {
    if (model.name == name) return &model;
  }
  return nullptr;
}

int links_or(const Parameters& parameters, int own) {
  constexpr int most = 100000;
  if (parameters.links == 0) return own;
  if (parameters.links < 2 || parameters.links > most) {
    throw std::invalid_argument("a chain needs 2 to " + std::to_string(most) + " links, not " +
                                std::to_string(parameters.links));
  }
  return parameters.links;
}

}  // namespace limber::models
