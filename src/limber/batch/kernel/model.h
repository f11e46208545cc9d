#pragma once
// A figure and the tasks of a batch as flat tables, the form that the solver of batch/kernel reads.
//
//   element     a hinge, a slide, a ball or a swing joint: the smallest piece that moves. An elbow is two
//               hinges, a free joint three slides and a ball; joints that move none of the tasks' frames are
//               left out.
//   coordinate  what a step changes: the value of hinges and slides (one, or several that are coupled), one
//               of the two angles of a swing joint, or the quaternion of a ball
//   state       the values of all coordinates in a row: 1 for a hinge or slide, 4 (w, x, y, z) for a ball
//   group       three rows of the problem: a point of an element brought to a place, its axes to an
//               orientation, or an axis turned to a point; the place may be carried by another element
//
// Elements are numbered by depth, so that all elements of one depth can be placed at the same time. Lengths
// are in `unit`s, so that metres and radians weigh alike. A GPU gets this table as text, as constants
// (batch/model_text.h), with arrays just long enough.

namespace limber::batch {

namespace most {
#ifdef __CUDACC_RTC__
constexpr int elements = LIMBER_ELEMENTS, coordinates = LIMBER_COORDINATES, states = LIMBER_STATES,
              dofs = LIMBER_DOFS, groups = LIMBER_GROUPS, columns = LIMBER_COLUMNS, sources = LIMBER_SOURCES,
              shared = LIMBER_SHARED, depths = LIMBER_DEPTHS, levels = LIMBER_LEVELS, axes = LIMBER_AXES,
              limits = LIMBER_LIMITS, edges = LIMBER_EDGES, cells = LIMBER_CELLS, terms = LIMBER_TERMS,
              couplings = LIMBER_COUPLINGS, rods = LIMBER_RODS, blocks = LIMBER_BLOCKS_THERE,
              near_pairs = LIMBER_NEAR_PAIRS;
#else
constexpr int elements = 192, coordinates = 192, states = 256, dofs = 192, groups = 16,
              columns = groups * dofs, sources = 2 * columns, shared = groups * (groups + 1) / 2 * dofs,
              depths = elements, levels = 4, axes = 64, limits = 64, edges = 1024, cells = 4096, terms = 256,
              couplings = 64, rods = 1024, blocks = 512, near_pairs = 16384;
#endif
constexpr int rows = 3 * groups;
constexpr int pairs = groups * (groups + 1) / 2;
}  // namespace most

// What a model may have at all: code for what it does not have is left out of a GPU's program.
namespace has {
#ifdef __CUDACC_RTC__
constexpr bool axes = LIMBER_HAS_AXES, faces = LIMBER_HAS_FACES, frames = LIMBER_HAS_FRAMES,
               still = LIMBER_HAS_STILL, levels = LIMBER_LEVELS > 1;
#else
constexpr bool axes = true, faces = true, frames = true, still = true, levels = true;
#endif
}  // namespace has
namespace most {
constexpr int targets = has::faces || has::frames ? groups : 1;
}  // namespace most

enum : int { hinge = 0, slide = 1, ball = 2, swing = 3 };

// pose = pose of the parent * fixed * motion; hinges turn about z, slides move along z, by ratio * q +
// offset.
struct Element {
  int kind;
  int parent;     // -1: the world
  int state;      // the first number of its coordinate
  int is_turned;  // 0: the rotation of `fixed` is the identity
  int axes;       // in Work::axes: what its degrees of freedom turn about; -1: its own axes
  double ratio, offset;
  double fixed[12];  // columns x, y, z, then the origin
};

struct Coordinate {
  int kind;
  int state, dof;
  int limit;         // of a ball; -1: none
  double low, high;  // hinge, slide and swing; 1e30 stands for no limit
};

// How far a ball may swing and twist; math/swing_twist.h has the words.
enum : int { any_swing = 0, inside_ellipse = 1, inside_polygon = 2 };
enum : int { any_twist = 0, twist_range = 1, twist_table = 2 };
struct Limit {
  int axes;  // in Work::axes
  int shape;
  int first_edge, edges;  // of a polygon
  int twists;
  int first_cell, azimuths, deviations;  // of a table; the row of azimuth k begins with first_cell
  double radii[2];                       // [rad] of an ellipse
  double low, high;                      // [rad] of a range
  double largest_deviation;              // [rad] of a table
};
// Of a polygon, from one vertex to the next: the inside is where normal . d > 0.
struct Edge {
  double from[3], normal[3];
  double ahead[3], behind[3];  // normal x from, normal x to: a direction is beside the edge if it is ahead of
                               // `from` and not ahead of `to`
  double corner[3];            // between the normals of this edge and of the one before
};

// A point that is to be at a place, axes that are to have an orientation, an axis that is to point at a
// place.
enum : int { to_place = 0, to_orientation = 1, to_face = 2 };
struct Group {
  int kind;
  int element;  // that carries it; -1: nothing does
  int in;  // whose coordinates the goal has: an element's, -1 those of a place in the world, -2 the world's
  int level;  // 0 is served first
  int goal;   // where its numbers begin in a goal: x, y, z [m], or a quaternion w, x, y, z
  double weight;
  double limit;  // the largest squared error that counts as reached [unit^2] or [rad^2]
  double
      local[9];  // the point, or the axes as columns, in the element's frame; to face: the eye and the axis
  double frame[12];  // of the goal's coordinates in those of `in`: columns x, y, z, then the origin
};

// How a dof moves a group, 3 x 1: the sum over the elements that the dof moves.
struct Column {
  int group, dof;
  int first, count;  // in sources
};
struct Source {
  int element;
  int axis;  // hinges and slides: 2; balls: 0, 1, 2; swings: 0, 1
  int side;  // 1: it carries what is moved; -1: it carries the goal
};

// What must hold where an attempt arrives, or it does not count (kernel/filter.h).
//
// low <= sum of the terms <= high, each coefficient times a number of the state, or times a coordinate of the
// ball that begins there
enum : int { of_state = 0, of_swing_x = 1, of_swing_y = 2, of_twist = 3 };
struct Term {
  int kind, state;
  double coefficient;
};
struct CouplingRange {
  int first, count;  // terms
  double low, high;
};
// A capsule around a part of the figure or an obstacle, a box or a half-space of the world.
struct Rod {
  int element;  // -1: the world
  double a[3], b[3], radius;
};
struct Block {
  double center[3], axes[9], half[3];  // of a half-space: a point of it, and the third axis its normal
};
enum : int { with_rod = 0, with_block = 1, with_half_space = 2 };
struct NearPair {
  int kind, rod, other;
  double distance;  // the axis of the rod must be as far from the other's axis, or surface
};

struct Model {
  int couplings, near_pairs;
  int elements, coordinates, states, dofs, groups, columns, depths, levels, limits, goal_size;
  int hasty_steps, hasty_idle, patient_steps, patient_idle, dogged_steps, dogged_idle;  // kernel/attempt.h
  double enough, dogged_enough;  // what counts as progress
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
  Limit limit[most::limits];
  Edge edge[most::edges];
  double cell[most::cells][2];  // twist from, to [rad]: row by row of each table
  Term term[most::terms];
  CouplingRange coupling[most::couplings];
  Rod rod[most::rods];
  Block block[most::blocks];
  NearPair near_pair[most::near_pairs];
};

}  // namespace limber::batch
