// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/invocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace detrain::driver::cc {
namespace {

using testing::ElementsAre;

std::vector<std::string> Compile(const Invocation& call, const std::string& source, const std::string& object) {
  return call.CompileWords(source, "c", object, {});
}

TEST(Invocation, KnowsItsTask) {
  EXPECT_EQ(Parse({"gcc", "-c", "a.c", "-o", "a.o"}).task, Task::Compile);
  EXPECT_EQ(Parse({"gcc", "a.c", "b.c", "-o", "p", "-lm"}).task, Task::Build);
  EXPECT_EQ(Parse({"gcc", "a.o", "b.o", "-o", "p", "-lm"}).task, Task::Link);
  for (const char* flag : {"-E", "-M", "-MM", "-S", "-fsyntax-only", "-shared"})
    EXPECT_EQ(Parse({"gcc", flag, "a.c"}).task, Task::PassThrough) << flag;
  EXPECT_EQ(Parse({"gcc", "--version"}).task, Task::PassThrough);
  EXPECT_EQ(Parse({"gcc", "-x", "c", "-", "-o", "p"}).task, Task::PassThrough);
  EXPECT_EQ(Parse({"gcc", "-c", "a.s"}).task, Task::PassThrough);
  EXPECT_EQ(Parse({"gcc", "-x", "fortran", "a.c"}).task, Task::PassThrough);
  for (const char* file : {"a.cc", "a.cpp", "a.cxx", "a.c++", "a.cp", "a.C"})
    EXPECT_EQ(Parse({"g++", "-c", file}).task, Task::Compile) << file;
  EXPECT_EQ(Parse({"g++", "-x", "c++", "-c", "a.inc"}).task, Task::Compile);
}

TEST(Invocation, TellsInputsFromValuesOfFlags) {
  const Invocation call =
      Parse({"gcc", "-I", "inc.c", "-include", "pre.c", "-MF", "x.c", "-D", "A=b.c", "-c", "a.c", "-o", "o.c"});
  EXPECT_THAT(call.Files(ArgumentKind::Source), ElementsAre("a.c"));
  EXPECT_EQ(call.output, "o.c");
}

TEST(Invocation, TakesLaunchersForPartOfTheCompiler) {
  EXPECT_THAT(Parse({"ccache", "gcc", "-c", "a.c"}).compiler, ElementsAre("ccache", "gcc"));
  EXPECT_THAT(Parse({"/usr/bin/cc", "-c", "a.c"}).compiler, ElementsAre("/usr/bin/cc"));
}

TEST(Invocation, NamesObjectsAsTheCompilerDoes) {
  EXPECT_EQ(Parse({"gcc", "-c", "d/a.c"}).ObjectOf("d/a.c"), "a.o");
  EXPECT_EQ(Parse({"gcc", "-c", "a.c", "-oq.o"}).ObjectOf("a.c"), "q.o");
  EXPECT_EQ(Parse({"gcc", "a.c"}).output, "a.out");
}

TEST(Invocation, NamesDepfilesAsTheCompilerDoes) {
  EXPECT_THAT(Parse({"gcc", "-MD", "-c", "a.c", "-o", "d/a.o"}).DepfilesOf("a.c"), ElementsAre("d/a.d"));
  EXPECT_THAT(Parse({"gcc", "-MD", "-MT", "t", "-MF", "x.d", "-c", "a.c"}).DepfilesOf("a.c"), ElementsAre("x.d"));
  EXPECT_THAT(Parse({"gcc", "-MMD", "a.c", "-o", "p"}).DepfilesOf("a.c"), testing::Contains("p-a.d"));
  EXPECT_TRUE(Parse({"gcc", "-c", "a.c"}).DepfilesOf("a.c").empty());
}

TEST(Invocation, CompilesAnotherSourceWithTheSameFlags) {
  const Invocation call =
      Parse({"gcc", "-O2", "-I", "inc", "-MD", "-MF", "x.d", "a.c", "b.c", "-lm", "-Wl,-s", "-o", "p"});
  EXPECT_THAT(Compile(call, "s/a.c", "s/a.o"),
              ElementsAre("gcc", "-O2", "-I", "inc", "-c", "-x", "c", "s/a.c", "-o", "s/a.o"));
}

TEST(Invocation, LinksOtherObjectsInTheSameOrder) {
  const Invocation call = Parse({"gcc", "-O2", "a.c", "x.o", "-L", "lib", "-lm", "-MD", "-o", "p"});
  const auto replace = [](const std::string& file) { return file == "a.c" ? std::string("s/a.o") : file; };
  const std::vector<std::string> extra = {"rt.a"};
  EXPECT_THAT(call.LinkWords(replace, "q", extra),
              ElementsAre("gcc", "-O2", "s/a.o", "x.o", "-L", "lib", "-lm", "-o", "q", "rt.a"));
}

TEST(Invocation, ReadsResponseFilesAndKeepsTheCommandAsGiven) {
  const std::string file = testing::TempDir() + "detrain_words.rsp";
  std::ofstream(file) << "a.o 'b c.o'\n\"-lm\"";
  EXPECT_THAT(Parse({"gcc", "@" + file, "-o", "p"}).Files(ArgumentKind::LinkInput), ElementsAre("a.o", "b c.o"));
  std::ofstream(file) << "-c a.c";
  const Invocation call = Parse({"gcc", "@" + file});
  EXPECT_EQ(call.task, Task::Compile);
  EXPECT_THAT(call.analysed, ElementsAre("gcc", "-c", "a.c"));
  EXPECT_THAT(call.given, ElementsAre("gcc", "@" + file));
  EXPECT_EQ(Parse({"gcc", "-c", "@no_such_file"}).task, Task::PassThrough);
}

TEST(Invocation, SplitsResponseFilesAsCompilersDo) {
  EXPECT_THAT(ResponseWords("a 'b c' \"d\\\"e\" f\\ g ''"), ElementsAre("a", "b c", "d\"e", "f g", ""));
}

}  // namespace
}  // namespace detrain::driver::cc
