// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each text has a mark `@` where the access is; what a statement in front of it makes of the text is compared.
#include "analyzer/check/statement_text.h"

#include <gtest/gtest.h>

#include <string>

namespace detrain::check {
namespace {

std::string With(std::string text) {
  const std::size_t mark = text.find('@');
  text.erase(mark, 1);
  const auto place = PlaceBefore(text, mark);
  if (!place)
    return "none";
  if (place->end)
    text.insert(*place->end, " }");
  return text.insert(place->begin, place->end ? "{ B; " : "B; ");
}

TEST(StatementText, TheStatementAroundThePlaceBegins) {
  EXPECT_EQ(With("void k() { a; b = @c; }"), "void k() { a; B; b = c; }");
  EXPECT_EQ(With("void k() { if (a) { x; } @b; }"), "void k() { if (a) { x; } B; b; }");
  EXPECT_EQ(With("namespace n { void k(int (*f)(int)) { int a[] = {1, 2}; f(T{1}, @b); } }"),
            "namespace n { void k(int (*f)(int)) { int a[] = {1, 2}; B; f(T{1}, b); } }");
  EXPECT_EQ(With("void k() { for (int i = 0; i < n; ++i) { a(\"};\"); /* ; { */ b(@i); } }"),
            "void k() { for (int i = 0; i < n; ++i) { a(\"};\"); /* ; { */ B; b(i); } }");
  EXPECT_EQ(With("void k() { switch (a) { case 1: b = @c; } }"), "void k() { switch (a) { case 1: B; b = c; } }");
}

TEST(StatementText, ABranchOrALoopIsAStatementOfItsOwn) {
  EXPECT_EQ(With("void k() { a; @if (b) c; else d; }"), "void k() { a; B; if (b) c; else d; }");
  EXPECT_EQ(With("void k() { a; if (@b > 0) c; }"), "void k() { a; B; if (b > 0) c; }");
  EXPECT_EQ(With("void k() {\n#pragma unroll\n  @for (;;) a; }"), "void k() {\nB; #pragma unroll\n  for (;;) a; }");
}

TEST(StatementText, ABodyWithoutBracesGetsThem) {
  EXPECT_EQ(With("void k() { for (;;) w[i] += @f(w[i]); }"), "void k() { for (;;) { B; w[i] += f(w[i]); } }");
  EXPECT_EQ(With("void k() { if (a) b; else @c; }"), "void k() { if (a) b; else { B; c; } }");
}

TEST(StatementText, WhereNothingCanStandInFrontThereIsNoPlace) {
  EXPECT_EQ(With("void k() { for (int i = @a; i < b; ++i) c; }"), "none");
  EXPECT_EQ(With("void k() { while (@a) c; }"), "none");
  EXPECT_EQ(With("void k() { if (a) b; else @if (c) d; else e; }"), "none");
  EXPECT_EQ(With("void k() { for (;;) @if (c) d; }"), "none");
  EXPECT_EQ(With("void k() {\n#ifdef A\n if (a) {\n#else\n if (b) {\n#endif\n @c; } }"), "none");
  EXPECT_EQ(With("int a = @b;"), "none");
  EXPECT_EQ(With("void k() { // @b\n }"), "none");
}

}  // namespace
}  // namespace detrain::check
