// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls and launches of a CUDA program, over all of its units: who runs a kernel or a device function, and what
// text can be added where it is launched.
#ifndef DETRAIN_ANALYZER_REWRITE_CUDA_CALLS_H
#define DETRAIN_ANALYZER_REWRITE_CUDA_CALLS_H

#include <clang/AST/ExprCXX.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

// A call, a launch among them, and the function that it stands in.
struct CudaCall {
  const Unit* unit = nullptr;
  const clang::CallExpr* call = nullptr;
  const clang::FunctionDecl* in = nullptr;
};

struct CudaFunction {
  const Unit* unit = nullptr;
  const clang::FunctionDecl* declaration = nullptr;
};

// 'name', for messages.
std::string NameOf(const clang::FunctionDecl& function);

class CudaCalls {
 public:
  // Of the units that are CUDA; instantiations of templates, not their patterns.
  explicit CudaCalls(const std::vector<Unit>& units);

  // A function in all units of the program; instantiations are the template.
  static std::string IdOf(const Unit& unit, const clang::FunctionDecl& function);

  const std::vector<CudaCall>& all() const { return all_; }
  // Those of a function, by its identity.
  const std::vector<CudaCall>& Of(const std::string& function) const { return Found(of_, function); }
  // Those that stand in a function.
  const std::vector<CudaCall>& In(const std::string& function) const { return Found(in_, function); }
  // All functions that run in the kernels which run this one, itself among them, as far as their text is known.
  std::vector<CudaFunction> RunBeside(const CudaFunction& function) const;
  // Whether it is named where it is neither called nor asked about, so that it may be run from anywhere.
  bool IsPassedOn(const std::string& function) const { return passed_on_.contains(function); }

  // Whether a launch is a statement of its own, whose end stands in the text: a call can follow it.
  static bool IsStatement(const CudaCall& launch);
  // The stream that a launch names, as it stands there; empty: it names none. Nothing: it cannot be said twice.
  static std::optional<std::string> StreamOf(const CudaCall& launch);
  // An argument of a launch as it stands there, likewise.
  static std::optional<std::string> Again(const Unit& unit, const clang::Expr* argument);
  // Behind its closing parenthesis.
  static Spot BehindLaunch(const CudaCall& launch);

 private:
  using Calls = std::map<std::string, std::vector<CudaCall>>;
  static const std::vector<CudaCall>& Found(const Calls& calls, const std::string& function);
  void Add(const Unit& unit);
  std::vector<CudaFunction> Callers(const CudaFunction& function) const;
  std::vector<CudaFunction> Callees(const CudaFunction& function) const;

  std::vector<CudaCall> all_;
  Calls of_, in_;
  std::set<std::string> passed_on_;
};

}  // namespace detrain::rewrite

#endif
