// Models from XML, with what they include. Every file has its own version, by which its axes are read.

#include <algorithm>
#include <charconv>

#include "limber/base/names.h"
#include "limber/files/problem.h"
#include "limber/files/sdf/model.h"

namespace limber::sdf_import {

namespace {

constexpr std::size_t deepest_include = 20, most_includes = 1000;
constexpr std::size_t most_included_bytes = std::size_t{64} << 20;  // all of them together

template <class Read>
void each_child(const Element& element, const char* name, const Read& read) {
  for (auto* child = element.FirstChildElement(name); child; child = child->NextSiblingElement(name))
    read(*child);
}

// The second number of "1.11", which is newer than "1.9".
int read_version(const Xml& xml) {
  const std::string written = xml.required(xml.root(), "version");
  int minor = 0;
  const char* const end = written.data() + written.size();
  const bool is_known = written.starts_with("1.") &&
                        std::from_chars(written.data() + 2, end, minor).ec == std::errc() && minor >= 3;
  if (!is_known) {
    xml.fail(xml.root(), "the version is " + limber::quoted(written) + "; expected 1.3 or newer");
  }
  return minor;
}

class FileReader {
 public:
  FileReader(const FindSdf& find, Warnings& warnings) : find_(find), warnings_(warnings) {}

  Model read_file(std::string_view text, const std::string& name, const std::string& home) {
    open_.push_back(name);
    const Xml xml(text, name, Xml::Of::sdf);
    const std::string* file = warnings_.keep(name);
    const int version = read_version(xml);
    Model model = read_chosen({xml, file, home, version});
    warnings_.say(xml.warnings());
    open_.pop_back();
    return model;
  }

 private:
  struct File {
    const Xml& xml;
    const std::string* name;
    std::string home;
    int version;  // 9 of 1.9
  };

  Place place_of(const File& file, const Element& element) const { return {file.name, element.GetLineNum()}; }

  // A file is one model, or a world with several.
  Model read_chosen(const File& file) {
    const Element* world = file.xml.root().FirstChildElement("world");
    const Element& around = world != nullptr ? *world : file.xml.root();
    std::vector<Model> models;
    each_child(around, "model", [&](const Element& element) { models.push_back(read_model(file, element)); });
    each_child(around, "include", [&](const Element& element) {
      if (std::optional<Model> model = read_include(file, element, world != nullptr)) {
        models.push_back(std::move(*model));
      }
    });
    if (models.empty()) {
      file.xml.fail(around, "there is no <model>; expected one");
    }
    const auto moves = std::find_if(models.begin(), models.end(),
                                    [](const Model& model) { return !model.is_static && has_joints(model); });
    Model& chosen = moves != models.end() ? *moves : models.front();
    if (models.size() > 1) {
      file.xml.warn(around, "of " + std::to_string(models.size()) + " models " + limber::quoted(chosen.name) +
                                ", the first that moves, is read");
    }
    return std::move(chosen);
  }

  static bool has_joints(const Model& model) {
    return !model.joints.empty() || std::any_of(model.models.begin(), model.models.end(), has_joints);
  }

  Model read_model(const File& file, const Element& element) {
    const Xml& xml = file.xml;
    Model model;
    model.place = place_of(file, element);
    model.name = xml.required(element, "name");
    model.pose = read_pose(xml, element);
    model.placement = xml.text(element, "placement_frame").value_or("");
    model.canonical = xml.text(element, "canonical_link").value_or("");
    model.is_static = is_true(xml, element, "static");
    each_child(element, "link", [&](const Element& link) {
      model.links.push_back(read_link(xml, link, place_of(file, link), file.home));
    });
    each_child(element, "joint", [&](const Element& joint) {
      std::optional<SdfJoint> read = read_joint(xml, joint, place_of(file, joint), file.version);
      if (read) model.joints.push_back(std::move(*read));
    });
    each_child(element, "frame", [&](const Element& frame) {
      model.frames.push_back({xml.required(frame, "name"), place_of(file, frame),
                              xml.text(frame, "attached_to").value_or(""), read_pose(xml, frame)});
    });
    each_child(element, "model",
               [&](const Element& inner) { model.models.push_back(read_model(file, inner)); });
    each_child(element, "include", [&](const Element& include) {
      if (std::optional<Model> inner = read_include(file, include, false)) add(model, std::move(*inner));
    });
    say_what_is_unused(file, element);
    return model;
  }

  // An included model, or one whose parts become the outer model's own: then a frame stands for its own.
  static void add(Model& model, Model inner) {
    if (!inner.is_merged) {
      model.models.push_back(std::move(inner));
      return;
    }
    const std::string own = "_merged__" + inner.name + "__model__";
    const auto renamed = [&](std::string& name) {
      if (name == "__model__") name = own;
    };
    const std::string first = inner.links.empty() ? "" : inner.links.front().name;
    model.frames.push_back({own, inner.place, inner.canonical.empty() ? first : inner.canonical, inner.pose});
    if (model.frames.back().pose.relative_to.empty()) model.frames.back().pose.relative_to = "__model__";
    for (Link& link : inner.links) {
      if (link.pose.relative_to.empty()) link.pose.relative_to = own;
      renamed(link.pose.relative_to);
      for (auto* solids : {&link.visuals, &link.collisions}) {
        for (Solid& solid : *solids) renamed(solid.pose.relative_to);
      }
      model.links.push_back(std::move(link));
    }
    for (SdfJoint& joint : inner.joints) {
      for (std::string* name : {&joint.parent, &joint.child, &joint.pose.relative_to}) renamed(*name);
      for (Axis& axis : joint.axes) renamed(axis.expressed_in);
      model.joints.push_back(std::move(joint));
    }
    for (SdfFrame& frame : inner.frames) {
      if (frame.attached_to.empty()) frame.attached_to = own;
      renamed(frame.attached_to);
      renamed(frame.pose.relative_to);
      model.frames.push_back(std::move(frame));
    }
    for (Model& other : inner.models) {
      if (other.pose.relative_to.empty()) other.pose.relative_to = own;
      renamed(other.pose.relative_to);
      model.models.push_back(std::move(other));
    }
  }

  // Nothing where the file is not there, which is said. Part of a world: the scenery, which may be missing.
  std::optional<Model> read_include(const File& file, const Element& element, bool is_scenery) {
    const Xml& xml = file.xml;
    const Element* uri = element.FirstChildElement("uri");
    const std::string name = uri ? xml.content(*uri) : "";
    if (name.empty()) xml.fail(element, "<include> has no <uri>; expected the model's");
    Expected<IncludedSdf> found = find_(name);
    if (!found) {
      if (!is_scenery) xml.warn(element, "the model " + limber::quoted(name) + " " + found.error().message);
      return {};
    }
    if (std::find(open_.begin(), open_.end(), found->name) != open_.end()) {
      xml.fail(element, "the model " + limber::quoted(name) + " includes itself, directly or through others");
    }
    included_bytes_ += found->text.size();
    if (open_.size() > deepest_include || ++includes_ > most_includes ||
        included_bytes_ > most_included_bytes) {
      xml.fail(element, "models include too many others; expected at most 1000, 20 deep, of 64 MB together");
    }
    Model model = read_file(found->text, found->name, found->home);
    if (const Element* own = element.FirstChildElement("name")) model.name = xml.content(*own);
    if (element.FirstChildElement("static") != nullptr) model.is_static = is_true(xml, element, "static");
    if (element.FirstChildElement("pose") != nullptr) {
      model.pose = read_pose(xml, element);
      if (const Element* frame = element.FirstChildElement("placement_frame")) {
        model.placement = xml.content(*frame);
      }
    }
    const std::string merge = xml.text(element, "merge").value_or("");
    model.is_merged = merge == "true" || merge == "1";
    model.place = place_of(file, element);
    return model;
  }

  void say_what_is_unused(const File& file, const Element& model) {
    for (const char* word : {"plugin", "gripper"}) {
      if (const Element* found = model.FirstChildElement(word)) {
        file.xml.warn(*found, std::string("<") + word + "> is not used");
      }
    }
    for (const char* outer : {"link", "joint"}) {
      each_child(model, outer, [&](const Element& element) {
        for (const char* word : {"sensor", "light"}) {
          const Element* found = element.FirstChildElement(word);
          if (found != nullptr) file.xml.warn(*found, std::string("<") + word + "> is not used");
        }
      });
    }
  }

  const FindSdf& find_;
  Warnings& warnings_;
  std::vector<std::string> open_;  // the files being read, the outermost first
  std::size_t includes_ = 0, included_bytes_ = 0;
};

}  // namespace

void fail(const Place& place, const std::string& sentence) {
  fail_in_file(*place.file, place.line, sentence);
}

Model read_model_file(std::string_view text, const std::string& name, const FindSdf& find,
                      Warnings& warnings) {
  return FileReader(find, warnings).read_file(text, name, "");
}

}  // namespace limber::sdf_import
