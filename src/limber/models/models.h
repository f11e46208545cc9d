#pragma once
// The figures that come with Limber, made by code so that tests, benchmarks and experiments can have them at
// any size. The files in models/ are written by `limber model` from this code; a test checks that they are
// equal.

#include <string>
#include <string_view>
#include <vector>

#include "limber/figure/description.h"

namespace limber::models {

struct Parameters {
  int links = 0;  // trunk spheres, chain links, snake links; 0: the model's default
};

struct Model {
  std::string name;     // "elephant"
  std::string summary;  // one line: what it is and where it comes from
  bool takes_links = false;
  FigureDescription (*make)(const Parameters& parameters);
};

std::vector<Model> all();
const Model* find(std::string_view name);

}  // namespace limber::models
