// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes through a program in the order of its text and makes the graph of it.
#ifndef DETRAIN_ANALYZER_FLOW_WALK_H
#define DETRAIN_ANALYZER_FLOW_WALK_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyzer/flow/base_tables.h"
#include "analyzer/flow/flow.h"
#include "analyzer/flow/fold.h"
#include "analyzer/flow/function_info.h"
#include "analyzer/flow/graph.h"
#include "analyzer/flow/spin_lock.h"

namespace detrain::flow {

class Walker {
 public:
  Walker(const rir::Module& module, const Extent& extent);
  Flow Walk();

 private:
  using Variables = std::vector<NodeId>;  // what each holds at a place, by FunctionInfo's numbers

  struct LoopState {
    rir::LoopId loop;
    NodeId control;
    std::vector<Variables> breaks, continues;
  };
  // One instance while it is walked.
  struct Frame {
    const rir::Function* function;
    const FunctionInfo* info;
    InstanceId instance;
    ScopeId scope;
    NodeId control;
    std::vector<NodeId> values;
    Variables variables;
    std::vector<LoopState> loops;
    std::vector<Known> numbers;  // that follow from those which the call hands over, by value; empty: none are
  };
  // How a block ended.
  struct End {
    bool is_left = false;  // by a jump, on every way
    // What decides on a jump out of the block, where one may happen: by the number of the loops around it that it does
    // not leave for good, 0 for a return.
    std::map<std::size_t, NodeId> jumps;
  };
  struct Call {
    const rir::Op* op;
    InstanceId caller;
    ScopeId scope;
    NodeId control, result, into;
    std::vector<NodeId> args;
    std::vector<Known> numbers;  // that the arguments are
  };

  // walk.cpp
  void Roots();
  InstanceId Enter(rir::FunctionId id, const Call& call);
  InstanceId Make(rir::FunctionId id, InstanceId caller, const rir::Location& at, ScopeId scope);
  void Run(InstanceId instance);
  void Bind(InstanceId instance, const Call& call);
  void BindUnknown(InstanceId instance);
  bool IsSmallOfLibrary(rir::FunctionId id) const;
  bool IsWorthOwn(rir::FunctionId id, InstanceId caller) const;
  [[nodiscard]] std::size_t LaunchBudget() const { return launches_ == 0 ? 0 : launch_budget_; }
  End Block(rir::BlockId id);
  bool Op(const rir::Op& op, End& end);
  bool If(const rir::Op& op, const rir::IfOp& data, End& end);
  bool Loop(const rir::Op& op, const rir::LoopOp& data, End& end);
  bool Rounds(const rir::Op& op, const rir::LoopOp& data, End& end);
  void Par(const rir::Op& op, const rir::ParOp& data, End& end);
  std::size_t Jump(rir::LoopId loop, bool is_break);
  static NodeId JumpOf(const End& end, std::size_t loops);
  NodeId AddJumps(End& to, const End& from, std::size_t loops);
  Variables Meet(const std::vector<Variables>& ways, const rir::Op& op);
  NodeId Join(NodeId a, NodeId b);
  NodeId Undefined(rir::RegionId region);
  void HandNumbers(InstanceId instance, const Call& call);
  [[nodiscard]] Known HandedNumber(NodeId parameter) const;
  [[nodiscard]] Known NumberOf(const rir::Operand& operand) const;

  // walk_ops.cpp
  void Memory(const rir::Op& op);
  void Outside(const rir::Op& op);
  void Compute(const rir::Op& op, const rir::ComputeOp& data);
  void LoadOf(const rir::Op& op, const rir::LoadOp& data);
  void VolatileRead(const rir::Op& op, const rir::OpaqueOp& data);
  void StoreOf(const rir::Op& op, const rir::StoreOp& data);
  bool IsTextPointer(NodeId address);
  void Alloc(const rir::Op& op, const rir::AllocOp& data);
  void Copy(const rir::Op& op, const rir::CopyOp& data);
  void Input(const rir::Op& op, const rir::InputOp& data);
  void Output(const rir::Op& op, const rir::OutputOp& data);
  void CallOf(const rir::Op& op, const rir::CallOp& data);
  void Unknown(const rir::Op& op, const std::vector<rir::Operand>& args, NodeId into);
  NodeId Result(const rir::Op& op);        // the node of its value
  NodeId Effect(const rir::Op& op);        // a node for what it does, controlled
  NodeId Of(const rir::Operand& operand);  // kNone: a constant
  NodeId AddressOf(ObjectId object);
  ObjectId ObjectOf(rir::RegionId region);
  ObjectId ParamObject(InstanceId instance, rir::RegionId region);
  std::optional<std::uint32_t> VariableOf(const rir::Operand& address) const;
  void AddAccess(Access access);
  ObjectId FileOf(const rir::Op& op, const rir::OpenOp& data);
  void Sync(const rir::SyncOp& data);
  void ReleaseAt(const rir::Op& op, const rir::Operand& address);
  void OfStreams(const rir::Op& op);
  [[nodiscard]] bool IsOfGrid(const rir::SyncOp& data) const;
  bool IsPointer(rir::TypeId type) const;
  std::uint32_t SizeOf(rir::TypeId type) const;
  static std::uint32_t BytesOf(const rir::Operand& bytes);

  const FunctionInfo& InfoFor(const rir::Function& function);
  Flow& flow() { return graph_.flow(); }
  [[nodiscard]] const Flow& flow() const { return graph_.flow(); }
  ScopeId AddScope(ScopeKind kind, const rir::Op* op);

  const rir::Module& module_;
  std::size_t largest_own_;
  Graph graph_;
  Frame* frame_ = nullptr;
  std::vector<std::size_t> whole_sizes_;
  std::size_t budget_;
  // More, of what kernels call: one instance for calls with and without a barrier would have none.
  std::size_t launch_budget_ = 150'000;
  std::size_t launches_ = 0;  // around what is walked
  std::map<const rir::Function*, std::unique_ptr<FunctionInfo>> infos_;
  std::map<rir::FunctionId, InstanceId> shared_;
  std::vector<std::vector<NodeId>> params_;          // per instance
  std::map<InstanceId, std::vector<Known>> handed_;  // to its parameters, by its one call
  std::vector<bool> ran_;
  std::map<ObjectId, NodeId> addresses_;
  std::map<std::pair<InstanceId, rir::RegionId>, ObjectId> regions_;  // kNone: the program's
  std::map<rir::FunctionId, ObjectId> functions_;
  std::map<rir::StringId, ObjectId> files_;
  std::vector<Call> calls_;
  std::vector<NodeId> locks_;  // held here
  // Of the locks by hand: how many loops wait for one here, the flag's address where one does, and those that are held.
  struct SpinLock {
    PlaceInText place;
    NodeId address = kNone;
  };
  SpinLocks spin_locks_;
  BaseTables base_tables_;
  std::vector<bool> is_base_;  // per instance: it constructs or destroys a base, of which no virtual call is made
  std::size_t spinning_ = 0;
  NodeId spun_on_ = kNone;
  std::vector<SpinLock> held_spin_locks_;
  std::map<std::vector<NodeId>, std::uint32_t> lock_sets_;
  unsigned depth_ = 0;
};

}  // namespace detrain::flow

#endif
