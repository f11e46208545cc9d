// Figure::build: a description checked, put in depth-first order and compiled to flat arrays.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "limber/base/names.h"
#include "limber/figure/checks.h"
#include "limber/figure/compiled.h"
#include "limber/figure/joint_motion.h"

namespace limber {

namespace {

std::string in_segment(const SegmentDescription& segment, const std::string& complaint) {
  return "segment " + quoted(segment.name) + ": " + complaint;
}

// Builds one figure; every step returns nothing, or a sentence that says what is wrong.
class Builder {
 public:
  explicit Builder(FigureDescription description) { data_.description = std::move(description); }

  Complaint run() {
    if (Complaint c = check_chains()) return c;
    flat_ = expanded(data_.description);
    if (Complaint c = check_segments()) return c;
    if (Complaint c = link_parents()) return c;
    if (Complaint c = order_depth_first()) return c;
    if (Complaint c = compile_segments()) return c;
    if (Complaint c = compile_frames()) return c;
    if (Complaint c = compile_couplings()) return c;
    if (Complaint c = compile_ties()) return c;
    if (Complaint c = compile_unchecked_pairs()) return c;
    compile_rest();
    compile_skin();
    return std::nullopt;
  }

  FigureData take() { return std::move(data_); }

 private:
  Complaint check_chains() {
    std::size_t made = 0;
    for (ChainDescription& chain : data_.description.chains) {
      if (chain.name.empty()) return "a chain needs a name";
      Complaint c = check_chain(chain);
      for (std::size_t j = 0; !c && j < chain.joints.size(); ++j) c = check_joint(chain.joints[j]);
      if (c) return "chain " + quoted(chain.name) + ": " + *c;
      made += static_cast<std::size_t>(chain.links) * chain.joints.size();
    }
    if (made > static_cast<std::size_t>(largest_chain_segment_count)) {
      return "the chains make " + std::to_string(made) + " segments, at most " +
             std::to_string(largest_chain_segment_count) + " are supported";
    }
    return std::nullopt;
  }

  Complaint check_segments() {
    if (flat_.segments.empty()) return "a figure needs at least one segment";
    index_of_.reserve(flat_.segments.size());
    for (std::size_t i = 0; i < flat_.segments.size(); ++i) {
      SegmentDescription& segment = flat_.segments[i];
      if (segment.name.empty()) return "segment number " + std::to_string(i + 1) + " has no name";
      if (!index_of_.emplace(segment.name, static_cast<int>(i)).second) {
        return in_segment(segment, "the name is used twice; every segment needs its own");
      }
      if (Complaint c = check_joint(segment.joint)) return in_segment(segment, *c);
      if (Complaint c = check_placement(segment.before)) return in_segment(segment, *c);
      if (Complaint c = check_placement(segment.after)) return in_segment(segment, *c);
      if (Complaint c = check_body(segment)) return in_segment(segment, *c);
    }
    return std::nullopt;
  }

  static Complaint check_body(const SegmentDescription& segment) {
    for (const BodyShape& body : segment.shapes) {
      if (std::holds_alternative<Plane>(body.shape)) return "a plane can only be part of a world";
      if (Complaint c = check_shape(body.shape)) return c;
    }
    for (const VisualDescription& visual : segment.visuals) {
      if (visual.file.empty()) return "a visual needs the file of a mesh";
      if (!is_usable(visual.scale)) return "the scale of a visual must be three numbers";
      if (Complaint c = check_placement(visual.place)) return c;
    }
    if (segment.mass && segment.density) return "give its mass or its density, not both";
    if (segment.mass) return check_mass(*segment.mass);
    if (segment.density && !(is_usable(*segment.density) && *segment.density >= 0)) {
      return "density must be zero or positive";
    }
    return std::nullopt;
  }

  Complaint link_parents() {
    children_.resize(flat_.segments.size());
    for (std::size_t i = 0; i < flat_.segments.size(); ++i) {
      const SegmentDescription& segment = flat_.segments[i];
      if (segment.parent.empty()) {
        if (root_ >= 0) {
          return in_segment(segment, "a figure has one root, and " + quoted(at(flat_.segments, root_).name) +
                                         " is it already; give this segment a parent");
        }
        root_ = static_cast<int>(i);
        continue;
      }
      const auto parent = index_of_.find(segment.parent);
      if (parent == index_of_.end()) {
        return in_segment(segment, "its parent " + quoted(segment.parent) + " does not exist" +
                                       did_you_mean(segment.parent, segment_names()));
      }
      at(children_, parent->second).push_back(static_cast<int>(i));
    }
    if (root_ < 0) return "no segment is the root; one must have no parent";
    const SegmentDescription& root = at(flat_.segments, root_);
    if (root.joint.type != JointType::fixed && root.joint.type != JointType::free) {
      return in_segment(root, "the root stands fixed in the world or is free, not " +
                                  std::string(joint_type_name(root.joint.type)) +
                                  "; hang this segment from a base segment instead");
    }
    return std::nullopt;
  }

  std::vector<std::string> segment_names() const {
    std::vector<std::string> names;
    for (const SegmentDescription& segment : flat_.segments) names.push_back(segment.name);
    return names;
  }

  // Without recursion: a chain of 100,000 segments is as deep as it is long.
  Complaint order_depth_first() {
    std::vector<int> waiting = {root_};
    while (!waiting.empty()) {
      const int i = waiting.back();
      waiting.pop_back();
      order_.push_back(i);
      const std::vector<int>& children = at(children_, i);
      waiting.insert(waiting.end(), children.rbegin(), children.rend());
    }
    if (order_.size() == flat_.segments.size()) return std::nullopt;
    return in_segment(segment_on_a_cycle(), "it is its own ancestor; parents must lead to the root");
  }

  const SegmentDescription& segment_on_a_cycle() const {
    std::vector<bool> reached(flat_.segments.size());
    for (int i : order_) at(reached, i) = true;
    int i = static_cast<int>(std::find(reached.begin(), reached.end(), false) - reached.begin());
    for (; !at(reached, i); i = index_of_.at(at(flat_.segments, i).parent)) at(reached, i) = true;
    return at(flat_.segments, i);
  }

  Complaint compile_segments() {
    const std::size_t count = order_.size();
    std::vector<int> new_index(count);
    for (std::size_t i = 0; i < count; ++i) at(new_index, order_[i]) = static_cast<int>(i);
    data_.segment_index.reserve(count);
    data_.joint_index.reserve(count);
    data_.first_dof = {0};
    data_.first_value = {0};
    for (std::size_t i = 0; i < count; ++i) {
      SegmentDescription& segment = at(flat_.segments, order_[i]);
      const int number = static_cast<int>(i);
      const std::string joint_name = segment.joint.name.empty() ? segment.name : segment.joint.name;
      if (!data_.joint_index.emplace(joint_name, number).second) {
        return in_segment(segment,
                          "joint name " + quoted(joint_name) + " is used twice; every joint needs its own");
      }
      data_.segment_index.emplace(segment.name, number);
      data_.parent.push_back(segment.parent.empty() ? no_segment
                                                    : SegmentId{at(new_index, index_of_.at(segment.parent))});
      data_.first_dof.push_back(data_.first_dof.back() + dof_count(segment.joint.type));
      data_.first_value.push_back(data_.first_value.back() + value_count(segment.joint.type));
      data_.joint_of_dof.resize(static_cast<std::size_t>(data_.first_dof.back()), JointId{number});
      data_.masses.push_back(mass_of_segment(segment));
      data_.total_mass += data_.masses.back().mass;
      data_.joint_names.push_back(joint_name);
      data_.segment_names.push_back(std::move(segment.name));
      data_.joints.push_back(std::move(segment.joint));
      data_.before.push_back(segment.before);
      data_.after.push_back(segment.after);
      data_.shapes.push_back(std::move(segment.shapes));
      data_.visuals.push_back(std::move(segment.visuals));
    }
    data_.branch_end.resize(count);
    for (std::size_t i = count; i-- > 0;) {
      SegmentId& end = data_.branch_end[i];
      end = std::max(end, SegmentId{i + 1});
      if (data_.parent[i].is_valid()) {
        SegmentId& end_of_parent = at(data_.branch_end, data_.parent[i]);
        end_of_parent = std::max(end_of_parent, end);
      }
    }
    return std::nullopt;
  }

  static MassProperties mass_of_segment(const SegmentDescription& segment) {
    if (segment.mass) return *segment.mass;
    MassProperties total;
    if (!segment.density) return total;
    for (const BodyShape& body : segment.shapes) {
      total = combined(total, mass_of(body.shape, *segment.density));
    }
    return total;
  }

  Complaint compile_frames() {
    for (const FrameDescription& frame : flat_.frames) {
      const std::string place = "frame " + quoted(frame.name) + ": ";
      if (frame.name.empty()) return "a frame needs a name";
      const auto segment = data_.segment_index.find(frame.segment);
      if (segment == data_.segment_index.end()) {
        return place + "segment " + quoted(frame.segment) + " does not exist" +
               did_you_mean(frame.segment, data_.segment_names);
      }
      if (Complaint c = check_placement(frame.pose)) return place + *c;
      if (!data_.frame_index.emplace(frame.name, static_cast<int>(data_.frames.size())).second) {
        return place + "the name is used twice; every frame needs its own";
      }
      data_.frames.push_back({frame.name, SegmentId{segment->second}, frame.pose});
    }
    return std::nullopt;
  }

  Complaint compile_couplings() {
    NameIndex names;
    for (const CouplingDescription& description : flat_.couplings) {
      const std::string place = "coupling " + quoted(description.name) + ": ";
      if (description.name.empty()) return "a coupling needs a name";
      if (!names.emplace(description.name, 0).second)
        return place + "the name is used twice; every coupling needs its own";
      if (description.terms.empty()) return place + "needs at least one joint";
      if (!(description.range.min <= description.range.max))
        return place + "its minimum is above its maximum";
      Coupling coupling{description.name, {}, description.range};
      for (const CouplingDescription::Term& term : description.terms) {
        const auto joint = data_.joint_index.find(term.joint);
        if (joint == data_.joint_index.end()) {
          return place + "joint " + quoted(term.joint) + " does not exist" +
                 did_you_mean(term.joint, data_.joint_names);
        }
        const JointType type = at(data_.joints, joint->second).type;
        if (type == JointType::free) return place + "a free joint cannot be coupled";
        if (term.coordinate < 0 || term.coordinate >= dof_count(type)) {
          return place + "joint " + quoted(term.joint) + " has " + std::to_string(dof_count(type)) +
                 " coordinates, counted from 0; there is no number " + std::to_string(term.coordinate);
        }
        if (!is_usable(term.coefficient) || term.coefficient == 0) {
          return place + "the coefficient of " + quoted(term.joint) + " must be a number other than zero";
        }
        coupling.terms.push_back({JointId{joint->second}, term.coordinate, term.coefficient});
      }
      data_.couplings.push_back(std::move(coupling));
    }
    return std::nullopt;
  }

  Complaint compile_unchecked_pairs() {
    data_.keeps_gaps = flat_.keeps_gaps;
    for (const UncheckedPair& pair : flat_.unchecked_pairs) {
      const std::string place = "unchecked pair " + quoted(pair.one) + ", " + quoted(pair.other) + ": ";
      int numbers[2];
      for (const int k : {0, 1}) {
        const std::string& name = k == 0 ? pair.one : pair.other;
        const auto segment = data_.segment_index.find(name);
        if (segment == data_.segment_index.end()) {
          return place + "segment " + quoted(name) + " does not exist" +
                 did_you_mean(name, data_.segment_names);
        }
        numbers[k] = segment->second;
      }
      if (numbers[0] == numbers[1]) return place + "a segment is never kept apart from itself";
      data_.unchecked_pairs.push_back(
          {SegmentId{std::min(numbers[0], numbers[1])}, SegmentId{std::max(numbers[0], numbers[1])}});
    }
    return std::nullopt;
  }

  Complaint compile_ties() {
    NameIndex names;
    for (const TieDescription& description : flat_.ties) {
      const std::string place = "tie " + quoted(description.name) + ": ";
      if (description.name.empty()) return "a tie needs a name";
      if (!names.emplace(description.name, 0).second)
        return place + "the name is used twice; every tie needs its own";
      Tie tie{description.name, description.kind, {}, {}, description.radii};
      for (const auto& [name, id] :
           {std::pair{&description.frame, &tie.frame}, std::pair{&description.to, &tie.to}}) {
        const auto frame = data_.frame_index.find(*name);
        if (frame == data_.frame_index.end())
          return place + "frame " + quoted(*name) + " does not exist" + did_you_mean(*name, frame_names());
        *id = FrameId{frame->second};
      }
      const std::string& segment = at(data_.segment_names, at(data_.frames, tie.frame).segment);
      if (at(data_.frames, tie.frame).segment == at(data_.frames, tie.to).segment)
        return place + "both frames are on " + quoted(segment) + "; tie frames that move against each other";
      const bool round = description.kind == TieDescription::Kind::on_ellipsoid;
      for (const double radius : description.radii) {
        if (round && !(is_usable(radius) && radius > 0)) return place + "its radii must be above 0";
      }
      data_.ties.push_back(std::move(tie));
    }
    return std::nullopt;
  }

  std::vector<std::string> frame_names() const {
    std::vector<std::string> names;
    for (const Frame& frame : data_.frames) names.push_back(frame.name);
    return names;
  }

  // Rest is what the joint says, or zero, or the allowed value nearest to zero.
  void compile_rest() {
    data_.rest.values.resize(data_.first_value.back());
    for (std::size_t i = 0; i < data_.joints.size(); ++i) {
      const Joint& joint = data_.joints[i];
      std::vector<double> parameters = joint.rest;
      parameters.resize(static_cast<std::size_t>(parameter_count(joint.type)), 0.0);
      std::vector<double> values = values_of_parameters(joint.type, parameters);
      if (joint.rest.empty()) values = inside_limits(joint, values);
      std::copy(values.begin(), values.end(), data_.rest.values.data() + data_.first_value[i]);
    }
  }

  // A figure may lose segments that carried its skin, and is then drawn by its shapes.
  void compile_skin() {
    data_.has_skin.assign(data_.parent.size(), false);
    const SkinDescription& description = data_.description.skin;
    if (!description.skin || description.skin->bones.empty()) return;
    std::vector<SegmentId> segments;
    for (std::size_t k = 0; k < description.skin->bones.size(); ++k) {
      const bool is_named_here = k < description.segments.size();
      const auto found = data_.segment_index.find(is_named_here ? description.segments[k]
                                                                : description.skin->bones[k].segment);
      if (found == data_.segment_index.end()) return;
      segments.push_back(SegmentId{found->second});
    }
    for (const SegmentId s : segments) data_.has_skin[static_cast<std::size_t>(int{s})] = true;
    data_.skin_segments = std::move(segments);
  }

  FigureData data_;
  FigureDescription flat_;  // chains written out, in the order given
  NameIndex index_of_;      // into flat_.segments
  std::vector<std::vector<int>> children_;
  std::vector<int> order_;  // depth-first order -> index into flat_.segments
  int root_ = -1;
};

}  // namespace

Expected<Figure> Figure::build(FigureDescription description) {
  Builder builder(std::move(description));
  if (Complaint complaint = builder.run()) return Error{*complaint};
  return Figure(std::make_shared<const FigureData>(builder.take()));
}

}  // namespace limber
