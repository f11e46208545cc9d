// Follows names from frame to frame, each once, and refuses those that lead nowhere or in a circle.

#include "limber/files/sdf/poses.h"

#include <algorithm>
#include <set>

#include "limber/base/names.h"

namespace limber::sdf_import {

namespace {

const std::string own_frame = "__model__";

bool is_own(const std::string& name) {
  return name.empty() || name == own_frame;
}

}  // namespace

Poses::Poses(const Model& model) : model_(model) {
  inner_.reserve(model.models.size());
  for (const Model& inner : model.models) inner_.emplace_back(inner);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    add(model.links[i].name, {Kind::link, i, model.links[i].pose, own_frame, model.links[i].place, {}});
  }
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const SdfJoint& joint = model.joints[i];
    // Old files give a joint the name of a link, and then mean the link.
    if (nodes_.contains(joint.name) && nodes_.at(joint.name).kind == Kind::link) continue;
    add(joint.name, {Kind::joint, i, joint.pose, joint.child, joint.place, {}});
  }
  for (std::size_t i = 0; i < model.frames.size(); ++i) {
    const SdfFrame& frame = model.frames[i];
    add(frame.name, {Kind::frame, i, frame.pose, frame.attached_to, frame.place, {}});
  }
  for (std::size_t i = 0; i < model.models.size(); ++i) {
    add(model.models[i].name, {Kind::model, i, model.models[i].pose, own_frame, model.models[i].place, {}});
  }
  std::vector<std::string> names;
  for (const auto& [name, node] : nodes_) names.push_back(name);
  std::set<std::string> done;
  for (const std::string& start : names) {
    // The way from here to what is known already, then back along it.
    std::vector<std::string> way;
    std::set<std::string> on_way;
    for (std::string name = start; !is_own(name) && !done.contains(name);) {
      const Node& node = nodes_.at(name);
      if (!on_way.insert(name).second) {
        fail(node.place, "the pose of " + limber::quoted(name) + " is relative to itself, through others");
      }
      way.push_back(name);
      const std::string next = node.pose.relative_to.empty() ? node.by_itself : node.pose.relative_to;
      const Found found = find(next, node.place);
      if (found.node == nullptr) break;
      name = next.substr(0, found.rest.empty() ? next.size() : next.size() - found.rest.size() - 2);
    }
    for (; !way.empty(); way.pop_back()) {
      resolve(way.back());
      done.insert(way.back());
    }
  }
  for (const SdfFrame& frame : model.frames) link(frame.name, frame.place);  // refuses circles of these, too
}

void Poses::add(const std::string& name, Node node) {
  const Place place = node.place;
  if (name == own_frame || name == "world" || name.find("::") != name.npos) {
    fail(place, limber::quoted(name) + " is a name that SDF keeps for itself; expected another");
  }
  const auto [same, is_new] = nodes_.emplace(name, std::move(node));
  if (!is_new) {
    fail(place, limber::quoted(name) + " is already defined on line " +
                    std::to_string(same->second.place.line) + "; expected a name of its own");
  }
}

// "a::b::c": a model a of this one, and b::c in it.
Poses::Found Poses::find(const std::string& name, const Place& place) const {
  if (is_own(name)) return {nullptr, ""};
  if (const auto whole = nodes_.find(name); whole != nodes_.end()) return {&whole->second, ""};
  const std::size_t colons = name.find("::");
  if (colons != name.npos) {
    const auto outer = nodes_.find(name.substr(0, colons));
    if (outer != nodes_.end() && outer->second.kind == Kind::model) {
      const std::string rest = name.substr(colons + 2);
      if (inner_[outer->second.number].has(rest)) return {&outer->second, rest};
    }
  }
  std::vector<std::string> names;
  for (const auto& [known, node] : nodes_) names.push_back(known);
  fail(place, "nothing in the model " + limber::quoted(model_.name) + " has the name " +
                  limber::quoted(name) + did_you_mean(name, names) + "; expected a link, joint or frame");
}

bool Poses::has(const std::string& name) const {
  if (is_own(name) || nodes_.contains(name)) return true;
  const std::size_t colons = name.find("::");
  if (colons == name.npos) return false;
  const auto outer = nodes_.find(name.substr(0, colons));
  return outer != nodes_.end() && outer->second.kind == Kind::model &&
         inner_[outer->second.number].has(name.substr(colons + 2));
}

Transform Poses::pose(const std::string& name, const Place& place) const {
  const Found found = find(name, place);
  if (found.node == nullptr) return {};
  if (found.rest.empty()) return found.node->in_model;
  return found.node->in_model * inner_[found.node->number].pose(found.rest, place);
}

// What it is relative to is known already.
void Poses::resolve(const std::string& name) {
  Node& node = nodes_.at(name);
  const std::string& outer = node.pose.relative_to.empty() ? node.by_itself : node.pose.relative_to;
  node.in_model = pose(outer, node.place) * node.pose.value;
  if (node.kind != Kind::model) return;
  const std::string& placement = model_.models[node.number].placement;
  if (!placement.empty()) {
    node.in_model = node.in_model * inner_[node.number].pose(placement, node.place).inverse();
  }
}

// The link that carries the model's own frame.
std::string Poses::canonical_link() const {
  if (model_.is_static) return "world";
  if (!model_.canonical.empty()) {
    const Found found = find(model_.canonical, model_.place);
    if (found.node == nullptr || (found.rest.empty() && found.node->kind != Kind::link)) {
      fail(model_.place, "canonical_link is " + limber::quoted(model_.canonical) + "; expected a link");
    }
    return link(model_.canonical, model_.place);
  }
  if (!model_.links.empty()) return model_.links.front().name;
  if (model_.models.empty()) fail(model_.place, "the model has no link; expected at least one");
  return link(model_.models.front().name, model_.place);
}

std::string Poses::link(const std::string& name, const Place& place) const {
  const auto inside = [](const std::string& outer, const std::string& carrier) {
    return carrier == "world" ? carrier : outer + carrier;
  };
  // From frame to frame up to a link, or to a frame whose link is known.
  std::vector<std::string> way;
  std::string carrier;
  for (std::string next = name; carrier.empty();) {
    if (const auto known = carriers_.find(next); known != carriers_.end()) {
      carrier = known->second;
      break;
    }
    if (way.size() > nodes_.size() + 1) {
      fail(place, limber::quoted(name) + " is attached to itself, through others");
    }
    const Found found = find(next, place);
    way.push_back(next);
    if (found.node == nullptr) {
      carrier = canonical_link();
    } else if (const Node& node = *found.node; !found.rest.empty()) {
      carrier = inside(next.substr(0, next.size() - found.rest.size()),
                       inner_[node.number].link(found.rest, place));
    } else if (node.kind == Kind::model) {
      carrier = inside(next + "::", inner_[node.number].canonical_link());
    } else if (node.kind == Kind::link) {
      carrier = next;
    } else {
      next = node.by_itself;  // a joint's child, a frame's carrier
    }
  }
  for (const std::string& passed : way) carriers_.emplace(passed, carrier);
  return carrier;
}

}  // namespace limber::sdf_import
