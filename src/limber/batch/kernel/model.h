#pragma once
// A figure and the tasks of a batch as flat tables, the form that the solver of batch/kernel reads.
//
//   element a hinge, a slide or a ball: the smallest piece that moves. An elbow is two hinges, a free joint
//               three slides and a ball; joints that move none of the tasks' frames are left out.
//   coordinate what a step changes: the value of hinges and slides (one, or several that are coupled), or the
//               quaternion of a ball
//   state       the values of all coordinates in a row: 1 for a hinge or slide, 4 (w, x, y, z) for a ball
//   group       three rows of the problem: a point of an element brought to a place, or its axes to an
//               orientation
//
// Elements are numbered by depth, so that all elements of one depth can be placed at the same time. Lengths
// are in `unit`s, so that metres and radians weigh alike. A GPU gets this table as text, as constants
// (batch/model_text.h), with arrays just long enough.

namespace limber::batch {

namespace most {
#ifdef __CUDACC_RTC__
constexpr int elements = LIMBER_ELEMENTS, coordinates = LIMBER_COORDINATES, states = LIMBER_STATES,
              dofs = LIMBER_DOFS, groups = LIMBER_GROUPS, columns = LIMBER_COLUMNS, sources = LIMBER_SOURCES,
              shared = LIMBER_SHARED, depths = LIMBER_DEPTHS, levels = LIMBER_LEVELS;
#else
constexpr int elements = 192, coordinates = 192, states = 256, dofs = 192, groups = 16,
              columns = groups * dofs, sources = 2 * columns, shared = groups * (groups + 1) / 2 * dofs,
              depths = elements, levels = 4;
#endif
constexpr int rows = 3 * groups;
constexpr int pairs = groups * (groups + 1) / 2;
}  // namespace most

enum : int { hinge = 0, slide = 1, ball = 2 };

// pose = pose of the parent * fixed * motion; hinges turn about z, slides move along z, by ratio * q +
// offset.
struct Element {
  int kind;
  int parent;     // -1: the world
  int state;      // the first number of its coordinate
  int is_turned;  // 0: the rotation of `fixed` is the identity
  double ratio, offset;
  double fixed[12];  // columns x, y, z, then the origin
};

struct Coordinate {
  int kind;
  int state, dof;
  double low, high;  // hinge and slide; 1e30 stands for no limit
};

struct Group {
  int turns;    // 0: a point that is to be at a place; 1: axes that are to have an orientation
  int element;  // that carries it; -1: nothing does
  int level;    // 0 is served first
  int goal;     // where its numbers begin in a goal: x, y, z [m], or a quaternion w, x, y, z
  double weight;
  double limit;     // the largest squared error that counts as reached [unit^2] or [rad^2]
  double local[9];  // the point, or the axes as columns, in the element's frame
};

// How a dof moves a group, 3 x 1: the sum over the elements that the dof moves.
struct Column {
  int group, dof;
  int first, count;  // in sources
};
struct Source {
  int element;
  int axis;  // hinges and slides: 2; balls: 0, 1, 2
};

struct Model {
  int elements, coordinates, states, dofs, groups, columns, depths, levels, goal_size;
  int hasty_steps, hasty_idle, patient_steps, patient_idle;  // when an attempt is given up
  double enough;                                             // what counts as progress
  double damping, least_damping, largest_step, unit;
  int first_of_depth[most::depths + 1];  // elements
  Element element[most::elements];
  Coordinate coordinate[most::coordinates];
  Group group[most::groups];
  Column column[most::columns];  // by group, then dof
  Source source[most::sources];
  int first_of_dof[most::dofs + 1];  // in column_of_dof
  int column_of_dof[most::columns];
  int first_of_pair[most::pairs + 1];  // in shared; pair (g, h <= g) is g (g + 1)/2 + h
  int shared[most::shared][2];         // the columns of a dof that moves both groups: of g and of h
};

}  // namespace limber::batch
