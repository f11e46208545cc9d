// The figure message: segments, joints, frames, couplings and chains, with what the page needs to edit them.

#include <cmath>
#include <unordered_map>

#include "limber/figure/joint_chain.h"
#include "limber/files/format/figure_json.h"
#include "limber/files/format/geometry_json.h"
#include "limber/files/format/joint_json.h"
#include "limber/kinematics/plane_of_motion.h"
#include "limber/meshes/shelf.h"
#include "limber/session/edits/joint_coordinates.h"
#include "limber/session/messages/messages.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;

Output write_pose(const Transform& pose) {
  const Quat turn(pose.rotation);
  Output object = Output::object();
  object.set("position", Output::vector(pose.translation));
  return object.set("quaternion", Output::numbers({turn.x(), turn.y(), turn.z(), turn.w()}));
}

Output write_bound(double bound) {
  return std::isfinite(bound) ? Output::number(bound) : Output::null();
}

Output write_coordinate(const CoordinateInfo& coordinate) {
  Output object = Output::object();
  object.set("name", Output::text(coordinate.name));
  object.set("min", write_bound(coordinate.range.min)).set("max", write_bound(coordinate.range.max));
  return object.set("length", Output::truth(coordinate.is_length));
}

// A list that is there even when it is empty.
template <class Parts, class Write>
Output list_of(const Parts& parts, const Write& write) {
  Output list = Output::list();
  for (const auto& part : parts) list.add(write(part));
  return list;
}

// Which chain a segment is a link of; links are made of one segment for each of their joints.
std::unordered_map<std::string, std::string> chains_of_segments(const FigureDescription& description) {
  std::unordered_map<std::string, std::string> chains;
  for (const ChainDescription& chain : description.chains) {
    for (int link = 1; link <= chain.links; ++link) {
      const std::string name = chain.name + "." + std::to_string(link);
      chains[name] = chain.name;
      for (std::size_t j = 1; j < chain.joints.size(); ++j)
        chains[name + "." + std::to_string(j)] = chain.name;
    }
  }
  return chains;
}

// The page asks the server for the triangles, once for each hash.
Output write_visual_info(const VisualDescription& visual) {
  put_on_shelves(visual.mesh);
  Output object = write_pose(visual.place);
  object.set("mesh", Output::text(mesh_address(visual.mesh->hash)));
  object.set("bytes", Output::number(static_cast<double>(mesh_byte_count(*visual.mesh))));
  object.set("scale", Output::vector(visual.scale));
  json::write_color(visual.color, object);
  return object;
}

Output write_skin_info(const Figure& figure) {
  const Skin& skin = *figure.skin();
  put_on_shelves(skin.mesh);
  Output object = Output::object();
  object.set("mesh", Output::text(mesh_address(skin.mesh->hash)));
  object.set("bytes", Output::number(static_cast<double>(mesh_byte_count(*skin.mesh))));
  object.set("rigid", Output::truth(skin.is_rigid));
  Output bones = Output::list();
  for (std::size_t b = 0; b < skin.bones.size(); ++b) {
    const Eigen::Matrix<double, 3, 4>& m = skin.bones[b].from_mesh;
    Output bone = Output::object();
    bone.set("segment", Output::number(int{figure.skin_segments()[b]}));
    std::vector<double> rows;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 4; ++column) rows.push_back(m(row, column));
    }
    bones.add(std::move(bone.set("matrix", Output::numbers(rows))));
  }
  return object.set("bones", std::move(bones));
}

Output write_segment(const Figure& figure, SegmentId s, const SegmentDescription& description,
                     const std::string& chain) {
  const JointId j = figure.joint_of(s);
  Output object = Output::object();
  object.set("name", Output::text(figure.segment_name(s)))
      .set("parent", Output::number(int{figure.parent(s)}));
  if (!chain.empty()) object.set("chain", Output::text(chain));
  Joint joint = figure.joint(j);
  joint.name = figure.joint_name(j);
  object.set("joint", json::write_joint(joint));
  object.set("first_value", Output::number(figure.first_value(j)));
  object.set("first_dof", Output::number(int{figure.first_dof(j)}));
  object.set("coordinates", list_of(coordinates_of(joint), write_coordinate));
  object.set("before", write_pose(figure.before(j))).set("after", write_pose(figure.after(j)));
  json::write_placement(figure.before(j), "at", object);
  json::write_placement(figure.after(j), "then", object);
  object.set("shapes", list_of(figure.shapes(s), json::write_body_shape));
  if (figure.is_drawn_by_meshes(s)) object.set("visuals", list_of(figure.visuals(s), write_visual_info));
  object.set("mass", Output::number(figure.mass(s).mass));
  object.set("mass_center", Output::vector(figure.mass(s).center));
  if (description.density) object.set("density", Output::number(*description.density));
  return object;
}

Output write_segments(const Figure& figure) {
  const FigureDescription written_out = expanded(figure.description());
  std::unordered_map<std::string, const SegmentDescription*> by_name;
  for (const SegmentDescription& segment : written_out.segments) by_name[segment.name] = &segment;
  const auto chains = chains_of_segments(figure.description());
  Output segments = Output::list();
  for (const SegmentId s : figure.segments()) {
    const auto chain = chains.find(figure.segment_name(s));
    segments.add(write_segment(figure, s, *by_name.at(figure.segment_name(s)),
                               chain == chains.end() ? std::string() : chain->second));
  }
  return segments;
}

Output write_frame_info(const Frame& frame) {
  const Quat turn(frame.pose.rotation);
  Output object = Output::object();
  object.set("name", Output::text(frame.name)).set("segment", Output::number(int{frame.segment}));
  object.set("position", Output::vector(frame.pose.translation));
  return object.set("quaternion", Output::numbers({turn.x(), turn.y(), turn.z(), turn.w()}));
}

Output write_chain_info(const ChainDescription& chain) {
  Output object = Output::object();
  object.set("name", Output::text(chain.name)).set("links", Output::number(chain.links));
  return object.set("length", Output::number(chain.length));
}

}  // namespace

std::string figure_message(const Workspace& workspace) {
  const Figure& figure = workspace.now().scene.figure;
  const std::optional<Vec3> plane = plane_of_motion(figure);
  Output message = Output::object();
  message.set("type", Output::text("figure"));
  message.set("figure_revision", Output::number(workspace.news.figure_revision()));
  message.set("name", Output::text(figure.name()));
  message.set("dof", Output::number(figure.dof_count())).set("values", Output::number(figure.value_count()));
  message.set("reach", Output::number(longest_reach(figure)));
  message.set("planar", plane ? Output::vector(*plane) : Output::null());
  message.set("segments", write_segments(figure));
  message.set("frames", list_of(figure.frames(), write_frame_info));
  message.set("couplings", list_of(figure.description().couplings, json::write_coupling));
  message.set("ties", list_of(figure.description().ties, json::write_tie));
  message.set("chains", list_of(figure.description().chains, write_chain_info));
  if (figure.skin() != nullptr) message.set("skin", write_skin_info(figure));
  return message.to_string();
}

}  // namespace limber
