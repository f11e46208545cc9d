// Verdicts come from numbers, and they can fail.
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <type_traits>

#include "experiments/experiment.h"
#include "experiments/report/text.h"

namespace limber::experiments {
namespace {

Finding finding(double value, const Agreeing& agrees) {
  return {.what = "error at rest", .claim = "small", .value = value, .unit = "m", .agrees = agrees};
}
Finding explained_finding(double value) {
  Finding result = finding(value, at_most(1.0));
  result.explanation = "Our machine is faster";
  result.explained = between(1.0, 5.0);
  return result;
}
Outcome outcome_of(const std::vector<Finding>& findings, bool is_about_time = false) {
  Experiment experiment{.name = "made-up", .is_about_time = is_about_time};
  experiment.run = [findings](const RunOptions&) {
    return Result{.findings = findings, .conclusion = "It works."};
  };
  return carry_out(experiment, {});
}

TEST(Verdict, IsReproducedWhenEveryNumberAgrees) {
  const Outcome outcome =
      outcome_of({finding(0.1, at_most(0.1)), finding(3, between(2, 4)), explained_finding(0.5)});
  EXPECT_EQ(outcome.verdict, Verdict::reproduced);
  EXPECT_EQ(outcome.reason, "It works.");
}

TEST(Verdict, IsNotReproducedWhenOneNumberDoesNotAgreeAndSaysWhich) {
  const Outcome outcome = outcome_of({finding(0.1, at_most(0.1)), finding(0.31, at_most(0.3))});
  EXPECT_EQ(outcome.verdict, Verdict::not_reproduced);
  EXPECT_EQ(outcome.reason,
            "error at rest is 0.31\u00a0m; at most 0.3\u00a0m would agree with the document.");
}

TEST(Verdict, DiffersOnlyWhereTheExplanationPutsTheNumber) {
  EXPECT_EQ(outcome_of({explained_finding(2.0)}).verdict, Verdict::differs);
  EXPECT_EQ(outcome_of({explained_finding(2.0)}).reason, "It works. Our machine is faster.");
  EXPECT_EQ(outcome_of({explained_finding(5.1)}).verdict, Verdict::not_reproduced);
  EXPECT_EQ(outcome_of({explained_finding(2.0), finding(9, at_most(1))}).verdict, Verdict::not_reproduced);
}

TEST(Verdict, NeverAgreesWithNaN) {
  EXPECT_EQ(outcome_of({finding(std::nan(""), at_most(1))}).verdict, Verdict::not_reproduced);
  EXPECT_EQ(outcome_of({finding(0, nothing())}).verdict, Verdict::not_reproduced);
}

TEST(Verdict, WithoutFindingsOrAfterAnExceptionIsNotReproduced) {
  EXPECT_EQ(outcome_of({}).verdict, Verdict::not_reproduced);
  Experiment broken{.name = "broken",
                    .run = [](const RunOptions&) -> Result { throw std::runtime_error("no figure"); }};
  const Outcome outcome = carry_out(broken, {});
  EXPECT_EQ(outcome.verdict, Verdict::not_reproduced);
  EXPECT_EQ(outcome.reason, "The experiment failed: no figure");
}

// A range is refused where it is made: no finding can hold one.
TEST(Agreeing, IsRefusedWhenNoMeasurementCouldContradictIt) {
  EXPECT_THROW(at_least(0.0), std::logic_error);  // of an error, a count, a time: always true
  EXPECT_THROW(at_least(-1.0), std::logic_error);
  EXPECT_THROW(between(0.0, 100.0, percentage), std::logic_error);
  EXPECT_THROW(at_most(180.0, degrees_of_bend), std::logic_error);
  EXPECT_THROW(at_most(12.0, count_of(12)), std::logic_error);
  EXPECT_THROW(at_most(std::numeric_limits<double>::infinity()), std::logic_error);
  EXPECT_THROW(at_most(std::nan("")), std::logic_error);
  EXPECT_NO_THROW(at_least(0.0, signed_number));  // a clearance may be negative
  EXPECT_NO_THROW(at_most(11.0, count_of(12)));
  EXPECT_FALSE((std::is_default_constructible_v<Agreeing>));  // nor can it be left out
}

TEST(Verdict, IsNotReproducedWhenAgreementAndExplanationTogetherAcceptEverything) {
  const auto verdict = [](double value, const Agreeing& agrees, const Agreeing& explained) {
    Finding both = finding(value, agrees);
    both.explanation = "Any reason will do";
    both.explained = explained;
    return outcome_of({both}).verdict;
  };
  EXPECT_EQ(verdict(20, at_most(25, degrees_of_bend), between(25, 180, degrees_of_bend)),
            Verdict::not_reproduced);
  EXPECT_EQ(verdict(90, at_most(25, degrees_of_bend), between(45, 180, degrees_of_bend)), Verdict::differs);
  EXPECT_EQ(verdict(3, between(0, 0, count_of(8)), between(1, 8, count_of(8))), Verdict::not_reproduced);
  EXPECT_EQ(verdict(3, between(0, 0, count_of(8)), between(2, 8, count_of(8))), Verdict::differs);
  EXPECT_EQ(verdict(0.1, at_least(1), between(0, 1)), Verdict::not_reproduced);
}

TEST(Verdict, CountsTimingsWhereTheFigureIsAboutTimeAndRefusesThemElsewhere) {
  Finding slow = finding(100, at_most(1));
  slow.timing = true;
  EXPECT_EQ(outcome_of({finding(0, at_most(1)), slow}, true).verdict, Verdict::not_reproduced);
  slow.value = 0.5;
  EXPECT_EQ(outcome_of({slow}, true).verdict, Verdict::reproduced);
  const Outcome refused = outcome_of({slow});
  EXPECT_EQ(refused.verdict, Verdict::not_reproduced);
  EXPECT_NE(refused.reason.find("not about time"), std::string::npos) << refused.reason;
}

TEST(Verdict, CanIgnoreTimings) {
  Finding slow = finding(100, at_most(1));
  slow.timing = true;
  EXPECT_EQ(verdict_of({finding(0, at_most(1)), slow}), Verdict::not_reproduced);
  EXPECT_EQ(verdict_of({finding(0, at_most(1)), slow}, Timings::left_out), Verdict::reproduced);
}

TEST(Numbers, AreShownWithThreeDigits) {
  EXPECT_EQ(shown(0), "0");
  EXPECT_EQ(shown(1), "1");
  EXPECT_EQ(shown(0.09999999), "0.1");
  EXPECT_EQ(shown(-12.345), "−12.3");
  EXPECT_EQ(shown(123456), "123456");
  EXPECT_EQ(shown(1234567), "1.23×10⁶");
  EXPECT_EQ(shown(3.1e-13), "3.1×10⁻¹³");
  EXPECT_EQ(shown(0.00123), "0.00123");
  EXPECT_EQ(shown(std::nan("")), "–");
}

}  // namespace
}  // namespace limber::experiments
