// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each kind of op consists of, said once: Fields(visitor, op) shows every field of `op` to `visitor`, in the order
// of the text form. The printer, the parser, the verifier and the linker are such visitors, so none of them can forget
// a field that another one knows.
//
// The methods of a visitor, where `key` is the word before the field in the text and fields with a key are left out
// when they hold their default:
//   Positional(Operand&)                 always there
//   Trailing(Operand&)                   without key, left out when None
//   Optional(key, Operand&)              left out when None
//   List(vector<Operand>&)               a, b, c
//   Group(key, vector<Operand>&)         key (a, b, c); always there when `key` is empty, else left out when empty
//   Targets(key, vector<InputTarget>&)   Reductions(key, vector<ParReduction>&)   Regions(key, vector<RegionId>&)
//   Region(RegionId&)   Type(key, TypeId&)   Loop(LoopId&)   Member(key, TypeId record, uint32&, bool always)
//   Flag(key, bool&, bool default)   Number(key, uint32&, default)   Bound(key, optional<uint64>&)
//   Text(key, string&)                   always there when `key` is empty, else left out when empty
//   Choice(key, enum&, default)          a bare word; always there when `key` is empty
//   Place()                              where the op's location stands when blocks follow
//   Block(key, BlockId&)                 left out when kNone
#ifndef DETRAIN_ANALYZER_RIR_FIELDS_H
#define DETRAIN_ANALYZER_RIR_FIELDS_H

#include <concepts>
#include <set>
#include <type_traits>
#include <variant>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

// T or const T, so that one description serves readers and writers.
template <typename O, typename T>
concept Like = std::same_as<std::remove_const_t<O>, T>;

template <typename V>
void Fields(V&, Like<std::monostate> auto&) {}

template <typename V>
void Fields(V& v, Like<DeclareOp> auto& op) {
  v.Region(op.region);
}
template <typename V>
void Fields(V& v, Like<LoadOp> auto& op) {
  v.Positional(op.address);
}
template <typename V>
void Fields(V& v, Like<StoreOp> auto& op) {
  v.Positional(op.address);
  v.Positional(op.value);
}
// The opcode is the op's keyword and so not among the fields.
template <typename V>
void Fields(V& v, Like<ComputeOp> auto& op) {
  v.List(op.args);
  v.Type("of", op.pointee);
  v.Member("member", op.pointee, op.member, op.opcode == Opcode::Field);
  v.Bound("bound", op.bound);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<CallOp> auto& op) {
  v.Positional(op.callee);
  v.Group("", op.args);
  v.Optional("into", op.into);
}
template <typename V>
void Fields(V& v, Like<AllocOp> auto& op) {
  v.Choice("space", op.space, Space::Host);
  v.Positional(op.bytes);
  v.Type("of", op.element);
  v.Flag("zeroed", op.zeroed, false);
  v.Flag("infallible", op.can_fail, true);
  v.Flag("stack", op.on_stack, false);
  v.Optional("old", op.old);
  v.Optional("content", op.content);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<FreeOp> auto& op) {
  v.Positional(op.address);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<HeaderOp> auto& op) {
  v.Positional(op.address);
  v.Positional(op.bytes);
  v.Type("of", op.element);
}
template <typename V>
void Fields(V& v, Like<CopyOp> auto& op) {
  v.Positional(op.target);
  v.Positional(op.source);
  v.Optional("bytes", op.bytes);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<FillOp> auto& op) {
  v.Positional(op.target);
  v.Positional(op.byte);
  v.Optional("bytes", op.bytes);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<DrawOp> auto& op) {
  v.Positional(op.stream);
  v.Group("", op.args);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<SeedOp> auto& op) {
  v.Positional(op.stream);
  v.Group("", op.values);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<OpenOp> auto& op) {
  v.Positional(op.path);
  v.Optional("mode", op.mode);
  v.Flag("descriptor", op.is_descriptor, false);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<CloseOp> auto& op) {
  v.Positional(op.handle);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<SeekOp> auto& op) {
  v.Positional(op.handle);
  v.Optional("offset", op.offset);
  v.Optional("whence", op.whence);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<InputOp> auto& op) {
  v.Choice("", op.source, Source::File);
  v.Optional("handle", op.handle);
  v.Targets("into", op.targets);
  v.Optional("unit", op.unit);
  v.Optional("offset", op.offset);
  v.Flag("unchecked", op.checks_result, true);
  v.Flag("recorded", op.is_recorded, false);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<OutputOp> auto& op) {
  v.Choice("", op.sink, Sink::Text);
  v.Optional("handle", op.handle);
  v.Optional("format", op.format);
  v.Group("args", op.args);
  v.Optional("bytes", op.bytes);
  v.Optional("target", op.target);
  v.Number("first", op.first_argument, 1);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<LoopOp> auto& op) {
  v.Loop(op.loop);
  v.Choice("kind", op.kind, LoopKind::TestFirst);
  v.Choice("schedule", op.schedule, Schedule::None);
  v.Number("collapse", op.collapse, 1);
  v.Place();
  v.Block("test", op.test);
  v.Optional("if", op.condition);
  v.Block("body", op.body);
  v.Block("step", op.step);
}
template <typename V>
void Fields(V& v, Like<IfOp> auto& op) {
  v.Positional(op.condition);
  v.Place();
  v.Block("then", op.then_block);
  v.Block("else", op.else_block);
}
template <typename V>
void Fields(V& v, Like<BreakOp> auto& op) {
  v.Loop(op.loop);
}
template <typename V>
void Fields(V& v, Like<ContinueOp> auto& op) {
  v.Loop(op.loop);
}
template <typename V>
void Fields(V& v, Like<ReturnOp> auto& op) {
  v.Trailing(op.value);
}
template <typename V>
void Fields(V& v, Like<StopOp> auto& op) {
  v.Trailing(op.code);
  v.Flag("abort", op.is_abort, false);
  v.Text("by", op.callee);
}
template <typename V>
void Fields(V& v, Like<ParOp> auto& op) {
  v.Choice("", op.kind, ParKind::Region);
  v.Regions("private", op.privates);
  v.Reductions("reduction", op.reductions);
  v.Place();
  v.Block("body", op.body);
}
template <typename V>
void Fields(V& v, Like<AtomicOp> auto& op) {
  v.Text("", op.op);
  v.Positional(op.address);
  v.Positional(op.value);
}
template <typename V>
void Fields(V& v, Like<SyncOp> auto& op) {
  v.Choice("", op.kind, SyncKind::Barrier);
  v.Optional("object", op.object);
  v.Optional("stream", op.stream);
}
template <typename V>
void Fields(V& v, Like<OpaqueOp> auto& op) {
  v.Text("", op.reason);
  v.Group("", op.args);
  v.Flag("anywhere", op.is_anywhere, false);
  v.Flag("within", op.is_within, false);
}

template <typename V>
void OpFields(V& v, Like<Op> auto& op) {
  std::visit([&v](auto& data) { Fields(v, data); }, op.data);
}

// Base of visitors that care for a few fields only: a derived class hides what it wants to see.
struct IgnoreFields {
  template <typename... T>
  void Positional(T&&...) {}
  template <typename... T>
  void Trailing(T&&...) {}
  template <typename... T>
  void Optional(T&&...) {}
  template <typename... T>
  void List(T&&...) {}
  template <typename... T>
  void Group(T&&...) {}
  template <typename... T>
  void Targets(T&&...) {}
  template <typename... T>
  void Reductions(T&&...) {}
  template <typename... T>
  void Regions(T&&...) {}
  template <typename... T>
  void Region(T&&...) {}
  template <typename... T>
  void Type(T&&...) {}
  template <typename... T>
  void Loop(T&&...) {}
  template <typename... T>
  void Member(T&&...) {}
  template <typename... T>
  void Flag(T&&...) {}
  template <typename... T>
  void Number(T&&...) {}
  template <typename... T>
  void Bound(T&&...) {}
  template <typename... T>
  void Text(T&&...) {}
  template <typename... T>
  void Choice(T&&...) {}
  template <typename... T>
  void Place(T&&...) {}
  template <typename... T>
  void Block(T&&...) {}
};

namespace internal {

// All operands look alike to `f`, wherever they stand.
template <typename F>
struct OperandVisitor : IgnoreFields {
  explicit OperandVisitor(F& function) : f(function) {}
  F& f;
  void Positional(auto& operand) { f(operand); }
  void Trailing(auto& operand) { f(operand); }
  void Optional(const char*, auto& operand) { f(operand); }
  void List(auto& operands) {
    for (auto& operand : operands)
      f(operand);
  }
  void Group(const char*, auto& operands) { List(operands); }
  void Targets(const char*, auto& targets) {
    for (auto& target : targets) {
      f(target.address);
      f(target.bytes);
    }
  }
  void Reductions(const char*, auto& reductions) {
    for (auto& reduction : reductions)
      f(reduction.address);
  }
};

template <typename F>
struct BlockVisitor : IgnoreFields {
  explicit BlockVisitor(F& function) : f(function) {}
  F& f;
  void Block(const char*, auto& block) {
    if (block != kNone)
      f(block);
  }
};

}  // namespace internal

// f(Operand&) for every operand of `op`, those of kind None included; f(const Operand&) for a const op.
template <typename F>
void ForEachOperand(Like<Op> auto& op, F f) {
  internal::OperandVisitor<F> visitor(f);
  OpFields(visitor, op);
}

// f(BlockId&) for every block directly below `op`, in the order of the text form.
template <typename F>
void ForEachBlock(Like<Op> auto& op, F f) {
  internal::BlockVisitor<F> visitor(f);
  OpFields(visitor, op);
}

// f(const Op&) for every op of a block and of the blocks below it, in the order of the text form.
template <typename F>
void ForEachOp(const Function& function, BlockId block, F&& f) {
  for (const Op& op : function.blocks[block].ops) {
    f(op);
    ForEachBlock(op, [&](BlockId inner) { ForEachOp(function, inner, f); });
  }
}

// The variables that a block and those below it declare.
inline std::set<RegionId> DeclaredIn(const Function& function, BlockId block) {
  std::set<RegionId> declared;
  ForEachOp(function, block, [&](const Op& op) {
    if (const auto* declare = std::get_if<DeclareOp>(&op.data))
      declared.insert(declare->region);
  });
  return declared;
}

}  // namespace detrain::rir

#endif
