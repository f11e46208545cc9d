#pragma once
// Turns a figure and tasks into the tables of batch/kernel/model.h, step by step (problem.cpp has the order):
//
//   gather_pieces.cpp       which joints move the tasks, cut into hinges, slides, balls and swings
//   gather_coordinates.cpp  their numbers by depth, coordinates, limits, and the way back to a posture
//   gather_groups.cpp       the rows of the tasks, and which degree of freedom moves which
//   gather_filter.cpp       couplings, and what is to be kept clear of

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "limber/batch/frame_tasks.h"
#include "limber/batch/problem.h"

namespace limber::batch {

// value of a joint = ratio * value of the joint that leads it + offset; a joint that nothing leads leads
// itself.
struct Lead {
  int joint;
  double ratio = 1.0, offset = 0.0;
};

// An element before it is numbered by depth.
struct Piece {
  int kind;
  int parent;  // piece
  int joint;   // of the figure
  int number;  // which of the joint's values it is: elbow 0, 1; free 0, 1, 2 and its ball
  Transform fixed;
};

// Where a segment is.
struct Placed {
  int piece = -1;    // -1: the world
  Transform offset;  // of the segment in that piece's frame
};

class Gatherer {
 public:
  Gatherer(const Figure& figure, std::span<const FrameTask> tasks, const Posture& start,
           const ProblemOptions& options)
      : figure_(figure), tasks_(tasks), start_(start), options_(options) {}

  Expected<Problem> gather();

 private:
  // The coordinate that moves a piece: its state, and what one unit of state means in the unit of the joint
  // that leads.
  struct Single {
    int state, dof;
    double scale;
  };

  Model& model() { return *problem_.model; }
  static Error too_large(const char* what, int count, int most) {
    return Error{"the figure is too large: " + std::to_string(count) + " " + what + ", at most " +
                 std::to_string(most) + " fit"};
  }
  Error refusal(JointId j, const char* what) const {
    return Error{"the joint \"" + figure_.joint_name(j) + "\" " + what};
  }
  static bool is_single(const Joint& joint) {
    return joint.type == JointType::revolute || joint.type == JointType::prismatic;
  }
  static int dofs_of(int kind) { return kind == ball ? 3 : kind == swing ? 2 : 1; }
  static int kind_of(const Joint& joint) { return joint.type == JointType::prismatic ? slide : hinge; }
  const Lead& lead(int joint) const { return leads_[static_cast<std::size_t>(joint)]; }
  const Joint& joint(int j) const { return figure_.joint(JointId{j}); }
  const Piece& piece_at(int element) const {
    return pieces_[static_cast<std::size_t>(order_[static_cast<std::size_t>(element)])];
  }
  std::pair<int, int> key_of(const Piece& piece) const { return {lead(piece.joint).joint, piece.number}; }
  double length_unit(int kind) const { return kind == slide ? unit_ : 1.0; }
  int element_at(const Placed& at) const {
    return at.piece < 0 ? -1 : element_of_[static_cast<std::size_t>(at.piece)];
  }

  // gather_pieces.cpp
  void mark_paths();
  // Couplings that tie two hinges or slides to one ratio, as a URDF's mimic does, make one coordinate of
  // both.
  void find_leads();
  // a1 q1 + a2 q2 = c
  void merge(const Coupling& coupling);
  int add_piece(int kind, int parent, JointId j, int number, const Transform& fixed);
  // A hinge or slide about `axis`, seen from `at`; leaves `at` behind it.
  void add_single(int kind, const Vec3& axis, JointId j, int number, Placed& at);
  std::optional<Error> cut_into_pieces();
  // The longest way from the world to a task's frame.
  void choose_unit();
  Placed frame_place(FrameId frame) const;

  // problem.cpp
  std::optional<Error> check_sizes() const;
  // Chosen by trial: one pose of an arm arrives in ten steps or hardly at all; several tasks take longer.
  void choose_patience();

  // gather_coordinates.cpp
  void number_by_depth();
  std::optional<Error> add_coordinates();
  std::optional<Error> add_ball(int element, const Piece& piece, int value);
  // Where all joints that one coordinate leads are inside their ranges, in the unit of the joint that leads.
  Range range_of(std::pair<int, int> key, const Piece& piece) const;
  void add_outputs(std::pair<int, int> key, const Piece& piece, const Single& single, int value);
  const Single& single_of(int element) const;
  void add_elements();
  void write(const Transform& t, double* numbers) const;

  // gather_groups.cpp
  void add_groups();
  void add_group(const FrameTask& task, int kind, int level, int goal, double tolerance);
  std::optional<Error> add_columns();

  // gather_filter.cpp
  std::optional<Error> add_couplings();
  std::optional<Error> add_term(const Coupling::Term& term, CouplingRange& range, int& terms);
  std::optional<Error> add_surroundings();
  // Where a segment is, joints that move no task being as they are at the start.
  Placed segment_place(SegmentId segment, const Kinematics& at_start) const;

  const Figure& figure_;
  std::span<const FrameTask> tasks_;
  const Posture& start_;
  const ProblemOptions& options_;
  std::vector<bool> is_on_path_;  // segments
  std::vector<Lead> leads_;       // joints
  std::vector<Piece> pieces_;
  std::vector<Placed> placed_;  // segments
  double unit_ = 1.0;
  std::vector<int> order_, element_of_;  // element to piece, piece to element
  std::map<std::pair<int, int>, Single> singles_;
  std::map<int, Single> own_state_;  // of balls and swings, by element
  std::map<int, int> axes_of_;       // likewise, where they have axes in Work::axes
  int axes_ = 0;
  Problem problem_;
};

}  // namespace limber::batch
