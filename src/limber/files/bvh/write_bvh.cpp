// Writes a figure and its motion as BVH.
//
// Every joint of the file stands where the figure's joint has its centre, with axes along the world's in the
// rest posture, as animators expect of a skeleton:
//   turn of a joint = B_parent^T B,   B = R(q) R(rest)^T in the axes of the file
// Joints that turn about a fixed point have three channels. The root, sliding and free joints have six, whose
// positions stand in place of the OFFSET.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/base/number_text.h"
#include "limber/files/euler.h"
#include "limber/files/files.h"
#include "limber/files/segment_poses.h"

namespace limber {

namespace {

constexpr double units_per_metre = 100.0;
constexpr double degrees_per_radian = 180.0 / std::numbers::pi;

Vec3 in_bvh_axes(const Vec3& v) {
  return Vec3(v.y(), v.z(), v.x());
}

Mat3 in_bvh_axes(const Mat3& r) {
  Mat3 file_axes;  // rows: y, z, x of ours
  file_axes << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  return file_axes * r * file_axes.transpose();
}

std::string three_numbers(const Vec3& v) {
  return exact_text(v.x()) + " " + exact_text(v.y()) + " " + exact_text(v.z());
}

class BvhWriter {
 public:
  explicit BvhWriter(const Figure& figure)
      : figure_(figure), rest_(segment_poses(figure, figure.rest_posture())) {}

  std::string write(const Motion& motion) {
    text_ = "HIERARCHY\n";
    std::vector<SegmentId> open;
    for (const SegmentId s : figure_.segments()) {
      while (!open.empty() && open.back() != figure_.parent(s)) close(open);
      begin(s, open.size());
      open.push_back(s);
      if (is_leaf(figure_, s)) end_site(s, open.size());
    }
    while (!open.empty()) close(open);
    write_motion(motion);
    return std::move(text_);
  }

 private:
  int channels_of(SegmentId s) const {
    const JointType type = figure_.joint(figure_.joint_of(s)).type;
    if (s == root_segment || type == JointType::free || type == JointType::prismatic) return 6;
    return type == JointType::fixed ? 0 : 3;
  }

  std::string& line(std::size_t depth) { return text_.append(2 * depth, ' '); }

  // Where the joint is in the rest posture, seen from the joint of its parent.
  Vec3 offset(SegmentId s) const {
    if (s == root_segment) return Vec3::Zero();
    return at(rest_, s).moving.translation - at(rest_, figure_.parent(s)).moving.translation;
  }

  void begin(SegmentId s, std::size_t depth) {
    std::string name = figure_.segment_name(s);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '{' || c == '}' || c == '\n' || c == '\r'; }, '_');
    line(depth).append(depth == 0 ? "ROOT " : "JOINT ").append(name).append("\n");
    line(depth) += "{\n";
    line(depth + 1) += "OFFSET " + three_numbers(in_bvh_axes(Vec3(offset(s) * units_per_metre))) + "\n";
    const int channels = channels_of(s);
    line(depth + 1) += "CHANNELS " + std::to_string(channels);
    if (channels == 6) text_ += " Xposition Yposition Zposition";
    if (channels >= 3) text_ += " Zrotation Xrotation Yrotation";
    text_ += "\n";
  }

  // The farthest frame on the last segment of a branch, else its origin.
  void end_site(SegmentId s, std::size_t depth) {
    const SegmentPose& pose = at(rest_, s);
    Vec3 end = pose.segment.translation - pose.moving.translation;
    for (const Frame& frame : figure_.frames()) {
      if (frame.segment != s) continue;
      const Vec3 place = pose.segment * frame.pose.translation - pose.moving.translation;
      if (place.norm() > end.norm()) end = place;
    }
    line(depth) += "End Site\n";
    line(depth) += "{\n";
    line(depth + 1) += "OFFSET " + three_numbers(in_bvh_axes(Vec3(end * units_per_metre))) + "\n";
    line(depth) += "}\n";
  }

  void close(std::vector<SegmentId>& open) {
    open.pop_back();
    line(open.size()) += "}\n";
  }

  void write_motion(const Motion& motion) {
    const std::size_t count = motion.postures.size();
    const double step = count > 1 ? motion.duration() / static_cast<double>(count - 1) : 1.0 / 30.0;
    text_ += "MOTION\nFrames: " + std::to_string(count) + "\nFrame Time: " + exact_text(step) + "\n";
    std::vector<Vec3> last(static_cast<std::size_t>(figure_.segment_count()), Vec3::Zero());
    for (std::size_t k = 0; k < count; ++k) {
      const double time = motion.times.front() + static_cast<double>(k) * step;
      const bool is_on_time = std::abs(time - motion.times[k]) <= 1e-9 * (1.0 + std::abs(time));
      write_row(is_on_time ? motion.postures[k] : posture_at(figure_, motion, time), last);
    }
  }

  // `last` [degrees]: turns of the row before; the new ones are the same angles nearest to them.
  void write_row(const Posture& posture, std::vector<Vec3>& last) {
    const std::vector<SegmentPose> now = segment_poses(figure_, posture);
    std::string row;
    std::vector<Mat3> turned;  // R(q) R(rest)^T
    for (const SegmentId s : figure_.segments()) {
      turned.push_back(at(now, s).segment.rotation * at(rest_, s).segment.rotation.transpose());
      const SegmentId parent = figure_.parent(s);
      const Mat3 outer = parent.is_valid() ? at(turned, parent) : Mat3(Mat3::Identity());
      const Vec3 origin = parent.is_valid() ? at(now, parent).moving.translation : Vec3(Vec3::Zero());
      const int channels = channels_of(s);
      if (channels == 6) {
        const Vec3 place = outer.transpose() * (at(now, s).moving.translation - origin);
        row += three_numbers(in_bvh_axes(Vec3(place * units_per_metre))) + " ";
      }
      if (channels < 3) continue;
      Vec3 turns = turns_zxy(in_bvh_axes(Mat3(outer.transpose() * turned.back()))) * degrees_per_radian;
      for (int i = 0; i < 3; ++i) turns[i] += 360.0 * std::round((at(last, s)[i] - turns[i]) / 360.0);
      at(last, s) = turns;
      row += three_numbers(turns) + " ";
    }
    if (!row.empty()) row.back() = '\n';
    text_ += row;
  }

  const Figure& figure_;
  const std::vector<SegmentPose> rest_;
  std::string text_;
};

}  // namespace

Written write_bvh(const Figure& figure, const Motion& motion) {
  Written written{BvhWriter(figure).write(motion), {}};
  written.notes.push_back("BVH holds the skeleton and its motion; not shapes, masses, limits and couplings");
  return written;
}

}  // namespace limber
