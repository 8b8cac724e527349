// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged checkpoints, checkpoints of another program, disks that are full or closed: one clear line, the contract's
// exit code, nothing half written, and never a fresh start over a committed step.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "program.h"
#include "runtime/src/hash.h"
#include "runtime/src/json.h"

namespace detrain::runtime::test {
namespace {

using Variables = std::map<std::string, std::string>;

Setting With(const Variables& variables) {
  Setting setting;
  setting.variables = variables;
  return setting;
}

void GiveData(const std::string& folder) {
  Write(folder + "/data.txt", "3\n4\n5\n6\n7\n8\n9\n");
}

std::size_t Lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A run of single_loop that was stopped at step 5, with the result that the rest must have.
class Refusal : public testing::Test {
 protected:
  void SetUp() override {
    GiveData(folder_.path());
    ASSERT_EQ(Start(program_, folder_.path(), With({{"DETRAIN_DIR", "ck"}, {"DETRAIN_STOP_AT", "5"}})).code, 0);
    GiveData(reference_.path());
    const Variables replay = {{"DETRAIN_REPLAY", folder_ / "ck/manifest.json"}};
    ASSERT_EQ(Start(program_, reference_.path(), With(replay)).code, 0);
  }

  Result Resume(const Variables& more = {}) {
    Variables variables = {{"DETRAIN_DIR", "ck"}};
    for (const auto& [name, value] : more)
      variables[name] = value;
    return Start(program_, folder_.path(), With(variables));
  }
  [[nodiscard]] std::string Step(int step, const std::string& file) const {
    return folder_ / ("ck/step_0000000" + std::to_string(step) + "/" + file);
  }
  // Step 5 as somebody else may have made it, under its own hash.
  void Forge(const std::function<void(Json&)>& change) {
    Json meta = Json::parse(Read(Step(5, "meta.json")));
    change(meta);
    Write(Step(5, "meta.json"), meta.dump());
    Write(Step(5, "COMMITTED"), Hex(Hash(meta.dump())) + "\n");
  }
  void ExpectForgeryIsRefused(const std::string& why) {
    const Result result = Resume();
    EXPECT_EQ(result.code, 2) << result.error;
    EXPECT_TRUE(Has(result.error, why)) << result.error;
    EXPECT_EQ(Lines(result.error), 1U) << result.error;
    ExpectNothingRan();
  }
  void ExpectRightEnd() {
    for (const char* file : {"out.bin", "log.txt", "loss.csv", "last.txt"}) {
      EXPECT_TRUE(Read(folder_ / file) == Read(reference_ / file)) << file;
    }
  }
  void ExpectNothingRan() { EXPECT_FALSE(Exists(folder_ / "out.bin")); }

  std::string program_ = Compiled("single_loop");
  Folder folder_;
  Folder reference_;
};

TEST_F(Refusal, DamagedByteFallsBackAndNamesTheEntry) {
  Damage(Step(5, "rank00000.safetensors"), -100);
  const Result result = Resume();
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(Has(result.error, "step 5 is not good: entry libc::rand")) << result.error;
  EXPECT_TRUE(Has(result.error, "going back to step 4")) << result.error;
  ExpectRightEnd();
}

TEST_F(Refusal, DamageInAnEarlierStepsFileSpoilsTheStepsThatLeanOnIt) {
  // A pointer that was written in step 1 and has not changed since.
  const std::string text = Read(Step(1, "rank00000.safetensors"));
  Write(Step(1, "rank00000.safetensors"), text.substr(0, text.size() / 2));
  const Result result = Resume();
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(Has(result.error, "entry model.second_half: step_00000001/rank00000.safetensors is too short"))
      << result.error;
  EXPECT_TRUE(Has(result.error, "no good checkpoint")) << result.error;
  ExpectNothingRan();
}

TEST_F(Refusal, TruncatedMetaFallsBack) {
  const std::string text = Read(Step(5, "meta.json"));
  Write(Step(5, "meta.json"), text.substr(0, text.size() - 20));
  const Result result = Resume();
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(Has(result.error, "step 5 is not good: entry meta.json")) << result.error;
  ExpectRightEnd();
}

TEST_F(Refusal, MissingDataFileFallsBack) {
  unlink(Step(5, "rank00000.safetensors").c_str());
  const Result result = Resume();
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(Has(result.error, "step 5 is not good: entry ")) << result.error;
  ExpectRightEnd();
}

TEST_F(Refusal, StepWithoutCommittedDoesNotExist) {
  unlink(Step(5, "COMMITTED").c_str());
  const Result result = Resume();
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(result.error, "detrain: going on at step 4 of ck\n");
  ExpectRightEnd();
  EXPECT_TRUE(Exists(Step(5, "COMMITTED")));
}

TEST_F(Refusal, HalfWrittenStepIsRemoved) {
  ASSERT_EQ(rename(Step(5, "").c_str(), (folder_ / "ck/step_00000005.tmp").c_str()), 0);
  EXPECT_EQ(Resume().code, 0);
  ExpectRightEnd();
  EXPECT_FALSE(Exists(folder_ / "ck/step_00000005.tmp"));
}

TEST_F(Refusal, NoGoodStepIsAnErrorAndNeverAFreshStart) {
  for (int step = 1; step <= 5; ++step)
    Damage(Step(step, "meta.json"), 10);
  const std::string before = Read(folder_ / "log.txt");
  const Result result = Resume();
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(Has(result.error, "ck: no good checkpoint")) << result.error;
  EXPECT_EQ(Read(folder_ / "log.txt"), before);
  ExpectNothingRan();
}

TEST_F(Refusal, LostBytesOfAnOutputFileSpoilTheStep) {
  Write(folder_ / "log.txt", "another text\n");
  const Result result = Resume();
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(Has(result.error, "file log.txt")) << result.error;
  EXPECT_EQ(Read(folder_ / "log.txt"), "another text\n");
}

TEST_F(Refusal, DamagedTextIsQuotedInOneLine) {
  const std::string path = folder_ / "ck/outputs.jsonl";
  std::string text = Read(path);
  text[text.find(',')] = '\f';
  Write(path, text);
  const Result result = Resume();
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(Has(result.error, "outputs.jsonl is damaged: {\"path\"")) << result.error;
  EXPECT_FALSE(Has(result.error, "\f"));
  ExpectNothingRan();
}

Json& Object(Json& meta, const std::string& kind) {
  return *std::find_if(meta["objects"].begin(), meta["objects"].end(),
                       [&](const Json& object) { return object["kind"] == kind; });
}

TEST_F(Refusal, ObjectThatIsLargerThanItsVariableIsRefused) {
  Forge([](Json& meta) { Object(meta, "variable")["size"] = 1 << 20; });
  ExpectForgeryIsRefused("its size differs from the checkpoint's");
}

TEST_F(Refusal, ObjectOfNoRegionIsRefused) {
  Forge([](Json& meta) { Object(meta, "heap")["region"] = 1 << 20; });
  ExpectForgeryIsRefused("no such region");
}

TEST_F(Refusal, TwoObjectsOfOneNumberAreRefused) {
  Forge([](Json& meta) { meta["objects"].push_back(Object(meta, "heap")); });
  ExpectForgeryIsRefused("two objects of the checkpoint have its number");
}

TEST_F(Refusal, TwoObjectsThatAreOneFileAreRefused) {
  Forge([](Json& meta) {
    Json file = Object(meta, "file");
    file["number"] = 1 << 20;
    meta["objects"].push_back(file);
  });
  ExpectForgeryIsRefused("two objects of the checkpoint are the same file");
}

TEST_F(Refusal, FileThatWasNotOpenIsRefused) {
  Forge([](Json& meta) { Object(meta, "file")["ordinal"] = ~std::uint64_t{0}; });
  ExpectForgeryIsRefused("no such file was open");
}

TEST_F(Refusal, PositionBehindTheEndIsRefused) {
  Forge([](Json& meta) {
    for (Json& file : meta["cursors"])
      file["offset"] = std::int64_t{1} << 40;
  });
  ExpectForgeryIsRefused("its position lies behind its end");
}

TEST_F(Refusal, EntryThatIsMissingIsRefused) {
  Forge([](Json& meta) { meta["entries"].erase(meta["entries"].size() - 1); });
  ExpectForgeryIsRefused("is missing in the checkpoint");
}

TEST_F(Refusal, EntryThatIsThereTwiceIsRefused) {
  Forge([](Json& meta) { meta["entries"].push_back(meta["entries"].front()); });
  ExpectForgeryIsRefused("is there twice");
}

TEST_F(Refusal, EntryOfAnotherObjectIsRefused) {
  Forge([](Json& meta) {
    for (Json& entry : meta["entries"])
      entry["object"] = Object(meta, "heap")["number"];
  });
  ExpectForgeryIsRefused("is no part of its object");
}

TEST_F(Refusal, BlockThatNoMachineHoldsIsRefused) {
  Forge([](Json& meta) { Object(meta, "heap")["size"] = std::uint64_t{1} << 60; });
  const Result result = Resume();
  EXPECT_EQ(result.code, 3) << result.error;
  EXPECT_TRUE(Has(result.error, "out of memory")) << result.error;
}

TEST_F(Refusal, OutputThatIsNoFileIsLeftAlone) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  Forge([](Json& meta) {
    Json& output = meta["outputs"].front();
    output["path"] = "pipe";
    output["exists"] = false;
  });
  const Result result = Resume();
  EXPECT_EQ(result.code, 3) << result.error;
  EXPECT_TRUE(Has(result.error, "pipe: it is no regular file")) << result.error;
  EXPECT_TRUE(Exists(folder_ / "pipe"));
}

TEST_F(Refusal, NeverStartsAfreshWhenAsked) {
  const Result result = Resume({{"DETRAIN_RESUME", "never"}, {"DETRAIN_STOP_AT", "2"}});
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(Exists(Step(2, "COMMITTED")));
  EXPECT_FALSE(Exists(Step(3, "COMMITTED")));
}

TEST_F(Refusal, ResumesFromTheStepThatIsNamed) {
  EXPECT_EQ(Resume({{"DETRAIN_RESUME", "./ck/step_00000002/"}, {"DETRAIN_DIR", "ck/"}}).code, 0);
  ExpectRightEnd();
  // And from another folder, which leaves DIR alone.
  const Result result = Resume({{"DETRAIN_RESUME", "ck"}, {"DETRAIN_DIR", "other"}});
  EXPECT_EQ(result.code, 0) << result.error;
  ExpectRightEnd();
}

TEST_F(Refusal, OtherFolderGoesOnByItself) {
  const Variables other = {{"DETRAIN_RESUME", "ck/step_00000003"}, {"DETRAIN_DIR", "other"}, {"DETRAIN_STOP_AT", "7"}};
  EXPECT_EQ(Resume(other).code, 0);
  const Result moved = Resume({{"DETRAIN_DIR", "other"}});
  EXPECT_EQ(moved.code, 0) << moved.error;
  ExpectRightEnd();
}

TEST_F(Refusal, NamedStepThatIsDamagedIsNotReplacedByAnother) {
  Damage(Step(4, "rank00000.safetensors"), -1);
  const Result result = Resume({{"DETRAIN_RESUME", "ck/step_00000004"}});
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(Has(result.error, "step_00000004 is not good: entry ")) << result.error;
  EXPECT_EQ(Lines(result.error), 1U);
  EXPECT_EQ(Resume({{"DETRAIN_RESUME", "nowhere"}}).code, 3);
}

TEST_F(Refusal, OtherPlanIsRefused) {
  program_ = Compiled("single_loop", {{"5117a1e100p00001", "5117a1e100p00002"}});
  const Result result = Resume();
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(Has(result.error, "entry plan: the checkpoint's hash is 5117a1e100p00001")) << result.error;
  EXPECT_EQ(Lines(result.error), 1U);
  ExpectNothingRan();
}

TEST_F(Refusal, OtherProgramIsRefused) {
  const std::string log = Read(folder_ / "log.txt");
  program_ = Compiled("nested");
  const Result result = Resume();
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(Has(result.error, "entry &model.m: nested.c has no such state; the checkpoint is of single_loop.c"))
      << result.error;
  EXPECT_EQ(Lines(result.error), 1U);
  // What the other program's first lines wrote went nowhere.
  EXPECT_EQ(Read(folder_ / "log.txt"), log);
  EXPECT_FALSE(Exists(folder_ / "out.txt"));
  for (const std::string& name : List(folder_ / "ck"))
    EXPECT_NE(name.substr(0, 7), "scratch") << name;
}

TEST_F(Refusal, OtherTypeIsRefusedByName) {
  program_ = Compiled("single_loop", {{"DETRAIN_F64, DETRAIN_CARRIED", "DETRAIN_I64, DETRAIN_CARRIED"}});
  const Result result = Resume();
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(Has(result.error, "entry model.loss")) << result.error;
}

TEST_F(Refusal, OtherArgumentsAreRefused) {
  Setting setting = With({{"DETRAIN_DIR", "ck"}});
  setting.arguments = {"12"};
  const Result result = Start(program_, folder_.path(), setting);
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(Has(result.error, "entry arguments: argument 1 is 12, the checkpoint's run had nothing")) << result.error;
  ExpectNothingRan();
}

TEST_F(Refusal, OtherCodeBeforeTheLoopIsRefused) {
  program_ =
      Compiled("single_loop", {{"model.n = 64;", "model.n = 64; free(malloc(8)); if (malloc(9) == NULL) return 1;"}});
  const Result result = Resume();
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(Has(result.error, "entry objects: the code before the loop left 3 heap blocks")) << result.error;
}

TEST_F(Refusal, OtherInputsBeforeTheLoopAreRefused) {
  program_ = Compiled("single_loop", {{"srand((unsigned)time(NULL));", "srand((unsigned)clock());"}});
  const Result result = Resume();
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(Has(result.error, "calls clock()")) << result.error;
}

TEST(Settings, NonsenseIsRefused) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder.path());
  const Variables bad[] = {{{"DETRAIN_DIR", "ck"}, {"DETRAIN_EVERY", "often"}},
                           {{"DETRAIN_STOP_AT", "3"}},
                           {{"DETRAIN_DIR", "ck"}, {"DETRAIN_STOP_AT", "-1"}},
                           {{"DETRAIN_WORKERS", "0"}},
                           {{"DETRAIN_SEED", "99999999999999999999"}}};
  for (const Variables& variables : bad) {
    const Result result = Start(program, folder.path(), With(variables));
    EXPECT_EQ(result.code, 2) << variables.rbegin()->first;
    EXPECT_EQ(Lines(result.error), 1U) << result.error;
    EXPECT_FALSE(Exists(folder / "log.txt"));
  }
}

TEST(Disk, FolderThatCannotBeMade) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder.path());
  // Below a regular file nobody can write, root neither.
  const Result result = Start(program, folder.path(), With({{"DETRAIN_DIR", "data.txt/ck"}}));
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(Lines(result.error), 1U) << result.error;
  EXPECT_TRUE(Has(result.error, "data.txt/ck")) << result.error;
  EXPECT_FALSE(Exists(folder / "out.bin"));
}

// A file system of 200 KiB in a mount namespace of the child; false where that is not allowed.
bool MountSmall(const std::string& path, const char* options) {
  return unshare(CLONE_NEWNS) == 0 && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", path.c_str(), "tmpfs", 0, options) == 0;
}

bool CanMount() {
  const pid_t child = fork();
  if (child == 0)
    _exit(MountSmall("/mnt", "size=64k") ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

TEST(Disk, ReadOnly) {
  if (!CanMount())
    GTEST_SKIP() << "mounting is not allowed here; FolderThatCannotBeMade covers the message";
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder.path());
  ASSERT_EQ(mkdir((folder / "ck").c_str(), 0755), 0);
  Setting setting = With({{"DETRAIN_DIR", "ck"}});
  setting.in_child = [&] {
    if (!MountSmall(folder / "ck", "size=64k") ||
        mount(nullptr, (folder / "ck").c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) != 0)
      _exit(98);
  };
  const Result result = Start(program, folder.path(), setting);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(Lines(result.error), 1U) << result.error;
  EXPECT_TRUE(Has(result.error, "Read-only")) << result.error;
}

TEST(Disk, Full) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder.path());
  ASSERT_EQ(mkdir((folder / "ck").c_str(), 0755), 0);
  const bool can_mount = CanMount();
  Setting setting = With({{"DETRAIN_DIR", "ck"}});
  setting.arguments = {"2000"};
  setting.in_child = [&] {
    if (can_mount) {
      if (!MountSmall(folder / "ck", "size=200k"))
        _exit(98);
      return;
    }
    // The next best: no file may grow beyond this, of which meta.json is the first to try.
    const rlimit limit = {4000, 4000};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
      _exit(98);
  };
  const Result result = Start(program, folder.path(), setting);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(Lines(result.error), 1U) << result.error;
  EXPECT_TRUE(Has(result.error, can_mount ? "No space left" : "File too large")) << result.error;
  EXPECT_FALSE(Exists(folder / "out.bin"));
}

// The file system outlives the process here, so that what a full disk leaves can be looked at: the program's own limit
// stands in for it.
TEST(Disk, NothingIsHalfWritten) {
  const std::string program = Compiled("single_loop");
  const Folder folder;
  GiveData(folder.path());
  ASSERT_EQ(Start(program, folder.path(), With({{"DETRAIN_DIR", "ck"}, {"DETRAIN_STOP_AT", "3"}})).code, 0);
  Setting setting = With({{"DETRAIN_DIR", "ck"}});
  setting.in_child = [] {
    const rlimit limit = {1500, 1500};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
      _exit(98);
  };
  const Result result = Start(program, folder.path(), setting);
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(Has(result.error, "cannot save step 4")) << result.error;
  EXPECT_FALSE(Exists(folder / "ck/step_00000004"));
  EXPECT_FALSE(Exists(folder / "ck/step_00000004.tmp"));
  EXPECT_EQ(Start(program, folder.path(), With({{"DETRAIN_DIR", "ck"}})).code, 0);
}

}  // namespace
}  // namespace detrain::runtime::test
