// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/nvcc_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detrain::driver::cc {
namespace {

using testing::ElementsAre;
using Words = std::vector<std::string>;

Words Host(const Words& words) {
  return HostWords(words);
}

TEST(HostWords, AreOfTheHostsCompiler) {
  EXPECT_THAT(Host({"nvcc", "-c", "a.cu", "-o", "a.o"}),
              ElementsAre("g++", "-c", "-x", "c++", "a.cu", "-x", "none", "-o", "a.o"));
  EXPECT_EQ(Host({"/opt/cuda/bin/nvcc", "-ccbin", "clang++", "a.o"}).front(), "clang++");
  EXPECT_THAT(Host({"ccache", "nvcc", "a.o"}), ElementsAre("ccache", "g++", "a.o"));
}

TEST(HostWords, LeaveOutWhatIsForTheGpu) {
  EXPECT_THAT(Host({"nvcc", "-arch=sm_80", "-gencode", "arch=compute_80,code=sm_80", "--use_fast_math", "-lineinfo",
                    "-Xptxas", "-v", "-t", "0", "--expt-relaxed-constexpr", "-dc", "a.o"}),
              ElementsAre("g++", "-D__CUDACC_RELAXED_CONSTEXPR__", "-c", "a.o"));
}

TEST(HostWords, KeepWhatTheHostsCompilerIsTold) {
  EXPECT_THAT(Host({"nvcc", "-O3", "-g", "-DA=1,B=2", "-Iinc", "--std=c++20", "-Xcompiler", "-Wall,-fopenmp",
                    "-march=native", "-Xlinker", "-s,-z", "-Ldir", "-lm", "a.o"}),
              ElementsAre("g++", "-O3", "-g", "-D", "A=1", "-D", "B=2", "-I", "inc", "-std=c++20", "-Wall", "-fopenmp",
                          "-march=native", "-Xlinker", "-s", "-Xlinker", "-z", "-L", "dir", "-lm", "a.o"));
}

TEST(HostWords, NeedCxx17) {
  EXPECT_THAT(Host({"nvcc", "-std=c++14", "a.o"}), ElementsAre("g++", "-std=c++17", "a.o"));
}

TEST(HostWords, HaveNoLibrariesThatTheBackendStandsInFor) {
  EXPECT_THAT(Host({"nvcc", "a.o", "-lcublas", "-lcublasLt", "-lcurand", "-lcudart", "-lcudnn", "-lcufft"}),
              ElementsAre("g++", "a.o", "-lcufft"));
}

TEST(HostWords, TakeTheLanguageForTheFilesBehindIt) {
  EXPECT_THAT(Host({"nvcc", "-x", "cu", "a.cpp", "b.o"}),
              ElementsAre("g++", "-x", "c++", "a.cpp", "-x", "none", "-x", "c++", "b.o", "-x", "none"));
  EXPECT_THAT(Host({"nvcc", "a.cpp", "-x", "c++", "b.inc"}), ElementsAre("g++", "a.cpp", "-x", "c++", "b.inc"));
}

TEST(HostWords, AreACallThatIsUnderstood) {
  Settings settings;
  settings.rewrite.cuda = rewrite::Cuda::Host;
  const Invocation call = ParseFor({"nvcc", "-O2", "a.cu", "b.o", "-o", "p", "-lcublas"}, settings);
  EXPECT_EQ(call.task, Task::Build);
  EXPECT_EQ(call.output, "p");
  EXPECT_THAT(call.Files(ArgumentKind::Source), ElementsAre("a.cu"));
  EXPECT_THAT(call.Files(ArgumentKind::LinkInput), ElementsAre("b.o"));
  EXPECT_THAT(call.analysed, ElementsAre("nvcc", "-O2", "a.cu", "b.o", "-o", "p", "-lcublas"));
}

}  // namespace
}  // namespace detrain::driver::cc
