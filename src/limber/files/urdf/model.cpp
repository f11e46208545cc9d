#include "limber/files/urdf/model.h"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <mutex>

namespace limber::urdf_import {

namespace {

// Collects what urdfdom would print. console_bridge has one handler for the whole program, hence the lock;
// whoever had set one gets it back.
class Quiet : public console_bridge::OutputHandler {
 public:
  Quiet() : lock_(mutex()), previous_(console_bridge::getOutputHandler()) {
    console_bridge::useOutputHandler(this);
  }
  ~Quiet() override { console_bridge::useOutputHandler(previous_); }
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && said_.empty()) said_ = text;
  }
  const std::string& said() const { return said_; }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  std::lock_guard<std::mutex> lock_;
  console_bridge::OutputHandler* previous_;
  std::string said_;
};

}  // namespace

Model::Model(const Source& source, const std::string& file) {
  std::string said;
  try {
    const Quiet quiet;
    model_ = urdf::parseURDF(source.copy);
    said = quiet.said();
  } catch (const std::exception& error) {
    said = error.what();
  }
  // The copy is checked beforehand, so this is a gap in the checks: better a vague sentence than none.
  const auto give_up = [&] { throw Problem{file + ": urdfdom cannot read this robot: " + said}; };
  if (!model_) give_up();
  for (std::size_t i = 0; i < source.links.size(); ++i) {
    links_.push_back(model_->getLink(std::to_string(i)));
    if (!links_.back() || links_.back()->collision_array.size() != source.links[i].collisions.size() ||
        links_.back()->visual_array.size() != source.links[i].visuals.size()) {
      give_up();
    }
  }
  for (std::size_t i = 0; i < source.joints.size(); ++i) {
    joints_.push_back(model_->getJoint(std::to_string(i)));
    if (!joints_.back()) give_up();
  }
}

// A link owns its children. Left alone, a chain of 100,000 would be destroyed by as many nested calls.
Model::~Model() {
  if (!model_) return;
  for (auto& [name, link] : model_->links_) {
    link->child_links.clear();
    link->child_joints.clear();
  }
}

Vec3 vector_of(const urdf::Vector3& v) {
  return {v.x, v.y, v.z};
}

Transform transform_of(const urdf::Pose& pose) {
  const urdf::Rotation& r = pose.rotation;
  return {Quat(r.w, r.x, r.y, r.z).toRotationMatrix(), vector_of(pose.position)};
}

}  // namespace limber::urdf_import
