#pragma once
// Changing a figure. Every edit leaves the old figure as it is and gives a new one, with the posture mapped
// over: joints that are still there keep their values (by name), new ones start at rest, and a value that its
// limits no longer allow is brought to the nearest allowed one. What cannot be done says why in one sentence,
// and nothing is changed.

#include <span>
#include <string>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

struct Edited {
  Figure figure;
  Posture posture;
};

// The general door: builds `changed` and maps the posture of `figure` over by joint name. A joint whose type
// changed keeps as much of its orientation as the new type can hold.
Expected<Edited> rebuilt(const Figure& figure, const Posture& posture, FigureDescription changed);

// The posture of one figure carried over to another by joint name; joints `to` has and `from` has not are at
// rest.
Posture mapped_posture(const Figure& from, const Posture& posture, const Figure& to);

// The same for postures kept from before an edit, of which only the two figures are known: a chain with
// another number of links follows the same curve, and a free root that is another segment now stands where
// that one stood.
Posture carried_posture(const Figure& from, const Posture& posture, const Figure& to);

// Segments of the branch in any order; those whose parent is empty hang from `parent`.
Expected<Edited> add_branch(const Figure& figure, const Posture& posture, const std::string& parent,
                            std::vector<SegmentDescription> branch);
// The segment and everything beyond it goes, with its frames; couplings that mention a deleted joint go as
// well.
Expected<Edited> delete_branch(const Figure& figure, const Posture& posture, const std::string& segment);
// Hangs a branch from another segment, keeping where it is in the world (its `before` changes).
Expected<Edited> reparent(const Figure& figure, const Posture& posture, const std::string& segment,
                          const std::string& new_parent);

Expected<Edited> set_joint(const Figure& figure, const Posture& posture, const std::string& segment,
                           Joint joint);
Expected<Edited> set_placement(const Figure& figure, const Posture& posture, const std::string& segment,
                               const Transform& before, const Transform& after);
Expected<Edited> set_shapes(const Figure& figure, const Posture& posture, const std::string& segment,
                            std::vector<BodyShape> shapes);
Expected<Edited> set_mass(const Figure& figure, const Posture& posture, const std::string& segment,
                          std::optional<MassProperties> mass, std::optional<double> density);

// The number of links of a chain (a trunk). Its length and taper stay; the posture follows the same curve,
// the bend of the old links spread over the new ones.
Expected<Edited> set_chain_links(const Figure& figure, const Posture& posture, const std::string& chain,
                                 int links);

// The same figure held at another segment: the joints between the old root and the new one are passed the
// other way round (Joint::inverted), same values, same limits. The new root stands where it stood: fixed
// there, or free if the root was free. Nothing moves; bodies, masses and relative poses are unchanged. Doing
// it back restores the figure.
Expected<Edited> re_root(const Figure& figure, const Posture& posture, const std::string& segment);

}  // namespace limber
