// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a library chooses (detrain/choices.h): a resumed run takes what was recorded, or is refused.
#include <gtest/gtest.h>

#include "program.h"

namespace detrain::runtime::test {
namespace {

// Before the loop the program is offered what TABLE says, and ends with code 9 unless 5 is the best of three.
std::string Program() {
  return Compiled("single_loop",
                  {{"#include <stdio.h>", "#include <detrain/choices.h>\n#include <stdio.h>"},
                   {"  FILE *data = fopen(\"data.txt\", \"r\");",
                    "  int table[3]; sscanf(getenv(\"TABLE\"), \"%d %d %d\", table, table + 1, table + 2);\n"
                    "  if (detrain_pin(\"choose\", table, 3) != 3 || table[0] != 5 || table[2] != 7) exit(9);\n"
                    "  FILE *data = fopen(\"data.txt\", \"r\");"}});
}

class Choices : public testing::Test {
 protected:
  void SetUp() override { Write(folder_ / "data.txt", "3\n4\n5\n"); }
  Result Run(const std::string& table, std::map<std::string, std::string> variables = {}) {
    variables["TABLE"] = table;
    variables["DETRAIN_DIR"] = "ck";
    Setting setting;
    setting.variables = variables;
    return Start(Program(), folder_.path(), setting);
  }
  Folder folder_;
};

TEST_F(Choices, AreTheLibrarysInAFirstRun) {
  EXPECT_EQ(Run("5 6 7").code, 0);
  Folder other;
  Write(other / "data.txt", "3\n");
  Setting setting;
  setting.variables = {{"TABLE", "7 6 5"}, {"DETRAIN_DIR", "ck"}};
  EXPECT_EQ(Start(Program(), other.path(), setting).code, 9);
}

TEST_F(Choices, AreTheRecordedOnesInAResumedRun) {
  EXPECT_EQ(Run("5 6 7", {{"DETRAIN_STOP_AT", "5"}}).code, 0);
  const Result resumed = Run("7 5 6");
  EXPECT_EQ(resumed.code, 0) << resumed.error;
  EXPECT_TRUE(Exists(folder_ / "out.bin"));
}

TEST_F(Choices, ThatAreNotOfferedAnyMoreAreRefused) {
  EXPECT_EQ(Run("5 6 7", {{"DETRAIN_STOP_AT", "5"}}).code, 0);
  const Result resumed = Run("5 8 7");
  EXPECT_EQ(resumed.code, 2);
  EXPECT_NE(resumed.error.find("choose: choice 6 of the recorded run is not offered"), std::string::npos)
      << resumed.error;
  EXPECT_FALSE(Exists(folder_ / "out.bin"));
}

}  // namespace
}  // namespace detrain::runtime::test
