// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the address that a kernel adds to comes from, and what else the kernel does with that memory.
#ifndef DETRAIN_ANALYZER_REWRITE_SUM_TARGET_H
#define DETRAIN_ANALYZER_REWRITE_SUM_TARGET_H

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/rewrite/memory_path.h"
#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

// What leads a function to one piece of memory: a variable, a field of one or of the method's object, and the local
// pointers that are made from it.
class SumTarget {
 public:
  using Steps = MemoryPath::Steps;

  // `function` has a body.
  SumTarget(const Unit& unit, const clang::FunctionDecl& function) : unit_(&unit), function_(&function) {}

  // Instead of following a first address.
  void StartFrom(MemoryPath root) { root_ = std::move(root); }

  // Follows an address, and from there the steps, down to the variable that it comes from; all uses on the way are
  // allowed ones. False: there is no such variable, or it leads elsewhere than the first address.
  bool Follow(const clang::Expr* address, const Steps& steps = {});

  // Whether what a call is handed leads to the memory: by these steps.
  std::optional<Steps> StepsFrom(const MemoryPath& given) const {
    return root_ ? root_->StepsFrom(given) : std::nullopt;
  }
  // Nothing is done there but adding.
  void Allow(const MemoryPath& given) { allowed_.insert(given.named); }

  // Reads of the memory in front of `end` are uses that are allowed.
  void AllowReadsBefore(clang::SourceLocation end);

  // After an address was followed.
  const MemoryPath& root() const { return *root_; }
  bool IsShared() const;
  // A parameter of the function leads there, or the object whose method it is.
  bool IsGiven() const;
  // A variable of the device.
  bool IsGlobal() const;
  // The first use by which the function may read the memory, or hand it on; nullptr: there is none.
  const clang::Expr* FirstOtherUse() const;

 private:
  bool IsOtherUse(const clang::Expr* named, const MemoryPath& root) const;
  bool FollowPointer(const clang::VarDecl& local);
  bool IsHarmless(const clang::Expr* use) const;
  bool IsRead(const clang::Expr* use) const;

  const Unit* unit_;
  const clang::FunctionDecl* function_;
  std::optional<MemoryPath> root_;
  std::set<const clang::ValueDecl*> derived_;  // local pointers
  std::set<const clang::Expr*> allowed_;       // where a variable stands
  clang::SourceLocation reads_end_;
};

}  // namespace detrain::rewrite

#endif
