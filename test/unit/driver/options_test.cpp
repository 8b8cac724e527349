// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/options.h"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <vector>

namespace detrain::driver {
namespace {

constexpr std::array<Option, 3> options = {
    {{"--step", "FILE:LINE", "a loop"}, {"-p", "BUILD", "a folder"}, {"--poison", "", "fill"}}};
constexpr Syntax syntax = {"plan", "FILE...", "Plans.", options};

Result<Arguments> Parse(std::initializer_list<const char*> words) {
  std::vector<char*> argv;
  for (const char* word : words)
    argv.push_back(const_cast<char*>(word));
  return Arguments::Parse(syntax, static_cast<int>(argv.size()), argv.data());
}

TEST(Options, TakesEverySpellingOfAValue) {
  EXPECT_EQ(Parse({"--step", "a.c:3"})->Value("--step"), "a.c:3");
  EXPECT_EQ(Parse({"--step=a.c:3"})->Value("--step"), "a.c:3");
  EXPECT_EQ(Parse({"-p", "build"})->Value("-p"), "build");
  EXPECT_EQ(Parse({"-pbuild"})->Value("-p"), "build");
}

TEST(Options, KeepsWhatFollowsTheDashesApart) {
  const Result<Arguments> parsed = Parse({"a.c", "--", "-DX", "b.c"});
  EXPECT_EQ(parsed->positional(), std::vector<std::string>{"a.c"});
  EXPECT_EQ(parsed->rest(), (std::vector<std::string>{"-DX", "b.c"}));
  EXPECT_TRUE(parsed->has_rest());
}

TEST(Options, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(Parse({"--stop", "3"}).error().kind, ErrorKind::Usage);
  EXPECT_FALSE(Parse({"--poison=yes"}).Ok());
  EXPECT_FALSE(Parse({"--step"}).Ok());
  EXPECT_FALSE(Parse({"--step", "--", "x"}).Ok());
}

TEST(Options, NumbersAreWholeAndNotTooSmall) {
  EXPECT_EQ(*Parse({"--step", "7"})->Number("--step", 1, 1), 7);
  EXPECT_EQ(*Parse({})->Number("--step", 5, 1), 5);
  EXPECT_FALSE(Parse({"--step", "0"})->Number("--step", 1, 1).Ok());
  EXPECT_FALSE(Parse({"--step", "7x"})->Number("--step", 1, 1).Ok());
  EXPECT_FALSE(ParseNumber("-1").has_value());
  EXPECT_FALSE(ParseNumber("").has_value());
}

TEST(Options, HelpNamesEveryOption) {
  const std::string help = Help(syntax);
  for (const Option& option : options)
    EXPECT_NE(help.find(option.name), std::string::npos);
}

TEST(Options, SplitKeepsEmptyParts) {
  EXPECT_EQ(Split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(Split("", ','), std::vector<std::string>{""});
}

}  // namespace
}  // namespace detrain::driver
