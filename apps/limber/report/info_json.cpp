// The JSON of `limber info`.

#include "limber/files/format/figure_json.h"
#include "limber/files/format/joint_json.h"
#include "limber/files/json/writer.h"
#include "report/info_report.h"

namespace limber::cli {

namespace {

using json::Output;

Output segment_json(const Figure& figure, SegmentId segment) {
  Output object = Output::object();
  object.set("name", Output::text(figure.segment_name(segment)));
  const SegmentId parent = figure.parent(segment);
  object.set("parent", !parent.is_valid() ? Output::null() : Output::text(figure.segment_name(parent)));
  Joint joint = figure.joint(figure.joint_of(segment));
  joint.name = figure.joint_name(figure.joint_of(segment));
  object.set("joint", json::write_joint(joint));
  object.set("dof", Output::number(dof_count(joint.type)));
  object.set("mass", Output::number(figure.mass(segment).mass));
  return object;
}

Output frame_json(const Figure& figure, const Frame& frame) {
  Output object = Output::object();
  object.set("name", Output::text(frame.name));
  object.set("segment", Output::text(figure.segment_name(frame.segment)));
  return object;
}

Output coupling_json(const Figure& figure, const Coupling& coupling) {
  Output terms = Output::list();
  for (const Coupling::Term& term : coupling.terms) {
    Output object = Output::object();
    object.set("joint", Output::text(figure.joint_name(term.joint)));
    object.set("coordinate", Output::number(term.coordinate));
    object.set("coefficient", Output::number(term.coefficient));
    terms.add(std::move(object));
  }
  Output object = Output::object();
  object.set("name", Output::text(coupling.name)).set("terms", std::move(terms));
  object.set("range", json::write_range(coupling.range));
  return object;
}

}  // namespace

std::string info_json(const Input& input) {
  const Figure& figure = input.scene.figure;
  const Bounds extent = extent_of(figure, figure.rest_posture());
  Output document = Output::object();
  document.set("file", Output::text(input.name));
  document.set("kind", Output::text(kind_key(input.kind)));
  document.set("name", Output::text(figure.name()));
  document.set("segment_count", Output::number(figure.segment_count()));
  document.set("dof", Output::number(figure.dof_count()));
  document.set("mass", Output::number(figure.total_mass()));
  document.set(
      "extent",
      Output::object().set("min", Output::vector(extent.min)).set("max", Output::vector(extent.max)));
  Output frames = Output::list(), couplings = Output::list(), ties = Output::list(),
         segments = Output::list();
  for (const Frame& frame : figure.frames()) frames.add(frame_json(figure, frame));
  for (const Coupling& coupling : figure.couplings()) couplings.add(coupling_json(figure, coupling));
  for (const TieDescription& tie : figure.description().ties) ties.add(json::write_tie(tie));
  for (const SegmentId s : figure.segments()) segments.add(segment_json(figure, s));
  document.set("frames", std::move(frames)).set("couplings", std::move(couplings));
  document.set("ties", std::move(ties));
  document.set_list("unchecked_pairs", figure.description().unchecked_pairs, json::write_unchecked_pair);
  if (input.kind == FileKind::scene) {
    Output obstacles = Output::list(), tasks = Output::list();
    for (const Obstacle& obstacle : input.scene.world.obstacles) obstacles.add(Output::text(obstacle.name));
    for (const TaskList::Entry& entry : input.scene.tasks) tasks.add(Output::text(entry.name));
    document.set("obstacles", std::move(obstacles)).set("tasks", std::move(tasks));
  }
  document.set("segments", std::move(segments));
  return document.to_string();
}

}  // namespace limber::cli
