// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "analyzer/load/flags.h"

namespace detrain::load {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
namespace fs = std::filesystem;

class Load : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::path(testing::TempDir()) / "detrain_load_test";
    fs::create_directories(directory_ / "src");
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(directory_ / name) << text;
    return (directory_ / name).string();
  }
  Command In(const std::string& file, std::vector<std::string> arguments) {
    return {directory_.string(), file, std::move(arguments)};
  }

  fs::path directory_;
};

TEST(Flags, KeepsWhatParsingNeeds) {
  const std::vector<std::string> arguments = {"/usr/bin/x86_64-linux-gnu-gcc-12",
                                              "-c",
                                              "-O2",
                                              "-I",
                                              "inc",
                                              "-Isrc",
                                              "-DN=3",
                                              "-o",
                                              "out.o",
                                              "-MD",
                                              "-MF",
                                              "out.d",
                                              "-MT",
                                              "out.o",
                                              "-fopenmp",
                                              "main.c",
                                              "-lm",
                                              "-Wl,-z,now",
                                              "-Werror=all",
                                              "-std=gnu99",
                                              "-include",
                                              "pre.h",
                                              "--param",
                                              "max-inline=3",
                                              "-march=native"};
  EXPECT_THAT(ParsingFlags(arguments), ElementsAre("-O2", "-I", "inc", "-Isrc", "-DN=3", "-fopenmp", "-std=gnu99",
                                                   "-include", "pre.h", "-march=native"));
}

TEST(Flags, NamesOfCompilers) {
  for (const char* name :
       {"gcc", "cc", "clang-22", "/usr/bin/c++", "aarch64-linux-gnu-g++-12", "ccache", "nvcc", "clang++"})
    EXPECT_TRUE(IsCompilerName(name)) << name;
  for (const char* name : {"-c", "main.c", "libgcc.a", "", "gcc.c"})
    EXPECT_FALSE(IsCompilerName(name)) << name;
}

TEST_F(Load, ListsUserFilesAndSystemHeaders) {
  Write("src/h.h", "int f(void);\n");
  Write("a.c", "#include \"src/h.h\"\n#include <stdio.h>\nint f(void) { return printf(\"\"); }\n");
  const auto unit = load::Load(In("a.c", {"gcc"}));
  ASSERT_TRUE(unit) << unit.error().message;
  EXPECT_THAT(unit->user_files(), ElementsAre("a.c", "src/h.h"));
  EXPECT_THAT(unit->system_headers(), Contains(EndsWith("/stdio.h")));
}

TEST_F(Load, HeaderBesideAnAbsoluteMainFileIsNamedFromThere) {
  Write("src/h.h", "");
  const std::string main = Write("src/b.c", "#include \"h.h\"\n");
  const auto unit = load::Load({"/", main, {}});
  ASSERT_TRUE(unit);
  EXPECT_THAT(unit->user_files(), ElementsAre(main, "h.h"));
}

TEST_F(Load, ParseErrorHasItsPlace) {
  Write("bad.c", "int x;\n#define BROKEN int 3;\n  BROKEN\n");
  const auto unit = load::Load(In("bad.c", {}));
  ASSERT_FALSE(unit);
  EXPECT_EQ(ExitCode(unit.error().kind), 3);
  EXPECT_EQ(ToString(unit.error().location), "bad.c:3:3");
  EXPECT_THAT(unit.error().message, HasSubstr("expected identifier"));
}

TEST_F(Load, MissingHeaderIsAParseError) {
  Write("bad.c", "#include \"gone.h\"\n");
  const auto unit = load::Load(In("bad.c", {}));
  ASSERT_FALSE(unit);
  EXPECT_EQ(ToString(unit.error().location), "bad.c:1:10");
}

TEST_F(Load, MissingFile) {
  const auto unit = load::Load(In("gone.c", {}));
  ASSERT_FALSE(unit);
  EXPECT_THAT(unit.error().message, HasSubstr("gone.c"));
  EXPECT_EQ(ExitCode(unit.error().kind), 3);
  EXPECT_FALSE(load::Load(In("src", {})));
}

TEST_F(Load, FlagsThatClangDoesNotKnowAreDropped) {
  Write("a.c", "int x = N;\n");
  const auto unit =
      load::Load(In("a.c", {"gcc", "-fno-tree-everything", "-mno-such-machine-flag", "-DN=4", "-fwhole-program"}));
  ASSERT_TRUE(unit) << unit.error().message;
}

TEST_F(Load, WhatGccTakesWithAWarningParses) {
  Write("a.c", "int main() { char* p = 3; undeclared(p); return 0; }\n");
  const auto unit = load::Load(In("a.c", {"gcc", "-Werror", "-Wall"}));
  ASSERT_TRUE(unit) << unit.error().message;
}

TEST_F(Load, CommandsOfADatabase) {
  const std::string a = Write("a.c", "int x;\n");
  Write("src/b.c", "int y;\n");
  Write("compile_commands.json", R"([{"directory": ")" + directory_.string() +
                                     R"(", "file": "a.c", "command": "gcc -DA=1 -c a.c -o a.o"},
    {"directory": ")" + directory_.string() +
                                     R"(", "file": "src/b.c", "arguments": ["clang", "-c", "src/b.c"]}])");
  const auto all = Commands({}, directory_.string(), {"-DX"});
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2U);
  const auto one = Commands({a}, directory_.string(), {});
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_THAT((*one)[0].arguments, Contains("-DA=1"));
  EXPECT_TRUE(load::Load((*one)[0]));
  for (const Command& command : *all)
    EXPECT_TRUE(load::Load(command)) << command.file;

  const std::string other = Write("other.c", "");
  const auto missing = Commands({other}, directory_.string(), {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(ExitCode(missing.error().kind), 4);
  EXPECT_THAT(missing.error().message, HasSubstr("other.c"));
}

TEST_F(Load, NoDatabaseAndNoFile) {
  const std::string a = Write("a.c", "");
  EXPECT_EQ(ExitCode(Commands({a}, (directory_ / "src").string(), {}).error().kind), 2);
  EXPECT_EQ(ExitCode(Commands({(directory_ / "gone.c").string()}, "", {}).error().kind), 3);
  Write("compile_commands.json", "[{");
  EXPECT_EQ(ExitCode(Commands({a}, directory_.string(), {}).error().kind), 2);
}

}  // namespace
}  // namespace detrain::load
