// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/nvcc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "analyzer/load/nvcc_text.h"

namespace detrain::load {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using Action = NvccOption::Action;
using Values = NvccOption::Values;
using Words = std::vector<std::string>;

std::optional<std::string> OneFile(const std::string& path) {
  return path == "more.txt" ? std::optional<std::string>("-DFROM_FILE\n-I inc -ftz=true") : std::nullopt;
}

NvccFlags Of(const Words& arguments) {
  return TranslateNvcc(arguments, OneFile);
}

// A value that the action looks at.
std::string ValueFor(const NvccOption& option) {
  switch (option.action) {
    case Action::Language:
      return "cu";
    case Action::Architecture:
      return "arch=compute_86,code=[compute_86,sm_86]";
    case Action::Relocatable:
    case Action::InexactIfTrue:
      return "true";
    case Action::InexactIfFalse:
      return "false";
    case Action::DefaultStream:
      return "per-thread";
    case Action::OptionsFile:
      return "more.txt";
    case Action::Host:
      return "-march=native,-o x";
    default:
      return "v";
  }
}

// What the row promises of that value.
void ExpectEffect(const NvccOption& option, const std::string& argument, const NvccFlags& made) {
  const std::string spelling(option.spelling);
  Words flags = made.flags;
  ASSERT_THAT(flags, Contains("-DAFTER"));  // its value was not taken for one of ours
  flags.erase(std::ranges::find(flags, "-DAFTER"));
  switch (option.action) {
    case Action::Drop:
    case Action::Product:
      EXPECT_THAT(flags, IsEmpty());
      break;
    case Action::Pass:
    case Action::Relocatable:
    case Action::DefaultStream:
      EXPECT_THAT(flags, ElementsAre(spelling));
      break;
    case Action::PassJoined:
      EXPECT_THAT(flags, ElementsAre(spelling + "v"));
      break;
    case Action::PassList:
      EXPECT_THAT(flags, ElementsAre(spelling, "v"));
      break;
    case Action::PassFolders:
      EXPECT_THAT(made.folders, ElementsAre(spelling, "v"));
      break;
    case Action::Language:
      EXPECT_EQ(made.language, "cu");
      break;
    case Action::Host:
      EXPECT_THAT(flags, ElementsAre("-march=native"));
      break;
    case Action::Architecture:
      EXPECT_THAT(made.architectures, ElementsAre(86U));
      break;
    case Action::OptionsFile:
      EXPECT_THAT(flags, ElementsAre("-D", "FROM_FILE"));
      EXPECT_THAT(made.folders, ElementsAre("-I", "inc"));
      break;
    case Action::Inexact:
    case Action::InexactIfTrue:
    case Action::InexactIfFalse:
      EXPECT_THAT(flags, IsEmpty());
      EXPECT_THAT(made.inexact, ElementsAre(argument));
      break;
  }
}

void ExpectRow(const NvccOption& option, const Words& written) {
  SCOPED_TRACE(testing::PrintToString(written));
  Words arguments = written;
  arguments.insert(arguments.end(), {"-Xcompiler", "-DAFTER", "main.cu"});
  ExpectEffect(option, written.front(), Of(arguments));
}

TEST(Nvcc, EveryRow) {
  for (const NvccOption& option : NvccOptions())
    for (const std::string_view name : {option.long_name, option.short_name}) {
      const std::string spelled(name);
      const std::string value = ValueFor(option);
      if (option.values == Values::Alone) {
        ExpectRow(option, {spelled});
        continue;
      }
      ExpectRow(option, {spelled, value});
      ExpectRow(option, {spelled + "=" + value});
      if (option.values == Values::Joined && name == option.short_name)
        ExpectRow(option, {spelled + value});
    }
}

TEST(Nvcc, RowsHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const NvccOption& option : NvccOptions()) {
    EXPECT_TRUE(names.insert(option.long_name).second) << option.long_name;
    EXPECT_TRUE(option.long_name == option.short_name || names.insert(option.short_name).second) << option.short_name;
  }
}

TEST(Nvcc, ExactArithmeticIsNotRecorded) {
  EXPECT_THAT(Of({"-ftz=false", "-prec-div=true", "--prec-sqrt", "true", "-fmad=true"}).inexact, IsEmpty());
  EXPECT_THAT(Of({"-Xcompiler", "-O3,-ffast-math"}).inexact, ElementsAre("-ffast-math"));
}

TEST(Nvcc, ListsAreCutAtCommas) {
  EXPECT_THAT(Of({"-DA=1,B", "-D", "C=x\\,y"}).flags, ElementsAre("-D", "A=1", "-D", "B", "-D", "C=x,y"));
  EXPECT_THAT(Of({"-Xcompiler", "-fopenmp -Wall,-fPIC", "-Xcompiler=-DN=3"}).flags,
              ElementsAre("-fopenmp", "-Wall", "-fPIC", "-DN=3"));
  EXPECT_THAT(Of({"-gencode", "arch=compute_90a,code=sm_90a", "-gencode=arch=compute_80,code=sm_80", "-arch", "sm_75"})
                  .architectures,
              ElementsAre(75U, 80U, 90U));
}

TEST(Nvcc, TheHostCompilersOwnGoThroughItsTable) {
  EXPECT_THAT(Of({"-fopenmp", "-march=native", "-MQ", "x", "--param", "a=1", "-Ofast", "k.cu", "-O3"}).flags,
              ElementsAre("-fopenmp", "-march=native", "-Ofast", "-O3"));
}

TEST(Nvcc, IsFoundBehindLaunchers) {
  std::string path;
  EXPECT_TRUE(CallsNvcc(Words{"ccache", "/opt/cuda/bin/nvcc", "-c"}, &path));
  EXPECT_EQ(path, "/opt/cuda/bin/nvcc");
  EXPECT_FALSE(CallsNvcc(Words{"clang++", "-c"}));
  EXPECT_FALSE(CallsNvcc(Words{"-c", "nvcc"}));
}

TEST(Launches, AreJoinedAndNothingElseIs) {
  EXPECT_EQ(AsNvccReads("k << <g, b>> >(x);"), "k  <<<g, b >>>(x);");
  EXPECT_EQ(AsNvccReads("k< int >< < < f(a >> 2), b > > > (x);"), "k< int >  <<< f(a >> 2), b   >>> (x);");
  for (const char* same :
       {"k<<<g, b>>>(x);", "a << b; c < d; e >> f;", "// k << <g, b>> >(x)\n", "\"k << <g, b>> >(x)\"",
        "A<B<C<int>> > x;", "1'000 << 3", "k << <g, b;", "/* < < < */ f();"})
    EXPECT_EQ(AsNvccReads(same), std::nullopt) << same;
  EXPECT_EQ(AsNvccReads("x = 1'000; k << <1, 2>> >();"), "x = 1'000; k  <<<1, 2 >>>();");
}

TEST(Launches, HaveListsForSizes) {
  EXPECT_EQ(AsNvccReads("k<<<{1, 2}, {32}>>>(x);"), "k<<<$(1,2), (32)>>>(x);");
  EXPECT_EQ(AsNvccReads("k<T><<<\t{f(1, 2),2,3},\n { n } , 0, s>>>(x);"),
            "k<T><<<$(f(1, 2),2,3),\n ( n ) , 0, s>>>(x);");
  EXPECT_EQ(AsNvccReads("k<<<{}, { a, b }>>>();"), "k<<<1 ,$( a, b )>>>();");
  for (const char* same :
       {"k<<<{1,2},32>>>(x);", "k<<<dim3{1, 2}, f({1, 2})>>>(x);", "int a[] = {1, 2}; b << <{1, 2};"})
    EXPECT_EQ(AsNvccReads(same), std::nullopt) << same;
}

TEST(Unrolling, IsNoMacro) {
  EXPECT_EQ(AsNvccReads("#  define UNROLL #pragma unroll\nf();"), "#  define UNROLL               \nf();");
  EXPECT_EQ(AsNvccReads(" #define U(n) # pragma unroll n"), std::nullopt);  // # makes a string of the next word there
  EXPECT_EQ(AsNvccReads("#define U #pragma unroll 4"), "#define U                 ");
  for (const char* same : {"#pragma unroll\n", "f(); // #define U\n#pragma unroll 4", "#define U _Pragma(\"unroll\")",
                           "#define O #pragma omp parallel for", "#undef define #pragma unroll"})
    EXPECT_EQ(AsNvccReads(same), std::nullopt) << same;
}

}  // namespace
}  // namespace detrain::load
