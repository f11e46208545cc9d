#pragma once
// Chains and trees as MuJoCo takes them, in the form it is fastest with: hinges at one point in one body.

#if LIMBER_HAVE_MUJOCO
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "limber/math/types.h"

namespace limber::peers {

class MujocoModel {
 public:
  // `first` of the files written into `folder`, which is removed.
  MujocoModel(const std::filesystem::path& folder, const std::string& first) {
    char error[500] = "";
    model = mj_loadXML((folder / first).c_str(), nullptr, error, sizeof error);
    std::filesystem::remove_all(folder);
    if (!model) {
      std::fprintf(stderr, "MuJoCo cannot load the figure: %s\n", error);
      std::exit(EXIT_FAILURE);
    }
    data = mj_makeData(model);
  }
  ~MujocoModel() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  MujocoModel(const MujocoModel&) = delete;
  MujocoModel& operator=(const MujocoModel&) = delete;

  mjModel* model = nullptr;
  mjData* data = nullptr;
};

inline std::filesystem::path new_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "limber-peers-XXXXXX").string();
  if (!::mkdtemp(name.data())) std::abort();
  return name;
}

inline constexpr const char* mujoco_inertia = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";

// Its XML may nest only about 100 elements, so a long chain is written to files that include each other.
class MujocoTrunk {
 public:
  MujocoTrunk(int links, double length) : model_(write(links, length), "0.xml") {}

  Vec3 tip(const VecX& q, RowMatrix& jacobian) {
    mjModel* const m = model_.model;
    mjData* const d = model_.data;
    std::copy_n(q.data(), q.size(), d->qpos);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_jac(m, d, jacobian.data(), nullptr, d->site_xpos, m->site_bodyid[0]);
    return {d->site_xpos[0], d->site_xpos[1], d->site_xpos[2]};
  }

 private:
  static std::filesystem::path write(int links, double length) {
    constexpr int per_file = 80;
    const std::filesystem::path folder = new_folder();
    const int files = (links + per_file - 1) / per_file;
    for (int file = 0; file < files; ++file) {
      std::ofstream xml(folder / (std::to_string(file) + ".xml"));
      xml.precision(17);
      const int first = file * per_file, end = std::min(links, first + per_file);
      xml << (file == 0 ? "<mujoco><compiler angle='radian'/><worldbody>" : "<mujocoinclude>");
      for (int i = first; i < end; ++i) {
        xml << "<body pos='" << (i > 0 ? length / links : 0.0) << " 0 0'>" << mujoco_inertia
            << "<joint axis='1 0 0'/><joint axis='0 1 0'/><joint axis='0 0 1'/>";
      }
      if (file + 1 < files) {
        xml << "<include file='" << file + 1 << ".xml'/>";
      } else {
        xml << "<site name='tip' pos='" << length / links << " 0 0'/>";
      }
      for (int i = first; i < end; ++i) xml << "</body>";
      xml << (file == 0 ? "</worldbody></mujoco>" : "</mujocoinclude>");
    }
    return folder;
  }

  MujocoModel model_;
};

}  // namespace limber::peers
#endif
