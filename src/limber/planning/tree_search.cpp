// Postures as OMPL's states, and the call of its planner.

#include "limber/planning/tree_search.h"

#include <ompl/base/MotionValidator.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateSpace.h>
#include <ompl/base/goals/GoalStates.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>

#include <algorithm>
#include <memory>

#include "limber/figure/joint_chain.h"
#include "limber/planning/random_posture.h"

namespace limber {

namespace {

namespace ob = ompl::base;

struct PostureState : ob::State {
  Posture posture;
};
const Posture& posture_of(const ob::State* state) {
  return static_cast<const PostureState*>(state)->posture;
}
Posture& posture_of(ob::State* state) {
  return static_cast<PostureState*>(state)->posture;
}

// Limber's random numbers, because the seed of OMPL's is global and can be set only once.
class PostureSampler : public ob::StateSampler {
 public:
  PostureSampler(const ob::StateSpace* space, const ClearMotion& motion, const PostureRandom& random)
      : ob::StateSampler(space), motion_(motion), random_(random) {}

  void sampleUniform(ob::State* state) override { random_.fill(posture_of(state)); }
  void sampleUniformNear(ob::State* state, const ob::State* near, double distance) override {
    Posture anywhere = posture_of(near);
    random_.fill(anywhere);
    const double length = motion_.length(posture_of(near), anywhere);
    motion_.between(posture_of(near), anywhere, length > distance ? distance / length : 1.0,
                    posture_of(state));
  }
  void sampleGaussian(ob::State* state, const ob::State* mean, double deviation) override {
    sampleUniformNear(state, mean, deviation);
  }

 private:
  const ClearMotion& motion_;
  PostureRandom random_;
};

class PostureSpace : public ob::StateSpace {
 public:
  PostureSpace(const ClearMotion& motion, const PostureRandom& random) : motion_(motion), random_(random) {
    setName("postures");
    const double reach = longest_reach(motion.figure());
    extent_ = std::max(1.0, reach * motion.figure().dof_count());
  }

  unsigned int getDimension() const override { return static_cast<unsigned>(motion_.figure().dof_count()); }
  double getMaximumExtent() const override { return extent_; }
  double getMeasure() const override { return 1.0; }
  void enforceBounds(ob::State* state) const override {
    posture_of(state) = inside_limits(motion_.figure(), posture_of(state));
  }
  bool satisfiesBounds(const ob::State* state) const override {
    return motion_.is_inside_limits(posture_of(state));
  }
  void copyState(ob::State* to, const ob::State* from) const override { posture_of(to) = posture_of(from); }
  double distance(const ob::State* one, const ob::State* other) const override {
    return motion_.length(posture_of(one), posture_of(other));
  }
  bool equalStates(const ob::State* one, const ob::State* other) const override {
    return posture_of(one) == posture_of(other);
  }
  void interpolate(const ob::State* from, const ob::State* to, double share,
                   ob::State* state) const override {
    Posture between;  // `state` may be one of the two
    motion_.between(posture_of(from), posture_of(to), share, between);
    posture_of(state) = between;
  }
  ob::StateSamplerPtr allocDefaultStateSampler() const override {
    return std::make_shared<PostureSampler>(this, motion_, random_);
  }
  ob::State* allocState() const override {
    auto* state = new PostureState;
    state->posture = motion_.figure().rest_posture();
    return state;
  }
  void freeState(ob::State* state) const override { delete static_cast<PostureState*>(state); }
  void registerProjections() override {}

 private:
  const ClearMotion& motion_;
  PostureRandom random_;
  double extent_;
};

class ClearMotionValidator : public ob::MotionValidator {
 public:
  ClearMotionValidator(const ob::SpaceInformationPtr& space, ClearMotion& motion)
      : ob::MotionValidator(space), motion_(motion) {}
  bool checkMotion(const ob::State* from, const ob::State* to) const override {
    const bool clear = motion_.is_clear(posture_of(from), posture_of(to));
    ++(clear ? valid_ : invalid_);
    return clear;
  }
  // Also how far it is clear, which RRT-Connect does not use: 0.
  bool checkMotion(const ob::State* from, const ob::State* to,
                   std::pair<ob::State*, double>& last) const override {
    if (checkMotion(from, to)) return true;
    last.second = 0.0;
    if (last.first != nullptr) posture_of(last.first) = posture_of(from);
    return false;
  }

 private:
  ClearMotion& motion_;
};

}  // namespace

std::vector<Posture> connect(ClearMotion& motion, const Posture& start, const std::vector<Posture>& goals,
                             std::uint64_t seed, const std::function<bool()>& stop) {
  ompl::msg::noOutputHandler();  // a library does not print
  const double reach = longest_reach(motion.figure());
  const PostureRandom random(motion.figure(), start, reach, seed);
  const auto space = std::make_shared<PostureSpace>(motion, random);
  const auto information = std::make_shared<ob::SpaceInformation>(space);
  information->setStateValidityChecker(
      [&](const ob::State* state) { return motion.is_clear(posture_of(state)); });
  information->setMotionValidator(std::make_shared<ClearMotionValidator>(information, motion));
  information->setup();

  const auto problem = std::make_shared<ob::ProblemDefinition>(information);
  const auto add = [&](const Posture& posture, const auto& where) {
    ob::State* state = information->allocState();
    posture_of(state) = posture;
    where(state);  // keeps a copy
    information->freeState(state);
  };
  add(start, [&](ob::State* state) { problem->addStartState(state); });
  const auto ends = std::make_shared<ob::GoalStates>(information);
  for (const Posture& goal : goals) add(goal, [&](ob::State* state) { ends->addState(state); });
  problem->setGoal(ends);

  ompl::geometric::RRTConnect planner(information);
  planner.setRange(0.5 * reach);
  planner.setProblemDefinition(problem);
  planner.setup();
  const ob::PlannerStatus status = planner.solve(ob::PlannerTerminationCondition(stop));
  std::vector<Posture> postures;
  if (status != ob::PlannerStatus::EXACT_SOLUTION) return postures;
  const auto path = std::dynamic_pointer_cast<ompl::geometric::PathGeometric>(problem->getSolutionPath());
  for (const ob::State* state : path->getStates()) postures.push_back(posture_of(state));
  return postures;
}

}  // namespace limber
