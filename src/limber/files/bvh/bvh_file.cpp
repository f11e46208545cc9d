// Reads BVH word by word. Names may hold spaces; keywords may be in any case.

#include "limber/files/bvh/bvh_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "limber/base/names.h"
#include "limber/files/problem.h"

namespace limber::bvh {

namespace {

constexpr std::size_t most_joints = 20'000;   // motion capture has about 100
constexpr std::size_t deepest_joint = 1'000;  // nested in each other
constexpr int most_frames = 10'000'000;       // a day at 120 per second
constexpr double largest_bvh_number = 1e8;    // offsets, positions, degrees
constexpr std::size_t most_shown_of_word = 40;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

class BvhReader {
 public:
  BvhReader(std::string_view text, const std::string& name) : rest_(text), file_name_(name) {
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
  }

  BvhFile read() {
    expect("HIERARCHY");
    read_hierarchy();
    read_motion();
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(const std::string& sentence) const { fail_in_file(file_name_, line_, sentence); }

  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) {
      if (rest_.front() == '\n') ++line_;
      rest_.remove_prefix(1);
    }
  }

  // Empty at the end of the file. Braces are words of their own.
  std::string_view word() {
    skip_blanks();
    if (rest_.empty()) return {};
    std::size_t length = 1;
    if (rest_.front() != '{' && rest_.front() != '}') {
      while (length < rest_.size() && !is_blank(rest_[length]) && rest_[length] != '{' &&
             rest_[length] != '}') {
        ++length;
      }
    }
    const std::string_view found = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return found;
  }

  std::string shown_word(std::string_view found) const {
    return found.empty() ? "the end of the file" : limber::quoted(found.substr(0, most_shown_of_word));
  }

  void expect(std::string_view keyword) {
    const std::string_view found = word();
    if (lower(found) != lower(keyword)) {
      fail("found " + shown_word(found) + "; expected " + std::string(keyword));
    }
  }

  double number(const char* what) {
    std::string_view found = word();
    const std::string_view written = found;
    if (found.starts_with('+')) found.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
    const bool is_number =
        !found.empty() && end == found.data() + found.size() && error == std::errc() && std::isfinite(value);
    if (!is_number) fail("found " + shown_word(written) + "; expected " + what);
    if (std::abs(value) > largest_bvh_number) {
      fail("found " + shown_word(written) + "; expected a number of at most 1e8");
    }
    return value;
  }

  int count(const char* what, int most) {
    const double value = number(what);
    if (value < 0 || value > most || value != std::floor(value)) {
      fail("found " + number_word(value) + "; expected " + what + ", at most " + std::to_string(most));
    }
    return static_cast<int>(value);
  }

  static std::string number_word(double value) {
    return value == std::floor(value) ? std::to_string(static_cast<long long>(value)) : std::to_string(value);
  }

  // The rest of the line, without a brace that may stand there: names hold spaces.
  std::string name() {
    std::size_t length = 0;
    while (length < rest_.size() && rest_[length] != '\n' && rest_[length] != '{') ++length;
    std::string_view found = rest_.substr(0, length);
    rest_.remove_prefix(length);
    while (!found.empty() && is_blank(found.front())) found.remove_prefix(1);
    while (!found.empty() && is_blank(found.back())) found.remove_suffix(1);
    return std::string(found);
  }

  Vec3 vector() {
    const double x = number("three numbers after OFFSET"), y = number("three numbers after OFFSET");
    return {x, y, number("three numbers after OFFSET")};
  }

  void read_hierarchy() {
    expect("ROOT");
    std::vector<int> open = {begin_joint(-1)};  // the joints whose braces are open
    while (!open.empty()) {
      const std::string keyword = lower(word());
      if (keyword == "}") {
        open.pop_back();
      } else if (keyword == "offset") {
        joint(open.back()).offset = vector();
      } else if (keyword == "channels") {
        read_channels(joint(open.back()));
      } else if (keyword == "joint") {
        if (open.size() >= deepest_joint)
          fail("joints are nested more than 1000 deep; expected at most 1000");
        open.push_back(begin_joint(open.back()));
      } else if (keyword == "end") {
        name();  // "Site", or a name some programs write
        expect("{");
        expect("OFFSET");
        joint(open.back()).ends.push_back(vector());
        expect("}");
      } else {
        fail("found " + shown_word(keyword) + "; expected OFFSET, CHANNELS, JOINT, End Site or }");
      }
    }
  }

  BvhJoint& joint(int number) { return file_.joints[static_cast<std::size_t>(number)]; }

  int begin_joint(int parent) {
    if (file_.joints.size() >= most_joints) fail("there are more than 20000 joints; expected fewer");
    BvhJoint made;
    made.name = name();
    made.parent = parent;
    if (made.name.empty()) made.name = "joint " + std::to_string(file_.joints.size() + 1);
    expect("{");
    file_.joints.push_back(std::move(made));
    return static_cast<int>(file_.joints.size()) - 1;
  }

  void read_channels(BvhJoint& owner) {
    if (!owner.channels.empty()) fail("the joint " + limber::quoted(owner.name) + " has CHANNELS twice");
    const int channels = count("the number of channels, 0 to 6", 6);
    for (int k = 0; k < channels; ++k) {
      const std::string found = lower(word());
      const bool turns = found.ends_with("rotation");
      if (found.empty() || found[0] < 'x' || found[0] > 'z' ||
          (found.substr(1) != "rotation" && found.substr(1) != "position")) {
        fail("found the channel " + shown_word(found) + "; expected Xposition to Zrotation");
      }
      const Channel channel{turns, found[0] - 'x'};
      for (const Channel& other : owner.channels) {
        if (other.turns == channel.turns && other.axis == channel.axis) {
          fail("the joint " + limber::quoted(owner.name) + " has the channel " + shown_word(found) +
               " twice");
        }
      }
      owner.channels.push_back(channel);
    }
    file_.channel_count += channels;
  }

  void read_motion() {
    const std::string_view next = word();
    if (lower(next) == "root") {
      fail("there is a second ROOT; expected one skeleton per file");
    }
    if (next.empty()) {
      file_.notes.push_back("the file has no MOTION, only a skeleton");
      return;
    }
    if (lower(next) != "motion") fail("found " + shown_word(next) + "; expected MOTION");
    expect("Frames:");
    file_.frames = count("the number of frames", most_frames);
    expect("Frame");
    expect("Time:");
    file_.frame_time = number("the seconds from one frame to the next");
    if (file_.frame_time <= 0.0 && file_.frames > 1) {
      fail("the Frame Time is " + number_word(file_.frame_time) + "; expected seconds above 0");
    }
    if (file_.channel_count == 0 && file_.frames > 0) {
      file_.notes.push_back("no joint has a channel, so that its " + std::to_string(file_.frames) +
                            " frames are all the same; they are not read");
      file_.frames = 0;
    }
    const std::size_t wanted =
        static_cast<std::size_t>(file_.frames) * static_cast<std::size_t>(file_.channel_count);
    if (wanted > rest_.size()) {
      fail("the file ends before its " + std::to_string(file_.frames) + " frames; expected " +
           std::to_string(wanted) + " numbers");
    }
    file_.values.reserve(wanted);
    for (std::size_t k = 0; k < wanted; ++k) {
      file_.values.push_back(number("a number for every channel of every frame"));
    }
    skip_blanks();
    if (!rest_.empty()) {
      file_.notes.push_back("what stands after the " + std::to_string(file_.frames) +
                            " frames that the file announces is not read");
    }
  }

  std::string_view rest_;
  const std::string& file_name_;
  int line_ = 1;
  BvhFile file_;
};

}  // namespace

BvhFile read_bvh_file(std::string_view text, const std::string& name) {
  return BvhReader(text, name).read();
}

}  // namespace limber::bvh
