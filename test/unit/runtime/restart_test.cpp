// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs written as the rewriter leaves them, stopped and killed at every step: the resumed run must end as the
// uninterrupted one, with the same files, text and trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program.h"

namespace detrain::runtime::test {
namespace {

using Variables = std::map<std::string, std::string>;

Variables Base() {
  return {
      {"DETRAIN_DIR", "ck"}, {"DETRAIN_TEXT", "text.txt"}, {"DETRAIN_TRACE", "trace.txt"}, {"DETRAIN_MASK_LOG", "a"}};
}

Setting With(const Variables& more) {
  Setting setting;
  setting.variables = Base();
  for (const auto& [name, value] : more)
    setting.variables[name] = value;
  return setting;
}

// What a program finds; late counts its runs in one of them and appends to another.
void GiveData(const Folder& folder) {
  Write(folder / "count.txt", "5\n");
  Write(folder / "log.txt", "an earlier run\n");
  Write(folder / "data.txt", "3\n4\n5\n6\n7\n8\n9\n");
}

// What the run left, but for DIR and what the test itself writes.
std::map<std::string, std::string> Left(const Folder& folder) {
  std::map<std::string, std::string> files;
  for (const std::string& name : List(folder.path())) {
    if (name != "ck" && name != "stderr.txt" && name != "stdout.txt" && name != "report.txt")
      files[name] = Read(folder / name);
  }
  return files;
}

long LastStep(const Folder& folder) {
  long last = 0;
  for (const std::string& name : List(folder / "ck")) {
    if (name.compare(0, 5, "step_") == 0)
      last = std::max(last, std::stol(name.substr(5)));
  }
  return last;
}

void ExpectSame(const Folder& reference, const Folder& folder, const std::string& what) {
  const auto want = Left(reference);
  const auto have = Left(folder);
  for (const auto& [name, text] : want) {
    ASSERT_EQ(have.count(name), 1U) << what << ": " << name << " is missing";
    EXPECT_TRUE(have.at(name) == text) << what << ": " << name << " differs";
  }
  EXPECT_EQ(have.size(), want.size()) << what << ": files that the reference does not have";
}

class Restart : public testing::TestWithParam<const char*> {};

TEST_P(Restart, EveryStepByStopAndKill) {
  const std::string program = Compiled(GetParam());
  const Folder reference;
  GiveData(reference);
  ASSERT_EQ(Start(program, reference.path(), With({})).code, 0);
  const std::string manifest = reference / "ck/manifest.json";
  const long last = LastStep(reference);
  ASSERT_GT(last, 5);
  for (long k = 0; k <= last; ++k) {
    for (const char* how : {"DETRAIN_STOP_AT", "DETRAIN_KILL_AT"}) {
      const std::string what = std::string(how) + "=" + std::to_string(k);
      const bool kill = std::string(how) == "DETRAIN_KILL_AT";
      const Folder folder;
      GiveData(folder);
      const Variables first = {{how, std::to_string(k)}, {"DETRAIN_REPLAY", manifest}};
      ASSERT_EQ(Start(program, folder.path(), With(first)).code, kill ? 137 : 0) << what;
      // What a dying process wrote after the checkpoint must go.
      if (Read(folder / "log.txt") != "an earlier run\n")
        Write(folder / "log.txt", Read(folder / "log.txt") + "too much\n");
      Write(folder / "text.txt", Read(folder / "text.txt") + "too much\n");
      const Variables second = {{"DETRAIN_REPLAY", manifest}, {"DETRAIN_POISON", "1"}};
      const Result resumed = Start(program, folder.path(), With(second));
      ASSERT_EQ(resumed.code, 0) << what << ": " << resumed.error;
      ExpectSame(reference, folder, what);
    }
  }
}

// Each process of the chain does a few steps only.
TEST_P(Restart, ManyTimesInARow) {
  const std::string program = Compiled(GetParam());
  const Folder reference;
  GiveData(reference);
  ASSERT_EQ(Start(program, reference.path(), With({})).code, 0);
  const std::string manifest = reference / "ck/manifest.json";
  const Folder folder;
  GiveData(folder);
  for (long k = 1; k <= LastStep(reference); k += 2) {
    const Variables kill = {{"DETRAIN_KILL_AT", std::to_string(k)}, {"DETRAIN_REPLAY", manifest}};
    ASSERT_EQ(Start(program, folder.path(), With(kill)).code, 137) << k;
  }
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_REPLAY", manifest}})).code, 0);
  ExpectSame(reference, folder, "chain");
}

INSTANTIATE_TEST_SUITE_P(Programs, Restart,
                         testing::Values("single_loop", "nested", "structures", "late", "device", "bit_fields"),
                         [](const auto& info) { return std::string(info.param); });

// Bytes of the device that the host asks for to trace a run, and the trace.
std::pair<std::string, std::string> TracedDevice(const Replacements& replacements) {
  const Folder folder;
  Setting setting;
  setting.variables = {{"DETRAIN_TRACE", "trace.txt"}};
  const Result run = Start(Compiled("device", replacements), folder.path(), setting);
  EXPECT_EQ(run.code, 0) << run.error;
  return {run.error, Read(folder / "trace.txt")};
}

// The variable, which holds a pointer, is read at each of nine boundaries; weights, and momentum but for the first one.
TEST(Device, IsHashedWhereItLies) {
  const auto [there, trace] = TracedDevice({});
  EXPECT_EQ(there, std::to_string(40 * 9) + " bytes were read\n");
  const std::string all = std::to_string(40 * 9 + 4000 * (9 + 8)) + " bytes were read\n";
  EXPECT_EQ(TracedDevice({{"Write, Hash,", "Write, HashNothing,"}}), std::make_pair(all, trace));
  const auto [few, short_trace] = TracedDevice({{"n = 1000 }", "n = 60 }"}});
  EXPECT_EQ(few, std::to_string(40 * 9 + 240 * (9 + 8)) + " bytes were read\n");
}

// The clock's seed is taken from the manifest of the run that is resumed, with no reference to help.
TEST(RestartSeed, ComesFromTheManifest) {
  const std::string program = Compiled("single_loop");
  const Folder one;
  GiveData(one);
  ASSERT_EQ(Start(program, one.path(), With({{"DETRAIN_STOP_AT", "6"}})).code, 0);
  const auto inputs = nlohmann::json::parse(Read(one / "ck/manifest.json"))["inputs"];
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_EQ(inputs[0]["call"], "time");
  const Folder two;
  GiveData(two);
  ASSERT_EQ(Start(program, two.path(), With({{"DETRAIN_REPLAY", one / "ck/manifest.json"}})).code, 0);
  ASSERT_EQ(Start(program, one.path(), With({})).code, 0);
  ExpectSame(two, one, "seed");
}

TEST(RestartSeed, SameSeedSameRunAndOtherSeedOtherRun) {
  const std::string program = Compiled("single_loop");
  std::string out[3];
  const char* seeds[] = {"17", "17", "18"};
  for (int i = 0; i < 3; ++i) {
    const Folder folder;
    GiveData(folder);
    Setting setting;
    setting.variables = {{"DETRAIN_SEED", seeds[i]}};
    ASSERT_EQ(Start(program, folder.path(), setting).code, 0);
    out[i] = Read(folder / "out.bin");
    EXPECT_FALSE(Exists(folder / "ck"));
  }
  EXPECT_EQ(out[0], out[1]);
  EXPECT_NE(out[0], out[2]);
}

TEST(Boundaries, StopRunsNothingAfterTheLoop) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder);
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_STOP_AT", "3"}})).code, 0);
  EXPECT_FALSE(Exists(folder / "out.bin"));
  EXPECT_TRUE(Exists(folder / "ck/step_00000003/COMMITTED"));
  EXPECT_FALSE(Exists(folder / "ck/step_00000004"));
  // Buffered text and files are complete.
  EXPECT_NE(Read(folder / "log.txt").find("step 2 "), std::string::npos);
  EXPECT_EQ(Read(folder / "text.txt").find("done"), std::string::npos);
}

TEST(Boundaries, EveryDecidesWhatIsSaved) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder);
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_EVERY", "4"}})).code, 0);
  EXPECT_TRUE(Exists(folder / "ck/step_00000004"));
  EXPECT_TRUE(Exists(folder / "ck/step_00000008"));
  EXPECT_EQ(LastStep(folder), 8);
  EXPECT_FALSE(Exists(folder / "ck/step_00000001"));
  EXPECT_FALSE(Exists(folder / "ck/step_00000000"));
}

TEST(Boundaries, StepsStopsWithoutSaving) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder);
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_STEPS", "5"}, {"DETRAIN_EVERY", "0"}})).code, 0);
  EXPECT_EQ(LastStep(folder), 0);
  const std::string trace = Read(folder / "trace.txt");
  EXPECT_NE(trace.find("\n5\tmodel.w\t"), std::string::npos);
  EXPECT_EQ(trace.find("\n6\t"), std::string::npos);
}

TEST(Boundaries, NothingIsWrittenWithoutVariables) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder);
  ASSERT_EQ(Start(program, folder.path()).code, 0);
  const std::vector<std::string> want = {"count.txt", "data.txt", "last.txt",   "log.txt",
                                         "loss.csv",  "out.bin",  "stderr.txt", "stdout.txt"};
  EXPECT_EQ(List(folder.path()), want);
  EXPECT_EQ(Read(folder / "stderr.txt"), "");
}

TEST(Boundaries, EverySavedTensorIsNamedTypedAndHashedInTheTrace) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder);
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_STEPS", "1"}, {"DETRAIN_HASH", "all"}})).code, 0);
  const std::string trace = Read(folder / "trace.txt");
  for (const char* line : {"0\tmodel.w\t", "1\tmodel.m\t", "1\t&model.m\t", "1\tlibc::rand\t", "1\tstep\t"}) {
    EXPECT_NE(("\n" + trace).find(std::string("\n") + line), std::string::npos) << line;
  }
  EXPECT_NE(trace.find("\t256\tcarried\n"), std::string::npos);
  // Invariants only because they were asked for; the dead gradient never.
  EXPECT_NE(trace.find("1\tmodel.n\t"), std::string::npos);
  EXPECT_EQ(trace.find("1\tmodel.grad\t"), std::string::npos);
}

TEST(Boundaries, UnchangedTensorsStayWhereTheyWere) {
  const std::string program = Compiled("nested");
  const Folder folder;
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_STOP_AT", "4"}})).code, 0);
  const auto meta = nlohmann::json::parse(Read(folder / "ck/step_00000004/meta.json"));
  std::map<std::string, std::string> file;
  for (const auto& entry : meta["entries"])
    file[entry["name"]] = entry["file"];
  EXPECT_EQ(file["rate"], "step_00000001/rank00000.safetensors");
  EXPECT_EQ(file["epoch"], "step_00000001/rank00000.safetensors");
  EXPECT_EQ(file["batch"], "step_00000004/rank00000.safetensors");
}

TEST(Poison, CountsBytesOfEntriesThatAreNotSaved) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder);
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_STOP_AT", "5"}})).code, 0);
  const Variables poison = {{"DETRAIN_POISON", "1"}, {"DETRAIN_REPORT", "report.txt"}};
  ASSERT_EQ(Start(program, folder.path(), With(poison)).code, 0);
  const std::string report = Read(folder / "report.txt");
  EXPECT_NE(report.find(R"({"event":"poison","path":"model.grad","bytes":256})"), std::string::npos);
  EXPECT_NE(report.find(R"({"event":"poison","path":"step","bytes":4})"), std::string::npos);
  EXPECT_NE(report.find(R"({"event":"restore","step":5)"), std::string::npos);
  EXPECT_EQ(report.find("\"model.w\""), std::string::npos);
}

// A plan that is wrong about the gradient's successor must be caught by the poison: here the momentum is called dead.
TEST(Poison, ShowsAPlanThatLeavesStateOut) {
  const Replacements spoil = {{R"({"model.m", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_CARRIED)",
                               R"({"model.m", 0, 0, {1, 1}, {0, 0}, DETRAIN_F32, DETRAIN_DEAD)"}};
  const std::string program = Compiled("single_loop", spoil);
  const Folder reference;
  GiveData(reference);
  ASSERT_EQ(Start(program, reference.path(), With({})).code, 0);
  const Folder folder;
  GiveData(folder);
  const std::string manifest = reference / "ck/manifest.json";
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_STOP_AT", "5"}, {"DETRAIN_REPLAY", manifest}})).code, 0);
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_POISON", "1"}})).code, 0);
  EXPECT_NE(Read(folder / "out.bin"), Read(reference / "out.bin"));
}

TEST(Ablate, LeavesOneEntryAsTheCodeBeforeTheLoopLeftIt) {
  const std::string program = Compiled("single_loop");
  const Folder reference;
  GiveData(reference);
  ASSERT_EQ(Start(program, reference.path(), With({})).code, 0);
  const std::string manifest = reference / "ck/manifest.json";
  for (const char* path : {"model.w", "model.m", "data", "Noise::calls", "libc::rand"}) {
    const Folder folder;
    GiveData(folder);
    ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_STOP_AT", "5"}, {"DETRAIN_REPLAY", manifest}})).code, 0);
    const Variables ablate = {{"DETRAIN_ABLATE", path}, {"DETRAIN_REPORT", "report.txt"}};
    ASSERT_EQ(Start(program, folder.path(), With(ablate)).code, 0) << path;
    EXPECT_NE(Read(folder / "out.bin"), Read(reference / "out.bin")) << path;
    const std::string want = std::string(R"({"event":"ablate","path":")") + path + R"(","entries":1})";
    EXPECT_NE(Read(folder / "report.txt").find(want), std::string::npos) << path;
  }
}

}  // namespace
}  // namespace detrain::runtime::test
