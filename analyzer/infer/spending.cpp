// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/spending.h"

#include <utility>

namespace detrain::infer {

namespace {

// Of a pointer: null, the number of the first argument that leads into the same block, or that it leads to several.
std::string PlaceOf(const Value& value, std::map<ObjectId, std::size_t>& first, std::size_t number) {
  if (value.IsOnlyNull())
    return "null";
  const Target* only = value.OnlyPlace();
  if (only == nullptr)
    return "several";
  return "block" + std::to_string(first.try_emplace(only->object, number).first->second);
}

}  // namespace

std::string ShapeOf(const std::vector<Value>& args, const ExprPool& pool) {
  std::map<ObjectId, std::size_t> first;
  std::string shape;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Value& value = args[i];
    if (value.kind == Value::Kind::Pointer)
      shape += PlaceOf(value, first, i);
    else if (value.kind == Value::Kind::Function)
      shape += value.functions.size() == 1 ? "function" : "functions";
    else if (value.HasNumber() && pool.AsConstant(value.number))
      shape += "constant";
    else
      shape += "number";
    shape += ' ';
  }
  return shape;
}

FunctionSpending& Counters::Of(const rir::Function* f) {
  if (f == current_ && at_ != nullptr)
    return *at_;
  current_ = f;
  at_ = &functions_[f];
  return *at_;
}

void Counters::Call(const rir::Function& f, std::string shape) {
  FunctionSpending& spending = Of(&f);
  ++spending.calls;
  spending.shapes.insert(std::move(shape));
}

void Counters::Operation(const rir::Function* f) {
  ++Of(f).operations;
}

void Counters::AddTo(Spending& all, std::uint64_t work) const {
  ++all.runs;
  all.work += work;
  all.passes += passes_;
  for (const auto& [f, spending] : functions_) {
    FunctionSpending& sum = all.functions[f == nullptr ? std::string() : f->link_name];
    sum.name = f == nullptr ? std::string() : f->name;
    sum.operations += spending.operations;
    sum.calls += spending.calls;
    sum.shapes.insert(spending.shapes.begin(), spending.shapes.end());
  }
}

}  // namespace detrain::infer
