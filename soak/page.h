#pragma once
// A page that does things at random: it listens to what the studio says, as the real one does, and proposes
// the next command from that. One page drives a session in memory and a window of a running studio alike.

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace limber::soak {

using Random = std::mt19937_64;

int any_number(Random& random, int least, int most);
double any_number(Random& random, double least, double most);

class Page {
 public:
  explicit Page(Random& random) : random_(random) {}

  void hear(const nlohmann::json& message);

  // A command without its id. Most can be carried out; some are refused, as people's are.
  nlohmann::json next();

  const nlohmann::json& scene() const { return scene_; }
  const nlohmann::json& figure() const { return figure_; }
  const nlohmann::json& time() const { return time_; }

 private:
  nlohmann::json drag();
  nlohmann::json about_tasks();
  nlohmann::json about_the_figure();
  nlohmann::json about_the_world();
  nlohmann::json about_forces();
  nlohmann::json about_motion();
  nlohmann::json about_time();
  nlohmann::json about_solving();
  nlohmann::json question();

  bool chance(double share) { return any_number(random_, 0.0, 1.0) < share; }
  nlohmann::json vector(double size);
  nlohmann::json place();  // in the world, within reach or a little beyond
  nlohmann::json any_of(const nlohmann::json& list);
  std::string segment();
  std::string obstacle();
  int task();
  nlohmann::json new_task();

  Random& random_;
  nlohmann::json scene_, figure_, time_, techniques_;
  bool dragging_ = false;
};

}  // namespace limber::soak
