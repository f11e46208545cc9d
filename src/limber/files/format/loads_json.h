#pragma once
// Forces, supports and strengths of a scene.

#include "limber/files/format/format_keys.h"
#include "limber/files/json/writer.h"
#include "limber/statics/loads.h"

namespace limber::json {

// `is_held`: the figure is bolted to the world at its root, which therefore needs no support.
Loads read_loads(const Value& scene, const Figure& figure, bool is_held);
// Some support is of the root, or of a part that fixed joints connect with it.
bool has_support_at_root(const Loads& loads, const Figure& figure);
void write_loads(const Loads& loads, Output& scene);

// One of them, checked against the figure; `is_held` as above.
ForceDescription read_force(const Value& object, const Figure& figure);
SupportDescription read_support(const Value& object, const Figure& figure, bool is_held);
StrengthDescription read_strength(const Value& object, const Figure& figure);
Distribution read_distribution(const Value& word);

Output write_force(const ForceDescription& force);
Output write_support(const SupportDescription& support);
Output write_strength(const StrengthDescription& strength);
Output write_distribution(Distribution distribution);

std::vector<ObjectKeys> loads_formats();

}  // namespace limber::json
