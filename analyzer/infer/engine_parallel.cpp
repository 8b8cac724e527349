// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel regions run in program order here. Where threads may take another order that shows in values, the plan says
// what is assumed: sums of floats over threads, what threads do in turn, and variables that all of them write.
#include <set>

#include "analyzer/infer/engine.h"
#include "analyzer/rir/fields.h"
#include "analyzer/rir/visit.h"

namespace detrain::infer {

namespace {

// What the ops of a region write by name that is not the thread's own.
class SharedWrites {
 public:
  SharedWrites(const rir::Module& module, const rir::Function& function, const rir::ParOp& par)
      : module_(module), function_(function), own_(par.privates.begin(), par.privates.end()) {
    for (const rir::ParReduction& r : par.reductions)
      if (r.address.kind == rir::OperandKind::Region)
        own_.insert(r.address.id);
    Walk(par.body);
  }
  std::vector<std::pair<std::string, rir::Location>> found;

 private:
  [[nodiscard]] bool IsInt(rir::RegionId region) const {
    return module_.types[module_.regions[region].type].kind == rir::TypeKind::Int;
  }
  void Write(const rir::Operand& address, const rir::Location& at) {
    if (address.kind == rir::OperandKind::Region && !own_.contains(address.id))
      found.emplace_back(module_.regions[address.id].name, at);
  }
  // Integers add up to the same in any order, but what a thread finds there (a slot that it claims) tells when it came.
  void Atomic(const rir::Op& op, const rir::AtomicOp& data) {
    if (data.address.kind != rir::OperandKind::Region || !IsInt(data.address.id) || IsUsed(op.result))
      found.emplace_back("omp atomic", op.location);
  }
  // Whether anything but a number that nobody uses is made of the value.
  [[nodiscard]] bool IsUsed(rir::ValueId value) const {
    bool is_used = false;
    if (value != rir::kNone)
      rir::ForEachOp(function_, function_.body, [&](const rir::Op& op) {
        rir::ForEachOperand(op, [&](const rir::Operand& operand) {
          const bool is_it = operand.kind == rir::OperandKind::Value && operand.id == value;
          is_used = is_used || (is_it && (op.Kind() != rir::OpKind::Compute || IsUsed(op.result)));
        });
      });
    return is_used;
  }
  void Walk(rir::BlockId block) {
    if (block == rir::kNone)
      return;
    for (const rir::Op& op : function_.blocks[block].ops)
      rir::VisitOp(
          op, [&](const rir::DeclareOp& data) { own_.insert(data.region); },
          [&](const rir::StoreOp& data) { Write(data.address, op.location); },
          [&](const rir::CopyOp& data) { Write(data.target, op.location); },
          [&](const rir::FillOp& data) { Write(data.target, op.location); },
          [&](const rir::AtomicOp& data) { Atomic(op, data); },
          [&](const rir::IfOp& data) {
            Walk(data.then_block);
            Walk(data.else_block);
          },
          [&](const rir::LoopOp& data) {
            Walk(data.test);
            Walk(data.body);
            Walk(data.step);
          },
          [](const auto&) {});  // regions inside speak for themselves
  }

  const rir::Module& module_;
  const rir::Function& function_;
  std::set<rir::RegionId> own_;
};

}  // namespace

void Engine::NoteParallel(const rir::Op& op, const rir::ParOp& data, const rir::Function& function) {
  if (!IsNamed() || data.kind == rir::ParKind::Single || data.kind == rir::ParKind::Launch ||
      data.kind == rir::ParKind::Ordered)
    return;
  const auto assume = [&](const std::string& what, const rir::Location& at, const char* effect) {
    opaque.push_back({what, at, "catalog", effect});
  };
  if (data.kind == rir::ParKind::Critical && function.name.starts_with("tbb::"))
    return assume("tbb::parallel_reduce", op.location,
                  "partial results are assumed to be joined in the order of the range");
  if (data.kind == rir::ParKind::Critical)
    return assume("omp critical", op.location, "threads are assumed to take turns in the order of the program");
  if (data.kind == rir::ParKind::Task)
    return assume("omp task", op.location, "tasks are assumed to run where the program makes them");
  for (const rir::ParReduction& r : data.reductions)
    if (r.address.kind != rir::OperandKind::Region || !IsInt(module_.regions[r.address.id].type))
      assume("omp reduction", op.location,
             "partial sums are assumed to be added in the order of the program: one thread");
  for (const auto& [name, at] : SharedWrites(module_, function, data).found)
    assume(name, at, "threads of a parallel region are assumed to write it in the order of the program: one thread");
}

}  // namespace detrain::infer
