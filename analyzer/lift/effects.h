// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LIFT_EFFECTS_H
#define DETRAIN_ANALYZER_LIFT_EFFECTS_H

#include <map>

#include "analyzer/lift/body.h"

namespace detrain::lift {

// Turns one call into the ops that the function's catalog row lists.
class EffectLifter {
 public:
  EffectLifter(Body& body, const catalog::Row& row, const clang::CallExpr* call, bool is_used);

  // The call's value; none for void. A record result is written to `into`.
  rir::Operand Lift(rir::Operand into);

 private:
  using Operand = rir::Operand;
  using Expr = catalog::Expr;
  using Effect = catalog::Effect;
  using Role = catalog::Role;
  // `declared`: by the function's prototype, what pointer arithmetic counts in. `actual`: of the argument as the user
  // wrote it, which tells what a void pointer points to.
  struct Typed {
    Operand value;
    clang::QualType declared, actual;
  };

  void Apply(const Effect& effect);
  void Scoped(const Effect& effect, const std::function<void()>& emit);
  void AddRead(Operand value);
  Typed RegionValue(const std::string& name);
  void ApplyOne(const Effect& effect);
  void Alloc(const Effect& effect);
  clang::QualType PointerThatIsSet() const;
  void Open(const Effect& effect);
  void Seek(const Effect& effect);
  void Input(const Effect& effect);
  void Output(const Effect& effect);
  void Callback(const Effect& effect);
  void Read(const Effect& effect);
  void Write(const Effect& effect);
  void WriteRest();
  void Loop(const Effect& effect);
  void Anywhere(const Effect& effect);
  void Sync(const Effect& effect);

  void Produce(const Effect& effect, rir::OpData data, clang::QualType type);
  void Remember(const std::string& name, Typed value);
  bool Wants(const Effect& effect) const;

  static clang::QualType PointeeOf(const Typed& pointer);
  Typed Evaluate(const Expr& expr);
  Typed Place(const Expr& expr);  // the address of a Deref, Member or Element; `declared` is the pointer type
  Typed Arithmetic(const Expr& expr);
  Typed Choice(const Expr& expr);
  Operand Get(const Effect& effect, Role role);
  Operand Any(clang::QualType type);
  Operand Fresh(clang::QualType type, const char* suffix);  // another unknown value of the same inputs
  std::vector<Operand> Inputs() const;
  Operand Result(Operand into);
  bool IsStandardStream(const std::optional<Expr>& handle, std::initializer_list<llvm::StringRef> names) const;
  std::vector<const clang::Expr*> Rest() const;

  Body& body_;
  const catalog::Row& row_;
  const clang::CallExpr* call_;
  clang::ASTContext& ast_;
  bool is_used_;
  std::vector<Typed> args_;
  std::vector<Operand> reads_;
  Operand memo_;  // inside a branch or a loop: where to leave what was read there
  std::map<std::string, Typed, std::less<>> names_;
  int fresh_ = 0;
};

}  // namespace detrain::lift

#endif
