// limber model: the figures that are built by code.

#include "commands/arguments.h"
#include "io/output.h"
#include "limber/base/names.h"
#include "limber/files/files.h"
#include "limber/models/models.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

struct ModelOptions {
  std::string name;
  int links = 0;
  std::string out = "-";
  bool force = false;
  LookOptions look;
};

void list_models(const Terminal& terminal) {
  Table table({{""}, {"", Column::Align::left, true}});
  for (const models::Model& model : models::all()) {
    table.add({Text(model.name, Style::accent), model.summary + (model.takes_links ? " [--links N]" : "")});
  }
  print(table.to_string(terminal));
}

ExitCode write_model(const ModelOptions& options) {
  const models::Model* model = models::find(options.name);
  if (!model) {
    std::vector<std::string> names;
    for (const models::Model& known : models::all()) names.push_back(known.name);
    throw Failure(ExitCode::usage, "model: there is no model " + limber::quoted(options.name) +
                                       did_you_mean(options.name, names) + "; limber model lists them");
  }
  if (options.links != 0 && !model->takes_links) {
    throw Failure(ExitCode::usage,
                  "model: " + model->name + " has a fixed number of links; expected no --links");
  }
  const Replace replace = options.force ? Replace::always : Replace::never;
  require_writable(options.out, replace);
  try {
    const FigureDescription description = model->make({.links = options.links});
    const Expected<Figure> figure = Figure::build(description);
    if (!figure) throw Failure(ExitCode::usage, "model: --links: " + figure.error().message);
    write_output(options.out, write_figure(*figure), replace);
  } catch (const std::invalid_argument& bad_links) {
    throw Failure(ExitCode::usage, std::string("model: --links: ") + bad_links.what());
  }
  return ExitCode::ok;
}

}  // namespace

Action add_model(CLI::App& command) {
  const auto options = std::make_shared<ModelOptions>();
  command.add_option("NAME", options->name, "Model to write; without it, models are listed");
  command.add_option("--links", options->links, "Number of links of its trunk, body or chain")
      ->type_name("N");
  command.add_option("-o,--output", options->out, "File to write [standard output]")->type_name("FILE");
  command.add_flag("--force", options->force, "Replace FILE if it exists");
  add_look_options(command, options->look);
  add_examples(command, {{"limber model", "lists the models"},
                         {"limber model elephant --links 60 -o elephant60.json", "a figure file"},
                         {"limber model planar-chain --links 4 | limber info -", "without a file"}});
  return [options] {
    if (!options->name.empty()) return write_model(*options);
    list_models(Terminal::of(stdout, options->look));
    return ExitCode::ok;
  };
}

}  // namespace limber::cli
