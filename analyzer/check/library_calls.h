// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the C++ library and of oneTBB in the user's code, by name. Its templates are part of the program like all
// else; what the standard says of them is known by their names alone.
#ifndef DETRAIN_ANALYZER_CHECK_LIBRARY_CALLS_H
#define DETRAIN_ANALYZER_CHECK_LIBRARY_CALLS_H

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/check/rules.h"

namespace detrain::check {

struct LibraryCall {
  flow::NodeId node = flow::kNone;          // of its result
  flow::InstanceId instance = flow::kNone;  // of the callee; none: it has no body, or stands for several calls
  const rir::Function* callee = nullptr;
  std::string name;  // without the arguments of templates: std::unordered_map::begin, tbb::parallel_sort
  std::vector<flow::NodeId> args;
  const std::vector<rir::Operand>* operands = nullptr;
};

// Calls in the user's code of functions whose names begin with std:: or tbb::, or that have no body.
std::vector<LibraryCall> LibraryCallsIn(const rir::Module& module, const flow::Flow& flow);

// What the user wrote where the library asks for something by a function of its own, which may be named as nobody
// writes it: `std::future::wait_for`, `std::random_device`. `callee` where the user's code calls it.
std::string WrittenAs(const flow::Flow& flow, flow::NodeId node, const std::string& callee);

// Whether it is an algorithm with a parallel policy, which is its first argument.
bool TakesPolicy(const rir::Function& callee);

// `std::map<K, V>::begin` -> `std::map::begin`.
std::string WithoutArguments(std::string_view name);
// `std::map<K *, V>::begin` -> `K *`.
std::string FirstArgument(std::string_view name);
// How many arguments a template has there: `std::map<K, V>::begin` -> 2.
unsigned CountArguments(std::string_view name);
// Whether a type is, or wraps, an address that its comparison compares.
bool IsAddress(std::string_view type);

}  // namespace detrain::check

#endif
