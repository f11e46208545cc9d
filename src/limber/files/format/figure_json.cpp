// Reads and writes figures: segments, chains, frames, couplings, ties, masses.

#include "limber/files/format/figure_json.h"

#include "limber/base/names.h"
#include "limber/figure/checks.h"
#include "limber/files/format/format_keys.h"
#include "limber/files/format/geometry_json.h"
#include "limber/files/format/joint_json.h"

namespace limber::json {

namespace {

constexpr std::array<std::string_view, 2> link_shapes = {"sphere", "capsule"};
// In the order of UncheckedPair::Why.
constexpr std::array<std::string_view, 4> reasons_not_to_check = {"given", "always", "at-rest", "never"};
// In the order of TieDescription::Kind.
constexpr std::array<std::string_view, 3> tie_types = {"on-ellipsoid", "same-point", "same-pose"};

Output write_mass(const MassProperties& body) {
  Output object = Output::object();
  object.set("mass", Output::number(body.mass));
  if (body.center != Vec3::Zero()) object.set("center", Output::vector(body.center));
  const Mat3& t = body.inertia;
  std::vector<double> inertia = {t(0, 0), t(1, 1), t(2, 2)};
  const bool is_diagonal = t(0, 1) == 0.0 && t(0, 2) == 0.0 && t(1, 2) == 0.0;
  if (!is_diagonal) inertia.insert(inertia.end(), {t(0, 1), t(0, 2), t(1, 2)});
  if (t != Mat3::Zero()) object.set("inertia", Output::numbers(inertia));
  return object;
}

Output write_visual(const VisualDescription& visual) {
  Output object = Output::object();
  object.set("file", Output::text(visual.file));
  if (visual.scale != Vec3::Ones()) object.set("scale", Output::vector(visual.scale));
  write_position_and_rotation(visual.place, object);
  write_color(visual.color, object);
  if (!visual.texture.empty()) object.set("texture", Output::text(visual.texture));
  return object;
}

VisualDescription read_visual(const Value& object) {
  object.require_object(visual_keys);
  VisualDescription visual;
  visual.file = object.at("file").name();
  if (const auto scale = object.find("scale")) visual.scale = scale->vec3();
  visual.place = read_position_and_rotation(object);
  visual.color = read_color(object);
  if (const auto texture = object.find("texture")) visual.texture = texture->name();
  return visual;
}

UncheckedPair read_unchecked_pair(const Value& object) {
  object.require_object(unchecked_pair_keys);
  UncheckedPair pair{object.at("one").name(), object.at("other").name()};
  if (const auto why = object.find("why")) {
    pair.why = static_cast<UncheckedPair::Why>(why->word(reasons_not_to_check, "reason"));
  }
  return pair;
}

Output write_skin(const SkinDescription& skin) {
  Output object = Output::object();
  object.set("file", Output::text(skin.file));
  return object.set_list("segments", skin.segments, [](const std::string& s) { return Output::text(s); });
}

SkinDescription read_skin(const Value& object) {
  object.require_object(skin_keys);
  SkinDescription skin{.file = object.at("file").name()};
  object.for_each("segments", [&](const Value& item) { skin.segments.push_back(item.name()); });
  return skin;
}

Output write_segment(const SegmentDescription& segment) {
  Output object = Output::object();
  object.set("name", Output::text(segment.name));
  if (!segment.parent.empty()) object.set("parent", Output::text(segment.parent));
  write_placement(segment.before, "at", object);
  const Joint& joint = segment.joint;
  const bool is_plain =
      joint.type == JointType::fixed && joint.name.empty() && !joint.inverted && joint.cost == 1.0;
  if (!is_plain) object.set("joint", write_joint(joint));
  write_placement(segment.after, "then", object);
  object.set_list("shapes", segment.shapes, write_body_shape)
      .set_list("visuals", segment.visuals, write_visual);
  if (segment.mass) object.set("mass", write_mass(*segment.mass));
  if (segment.density) object.set("density", Output::number(*segment.density));
  return object;
}

ChainDescription read_chain(const Value& object) {
  object.require_object(chain_keys);
  ChainDescription chain;
  chain.name = object.at("name").name();
  chain.parent = object.at("parent").name();
  chain.before = read_placement(object, "at");
  chain.links = object.at("links").integer(1, largest_chain_segment_count);
  chain.length = object.at("length").positive();
  const Value radius = object.at("radius");
  if (radius.is(Kind::list)) {
    radius.numbers(2);
    chain.first_radius = radius[0].positive();
    chain.last_radius = radius[1].positive();
  } else {
    if (!radius.is(Kind::number)) radius.fail_type("a number, or two: [first, last]");
    chain.first_radius = chain.last_radius = radius.positive();
  }
  if (const auto shape = object.find("shape")) {
    chain.shape = static_cast<ChainDescription::LinkShape>(shape->word(link_shapes, "link shape"));
  }
  object.at("joints");
  object.for_each("joints", [&](const Value& joint) {
    chain.joints.push_back(read_joint(joint));
    if (const auto name = joint.find("name")) {
      name->fail("the joints of a chain get their names from the chain; expected no name");
    }
  });
  if (const auto mass = object.find("mass")) chain.mass = mass->not_negative();
  chain.color = read_color(object);
  return chain;
}

Output write_chain(const ChainDescription& chain) {
  Output object = Output::object();
  object.set("name", Output::text(chain.name)).set("parent", Output::text(chain.parent));
  write_placement(chain.before, "at", object);
  object.set("links", Output::number(chain.links)).set("length", Output::number(chain.length));
  object.set("radius", chain.first_radius == chain.last_radius
                           ? Output::number(chain.first_radius)
                           : Output::numbers({chain.first_radius, chain.last_radius}));
  object.set("shape", Output::text(link_shapes[static_cast<std::size_t>(chain.shape)]));
  object.set_list("joints", chain.joints, write_joint);
  if (chain.mass) object.set("mass", Output::number(*chain.mass));
  write_color(chain.color, object);
  return object;
}

FrameDescription read_frame(const Value& object) {
  object.require_object(frame_keys);
  return {object.at("name").name(), object.at("segment").name(), read_position_and_rotation(object)};
}

Output write_frame(const FrameDescription& frame) {
  Output object = Output::object();
  object.set("name", Output::text(frame.name)).set("segment", Output::text(frame.segment));
  write_position_and_rotation(frame.pose, object);
  return object;
}

// Errors of Figure::build begin with the part they are about: `segment "shin": ...`. Reports the error at
// that part; if several parts have this name (which is the error then), at the last.
[[noreturn]] void fail_at_named_part(const Value& figure, const std::string& problem) {
  const std::size_t begin = problem.find(" \""), end = problem.find("\": ");
  const std::string kind = problem.substr(0, begin);
  if (begin == std::string::npos || end == std::string::npos) figure.fail(problem);
  const std::string name = problem.substr(begin + 1, end - begin);  // with its quotes

  const auto fail_at_last = [&](const std::string& key, const auto& is_meant) {
    const std::optional<Value> list = figure.find(key);
    for (std::size_t i = list ? list->size() : 0; i-- > 0;) {
      if (is_meant(std::string((*list)[i].at("name").node().text()))) (*list)[i].fail(problem);
    }
  };
  fail_at_last(kind + "s", [&](const std::string& own) { return limber::quoted(own) == name; });
  // "tail.3" is a link of the chain "tail".
  fail_at_last("chains", [&](const std::string& own) { return name.starts_with("\"" + own + "."); });
  figure.fail(problem);
}

}  // namespace

MassProperties read_mass(const Value& object) {
  object.require_object(mass_keys);
  MassProperties body;
  body.mass = object.at("mass").not_negative();
  if (const auto center = object.find("center")) body.center = center->vec3();
  if (const auto inertia = object.find("inertia")) {
    constexpr std::string_view expected = "[xx, yy, zz] or [xx, yy, zz, xy, xz, yz]";
    if (!inertia->is(Kind::list)) inertia->fail_type(expected);
    if (inertia->size() != 3 && inertia->size() != 6) {
      inertia->fail("expected " + std::string(expected) + ", got " + std::to_string(inertia->size()) +
                    " numbers");
    }
    std::vector<double> t = inertia->numbers(inertia->size());
    t.resize(6, 0.0);
    body.inertia << t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2];
  }
  return body;
}

std::vector<BodyShape> read_shapes(const Value& object) {
  std::vector<BodyShape> shapes;
  object.for_each("shapes", [&](const Value& shape) {
    shapes.push_back({read_shape(shape, ShapePlace::segment), read_color(shape)});
  });
  return shapes;
}

Output write_body_shape(const BodyShape& body) {
  Output shape = Output::object();
  write_shape(body.shape, shape);
  write_color(body.color, shape);
  return shape;
}

SegmentDescription read_segment(const Value& object) {
  object.require_object(segment_keys);
  SegmentDescription segment;
  segment.name = object.at("name").name();
  if (const auto parent = object.find("parent")) segment.parent = parent->name();
  segment.before = read_placement(object, "at");
  if (const auto joint = object.find("joint")) segment.joint = read_joint(*joint);
  segment.after = read_placement(object, "then");
  segment.shapes = read_shapes(object);
  object.for_each("visuals", [&](const Value& item) { segment.visuals.push_back(read_visual(item)); });
  if (const auto mass = object.find("mass")) segment.mass = read_mass(*mass);
  if (const auto density = object.find("density")) segment.density = density->not_negative();
  return segment;
}

void require_version(const Value& document, std::string_view what) {
  document.require_object();
  const std::optional<Value> version = document.find("limber");
  if (!version) {
    document.fail("the key \"limber\" is missing, so this is not a Limber " + std::string(what) +
                  "; expected \"limber\": " + std::to_string(format_version));
  }
  if (!version->is(Kind::number) || version->node().number() != format_version) {
    version->fail_type(std::to_string(format_version) + ", the format version that this Limber reads");
  }
}

FigureDescription read_figure(const Value& object) {
  object.require_object(figure_keys);
  if (const auto schema = object.find("$schema")) schema->text();
  if (object.find("limber")) require_version(object, "figure");
  FigureDescription figure;
  figure.name = object.at("name").name();
  object.at("segments");
  object.for_each("segments", [&](const Value& item) { figure.segments.push_back(read_segment(item)); });
  std::size_t made = 0;
  object.for_each("chains", [&](const Value& item) {
    const ChainDescription& chain = figure.chains.emplace_back(read_chain(item));
    made += static_cast<std::size_t>(chain.links) * chain.joints.size();
    if (made > largest_chain_segment_count) {
      item.fail("the chains make more than " + std::to_string(largest_chain_segment_count) +
                " segments; expected at most that many");
    }
  });
  object.for_each("frames", [&](const Value& item) { figure.frames.push_back(read_frame(item)); });
  object.for_each("couplings", [&](const Value& item) { figure.couplings.push_back(read_coupling(item)); });
  object.for_each("ties", [&](const Value& item) { figure.ties.push_back(read_tie(item)); });
  object.for_each("unchecked_pairs",
                  [&](const Value& item) { figure.unchecked_pairs.push_back(read_unchecked_pair(item)); });
  if (const auto skin = object.find("skin")) figure.skin = read_skin(*skin);
  if (const auto gaps = object.find("keeps_gaps")) figure.keeps_gaps = gaps->truth();
  return figure;
}

Figure build_figure(const Value& object) {
  Expected<Figure> figure = Figure::build(read_figure(object));
  if (!figure) fail_at_named_part(object, figure.error().message);
  return std::move(*figure);
}

CouplingDescription read_coupling(const Value& object) {
  object.require_object(coupling_keys);
  CouplingDescription coupling;
  coupling.name = object.at("name").name();
  object.at("terms");
  object.for_each("terms", [&](const Value& item) {
    item.require_object(coupling_term_keys);
    CouplingDescription::Term term;
    term.joint = item.at("joint").name();
    if (const auto coordinate = item.find("coordinate")) term.coordinate = coordinate->integer(0, 2);
    if (const auto coefficient = item.find("coefficient")) term.coefficient = coefficient->number();
    coupling.terms.push_back(std::move(term));
  });
  const std::optional<Value> equals = object.find("equals"), min = object.find("min"),
                             max = object.find("max");
  if (equals.has_value() == (min.has_value() || max.has_value())) {
    object.fail("expected either \"equals\", or \"min\" or \"max\" or both");
  }
  if (equals) coupling.range = {equals->number(), equals->number()};
  if (min) coupling.range.min = min->number();
  if (max) coupling.range.max = max->number();
  if (coupling.range.min > coupling.range.max) object.fail("its \"min\" is above its \"max\"");
  return coupling;
}

Output write_coupling(const CouplingDescription& coupling) {
  Output object = Output::object();
  object.set("name", Output::text(coupling.name));
  object.set_list("terms", coupling.terms, [](const CouplingDescription::Term& term) {
    Output item = Output::object();
    item.set("joint", Output::text(term.joint));
    if (term.coordinate != 0) item.set("coordinate", Output::number(term.coordinate));
    if (term.coefficient != 1.0) item.set("coefficient", Output::number(term.coefficient));
    return item;
  });
  const Range& range = coupling.range;
  if (range.min == range.max) return object.set("equals", Output::number(range.min));
  if (range.min > -unlimited) object.set("min", Output::number(range.min));
  if (range.max < unlimited) object.set("max", Output::number(range.max));
  return object;
}

TieDescription read_tie(const Value& object) {
  object.require_object(tie_keys);
  TieDescription tie;
  tie.name = object.at("name").name();
  tie.kind = static_cast<TieDescription::Kind>(object.at("type").word(tie_types, "type of tie"));
  tie.frame = object.at("frame").name();
  tie.to = object.at("to").name();
  const bool round = tie.kind == TieDescription::Kind::on_ellipsoid;
  if (round) tie.radii = object.at("radii").vec3();
  if (const auto radii = object.find("radii"); radii && !round)
    radii->fail("only a tie of type \"on-ellipsoid\" has radii; expected none");
  return tie;
}

Output write_unchecked_pair(const UncheckedPair& pair) {
  Output object = Output::object();
  object.set("one", Output::text(pair.one)).set("other", Output::text(pair.other));
  if (pair.why != UncheckedPair::Why::given) {
    object.set("why", Output::text(reasons_not_to_check[static_cast<std::size_t>(pair.why)]));
  }
  return object;
}

Output write_tie(const TieDescription& tie) {
  Output object = Output::object();
  object.set("name", Output::text(tie.name));
  object.set("type", Output::text(tie_types[static_cast<std::size_t>(tie.kind)]));
  object.set("frame", Output::text(tie.frame)).set("to", Output::text(tie.to));
  if (tie.kind == TieDescription::Kind::on_ellipsoid) object.set("radii", Output::vector(tie.radii));
  return object;
}

void write_figure(const FigureDescription& figure, Output& object) {
  object.set("name", Output::text(figure.name));
  object.set_list("segments", figure.segments, write_segment).set_list("chains", figure.chains, write_chain);
  object.set_list("frames", figure.frames, write_frame)
      .set_list("couplings", figure.couplings, write_coupling)
      .set_list("ties", figure.ties, write_tie)
      .set_list("unchecked_pairs", figure.unchecked_pairs, write_unchecked_pair);
  if (!figure.skin.file.empty()) object.set("skin", write_skin(figure.skin));
  if (figure.keeps_gaps) object.set("keeps_gaps", Output::truth(true));
}

}  // namespace limber::json
