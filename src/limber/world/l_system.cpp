// Rewrites the word, then walks the turtle along it.

#include "limber/world/l_system.h"

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <unordered_set>

#include "limber/base/names.h"
#include "limber/math/rotation.h"
#include "limber/world/world.h"

namespace limber {

namespace {

constexpr std::size_t most_letters = 2'000'000, most_capsules = 100'000;

using Generator = std::mt19937_64;

// [0, 1): by our own arithmetic, since the library's distributions differ from one standard library to the
// next.
double fraction(Generator& generator) {
  return static_cast<double>(generator() >> 11) * 0x1.0p-53;
}

std::optional<Error> problem_in(const LSystem& system) {
  const auto is_positive = [](double x) { return x > 0.0 && std::isfinite(x); };
  if (system.depth < 0 || system.depth > 20) {
    return Error{"a tree's depth is 0 to 20, not " + std::to_string(system.depth)};
  }
  if (!is_positive(system.length)) return Error{"a tree's length must be positive"};
  if (!is_positive(system.radius)) return Error{"a tree's radius must be positive"};
  if (!is_positive(system.length_ratio)) return Error{"a tree's length ratio must be positive"};
  if (!is_positive(system.radius_ratio)) return Error{"a tree's radius ratio must be positive"};
  if (!std::isfinite(system.angle)) return Error{"a tree's angle must be a finite number of radians"};
  if (!(system.angle_spread >= 0.0) || !std::isfinite(system.angle_spread)) {
    return Error{"a tree's angle spread must be zero or a positive number of radians"};
  }
  std::array<double, 256> sums{};
  for (const LSystem::Rule& rule : system.rules) {
    const std::string letter = quoted(std::string(1, rule.letter));
    if (!(rule.probability >= 0.0 && rule.probability <= 1.0)) {
      return Error{"the probability of a rule for " + letter + " must be between 0 and 1"};
    }
    double& sum = sums[static_cast<unsigned char>(rule.letter)];
    sum += rule.probability;
    if (sum > 1.0 + 1e-9)
      return Error{"the rules for " + letter + " have probabilities of more than 1 together"};
  }
  return std::nullopt;
}

// One letter's replacement, drawn among its rules; empty: none was drawn, it stays.
const std::string* drawn_word(const LSystem& system, char letter, Generator& generator) {
  double left = -1.0;  // drawn only for letters with rules, so that others do not change the dice
  for (const LSystem::Rule& rule : system.rules) {
    if (rule.letter != letter) continue;
    if (left < 0.0) left = fraction(generator);
    if (left < rule.probability) return &rule.word;
    left -= rule.probability;
  }
  return nullptr;
}

Expected<std::string> grown_word(const LSystem& system, Generator& generator) {
  std::string word = system.axiom;
  for (int generation = 0; generation < system.depth; ++generation) {
    std::string next;
    for (const char letter : word) {
      const std::string* replacement = drawn_word(system, letter, generator);
      replacement ? next += * replacement : next += letter;
      if (next.size() > most_letters) {
        return Error{"the tree has more than " + std::to_string(most_letters) + " letters after " +
                     std::to_string(generation + 1) + " of " + std::to_string(system.depth) +
                     " generations: reduce its depth"};
      }
    }
    word = std::move(next);
  }
  return word;
}

struct Turtle {
  Vec3 position;
  Mat3 axes;  // columns H, L, U
  double length, radius;

  void turn(int axis, double angle) { axes = axes * axis_rotation(Vec3::Unit(axis), angle); }
};

}  // namespace

Expected<std::vector<Capsule>> grow(const LSystem& system) {
  if (const auto problem = problem_in(system)) return *problem;
  Generator generator(system.seed);
  Expected<std::string> word = grown_word(system, generator);
  if (!word) return word.error();
  Turtle turtle;
  turtle.position = system.place.translation;
  turtle.axes << system.place.rotation.col(2), -system.place.rotation.col(0), -system.place.rotation.col(1);
  turtle.length = system.length;
  turtle.radius = system.radius;
  std::vector<Turtle> remembered;
  std::vector<Capsule> capsules;
  constexpr int H = 0, L = 1, U = 2;
  const auto angle = [&](double sign) {
    const double off =
        system.angle_spread > 0.0 ? system.angle_spread * (2.0 * fraction(generator) - 1.0) : 0.0;
    return sign * (system.angle + off);
  };
  for (const char letter : *word) {
    switch (letter) {
      case 'F':
      case 'f': {
        const Vec3 end = turtle.position + turtle.length * turtle.axes.col(H);
        if (letter == 'F') capsules.push_back({turtle.position, end, turtle.radius});
        turtle.position = end;
        break;
      }
      case '+':
        turtle.turn(U, angle(1.0));
        break;
      case '-':
        turtle.turn(U, angle(-1.0));
        break;
      case '&':
        turtle.turn(L, angle(1.0));
        break;
      case '^':
        turtle.turn(L, angle(-1.0));
        break;
      case '\\':
        turtle.turn(H, angle(1.0));
        break;
      case '/':
        turtle.turn(H, angle(-1.0));
        break;
      case '|':
        turtle.turn(U, std::numbers::pi);
        break;
      case '!':
        turtle.radius *= system.radius_ratio;
        break;
      case '\'':
        turtle.length *= system.length_ratio;
        break;
      case '[':
        remembered.push_back(turtle);
        break;
      case ']':
        if (remembered.empty()) return Error{"the tree's word closes a branch, ']', that no '[' opened"};
        turtle = remembered.back();
        remembered.pop_back();
        break;
      default:
        break;
    }
    if (capsules.size() > most_capsules) {
      return Error{"the tree has more than " + std::to_string(most_capsules) + " capsules: reduce its depth"};
    }
  }
  if (!remembered.empty()) return Error{"the tree's word opens a branch, '[', that no ']' closes"};
  return capsules;
}

Expected<int> World::add_tree(const std::string& name, const LSystem& system, std::optional<Color> color) {
  const Expected<std::vector<Capsule>> capsules = grow(system);
  if (!capsules) return capsules.error();
  if (name.empty()) return Error{"a tree needs a name"};
  std::unordered_set<std::string> taken;
  for (const Obstacle& obstacle : obstacles) taken.insert(obstacle.name);
  std::vector<Obstacle> branches;
  for (const Capsule& capsule : *capsules) {
    branches.push_back({name + "." + std::to_string(branches.size() + 1), capsule, color});
    if (taken.count(branches.back().name) > 0) {
      return Error{"the world has an obstacle " + quoted(branches.back().name) +
                   " already: choose another name for the tree"};
    }
  }
  for (Obstacle& branch : branches) obstacles.push_back(std::move(branch));
  trees[name] = system;
  return static_cast<int>(branches.size());
}

}  // namespace limber
