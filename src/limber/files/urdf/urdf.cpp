#include "limber/files/urdf/urdf.h"

#include <filesystem>

#include "limber/files/problem.h"
#include "limber/files/urdf/figure.h"

namespace limber {

Expected<FigureDescription> describe_urdf(std::string_view text, const std::string& name,
                                          const UrdfOptions& options, std::vector<std::string>* warnings) {
  using namespace urdf_import;
  return reading_file([&] {
    const Xml xml(text, name);
    FigureDescription figure = describe(read_robot(xml), options);
    if (warnings != nullptr) warnings->insert(warnings->end(), xml.warnings().begin(), xml.warnings().end());
    if (figure.name.empty()) figure.name = std::filesystem::path(name).stem().string();
    return figure;
  });
}

Expected<Figure> parse_urdf(std::string_view text, const std::string& name, const UrdfOptions& options) {
  Expected<FigureDescription> description = describe_urdf(text, name, options);
  if (!description) return description.error();
  Expected<Figure> figure = Figure::build(std::move(*description));
  if (!figure) return Error{name + ": " + figure.error().message};
  return figure;
}

}  // namespace limber
