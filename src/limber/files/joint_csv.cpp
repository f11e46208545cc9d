#include "limber/base/number_text.h"
#include "limber/figure/joint_motion.h"
#include "limber/files/files.h"

namespace limber {

namespace {

// A name as a cell: in quotes where it holds what separates cells.
std::string csv_cell(std::string text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  for (std::size_t k = text.find('"'); k != text.npos; k = text.find('"', k + 2)) text.insert(k, 1, '"');
  return '"' + text + '"';
}

// What follows the name of a joint in the headings of its columns.
std::vector<std::string> column_endings(JointType type) {
  switch (type) {
    case JointType::fixed:
      return {};
    case JointType::revolute:
    case JointType::prismatic:
      return {""};
    case JointType::elbow:
      return {" flexion", " twist"};
    case JointType::swing:
      return {" swing x", " swing y"};
    case JointType::ball:
      return {" rx", " ry", " rz"};
    case JointType::free:
      return {" x", " y", " z", " rx", " ry", " rz"};
  }
  return {};
}

}  // namespace

std::string write_csv(const Figure& figure, const Motion& motion) {
  std::string text = "time";
  for (const JointId j : figure.joints()) {
    for (const std::string& ending : column_endings(figure.joint(j).type)) {
      text += ',';
      text += csv_cell(figure.joint_name(j) + ending);
    }
  }
  text += "\n";
  for (std::size_t k = 0; k < motion.postures.size(); ++k) {
    text += exact_text(motion.times[k]);
    for (const JointId j : figure.joints()) {
      for (const double value : joint_parameters(figure, motion.postures[k], j)) {
        text += ',';
        text += exact_text(value);
      }
    }
    text += "\n";
  }
  return text;
}

}  // namespace limber
