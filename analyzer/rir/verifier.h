// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_VERIFIER_H
#define DETRAIN_ANALYZER_RIR_VERIFIER_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/rir/fields.h"
#include "analyzer/rir/names.h"
#include "analyzer/rir/rir.h"
#include "analyzer/rir/verify.h"

namespace detrain::rir {

// What the verifiers of declarations and of functions share.
class Verifier {
 public:
  Verifier(const Module& module, const Names& names) : module_(module), names_(names) {}

  std::vector<Problem> TakeProblems() { return std::move(problems_); }

 protected:
  void Report(const Location& location, std::string message);
  bool IsType(TypeId id) const { return id < module_.types.size(); }
  bool IsKind(TypeId id, TypeKind kind) const { return IsType(id) && module_.types[id].kind == kind; }
  bool IsScalar(TypeId id) const {
    return IsKind(id, TypeKind::Int) || IsKind(id, TypeKind::Float) || IsKind(id, TypeKind::Pointer);
  }
  bool IsPlace(const Location& location) const {
    return location.file == kNone || location.file < module_.files.size();
  }
  bool IsVoid(TypeId id) const { return id == kNone || IsKind(id, TypeKind::Void); }

  const Module& module_;
  const Names& names_;

 private:
  std::vector<Problem> problems_;
};

// Checks the ops of one function, or of init.
class FunctionVerifier : public Verifier, public IgnoreFields {
 public:
  FunctionVerifier(const Module& module, const Names& names, const Function& function, FunctionId id)
      : Verifier(module, names),
        function_(function),
        id_(id),
        values_(function.value_count),
        is_visited_(function.blocks.size()),
        is_loop_id_used_(function.loop_count) {}

  void Run();

  // Visitor of Fields: the ids of an op.
  void Region(RegionId region) { CheckRegion(region); }
  void Regions(const char*, const std::vector<RegionId>& regions);
  void Type(const char*, TypeId type);

 private:
  struct ValueState {
    bool is_assigned = false;
    bool is_visible = false;
    TypeId type = kNone;
  };
  struct OpenLoop {
    LoopId id = kNone;
    LoopKind kind = LoopKind::TestFirst;
    std::size_t par_depth = 0;
  };

  void Bad(std::string message) { Report(op_->location, Subject() + std::move(message)); }
  std::string Subject() const;

  // The values of the block go out of sight at its end, or at that of a loop for its test block: `scope` collects them.
  void CheckBlock(BlockId id);
  void CheckBlock(BlockId id, std::vector<ValueId>& scope);
  void CheckOp(const Op& op, std::vector<ValueId>& scope);
  void CheckResult(const Op& op, std::vector<ValueId>& scope);
  void CheckOperand(const Operand& operand);
  void CheckRegion(RegionId id);

  void Check(const std::monostate&);
  void Check(const DeclareOp& op);
  void Check(const LoadOp& op);
  void Check(const StoreOp& op);
  void Check(const ComputeOp& op);
  void Check(const CallOp& op);
  void Check(const AllocOp& op);
  void Check(const FreeOp& op);
  void Check(const HeaderOp& op);
  void Check(const CopyOp& op);
  void Check(const FillOp& op);
  void Check(const DrawOp& op);
  void Check(const SeedOp& op);
  void Check(const OpenOp& op);
  void Check(const CloseOp& op);
  void Check(const SeekOp& op);
  void Check(const InputOp& op);
  void Check(const OutputOp& op);
  void Check(const LoopOp& op);
  void Check(const IfOp& op);
  void Check(const BreakOp& op);
  void Check(const ContinueOp& op);
  void Check(const ReturnOp& op);
  void Check(const StopOp& op);
  void Check(const ParOp& op);
  void Check(const AtomicOp& op);
  void Check(const SyncOp& op);
  void Check(const OpaqueOp& op);

  void CheckFieldOp(const ComputeOp& op);
  void CheckUnused(const ComputeOp& op);
  void CheckArithmetic(const ComputeOp& op);
  void CheckTest(const LoopOp& op);
  void CheckCount(const CallOp& op, const Function& callee);
  const OpenLoop* FindLoop(LoopId id) const;
  void Required(const Operand& operand, std::string_view what);
  void Address(const Operand& operand, std::string_view what);
  void OptionalAddress(const Operand& operand, std::string_view what);
  void Integer(const Operand& operand, std::string_view what);
  void OptionalInteger(const Operand& operand, std::string_view what);
  bool IsAddress(const Operand& operand) const;
  // nullopt: of a kind that says no type, or not in sight.
  std::optional<TypeKind> KindOf(const Operand& operand) const;
  void ExpectKind(const Operand& operand, TypeKind kind);

  const Function& function_;
  FunctionId id_;
  const Op* op_ = nullptr;
  std::vector<ValueState> values_;
  std::vector<bool> is_visited_;
  std::vector<bool> is_loop_id_used_;
  std::vector<OpenLoop> loops_;
  std::size_t par_depth_ = 0;
};

}  // namespace detrain::rir

#endif
