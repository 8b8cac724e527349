// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/infer/infer.h"
#include "analyzer/infer/link.h"
#include "analyzer/rir/parse.h"

namespace detrain::plan {
namespace {

// A loop of `trips` over the variable. `value` is the first of four value numbers that it uses.
std::string Loop(int number, const std::string& variable, int trips, int line, int value, const std::string& body) {
  const auto v = [&](int k) { return "%" + std::to_string(value + k); };
  const std::string at = "@" + variable;
  return "store: i32 " + at + ", 0 !" + std::to_string(line) + ":1\n" +  //
         "loop " + std::to_string(number) + " !" + std::to_string(line) + ":5 test {\n" + v(0) + ": i32 = load " + at +
         "\n" + v(1) + ": i32 = lt " + v(0) + ", " + std::to_string(trips) + "\n" + "} if " + v(1) + " body {\n" +
         body + "\n} step {\n" +  //
         v(2) + ": i32 = load " + at + "\n" + v(3) + ": i32 = add " + v(2) + ", 1\nstore: i32 " + at + ", " + v(3) +
         "\n}\n";
}

// to[i] += from[i] at the given line.
std::string AddElement(const std::string& to, const std::string& from, int line, int value) {
  const auto v = [&](int k) { return "%" + std::to_string(value + k); };
  const std::string at = " !" + std::to_string(line) + ":9\n";
  return v(0) + ": i32 = load @i\n" +  //
         v(1) + ": ptr<f32> = index @" + to + ", " + v(0) + " of f32 bound 64\n" + v(2) + ": ptr<f32> = index @" +
         from + ", " + v(0) + " of f32 bound 64\n" + v(3) + ": f32 = load " + v(1) + at + v(4) + ": f32 = load " +
         v(2) + at +  //
         v(5) + ": f32 = add " + v(3) + ", " + v(4) + "\nstore: f32 " + v(1) + ", " + v(5) + at;
}

std::string Main(const std::string& locals, const std::string& body) {
  return "source \"a.c\"\nfile \"a.c\"\nglobal @::x: f32 !1:1\nhidden @draws: handle<state> stream\n"
         "extern func $unknown(...)\nfunc $main() -> i32 !2:5 {\nlocal @i: i32 !3:1\n" +
         locals + body + "return 0\n}\n";
}

}  // namespace

std::string Program(const std::string& step, const std::string& after) {
  const std::string add = Loop(1, "i", 64, 12, 10, AddElement("w", "g", 13, 20));
  return Main(
      "local @w: array<f32, 64> !4:1\nlocal @g: array<f32, 64> !5:1\nlocal @n: i32 !6:1\nlocal @step: i32 !7:1\n",
      "fill @w, 0 bytes 256 !8:1\nfill @g, 0 bytes 256 !8:2\nstore: i32 @n, 3 !8:3\n" +
          Loop(0, "step", 100, 10, 0, step + "\n" + add) + after + "\n");
}

std::string TwoLoops(Shape shape) {
  const std::string first = Loop(1, "i", 64, 15, 10, AddElement("w0", "w0", 16, 20));
  const std::string second = Loop(3, "i", 64, 25, 110, AddElement("w1", "w1", 26, 120));
  const std::string inner = Loop(2, "step1", 100, 20, 100, second);
  const std::string outer = Loop(0, "step0", 100, 10, 0,
                                 shape == Shape::InARow   ? first
                                 : shape == Shape::Nested ? first + inner
                                                          : inner);
  return Main("local @w0: array<f32, 64>\nlocal @w1: array<f32, 64>\nlocal @step0: i32\nlocal @step1: i32\n",
              "fill @w0, 0 bytes 256\nfill @w1, 0 bytes 256\n" + outer + (shape == Shape::InARow ? inner : ""));
}

Result<infer::TypedModule> Typed(const std::string& text, const Options& options) {
  Result<rir::Module> module = rir::Parse(text, "a.rir");
  if (!module)
    return module.error();
  std::vector<rir::Module> units;
  units.push_back(std::move(*module));
  Result<rir::Module> linked = infer::Link(std::move(units));
  if (!linked)
    return linked.error();
  return infer::Infer(std::move(*linked), AskedFor(options));
}

Result<CheckpointPlan> TryPlan(const std::string& text, const Options& options) {
  Result<infer::TypedModule> typed = Typed(text, options);
  if (!typed)
    return typed.error();
  return MakePlan(*typed, options);
}

CheckpointPlan PlanOf(const std::string& text, const Options& options) {
  Result<CheckpointPlan> plan = TryPlan(text, options);
  if (!plan) {
    ADD_FAILURE() << plan.error().message << "\n" << text;
    return {};
  }
  return std::move(*plan);
}

const Entry& EntryOf(const CheckpointPlan& plan, const std::string& path) {
  static const Entry kNone;
  const auto found = std::ranges::find_if(plan.entries, [&](const Entry& e) { return e.path == path; });
  if (found != plan.entries.end())
    return *found;
  ADD_FAILURE() << "no entry '" << path << "'";
  return kNone;
}

}  // namespace detrain::plan
