#pragma once
// Where the links, joints and frames of a model are when all joints are at zero, and which link carries each.
//
// A pose is relative to a frame that it names, or to the frame its kind of element has by itself; names of a
// model inside this one are written "inner::frame". Every model is looked at by itself first, in its own
// frame M, then placed:
//
//   P_M(x)     = P_M(frame it is relative to) * pose(x)
//   P_M(inner) = P_M(frame it is relative to) * pose(inner) * P_inner(placement frame)^-1

#include <map>
#include <string>
#include <vector>

#include "limber/files/sdf/model.h"

namespace limber::sdf_import {

class Poses {
 public:
  // Throws FileProblem for names that nothing has, that two things have, and for circles.
  explicit Poses(const Model& model);

  // `name` as the model itself writes it; "" and "__model__" are its own frame. `place`: of who asks.
  Transform pose(const std::string& name, const Place& place) const;
  // The link, "inner::hand", that carries a frame; "world" for that of a model which is static.
  std::string link(const std::string& name, const Place& place) const;
  bool has(const std::string& name) const;
  const Poses& inner(std::size_t model) const { return inner_[model]; }

 private:
  enum class Kind { link, joint, frame, model };
  struct Node {
    Kind kind;
    std::size_t number;  // in the model's list
    Pose pose;
    std::string by_itself;  // what the pose is relative to where it does not say
    Place place;
    Transform in_model;
  };
  struct Found {
    const Node* node;  // null: the model itself
    std::string rest;  // what is meant inside it, for a model
  };
  void add(const std::string& name, Node node);
  Found find(const std::string& name, const Place& place) const;
  void resolve(const std::string& name);
  std::string canonical_link() const;

  const Model& model_;
  std::vector<Poses> inner_;
  std::map<std::string, Node> nodes_;
  mutable std::map<std::string, std::string> carriers_;  // answers of link()
};

}  // namespace limber::sdf_import
