#pragma once
// The figure format, docs/json.md.

#include "limber/figure/figure.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"

namespace limber::json {

// The key "limber" of a file; `what` is the kind of file that was expected: "figure", "scene".
void require_version(const Value& document, std::string_view what);

FigureDescription read_figure(const Value& object);
// Builds it; errors of Figure::build get the line of the part they name.
Figure build_figure(const Value& object);

// Parts of a figure.
MassProperties read_mass(const Value& object);
std::vector<BodyShape> read_shapes(const Value& object);  // the list "shapes" of an object
Output write_body_shape(const BodyShape& body);
SegmentDescription read_segment(const Value& object);
CouplingDescription read_coupling(const Value& object);
Output write_coupling(const CouplingDescription& coupling);
TieDescription read_tie(const Value& object);
Output write_tie(const TieDescription& tie);
Output write_unchecked_pair(const UncheckedPair& pair);

// The members of a figure object, put into `object`.
void write_figure(const FigureDescription& description, Output& object);

}  // namespace limber::json
