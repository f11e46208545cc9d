// Looks the claims up in the results and lays them out as a page (found.h). The claims: found_claims.cpp.

#include "experiments/report/found.h"

#include <algorithm>

#include "experiments/report/page.h"
#include "experiments/report/text.h"
#include "limber/base/version.h"
#include "limber/picture/svg/svg_text.h"

namespace limber::experiments {

Found look_up(const FoundClaim& claim, const std::vector<Outcome>& outcomes) {
  Found found{.standing = Standing::holds};
  for (const Evidence& evidence : claim.evidence) {
    const auto outcome = std::find_if(outcomes.begin(), outcomes.end(), [&](const Outcome& o) {
      return o.experiment.name == evidence.experiment;
    });
    if (outcome == outcomes.end()) return {Standing::not_run};
    bool any = false;
    for (const Finding& finding : outcome->result.findings) {
      if (!finding.what.starts_with(evidence.what)) continue;
      any = true;
      ++found.numbers;
      if (!finding.holds() && found.standing == Standing::holds) {
        found.standing = Standing::does_not;
        found.decisive = &finding;
      }
      if (!found.decisive && !evidence.what.empty()) found.decisive = &finding;
    }
    if (!any) return {Standing::unfounded};
  }
  return found;
}

namespace {

std::string safe(const std::string& text) {
  return picture::xml_escaped(text);
}

const char* sign_of(Standing standing) {
  switch (standing) {
    case Standing::holds:
      return "✓";
    case Standing::does_not:
      return "≠";
    case Standing::not_run:
      return "–";
    case Standing::unfounded:
      break;
  }
  return "✗";
}

const char* class_of(Standing standing) {
  switch (standing) {
    case Standing::holds:
      return "holds";
    case Standing::does_not:
      return "explained";
    case Standing::not_run:
      return "open";
    case Standing::unfounded:
      break;
  }
  return "fails";
}

std::string row(const FoundClaim& claim, const std::vector<Outcome>& outcomes) {
  const Found found = look_up(claim, outcomes);
  const std::string link = "<a href=\"index.html#" + safe(claim.evidence.front().experiment) + "\"";
  std::string number;
  if (found.standing == Standing::not_run || found.standing == Standing::unfounded) {
    number =
        found.standing == Standing::not_run ? "<small>not run</small>" : "<small>nothing measured</small>";
  } else if (found.decisive && (!claim.measured.empty() || found.standing == Standing::does_not)) {
    number = link + " title=\"" + safe(found.decisive->what) + "\">" +
             safe(quantity(found.decisive->value, found.decisive->unit)) + "</a> <small>" +
             safe(claim.measured.empty() ? found.decisive->what : claim.measured) + "</small>";
  } else {
    number = link + ">" + std::to_string(found.numbers) + "</a> <small>numbers agree</small>";
  }
  return "<tr class=\"" + std::string(class_of(found.standing)) + "\"><td class=\"sign\">" +
         sign_of(found.standing) + "</td><td>" + safe(claim.claim) + "</td><td class=\"measured\">" + number +
         "</td><td>" + safe(claim.limber) + "</td></tr>\n";
}

std::string summary(const std::vector<Outcome>& outcomes) {
  int hold = 0, fail = 0, open = 0;
  for (const FoundDocument& document : found_documents()) {
    for (const FoundClaim& claim : document.claims) {
      const Standing standing = look_up(claim, outcomes).standing;
      (standing == Standing::holds ? hold : standing == Standing::does_not ? fail : open) += 1;
    }
  }
  std::string text =
      std::to_string(hold) +
      (hold == 1 ? " claim of the five documents holds, " : " claims of the five documents hold, ") +
      std::to_string(fail) + (fail == 1 ? " does not as it is stated" : " do not as they are stated");
  if (open > 0) text += "; " + std::to_string(open) + " were not looked at in this run";
  return text + ". The number is one that decides it; hold the pointer over it to see which.";
}

}  // namespace

std::string found_html(const std::vector<Outcome>& outcomes) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>Limber: what we found</title>\n<style>\n";
  out += page_style;
  out += "</style>\n</head>\n<body>\n<main class=\"found\">\n<header class=\"top\">\n";
  out += "<label><input type=\"checkbox\" id=\"light\"/>light</label>\n<h1>What we found</h1>\n<p>";
  out += safe(summary(outcomes)) + " Limber " + safe(std::string(version())) +
         "; <a href=\"index.html\">all experiments</a>.</p>\n</header>\n<table>\n<tbody>\n";
  for (const FoundDocument& document : found_documents()) {
    out += "<tr class=\"document\"><th></th><th>" + safe(document.title) +
           "</th><th>measured</th><th>what Limber does</th></tr>\n";
    for (const FoundClaim& claim : document.claims) out += row(claim, outcomes);
  }
  return out + "</tbody>\n</table>\n</main>\n</body>\n</html>\n";
}

}  // namespace limber::experiments
