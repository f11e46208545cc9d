// Balance and equilibrium against linear programs: satisfied where forces exist, and nowhere else.

#if LIMBER_HAVE_GLPK

#include "statics/linear_program.h"

#include "statics/load_bench.h"

namespace limber::test {
namespace {

using SixRows = Eigen::Matrix<double, 6, 1>;

std::vector<SupportProgram::Contact> contacts_of(const StandingFigure& standing,
                                                 const Kinematics& kinematics) {
  std::vector<SupportProgram::Contact> result;
  for (std::size_t s = 0; s < standing.loads.supports.size(); ++s) {
    const SupportDescription& support = standing.loads.supports[s];
    const Transform pose = kinematics.frame_pose(standing.figure.frame(support.frame));
    std::vector<Vec2> corners = support.patch;
    if (corners.empty()) corners.push_back(Vec2::Zero());
    for (const Vec2& corner : corners) {
      result.push_back({.place = pose * Vec3(corner.x(), corner.y(), 0),
                        .normal = support.normal ? *support.normal : Vec3(pose.rotation.col(2)),
                        .friction = support.friction,
                        .grips = support.grip,
                        .support = static_cast<int>(s)});
    }
  }
  return result;
}

SupportProgram program_of(const StandingFigure& standing, LoadBench& bench) {
  return {contacts_of(standing, bench.kinematics()), load_by_hand(standing, bench.kinematics()),
          bench.masses().center(), bench.statics().load_size(), bench.statics().length_size()};
}

// Between a pyramid in the cone and one around it, and next to the tolerance, both answers are right.
enum class Stands { yes, no, nearly };
Stands stands_by(const SupportProgram& program, const SixRows& weights) {
  if (program.missing(Pyramid::inside, weights).value < 0.3e-6) return Stands::yes;
  return program.missing(Pyramid::around, weights).value > 6e-6 ? Stands::no : Stands::nearly;
}

// Figures with a weight on one to four supports, without shares.
StandingFigure figure_with_weight(Random& random, int trial) {
  while (true) {
    StandingFigure standing = random_standing_figure(random, trial);
    for (SupportDescription& support : standing.loads.supports) support.share.reset();
    if (standing.figure.total_mass() > 1.0) return standing;
  }
}

// Whether the motion found proves that no forces exist (the load drives it, and no force of any cone does negative work
// against it), and the support moves in it. All may stay: a figure that spins on its only point.
bool proof_names(const StandingFigure& standing, LoadBench& bench, int support) {
  constexpr double none = 1e-6;
  const Vec3 up = bench.statics().up(), about = bench.statics().center();
  const VecX fall = bench.loads().region.fall().normalized();
  const Vec3 move = fall.head<3>(), turn = up * up.dot(fall.tail<3>()) / bench.statics().length_size();
  const Wrench load = load_by_hand(standing, bench.kinematics());
  const double power = load.force.dot(move) + (load.moment - about.cross(load.force)).dot(turn);
  double its = 0.0, fastest = 0.0, resisted = 0.0;
  for (const SupportProgram::Contact& contact : contacts_of(standing, bench.kinematics())) {
    const Vec3 u = move + turn.cross(contact.place - about);
    const double n = contact.normal.dot(u), t = (u - n * contact.normal).norm();
    resisted = std::max(resisted, contact.grips ? u.norm() : contact.friction * t - n);
    fastest = std::max(fastest, u.norm());
    if (contact.support == support) its = std::max(its, u.norm());
  }
  return power > 0.0 && resisted < none && (its > none || fastest < none);
}

// Takes the moment about level axes away, by a couple at some frame: the posture is then over its supports.
void take_level_moment(StandingFigure& standing, LoadBench& bench, const Vec3& moment) {
  const Vec3 up = bench.statics().up();
  standing.loads.forces.push_back(
      {.frame = standing.figure.frames()[0].name, .torque = -(moment - moment.dot(up) * up)});
}

TEST(Balance, IsSatisfiedExactlyWhereALinearProgramFindsForces) {
  Random random(20261119);
  int yes = 0, no = 0, nearly = 0, empty = 0, named_by_us_alone = 0;
  for (int trial = 0; trial < scaled(2000); ++trial) {
    StandingFigure standing = figure_with_weight(random, trial);
    LoadBench bench(standing);
    const SupportProgram program = program_of(standing, bench);
    const Stands stands = stands_by(program, SixRows::Ones());
    if (stands == Stands::nearly) {
      ++nearly;
      continue;
    }
    const Rows rows = bench.rows(Balance{.margin = 0.0});
    const double error = rows.error.cwiseMin(0.0).norm();
    EXPECT_EQ(error <= 1e-6 * bench.statics().length_size(), stands == Stands::yes)
        << "trial " << trial << ": error " << rows.error.transpose();
    EXPECT_EQ(bench.statics().is_balanced(), stands == Stands::yes) << "trial " << trial;
    (stands == Stands::yes ? yes : no) += 1;
    // No lean helps exactly where the program with its level moments free has no forces either.
    const Vec3 up = bench.statics().up();
    ASSERT_GT(up.z(), 0.999);
    const SixRows upright = (SixRows() << 1, 1, 1, 0, 0, 1).finished();
    const Stands with_lean = stands_by(program, upright);
    if (with_lean == Stands::nearly) continue;
    EXPECT_EQ(rows.error[1] < 0.0, with_lean == Stands::no) << "trial " << trial;
    if (with_lean == Stands::yes) continue;
    ++empty;
    // The support named moves in a proof that no forces exist, and nearly always in the program's own, too.
    const int named = bench.loads().region.gives_way(bench.statics());
    EXPECT_TRUE(proof_names(standing, bench, named)) << "trial " << trial;
    const LinearAnswer proof = program.missing(Pyramid::inside, upright);
    double fastest = 0.0, its = 0.0;
    for (const SupportProgram::Contact& contact : program.contacts()) {
      const double speed = program.velocity(contact, proof.row_dual).norm();
      fastest = std::max(fastest, speed);
      if (contact.support == named) its = std::max(its, speed);
    }
    if (!(its > 1e-6 * fastest)) ++named_by_us_alone;
    if (HasFailure()) return;
  }
  RecordProperty("nearly", nearly);
  RecordProperty("empty", empty);
  EXPECT_GT(yes, scaled(200));
  EXPECT_GT(no, scaled(200));
  EXPECT_GT(empty, scaled(100));
  EXPECT_LT(nearly, scaled(100));
  EXPECT_LT(named_by_us_alone, scaled(40));  // there are many proofs
}

TEST(Equilibrium, IsSatisfiedOnlyWhereALinearProgramFindsForces) {
  Random random(6116);
  int satisfied = 0, no = 0, nearly = 0;
  for (int trial = 0; trial < scaled(2000); ++trial) {
    StandingFigure standing = figure_with_weight(random, trial);
    {
      LoadBench before(standing);
      // Half of them have nothing left to lean for.
      if (trial % 2 == 0) take_level_moment(standing, before, -before.statics().left_to_posture());
    }
    LoadBench bench(standing);
    const Stands stands = stands_by(program_of(standing, bench), SixRows::Ones());
    if (stands == Stands::nearly) {
      ++nearly;
      continue;
    }
    const Rows rows = bench.rows(Equilibrium{});
    const bool is_satisfied = rows.error.norm() <= 1e-6 * bench.statics().length_size();
    EXPECT_TRUE(stands == Stands::yes || !is_satisfied)
        << "trial " << trial << ": " << rows.error.transpose();
    if (is_satisfied) ++satisfied;
    if (stands == Stands::no) ++no;
    if (HasFailure()) return;
  }
  RecordProperty("nearly", nearly);
  EXPECT_GT(satisfied, scaled(100));
  EXPECT_GT(no, scaled(500));
}

// The margin is the least of the extents in all directions.
TEST(Balance, MarginIsThatOfLinearProgramsAllAround) {
  Random random(500);
  int compared = 0;
  for (int trial = 0; compared < scaled(500) && trial < 20000; ++trial) {
    StandingFigure standing = figure_with_weight(random, trial);
    LoadBench bench(standing);
    if (!bench.statics().is_balanced()) continue;
    const FeasibleRegion::Edge worst = bench.loads().region.worst(bench.statics(), bench.masses());
    const SupportProgram program = program_of(standing, bench);
    const Vec3 weight = standing.figure.total_mass() * standing.loads.gravity;
    double least_inside = std::numeric_limits<double>::infinity(), least_around = least_inside;
    for (int k = 0; k < 48; ++k) {
      const double angle = 2.0 * 3.14159265358979 * k / 48;
      const Vec3 way(std::cos(angle), std::sin(angle), 0), side(-way.y(), way.x(), 0);
      least_inside = std::min(least_inside, program.extent(Pyramid::inside, way, side, weight));
      least_around = std::min(least_around, program.extent(Pyramid::around, way, side, weight));
    }
    ++compared;
    if (!worst.exists) {
      EXPECT_GT(least_around, 2.0 * bench.statics().length_size()) << "trial " << trial;
      continue;
    }
    // No direction is worse than the margin, and the worst way is as bad as said.
    EXPECT_GT(least_around, worst.depth() - 1e-3) << "trial " << trial;
    const Vec3 side = bench.statics().up().cross(worst.normal);
    const double inside = program.extent(Pyramid::inside, worst.normal, side, weight),
                 around = program.extent(Pyramid::around, worst.normal, side, weight);
    EXPECT_GT(worst.depth(), inside - 1e-3) << "trial " << trial;
    EXPECT_LT(worst.depth(), around + 1e-3) << "trial " << trial;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, scaled(400));
}

}  // namespace
}  // namespace limber::test

#endif
