// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts that running a program does not show: names, places, element types, what is said of constructs without a model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "analyzer/lift/lift.h"
#include "analyzer/load/load.h"
#include "analyzer/rir/print.h"
#include "analyzer/rir/verify.h"

namespace detrain::lift {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Lifted {
  rir::Module module;
  std::string text;
  std::vector<std::string> remarks;
};

Lifted LiftText(const std::string& source, const std::string& model = "") {
  const std::string path = testing::TempDir() + "lift_fact.c";
  std::ofstream(path) << source;
  const Result<load::LoadedUnit> unit = load::Load({testing::TempDir(), "lift_fact.c", {"-fopenmp"}});
  EXPECT_TRUE(unit) << unit.error().message;
  Lifted lifted;
  diag::Funnel funnel([&](const diag::Diagnostic& diagnostic) { lifted.remarks.push_back(diagnostic.message); });
  catalog::Catalog catalog = catalog::Catalog::Builtin();
  if (!model.empty()) {
    EXPECT_TRUE(catalog.Add(model, "model", true));
  }
  lifted.module = Lift(*unit, catalog, funnel);
  lifted.text = rir::Print(lifted.module);
  for (const rir::Problem& problem : rir::Verify(lifted.module))
    ADD_FAILURE() << ToString(problem.location) << ": " << problem.message << "\n" << lifted.text;
  return lifted;
}

std::string TextOf(const std::string& source) {
  return LiftText(source).text;
}

const rir::Region& RegionNamed(const rir::Module& module, const std::string& name) {
  for (const rir::Region& region : module.regions)
    if (region.name == name)
      return region;
  ADD_FAILURE() << "no region " << name;
  return module.regions[0];
}

TEST(Names, OfEveryKindOfVariable) {
  const Lifted lifted = LiftText(
      "int seen = 3; static float hidden; extern int elsewhere;\n"
      "static int f(int given) { static long kept; int local = elsewhere; kept++; return local + given + seen + "
      "(int)hidden; }\n"
      "int g(void) { return f(1); }\n");
  const rir::Module& m = lifted.module;
  EXPECT_EQ(RegionNamed(m, "::seen").kind, rir::RegionKind::Global);
  EXPECT_TRUE(RegionNamed(m, "::seen").has_initializer);
  EXPECT_EQ(RegionNamed(m, "lift_fact.c::hidden").kind, rir::RegionKind::FileStatic);
  EXPECT_FALSE(RegionNamed(m, "lift_fact.c::hidden").has_initializer);
  EXPECT_FALSE(RegionNamed(m, "::elsewhere").is_defined);
  EXPECT_EQ(RegionNamed(m, "f::kept").kind, rir::RegionKind::FunctionStatic);
  EXPECT_EQ(RegionNamed(m, "given").kind, rir::RegionKind::Param);
  EXPECT_EQ(RegionNamed(m, "local").declared.line, 2U);
  EXPECT_EQ(m.functions[0].link_name, "lift_fact.c::f");
  EXPECT_EQ(m.sources, std::vector<std::string>{"lift_fact.c"});
}

TEST(Places, OfMacrosAndLoopsAreWhereTheUserWroteThem) {
  const std::string text = TextOf(
      "#define TWICE(x) ((x) * 2)\n"
      "int f(int n) {\n"
      "  int s = 0;\n"
      "  for (int i = 0; i < n; i++)\n"
      "    s +=\n"
      "        TWICE(i);\n"
      "  return s;\n"
      "}\n");
  EXPECT_THAT(text, AllOf(ContainsRegex("loop 0 !4:3"), ContainsRegex("mul .* !6:9")));
}

TEST(Allocation, ElementTypeComesFromTheCastOrTheTarget) {
  const std::string text = TextOf(
      "#include <stdlib.h>\n"
      "struct s { int a; };\n"
      "struct s* p; float* q;\n"
      "double* f(int n) { p = malloc(sizeof *p); q = (float*)calloc(n, 4); void* raw = malloc(9); q = realloc(q, n); "
      "free(raw);\n"
      "  return malloc(8 * n); }\n");
  EXPECT_THAT(text, HasSubstr("alloc 4 of s by malloc"));
  EXPECT_THAT(text, ContainsRegex("alloc %[0-9]+ of f32 zeroed by calloc"));
  EXPECT_THAT(text, HasSubstr("alloc 9 by malloc"));
  EXPECT_THAT(text, ContainsRegex("of f32 old %[0-9]+ by realloc"));
  EXPECT_THAT(text, ContainsRegex("alloc %[0-9]+ of f64 by malloc"));
}

TEST(Index, BoundIsThatOfTheDeclaredArray) {
  EXPECT_THAT(
      TextOf("int t[4][3]; int f(int i, int* p) { return t[i][2] + p[i]; }"),
      AllOf(ContainsRegex("index @::t, %[0-9]+ of array<i32, 3> bound 4"),
            ContainsRegex("index %[0-9]+, 2 of i32 bound 3"), ContainsRegex("index %[0-9]+, %[0-9]+ of i32 !")));
}

TEST(Records, AreCopiedWithTheirSize) {
  const std::string text = TextOf(
      "struct v { float x[4]; }; struct v make(void); void take(struct v);\n"
      "void f(struct v* p) { struct v a = make(); struct v b = a; *p = b; take(*p); p[1] = make(); }\n");
  EXPECT_THAT(text,
              AllOf(HasSubstr("call $make() into @a"), HasSubstr("copy @b, @a bytes 16"),
                    ContainsRegex("copy %[0-9]+, @b bytes 16"), ContainsRegex("call \\$make\\(\\) into %[0-9]+")));
}

TEST(Streams, AreHiddenOrWhereTheArgumentPoints) {
  const std::string text = TextOf(
      "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <time.h>\n"
      "unsigned s; unsigned short e[3];\n"
      "double f(void) { srand(time(0)); srand48(3); return rand() + drand48() + rand_r(&s) + erand48(e); }\n");
  EXPECT_THAT(
      text,
      AllOf(HasSubstr("hidden @libc::rand: handle<state> stream"), ContainsRegex("input clock recorded by time"),
            ContainsRegex("seed @libc::rand\\(%[0-9]+\\) by srand"), HasSubstr("seed @libc::drand48(3) by srand48"),
            HasSubstr("draw @libc::rand() by rand"), HasSubstr("draw @libc::drand48() by drand48"),
            HasSubstr("draw @::s() by rand_r"), HasSubstr("draw @::e() by erand48")));
}

TEST(Files, AreCursorsAndSinks) {
  const std::string text = TextOf(
      "#include <stdio.h>\n"
      "int f(const char* path, float* to, int n) {\n"
      "  FILE* in = fopen(path, \"rb\"); if (fread(to, sizeof(float), n, in) != n) return 1; fread(to, 4, 2, in);\n"
      "  fseek(in, 8, SEEK_CUR); char line[80]; fgets(line, 80, in); int x; fscanf(in, \"%d\", &x);\n"
      "  fprintf(stderr, \"%d\\n\", x); fprintf(in, \"%f\", to[0]); fwrite(to, 4, n, in); fflush(in); return "
      "fclose(in); }\n");
  EXPECT_THAT(text, ContainsRegex("input file handle %[0-9]+ into \\(%[0-9]+ bytes %[0-9]+\\) unit 4 by fread"));
  EXPECT_THAT(text, ContainsRegex("input file handle %[0-9]+ into \\(%[0-9]+ bytes 8\\) unit 4 unchecked by fread"));
  EXPECT_THAT(text, ContainsRegex("seek %[0-9]+ offset 8 whence 1 by fseek"));
  EXPECT_THAT(text, ContainsRegex("into \\(@line bytes 80\\) unchecked by fgets"));
  EXPECT_THAT(text, ContainsRegex("into \\(@x bytes 4\\) unchecked by fscanf"));
  EXPECT_THAT(text,
              ContainsRegex("output text handle %[0-9]+ format \"%d\\\\n\" args \\(%[0-9]+\\) first 3 by fprintf"));
  EXPECT_THAT(text, ContainsRegex("output file handle %[0-9]+ format \"%f\" args"));
  EXPECT_THAT(text, Not(HasSubstr("fflush")));
}

TEST(Asserts, StopTheProgram) {
  EXPECT_THAT(TextOf("#include <assert.h>\nvoid f(int n) { assert(n > 0); }\n"),
              ContainsRegex("stop 134 abort by __assert_fail"));
}

TEST(Globals, InitialisersAreStoresOfInit) {
  const std::string text = TextOf(
      "int a = 5; int* p = &a; struct { int x, y; } s = {.y = 2}; int zero = 0; const char* t[2] = {\"hi\"};\n"
      "float big[70] = {1, 2}; float long_[70] = "
      "{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
      "28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,"
      "65};\n");
  const std::string init = text.substr(text.find("\ninit "));
  EXPECT_THAT(init, AllOf(HasSubstr("store: i32 @::a, 5"), HasSubstr("store: ptr<i32> @::p, @::a"), HasSubstr("\"hi\""),
                          Not(HasSubstr("@::zero")), HasSubstr("@::big"), Not(HasSubstr("@::long_"))));
  EXPECT_THAT(text, ContainsRegex("@::long_: array<f32, 70> initialized"));
}

TEST(Locals, InitialiserListsZeroTheRestFirst) {
  EXPECT_THAT(TextOf("void f(void) { int a[4] = {1, 2}; }"), ContainsRegex("fill @a, 0 bytes 16"));
  EXPECT_THAT(TextOf("void f(void) { int a[2] = {1, 2}; }"), Not(HasSubstr("fill")));
  EXPECT_THAT(TextOf("void f(void) { char a[8] = \"abc\"; }"),
              AllOf(ContainsRegex("fill @a, 0 bytes 8"), ContainsRegex("copy @a, \"abc\" bytes 4")));
}

TEST(Calls, UnknownAndPointedTo) {
  const Lifted lifted = LiftText(
      "int mystery(int); static int h(int x) { return x; } int (*p)(int) = h; int f(void) { return mystery(p(2)); }");
  EXPECT_THAT(lifted.text, ContainsRegex("call %[0-9]+\\(2\\)"));
  for (const rir::Function& function : lifted.module.functions) {
    EXPECT_EQ(function.is_defined, function.name != "mystery");
    EXPECT_EQ(function.is_address_taken, function.name == "h");
  }
}

TEST(Calls, OfTheUsersOwnFunctionsAreNotThoseOfTheCatalog) {
  EXPECT_THAT(TextOf("int rand(void) { return 4; } int f(void) { return rand(); }"), HasSubstr("call $rand()"));
  EXPECT_THAT(TextOf("int access(int slot); int f(void) { return access(1); }"), HasSubstr("call $access(1)"));
}

TEST(Calls, ModelOfTheUser) {
  const Lifted lifted =
      LiftText("void blend(float* to, const float* from, int n); void f(float* a, float* b) { blend(a, b, 10); }",
               R"model({"functions": [{"name": "blend", "parameters": ["to", "from", "n"], "effects": [
                   {"op": "load", "address": "from"},
                   {"op": "fill", "target": "to", "byte": "any", "bytes": "n * sizeof(*to)"}]}]})model");
  EXPECT_THAT(lifted.text, AllOf(ContainsRegex("fill %[0-9]+, %[0-9]+ bytes 40 by blend"), Not(HasSubstr("call"))));
}

TEST(Blas, WritesRowsAndReadsTheResultOnlyWithBeta) {
  const std::string head =
      "void cblas_sgemm(int, int, int, int, int, int, float, const float*, int, const float*, int, float, float*, "
      "int);\n"
      "void f(const float* a, const float* b, float* c, int m, int n) { cblas_sgemm(101, 111, 111, m, n, 3, 1, a, 3, "
      "b, n, ";
  const Lifted without = LiftText(head + "0, c, n); }", "");
  EXPECT_THAT(without.text, HasSubstr("call $cblas_sgemm"));  // declared by the user alone: perhaps the user's own
  const std::string header = "# 1 \"/usr/include/cblas.h\" 1 3\n";
  const std::string fresh = TextOf(header + head.substr(0, head.find('\n') + 1) + "# 2 \"lift_fact.c\" 2\n" +
                                   head.substr(head.find('\n') + 1) + "0, c, n); }");
  EXPECT_THAT(fresh, AllOf(ContainsRegex("fill %[0-9]+, %[0-9]+ bytes %[0-9]+ by cblas_sgemm"),
                           HasSubstr("cblas_sgemm.at1"), Not(HasSubstr("cblas_sgemm.at2"))));
}

TEST(OpenMp, PragmasBecomePar) {
  const std::string text = TextOf(
      "float f(float* x, int n) { float s = 0; int i, k = 2;\n"
      "#pragma omp parallel for reduction(+:s) private(k) schedule(dynamic) collapse(1)\n"
      "for (i = 0; i < n; i++) { k = i; s += x[k]; }\n"
      "#pragma omp parallel\n{\n#pragma omp critical\n s++;\n#pragma omp barrier\n}\n"
      "#pragma omp parallel for ordered\nfor (int i = 0; i < n; i++)\n{\n#pragma omp ordered\n s++;\n}\n"
      "#pragma omp atomic\n s += 3;\n"
      "return s; }\n");
  EXPECT_THAT(text, ContainsRegex("par loop private \\(@k[#0-9]*, @i[#0-9]*\\) reduction \\(\"\\+\" @s\\)"));
  EXPECT_THAT(text,
              AllOf(HasSubstr("schedule dynamic"), HasSubstr("par region"), HasSubstr("par critical"),
                    HasSubstr("par ordered"), HasSubstr("sync barrier"), HasSubstr("atomic: f32 \"+\" @s, 0x1.8p+1")));
}

TEST(OpenMp, ATaskHasCopiesOfLocalVariables) {
  const std::string text = TextOf("int g; void f(int n) {\n#pragma omp task\n g += n;\n#pragma omp taskwait\n}");
  EXPECT_THAT(text, AllOf(HasSubstr("par task private (@n"), HasSubstr("store: i32 @::g"), HasSubstr("sync barrier")));
}

TEST(Atomics, AFenceIsNoUnknownFunction) {
  const std::string text =
      TextOf("void f(void) { __atomic_thread_fence(2); __atomic_signal_fence(2); __sync_synchronize(); }");
  EXPECT_THAT(text, AllOf(HasSubstr("sync flush"), Not(HasSubstr("call")), Not(HasSubstr("opaque"))));
}

TEST(Atomics, ACompareAndExchangeStoresWhatItFound) {
  const std::string text =
      TextOf("_Bool f(_Atomic int* p, int e) { return __c11_atomic_compare_exchange_strong(p, &e, 3, 5, 5); }");
  EXPECT_THAT(text, AllOf(HasSubstr("atomic.cas"), HasSubstr("atomic \"cas\""), HasSubstr("store: i32 @e"),
                          Not(HasSubstr("opaque"))));
}

TEST(Variadic, TheRestIsABlockAndTheLastArgument) {
  const std::string text = TextOf(
      "int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return __builtin_va_arg(a, int); }\n"
      "int g(double x, const char* s) { return f(1, x, s) + f(2); }");
  EXPECT_THAT(text,
              AllOf(HasSubstr("@\"$rest\": ptr"), HasSubstr("store: f64"), HasSubstr("member text2"),
                    HasSubstr("call $f(1, @arguments.0)"), HasSubstr("call $f(2, null)"), Not(HasSubstr("opaque"))));
}

TEST(FunctionPointers, AFunctionOfTheCatalogHasABodyWhereItsAddressIsTaken) {
  const std::string text = TextOf("#include <stdlib.h>\nint (*numbers)(void) = rand;");
  EXPECT_THAT(text, AllOf(HasSubstr("func $rand() -> i32"), HasSubstr("draw @libc::rand")));
}

TEST(Switch, WithoutFallthroughIsAChainOfIfs) {
  const std::string text = TextOf(
      "int f(int x) { switch (x) { case 1: x = 2; break; case 2: case 3: x = 4; break; default: x = 5; } return x; }");
  EXPECT_THAT(text, AllOf(Not(HasSubstr("loop")), HasSubstr("lor"), HasSubstr("else")));
}

TEST(Opaque, EveryConstructWithoutAModelIsNamed) {
  const std::pair<const char*, const char*> constructs[] = {
      {"void f(int x) { __asm__ volatile(\"nop\" : \"+r\"(x)); }", "inline assembly"},
      {"#include <setjmp.h>\njmp_buf b; int f(void) { return setjmp(b); }", "setjmp"},
      {"void* f(int i) { void* l[] = {&&a, &&b}; goto *l[i]; a: return 0; b: return l; }", "computed goto"},
      {"int f(int n) { switch (n) { case 0: do { n++; case 1: n--; } while (n > 3); } return n; }",
       "a case label inside a nested statement"},
      {"int f(int n) { goto in; switch (n) { case 3: in: return 3; } return n; }", "goto into a block"},
      {"int f(int n) { if (n > 3) goto in; for (int i = 0; i < n; i++) { in: n--; } return n; }", "goto into a block"},
      {"int f(volatile int* p) { return *p; }", "volatile pointer"},
      {"void done(int* p); void f(void) { int x __attribute__((cleanup(done))) = 3; }", "cleanup"},
      {"void f(int n) {\n#pragma omp task depend(out : n)\n n++;\n}", "OpenMP directive"},
      {"void f(float* s) {\n#pragma omp atomic\n *s = 3 - *s;\n}", "omp atomic"},
      {"#include <stdio.h>\nvoid f(int* n) { printf(\"%n\", n); }", "%n"},
  };
  for (const auto& [source, name] : constructs) {
    const Lifted lifted = LiftText(source);
    EXPECT_THAT(lifted.remarks, testing::Contains(HasSubstr(name))) << source;
    EXPECT_THAT(lifted.text, HasSubstr("opaque")) << source;
  }
}

TEST(Opaque, WhatIsModelledIsNotCalledOpaque) {
  EXPECT_THAT(LiftText("int f(int n) { int x = 0; for (int i = 0; i < n; i++) x += i; return x; }").remarks, IsEmpty());
}

TEST(Volatile, VariablesAreMarked) {
  const Lifted lifted = LiftText("volatile int stop; int f(void) { return stop; }");
  EXPECT_TRUE(RegionNamed(lifted.module, "::stop").is_volatile);
  EXPECT_THAT(lifted.remarks, IsEmpty());
}

TEST(Constructors, RunBeforeMain) {
  EXPECT_THAT(TextOf("int x; __attribute__((constructor)) void setup(void) { x = 3; }"),
              ContainsRegex("init [^}]*call \\$setup\\(\\)"));
}

}  // namespace
}  // namespace detrain::lift
