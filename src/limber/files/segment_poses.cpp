#include "limber/files/segment_poses.h"

#include "limber/figure/joint_motion.h"

namespace limber {

std::vector<SegmentPose> segment_poses(const Figure& figure, const Posture& posture) {
  std::vector<SegmentPose> poses;
  poses.reserve(static_cast<std::size_t>(figure.segment_count()));
  for (const SegmentId s : figure.segments()) {
    const JointId j = figure.joint_of(s);
    const SegmentId parent = figure.parent(s);
    const Transform base =
        parent.is_valid() ? at(poses, parent).segment * figure.before(j) : figure.before(j);
    const Transform moving = base * joint_motion(figure.joint(j), values_of(figure, posture, j));
    poses.push_back({moving, moving * figure.after(j)});
  }
  return poses;
}

bool is_leaf(const Figure& figure, SegmentId segment) {
  return figure.branch(segment).size() == 1;
}

std::string free_name(std::string name, std::set<std::string>& taken) {
  constexpr int most_primes = 8;
  for (int primes = 0; primes <= most_primes; ++primes, name += "'") {
    if (taken.insert(name).second) return name;
  }
  name.resize(name.size() - most_primes - 1);
  for (std::size_t number = taken.size();; number *= 2) {  // whoever has these names already has few of them
    std::string numbered = name + " " + std::to_string(number);
    if (taken.insert(numbered).second) return numbered;
  }
}

}  // namespace limber
