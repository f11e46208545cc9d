// Words known for the parts of a body, as motion capture, game engines and robots write them.

#include "limber/retargeting/roles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "limber/base/names.h"

namespace limber {

namespace {

struct KnownWord {
  std::string_view word;
  BodyPart part;
  bool has_side;
};

// "shoulder" and "hip" are the upper arm and the thigh where they are the only ones; see match_names.
constexpr KnownWord known_words[] = {
    {"hips", BodyPart::pelvis, false},      {"pelvis", BodyPart::pelvis, false},
    {"hip", BodyPart::pelvis, false},       {"root", BodyPart::pelvis, false},
    {"chest", BodyPart::chest, false},      {"spine", BodyPart::chest, false},
    {"torso", BodyPart::chest, false},      {"upperchest", BodyPart::chest, false},
    {"thorax", BodyPart::chest, false},     {"abdomen", BodyPart::chest, false},
    {"neck", BodyPart::neck, false},        {"head", BodyPart::head, false},
    {"clavicle", BodyPart::clavicle, true}, {"collar", BodyPart::clavicle, true},
    {"shoulder", BodyPart::clavicle, true}, {"arm", BodyPart::upper_arm, true},
    {"uparm", BodyPart::upper_arm, true},   {"upperarm", BodyPart::upper_arm, true},
    {"humerus", BodyPart::upper_arm, true}, {"shldr", BodyPart::upper_arm, true},
    {"forearm", BodyPart::forearm, true},   {"lowerarm", BodyPart::forearm, true},
    {"elbow", BodyPart::forearm, true},     {"radius", BodyPart::forearm, true},
    {"hand", BodyPart::hand, true},         {"wrist", BodyPart::hand, true},
    {"upleg", BodyPart::thigh, true},       {"upperleg", BodyPart::thigh, true},
    {"thigh", BodyPart::thigh, true},       {"femur", BodyPart::thigh, true},
    {"hip", BodyPart::thigh, true},         {"leg", BodyPart::shank, true},
    {"lowerleg", BodyPart::shank, true},    {"lowleg", BodyPart::shank, true},
    {"knee", BodyPart::shank, true},        {"shank", BodyPart::shank, true},
    {"shin", BodyPart::shank, true},        {"calf", BodyPart::shank, true},
    {"tibia", BodyPart::shank, true},       {"foot", BodyPart::foot, true},
    {"ankle", BodyPart::foot, true},        {"toe", BodyPart::toes, true},
    {"toes", BodyPart::toes, true},         {"toebase", BodyPart::toes, true},
    {"ball", BodyPart::toes, true},
};

constexpr std::string_view part_names[] = {"pelvis",  "chest", "neck",  "head",  "clavicle", "upper_arm",
                                           "forearm", "hand",  "thigh", "shank", "foot",     "toes"};

// A robot's hip is three links, one for each axis: left_hip_pitch_link, ...
bool is_axis(const std::string& word) {
  return word == "pitch" || word == "roll" || word == "yaw";
}

bool is_number(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
}

bool says_nothing(const std::string& word) {
  return word == "joint" || word == "jnt" || word == "bone" || word == "link" || word == "bip" ||
         word == "def" || word == "bip01" || word == "ik" || is_axis(word) || is_number(word);
}

// "LeftUpLeg" -> left, up, leg; "thigh.l" -> thigh, l; "LHipJoint" -> l, hip, joint.
std::vector<std::string> words_of(std::string_view name) {
  if (const std::size_t colon = name.rfind(':'); colon != name.npos) name.remove_prefix(colon + 1);
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t k = 0; k < name.size(); ++k) {
    const auto c = static_cast<unsigned char>(name[k]);
    const bool after_lower = k > 0 && std::islower(static_cast<unsigned char>(name[k - 1]));
    const bool before_lower = k + 1 < name.size() && std::islower(static_cast<unsigned char>(name[k + 1]));
    const bool is_digit = std::isdigit(c) != 0;
    const bool was_digit = k > 0 && std::isdigit(static_cast<unsigned char>(name[k - 1]));
    if (!std::isalnum(c)) {
      end_word();
      continue;
    }
    if ((std::isupper(c) && (after_lower || before_lower)) || (is_digit != was_digit && k > 0)) end_word();
    word += static_cast<char>(std::tolower(c));
  }
  end_word();
  return words;
}

}  // namespace

std::string role_name(const Role& role) {
  std::string name(part_names[static_cast<std::size_t>(role.part)]);
  return role.side == ' ' ? name : name + "." + role.side;
}

namespace {

char side_of(const std::string& word) {
  if (word == "left" || word == "l" || word == "lft") return 'l';
  if (word == "right" || word == "r" || word == "rgt") return 'r';
  return ' ';
}

}  // namespace

std::optional<Role> role_of_name(std::string_view name) {
  Role role;
  std::string rest;
  for (const std::string& word : words_of(name)) {
    if (side_of(word) != ' ') {
      role.side = side_of(word);
    } else if (!says_nothing(word)) {
      rest += word;
    }
  }
  for (const KnownWord& known : known_words) {
    if (known.word != rest || known.has_side != (role.side != ' ')) continue;
    role.part = known.part;
    return role;
  }
  return std::nullopt;
}

namespace {

using Cast = std::map<Role, std::string>;

// What animators move a body by ("LeftFootIK"), and what carries all of it ("Root"): a part only where there
// is no other.
bool is_understudy(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "root" || word == "ik"; });
}

bool is_about_one_axis(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  return std::any_of(words.begin(), words.end(), is_axis);
}

// Of several segments that are one part, the last: of the spine, and of a foot, hand or head that turns about
// one axis after the other. Of a hip or a shoulder it is the first, which stays where the limb begins.
bool is_the_last(const Role& role, const std::string& name, const Cast& cast) {
  if (role.part == BodyPart::chest) return true;
  if (role.part != BodyPart::foot && role.part != BodyPart::hand && role.part != BodyPart::head) return false;
  const auto known = cast.find(role);
  return is_about_one_axis(name) && (known == cast.end() || is_about_one_axis(known->second));
}

// Legs of six links and arms of seven that are only numbered, leg_left_1_link to leg_left_6_link: hip and
// shoulder have three of them, then knee and elbow come.
void cast_numbered_limbs(const Figure& figure, Cast& cast) {
  std::map<std::pair<std::string, char>, std::map<int, std::string>> limbs;
  for (const SegmentId s : figure.segments()) {
    std::string limb, number;
    char side = ' ';
    for (const std::string& word : words_of(figure.segment_name(s))) {
      if (side_of(word) != ' ') {
        side = side_of(word);
      } else if (is_number(word) && word.size() == 1) {
        number += word;
      } else if (!says_nothing(word)) {
        limb += word;
      }
    }
    if (side != ' ' && number.size() == 1)
      limbs[{limb, side}].emplace(number[0] - '0', figure.segment_name(s));
  }
  const auto take = [&](const char* limb, char side, int last, const std::array<BodyPart, 3>& parts) {
    const auto& links = limbs[{limb, side}];
    for (int k = 1; k <= last; ++k) {
      if (!links.contains(k)) return;
    }
    cast[{parts[0], side}] = links.at(1);
    cast[{parts[1], side}] = links.at(4);
    cast[{parts[2], side}] = links.at(last);
  };
  for (const char side : {'l', 'r'}) {
    take("leg", side, 6, {BodyPart::thigh, BodyPart::shank, BodyPart::foot});
    take("arm", side, 7, {BodyPart::upper_arm, BodyPart::forearm, BodyPart::hand});
  }
}

Cast cast_of(const Figure& figure) {
  Cast cast;
  for (const bool understudies : {false, true}) {
    for (const SegmentId s : figure.segments()) {
      const std::string& name = figure.segment_name(s);
      const std::optional<Role> role = role_of_name(name);
      if (!role || is_understudy(name) != understudies) continue;
      if (is_the_last(*role, name, cast) && !understudies) {
        cast[*role] = name;
      } else {
        cast.emplace(*role, name);
      }
    }
  }
  cast_numbered_limbs(figure, cast);
  // Of "shoulder, elbow, wrist" the shoulder is the upper arm.
  for (const char side : {'l', 'r'}) {
    const auto shoulder = cast.find({BodyPart::clavicle, side});
    if (shoulder == cast.end() || cast.contains({BodyPart::upper_arm, side})) continue;
    cast[{BodyPart::upper_arm, side}] = shoulder->second;
    cast.erase(shoulder);
  }
  if (!cast.contains({BodyPart::pelvis, ' '}))
    cast[{BodyPart::pelvis, ' '}] = figure.segment_name(root_segment);
  return cast;
}

}  // namespace

std::vector<RolePair> match_names(const Figure& source, const Figure& target) {
  const Cast from = cast_of(source), to = cast_of(target);
  std::vector<RolePair> pairs;
  for (const auto& [role, name] : from) {
    const auto found = to.find(role);
    if (found != to.end()) pairs.push_back({role, name, found->second});
  }
  return pairs;
}

std::vector<Role> unmatched_roles(const Figure& source, const std::vector<RolePair>& pairs) {
  std::vector<Role> roles;
  for (const auto& entry : cast_of(source)) {
    const Role& role = entry.first;
    if (role.part == BodyPart::clavicle || role.part == BodyPart::neck || role.part == BodyPart::toes)
      continue;
    const bool is_matched =
        std::any_of(pairs.begin(), pairs.end(), [&](const RolePair& pair) { return pair.role == role; });
    if (!is_matched) roles.push_back(role);
  }
  return roles;
}

std::string write_table(const std::vector<RolePair>& pairs) {
  std::string text = "role,source,target\n";
  for (const RolePair& pair : pairs)
    text += role_name(pair.role) + "," + pair.source + "," + pair.target + "\n";
  return text;
}

Expected<std::vector<RolePair>> read_table(std::string_view text, const std::string& name,
                                           const Figure& source, const Figure& target) {
  std::vector<RolePair> pairs;
  std::vector<std::string> roles;
  for (const std::string_view part : part_names) {
    for (const char* side : {"", ".l", ".r"}) roles.push_back(std::string(part) + side);
  }
  int line = 0;
  while (!text.empty()) {
    ++line;
    std::string row(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(row.size() + 1, text.size()));
    while (!row.empty() && (row.back() == '\r' || row.back() == ' ')) row.pop_back();
    if (row.empty() || row.starts_with('#') || row == "role,source,target") continue;
    const auto fail = [&](const std::string& sentence) {
      return Error{name + ":" + std::to_string(line) + ": " + sentence};
    };
    const std::size_t first = row.find(','), second = row.find(',', first + 1);
    if (first == row.npos || second == row.npos) return fail("expected role,source,target");
    const std::string word = row.substr(0, first);
    RolePair pair{{}, row.substr(first + 1, second - first - 1), row.substr(second + 1)};
    const auto known = std::find(roles.begin(), roles.end(), word);
    if (known == roles.end()) return fail("unknown role " + limber::quoted(word) + did_you_mean(word, roles));
    pair.role.part = static_cast<BodyPart>((known - roles.begin()) / 3);
    pair.role.side = word.ends_with(".l") ? 'l' : word.ends_with(".r") ? 'r' : ' ';
    if (!source.find_segment(pair.source)) {
      return fail("the motion has no joint " + limber::quoted(pair.source));
    }
    if (!target.find_segment(pair.target)) {
      return fail("the figure has no segment " + limber::quoted(pair.target));
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace limber
