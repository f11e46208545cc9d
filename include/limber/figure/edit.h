#pragma once
// Changing a figure. Every edit leaves the old figure as it is and returns a new one, with the posture mapped
// over by joint name: joints that still exist keep their values, new ones start at rest, and a value outside
// its new limits moves to the nearest allowed one. An impossible edit returns an error that says why.

#include <span>
#include <string>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

struct Edited {
  Figure figure;
  Posture posture;
};

// The general edit: builds `changed` and maps the posture of `figure` over by joint name. A joint whose type
// changed keeps as much of its orientation as the new type can hold.
Expected<Edited> rebuilt(const Figure& figure, const Posture& posture, FigureDescription changed);

// The posture of one figure mapped to another by joint name; joints that only `to` has are at rest.
Posture mapped_posture(const Figure& from, const Posture& posture, const Figure& to);

// Like mapped_posture, for postures stored before edits that are no longer known: a chain whose number of
// links changed follows the same curve, and a free root that is now another segment stands where that segment
// stood.
Posture carried_posture(const Figure& from, const Posture& posture, const Figure& to);

// Segments of the branch in any order; those whose parent is empty hang from `parent`.
Expected<Edited> add_branch(const Figure& figure, const Posture& posture, const std::string& parent,
                            std::vector<SegmentDescription> branch);
// Deletes the segment and everything beyond it, with its frames, every coupling that mentions a deleted joint
// and every tie of a deleted frame.
Expected<Edited> delete_branch(const Figure& figure, const Posture& posture, const std::string& segment);
// Hangs a branch from another segment, keeping where it is in the world (its `before` changes).
Expected<Edited> reparent(const Figure& figure, const Posture& posture, const std::string& segment,
                          const std::string& new_parent);

Expected<Edited> set_joint(const Figure& figure, const Posture& posture, const std::string& segment,
                           Joint joint);

// Sets the number of links of a chain (a trunk). Its length and taper stay; the posture follows the same
// curve, the bend of the old links spread over the new ones.
Expected<Edited> set_chain_links(const Figure& figure, const Posture& posture, const std::string& chain,
                                 int links);

// The same figure with another segment as its root. The joints between the old root and the new one are
// traversed in the other direction (Joint::inverted), with the same values and limits. Nothing moves: the new
// root stays where it is, fixed there, or free if the root was free. Going back restores the figure.
Expected<Edited> re_root(const Figure& figure, const Posture& posture, const std::string& segment);

}  // namespace limber
