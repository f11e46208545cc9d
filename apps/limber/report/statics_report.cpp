// What supports carry and joints bear, as tables and as JSON.

#include "report/statics_report.h"

#include <algorithm>

#include "limber/figure/figure.h"
#include "report/quantities.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

using json::Output;
using Support = StaticsReport::Support;

const char* state_word(Support state) {
  switch (state) {
    case Support::holds:
      return "holds";
    case Support::slips:
      return "slips";
    case Support::tips:
      return "tips";
    case Support::lifts:
      return "lifts";
    case Support::off:
      return "off";
  }
  return "";
}

std::string supports_table(const StaticsReport& report, const Terminal& terminal) {
  Table table({{"support", Column::Align::left, true},
               {"force [N]"},
               {"share", align_right},
               {"normal", align_right},
               {"sideways", align_right},
               {"friction used", align_right},
               {""}});
  for (const StaticsReport::SupportLoad& support : report.supports) {
    const bool holds = support.state == Support::holds, is_off = support.state == Support::off;
    const Style style = holds ? Style::plain : is_off ? Style::warning : Style::bad;
    table.add({Text(support.name, Style::accent), vector_text(support.force, 1),
               fixed_text(100.0 * support.share, 1) + " %", fixed_text(support.normal, 1),
               fixed_text(support.tangential, 1), fixed_text(100.0 * support.friction_used, 0) + " %",
               report.is_balanced && !is_off
                   ? Text("")
                   : Text(is_off ? "touches nothing" : state_word(support.state), style)});
  }
  return table.to_string(terminal, 2);
}

std::string joints_table(const Figure& figure, const StaticsReport& report, const Terminal& terminal) {
  Table table({{"joint", Column::Align::left, true},
               {"torque [N m]"},
               {"moment", align_right},
               {"axial [N]", align_right},
               {"shear", align_right},
               {"of strength", align_right}});
  for (const StaticsReport::JointLoad& joint : report.joints) {
    std::string torques;
    for (const double torque : joint.torques)
      torques += (torques.empty() ? "" : "  ") + fixed_text(torque, 2);
    const Style style = joint.load_ratio > 1.0 && joint.strength > 0.0 ? Style::bad : Style::plain;
    table.add(
        {Text(figure.joint_name(joint.joint), Style::accent), torques, fixed_text(joint.moment.norm(), 2),
         fixed_text(joint.compression, 1), fixed_text(joint.shear, 1),
         joint.strength > 0.0 ? Text(fixed_text(100.0 * joint.load_ratio, 0) + " %", style) : Text("")});
  }
  return table.to_string(terminal, 2);
}

Output support_json(const StaticsReport::SupportLoad& support) {
  Output object = Output::object(), contacts = Output::list();
  for (const StaticsReport::Contact& contact : support.contacts) {
    Output each = Output::object();
    contacts.add(
        each.set("place", Output::vector(contact.place)).set("force", Output::vector(contact.force)));
  }
  object.set("name", Output::text(support.name)).set("force", Output::vector(support.force));
  object.set("center_of_pressure", Output::vector(support.center_of_pressure));
  object.set("normal", Output::number(support.normal)).set("tangential", Output::number(support.tangential));
  object.set("share", Output::number(support.share));
  object.set("friction_used", Output::number(support.friction_used));
  object.set("state", Output::text(state_word(support.state)));
  if (!support.side.empty()) object.set("side", Output::text(support.side));
  return object.set("contacts", std::move(contacts));
}

Output joint_json(const Figure& figure, const StaticsReport::JointLoad& joint) {
  Output object = Output::object();
  object.set("joint", Output::text(figure.joint_name(joint.joint)));
  object.set("torques", Output::numbers(joint.torques)).set("moment", Output::vector(joint.moment));
  object.set("force", Output::vector(joint.force)).set("compression", Output::number(joint.compression));
  object.set("shear", Output::number(joint.shear));
  object.set("strength", joint.strength > 0.0 ? Output::number(joint.strength) : Output::null());
  return object.set("load_ratio", Output::number(joint.load_ratio));
}

}  // namespace

std::string statics_text(const Input& input, const StaticsReport& report, const Terminal& terminal) {
  const Figure& figure = input.scene.figure;
  const Text verdict(report.verdict(), !report.is_balanced              ? Style::bad
                                       : report.weak_joint_count() == 0 ? Style::good
                                                                        : Style::warning);
  std::string text =
      terminal.shown(Text(figure.name(), Style::strong)) + "  " + terminal.shown(verdict) + "\n";
  const auto line = [&](const std::string& words) { text += "  " + terminal.drawable(words) + "\n"; };
  line("weight " + fixed_text(report.weight.norm(), 1) + " N, with all forces " +
       vector_text(report.load_force, 1) + " N, centre of mass " + vector_text(report.center_of_mass, 3) +
       " m");
  if (!report.is_balanced && !report.supports.empty()) {
    line("missing " + fixed_text(report.unmet_force.norm(), 1) + " N and " +
         fixed_text(report.unmet_moment.norm(), 1) + " N m about the centre of mass");
  }
  if (report.has_margin) {
    line((report.margin >= 0.0 ? "margin " : "outside by ") +
         fixed_text(1000.0 * std::abs(report.margin), 1) + " mm towards " + vector_text(report.worst_way, 2) +
         (report.is_balanced
              ? ", needs " + fixed_text(100.0 * report.friction_needed, 1) + " % of the friction"
              : ""));
  } else if (!report.supports.empty()) {
    line(report.is_balanced ? "no margin: it would stand wherever its centre of mass were"
                            : "no margin: wherever its centre of mass were, it would not stand");
  }
  line("effort " + number_text(report.effort, 4));
  if (!report.supports.empty()) text += "\n" + supports_table(report, terminal);
  if (!report.joints.empty()) text += "\n" + joints_table(figure, report, terminal);
  return text;
}

Output statics_object(const Figure& figure, const StaticsReport& report) {
  Output object = Output::object();
  object.set("balanced", Output::truth(report.is_balanced)).set("verdict", Output::text(report.verdict()));
  object.set("weight", Output::vector(report.weight)).set("load", Output::vector(report.load_force));
  object.set("center_of_mass", Output::vector(report.center_of_mass));
  object.set("unmet_force", Output::vector(report.unmet_force));
  object.set("unmet_moment", Output::vector(report.unmet_moment));
  object.set("margin", report.has_margin ? Output::number(report.margin) : Output::null());
  object.set("worst_way", report.has_margin ? Output::vector(report.worst_way) : Output::null());
  object.set("friction_needed", report.has_margin ? Output::number(report.friction_needed) : Output::null());
  object.set("effort", Output::number(report.effort));
  Output supports = Output::list(), joints = Output::list(), region = Output::list();
  for (const StaticsReport::SupportLoad& support : report.supports) supports.add(support_json(support));
  for (const StaticsReport::JointLoad& joint : report.joints) joints.add(joint_json(figure, joint));
  for (const Vec3& point : report.region) region.add(Output::vector(point));
  object.set("supports", std::move(supports))
      .set("joints", std::move(joints))
      .set("region", std::move(region));
  return object;
}

std::string statics_json(const Input& input, const StaticsReport& report) {
  Output document = Output::object();
  document.set("file", Output::text(input.name)).set("figure", Output::text(input.scene.figure.name()));
  document.set("statics", statics_object(input.scene.figure, report));
  return document.to_string();
}

}  // namespace limber::cli
