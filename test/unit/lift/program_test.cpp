// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every program in programs/ is compiled and run, and lifted and interpreted: text and exit code must be the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>

#include "analyzer/lift/lift.h"
#include "analyzer/load/load.h"
#include "analyzer/rir/verify.h"
#include "interpreter.h"

namespace detrain::lift {
namespace {

struct Outcome {
  std::string text;
  int code = -1;
};

Outcome RunNatively(const std::string& source) {
  const std::string binary = testing::TempDir() + "lift_" + std::filesystem::path(source).stem().string();
  if (std::system(("cc -std=gnu11 -w -fopenmp -O0 -o " + binary + " " + source + " -lm").c_str()) != 0)
    return {"it does not compile", -1};
  FILE* pipe = popen(binary.c_str(), "r");
  Outcome outcome;
  char buffer[4096];
  while (const std::size_t count = fread(buffer, 1, sizeof buffer, pipe))
    outcome.text.append(buffer, count);
  outcome.code = WEXITSTATUS(pclose(pipe));
  std::filesystem::remove(binary);
  return outcome;
}

class Program : public testing::TestWithParam<std::string> {};

TEST_P(Program, LiftedAsItRuns) {
  const std::string source = DETRAIN_TEST_DATA_DIR "/programs/" + GetParam();
  const Result<load::LoadedUnit> unit = load::Load({"", source, {"gcc", "-std=gnu11", "-fopenmp"}});
  ASSERT_TRUE(unit) << ToString(unit.error().location) << ": " << unit.error().message;
  std::vector<std::string> remarks;
  diag::Funnel funnel([&](const diag::Diagnostic& diagnostic) { remarks.push_back(diag::FormatText(diagnostic)); });
  const rir::Module module = Lift(*unit, catalog::Catalog::Builtin(), funnel);
  EXPECT_THAT(remarks, testing::IsEmpty());
  for (const rir::Problem& problem : rir::Verify(module))
    ADD_FAILURE() << ToString(problem.location) << ": " << problem.message;
  Interpreter interpreter(module);
  interpreter.Run();
  EXPECT_EQ(interpreter.error(), "");
  const Outcome native = RunNatively(source);
  EXPECT_EQ(interpreter.output(), native.text);
  EXPECT_EQ(interpreter.exit_code() & 0xff, native.code);
}

std::vector<std::string> Programs() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(DETRAIN_TEST_DATA_DIR "/programs"))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Program, testing::ValuesIn(Programs()),
                         [](const auto& info) { return std::filesystem::path(info.param).stem().string(); });

}  // namespace
}  // namespace detrain::lift
