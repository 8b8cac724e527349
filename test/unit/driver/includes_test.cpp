// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/includes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detrain::driver::cc {
namespace {

using testing::ElementsAre;

std::vector<std::string> NamesIn(std::string_view text) {
  std::vector<std::string> names;
  for (const IncludeName& include : IncludesIn(text))
    names.push_back(std::to_string(include.line) + include.name);
  return names;
}

TEST(Includes, AreFoundAsTheUserWroteThem) {
  EXPECT_THAT(NamesIn("#include \"a.h\"\nint x;\n  #  include\t<b/c.h> // \"d.h\"\n#include<e.h>"),
              ElementsAre("1\"a.h\"", "3<b/c.h>", "4<e.h>"));
}

TEST(Includes, OffsetAndLengthAreOfTheName) {
  const std::string text = "\n# include \"a.h\"\n";
  const std::vector<IncludeName> found = IncludesIn(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(text.substr(found[0].offset, found[0].length), "\"a.h\"");
}

TEST(Includes, OtherDirectivesNameNoFile) {
  EXPECT_THAT(
      NamesIn("#include_next <a.h>\n#include MACRO\n#define include \"b.h\"\n// #include \"c.h\"\n#include \"d.h\n"
              "include \"e.h\"\n#include"),
      ElementsAre());
}

}  // namespace
}  // namespace detrain::driver::cc
