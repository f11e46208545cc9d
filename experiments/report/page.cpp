// The HTML page of `limber reproduce`: a table of contents, then one section per experiment.

#include "experiments/report/page.h"

#include <algorithm>

#include "experiments/report/text.h"
#include "limber/base/version.h"
#include "limber/picture/svg/svg_text.h"

namespace limber::experiments {

namespace {

std::string escaped(const std::string& text) {
  return picture::xml_escaped(text);
}

std::string element(const std::string& tag, const std::string& content) {
  return "<" + tag + ">" + content + "</" + tag.substr(0, tag.find(' ')) + ">\n";
}

std::string badge(Verdict verdict) {
  const char* sign = verdict == Verdict::reproduced ? "✓" : verdict == Verdict::differs ? "≠" : "✗";
  return "<span class=\"badge " + std::string(verdict_key(verdict)) + "\"><i>" + sign + "</i> " +
         verdict_words(verdict) + "</span>";
}

std::string counted(const std::vector<Outcome>& outcomes) {
  std::string text;
  for (const Verdict verdict : {Verdict::reproduced, Verdict::differs, Verdict::not_reproduced}) {
    const auto count = std::count_if(outcomes.begin(), outcomes.end(),
                                     [&](const Outcome& outcome) { return outcome.verdict == verdict; });
    if (count == 0) continue;
    const char* words =
        verdict == Verdict::differs && count > 1 ? "differ, explained" : verdict_words(verdict);
    text += (text.empty() ? "" : "; ") + std::to_string(count) + " " + words;
  }
  return text;
}

std::string contents(const std::vector<Outcome>& outcomes) {
  std::string rows;
  for (const Outcome& outcome : outcomes) {
    const Experiment& e = outcome.experiment;
    rows += "<tr><td><a href=\"#" + escaped(e.name) + "\">" + escaped(e.title) + "</a></td><td>" +
            escaped(e.document) + ", " + escaped(e.place) + "</td><td>" + badge(outcome.verdict) +
            "</td></tr>\n";
  }
  return element("nav", element("table class=\"contents\"", "<tbody>\n" + rows + "</tbody>"));
}

std::string finding_row(const Finding& finding) {
  const char* sign = finding.holds() ? "✓" : finding.is_explained() ? "≠" : "✗";
  const char* state = finding.holds() ? "holds" : finding.is_explained() ? "explained" : "fails";
  std::string ours = escaped(quantity(finding.value, finding.unit));
  if (finding.timing) ours += " <small>timing</small>";
  return "<tr class=\"" + std::string(state) + "\"><td>" + escaped(finding.what) + "</td><td>" +
         escaped(finding.claim) + "</td><td class=\"number\">" + ours + "</td><td class=\"sign\">" + sign +
         "</td></tr>\n";
}

std::string findings(const Result& result) {
  std::string rows;
  for (const Finding& finding : result.findings) rows += finding_row(finding);
  if (rows.empty()) return "";
  return element("table class=\"findings\"",
                 "<thead><tr><th>measured</th><th>the document</th><th class=\"number\">Limber</th><th></th>"
                 "</tr></thead>\n<tbody>\n" +
                     rows + "</tbody>");
}

std::string observations(const Result& result) {
  std::string rows;
  for (const Observation& seen : result.observations) {
    std::string number = escaped(quantity(seen.value, seen.unit));
    if (seen.timing) number += " <small>timing</small>";
    rows += "<tr><td>" + escaped(seen.what) + "</td><td class=\"number\">" + number + "</td></tr>\n";
  }
  if (rows.empty()) return "";
  return element("table class=\"findings also\"",
                 "<thead><tr><th>also measured</th><th class=\"number\">Limber</th></tr></thead>\n<tbody>\n" +
                     rows + "</tbody>");
}

// Plots side by side at their natural size, so that letters are equally large in all of them.
std::string figures(const Result& result) {
  if (result.plots.empty()) return "";
  const std::size_t count = result.plots.size();
  const int columns = count == 1 ? 1 : count % 3 == 0 ? 3 : 2;
  std::string all;
  for (Plot plot : result.plots) {
    if (columns == 1) plot.width = 640;
    if (columns == 3) plot.width = 312, plot.height = plot.height * 27 / 32;
    std::string caption = escaped(plot.title);
    if (plot.timing) caption += " <small>timings</small>";
    all += element("figure", "<figcaption>" + caption + "</figcaption>\n" + to_svg(plot));
  }
  return element("div class=\"figures columns-" + std::to_string(columns) + "\"", all);
}

std::string parameters(const Experiment& experiment) {
  std::string rows;
  for (const Parameter& parameter : experiment.parameters) {
    rows += "<div><dt>" + escaped(parameter.name) + "</dt><dd>" + escaped(parameter.value) + "</dd></div>\n";
  }
  return rows.empty() ? "" : element("dl class=\"parameters\"", rows);
}

std::string section(const Outcome& outcome) {
  const Experiment& e = outcome.experiment;
  std::string out = "<section id=\"" + escaped(e.name) + "\">\n<header>\n";
  out += element("p class=\"place\"", escaped(e.document) + " · " + escaped(e.place));
  out += element("h2", escaped(e.title)) + badge(outcome.verdict) + "\n</header>\n";
  out += "<div class=\"sides\">\n" +
         element("div", element("h3", "The document says") + element("p", escaped(e.claim))) +
         element("div", element("h3", "Limber finds") + element("p", escaped(outcome.reason))) + "</div>\n";
  out += figures(outcome.result) + findings(outcome.result) + observations(outcome.result) + parameters(e);
  out += element("p class=\"rerun\"", "<code>" + escaped(rerun_command(e)) + "</code>");
  return out + "</section>\n";
}

}  // namespace

std::string page_html(const std::vector<Outcome>& outcomes) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>Limber: the documents' experiments, reproduced</title>\n<style>\n";
  out += page_style;
  out += "</style>\n</head>\n<body>\n<main>\n<header class=\"top\">\n";
  out += "<label><input type=\"checkbox\" id=\"light\"/>light</label>\n";
  out += element("h1", "The documents’ experiments, reproduced");
  out += element("p", "Figures and tables of the documents Limber is based on, computed again by Limber " +
                          escaped(std::string(version())) +
                          ": what each document says, and what Limber finds. " + escaped(counted(outcomes)) +
                          ". The numbers are the same on every run, except those marked as timings.");
  out += element("p", "<a href=\"found.html\">What we found</a>, in two screens.");
  out += "</header>\n" + contents(outcomes);
  for (const Outcome& outcome : outcomes) out += section(outcome);
  out += element("footer", element("p",
                                   "The same numbers, and every point of every plot, are in "
                                   "<a href=\"results.json\">results.json</a> beside this page."));
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace limber::experiments
