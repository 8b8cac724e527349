// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline assembly: what has no instruction, one whose effect is known, or what only computes. All else is opaque.
#include <clang/AST/Stmt.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using llvm::dyn_cast;

namespace {

// Neither does a comment (`#` or `//` to the end of a line): the statement only keeps the compiler from moving code.
bool HasInstruction(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> lines;
  text.split(lines, '\n');
  return std::ranges::any_of(lines, [](llvm::StringRef line) {
    line = line.trim();
    return !line.empty() && !line.starts_with("#") && !line.starts_with("//");
  });
}

// Which processor this is, and what it can do: the same as long as the machine is. Others stand beside it, which put
// a register by (`xchg`, `mov`).
bool AsksProcessor(const clang::GCCAsmStmt& assembly) {
  return assembly.getNumOutputs() != 0 && llvm::StringRef(assembly.getAsmString()).contains("cpuid");
}

// Whether the text names memory by what is in a register: `(%rax)`, `[%rd1]`. `%[name]` is an operand.
bool NamesMemory(llvm::StringRef text) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '(' || (text[at] == '[' && (at == 0 || text[at - 1] != '%')))
      return true;
  return false;
}

// Operands that the instructions may reach memory through.
bool IsPlace(llvm::StringRef constraint, const clang::Expr* operand) {
  const clang::QualType type = operand->getType();
  return constraint.contains('m') || !(type->isArithmeticType() || type->isEnumeralType() || IsVector(type));
}

// What is neither volatile nor said to touch memory gives, by GCC's rules, outputs that come from its inputs alone.
// What has no input asks for something else: the number of a thread, a clock.
bool OnlyComputes(const clang::GCCAsmStmt& assembly) {
  bool is_pure = !assembly.isVolatile() && assembly.getNumInputs() + assembly.getNumPlusOperands() > 0 &&
                 !NamesMemory(assembly.getAsmString());
  for (unsigned i = 0; i < assembly.getNumClobbers(); ++i)
    is_pure = is_pure && assembly.getClobber(i) != "memory";
  for (unsigned i = 0; i < assembly.getNumInputs(); ++i)
    is_pure = is_pure && !IsPlace(assembly.getInputConstraint(i), assembly.getInputExpr(i));
  for (unsigned i = 0; i < assembly.getNumOutputs(); ++i)
    is_pure = is_pure && !IsPlace(assembly.getOutputConstraint(i), assembly.getOutputExpr(i));
  return is_pure && assembly.getNumOutputs() > 0;
}

}  // namespace

void Body::Assembly(const clang::AsmStmt* assembly) {
  const auto* text = dyn_cast<clang::GCCAsmStmt>(assembly);
  if (text != nullptr && !HasInstruction(text->getAsmString()))
    return;
  if (text != nullptr && AsksProcessor(*text))
    return AskProcessor(*text);
  if (text != nullptr && OnlyComputes(*text))
    return ComputeAssembly(*text);
  std::vector<Operand> args;
  for (const clang::Stmt* child : assembly->children())
    if (const auto* operand = llvm::dyn_cast_or_null<clang::Expr>(child))
      args.push_back(operand->isGLValue() ? Address(operand) : Value(operand));
  // PTX names memory by a number in brackets, which need not have been a pointer in the program's text.
  const bool is_device = function_ != nullptr &&
                         (function_->hasAttr<clang::CUDADeviceAttr>() || function_->hasAttr<clang::CUDAGlobalAttr>());
  if (is_device && (text == nullptr || llvm::StringRef(text->getAsmString()).contains('['))) {
    unit_.Opaque(assembly->getBeginLoc(), "inline assembly");
    Emit(rir::OpaqueOp{"inline assembly", std::move(args), true});
  } else {
    Opaque(assembly, "inline assembly", std::move(args), {});
  }
}

void Body::ComputeAssembly(const clang::GCCAsmStmt& assembly) {
  const std::string name = "assembly";
  std::vector<Operand> inputs;
  for (unsigned i = 0; i < assembly.getNumInputs(); ++i)
    inputs.push_back(VectorInput(assembly.getInputExpr(i)));
  for (unsigned i = 0; i < assembly.getNumOutputs(); ++i)
    if (assembly.isOutputPlusConstraint(i)) {
      const clang::Expr* output = assembly.getOutputExpr(i);
      const Operand old = Address(output);
      inputs.push_back(IsVector(output->getType()) ? AnyElement(old, output->getType()) : Load(old, output->getType()));
    }
  for (unsigned i = 0; i < assembly.getNumOutputs(); ++i) {
    const clang::Expr* output = assembly.getOutputExpr(i);
    const clang::QualType type = output->getType();
    if (IsVector(type))
      Combine(Address(output), type, name, inputs);
    else
      Store(Address(output), Math(name, inputs, unit_.TypeOf(type)), type);
  }
}

void Body::AskProcessor(const clang::GCCAsmStmt& assembly) {
  rir::InputOp input;
  input.source = rir::Source::Arguments;
  input.callee = "cpuid";
  for (unsigned i = 0; i < assembly.getNumOutputs(); ++i) {
    const clang::Expr* output = assembly.getOutputExpr(i);
    input.targets.push_back({Address(output), ByteSize(output->getType())});
  }
  Emit(std::move(input));
}

}  // namespace detrain::lift
