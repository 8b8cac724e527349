// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocations that fail are no paths of their own. Where the program has a way to go on without the block, that is an
// assumption, and the plan names it.
#include <algorithm>
#include <array>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr int kMaxDepth = 6;  // of calls

// A pointer that a condition tests, and the value that the condition has where it is null.
struct NullTest {
  rir::ValueId pointer;
  bool truth;
  bool decides;  // whatever the rest of the condition is
};

class Tests {
 public:
  Tests(const rir::Module& module, const rir::Function& function) : module_(module) {
    for (const rir::Block& block : function.blocks)
      for (const rir::Op& op : block.ops)
        if (op.result != rir::kNone)
          made_[op.result] = &op;
  }

  std::vector<NullTest> Of(const rir::Operand& o) const {
    const auto made = o.kind == rir::OperandKind::Value ? made_.find(o.id) : made_.end();
    if (made == made_.end())
      return {};
    const rir::Op& op = *made->second;
    if (op.type != rir::kNone && module_.types[op.type].kind == rir::TypeKind::Pointer)
      return {{o.id, false, true}};
    const auto* compute = std::get_if<rir::ComputeOp>(&op.data);
    return compute == nullptr ? std::vector<NullTest>{} : OfCompute(*compute);
  }

 private:
  [[nodiscard]] std::vector<NullTest> OfCompute(const rir::ComputeOp& compute) const {
    using rir::Opcode;
    const Opcode opcode = compute.opcode;
    const bool is_equality = opcode == Opcode::Eq || opcode == Opcode::Ne;
    const bool is_junction = opcode == Opcode::LAnd || opcode == Opcode::LOr;
    const bool has_null = std::ranges::any_of(compute.args, [](const rir::Operand& arg) {
      return arg.kind == rir::OperandKind::Null || (arg.kind == rir::OperandKind::Int && arg.integer == 0);
    });
    if (!(is_equality && has_null) && !is_junction && opcode != Opcode::LNot)
      return {};
    std::vector<NullTest> out;
    for (const rir::Operand& arg : compute.args)
      for (NullTest test : Of(arg)) {
        test.truth = test.truth != (opcode == Opcode::LNot || opcode == Opcode::Eq);
        test.decides = test.decides && (!is_junction || test.truth == (opcode == Opcode::LOr));
        out.push_back(test);
      }
    return out;
  }

  const rir::Module& module_;
  std::map<rir::ValueId, const rir::Op*> made_;
};

// What the text of a block, and of what it calls, holds.
class Text {
 public:
  Text(const rir::Module& module, const rir::Function& function) : module_(module), function_(function) {}

  // Whether the program always ends there.
  [[nodiscard]] bool Stops(rir::BlockId block, int depth = 0) const {
    return block != rir::kNone && std::ranges::any_of(function_.blocks[block].ops, [&](const rir::Op& op) {
             const bool ends = op.Kind() == rir::OpKind::Return && function_.link_name == "main";
             return ends || op.Kind() == rir::OpKind::Stop ||
                    InCallee(op, depth,
                             [&](const Text& callee, rir::BlockId body) { return callee.Stops(body, depth + 1); });
           });
  }

  [[nodiscard]] bool Allocates(rir::BlockId block, const rir::Location& site, int depth = 0) const {
    return block != rir::kNone && std::ranges::any_of(function_.blocks[block].ops, [&](const rir::Op& op) {
             if (op.Kind() == rir::OpKind::Alloc && op.location == site)
               return true;
             if (const auto* branch = std::get_if<rir::IfOp>(&op.data))
               return Allocates(branch->then_block, site, depth) || Allocates(branch->else_block, site, depth);
             if (const auto* loop = std::get_if<rir::LoopOp>(&op.data))
               return Allocates(loop->body, site, depth);
             return InCallee(op, depth, [&](const Text& callee, rir::BlockId body) {
               return callee.Allocates(body, site, depth + 1);
             });
           });
  }

  // Whether it does nothing but give blocks back.
  [[nodiscard]] bool OnlyFrees(rir::BlockId block) const {
    return block != rir::kNone && std::ranges::all_of(function_.blocks[block].ops, [](const rir::Op& op) {
             return op.Kind() == rir::OpKind::Load || op.Kind() == rir::OpKind::Compute ||
                    op.Kind() == rir::OpKind::Free;
           });
  }

 private:
  template <typename F>
  bool InCallee(const rir::Op& op, int depth, F f) const {
    const auto* call = std::get_if<rir::CallOp>(&op.data);
    if (call == nullptr || call->callee.kind != rir::OperandKind::Function || depth >= kMaxDepth)
      return false;
    const rir::Function& callee = module_.functions[call->callee.id];
    return callee.is_defined && f(Text(module_, callee), callee.body);
  }

  const rir::Module& module_;
  const rir::Function& function_;
};

}  // namespace

// What follows the allocation in its own block is always reached: `p = malloc(n); if (!p) exit(1);`.
bool Engine::FollowsAllocation(const rir::IfOp& data, const rir::Location& site) const {
  return std::ranges::any_of(stack_.back().function->blocks, [&](const rir::Block& block) {
    bool has_site = false;
    return std::ranges::any_of(block.ops, [&](const rir::Op& op) {
      has_site = has_site || (op.Kind() == rir::OpKind::Alloc && op.location == site);
      return has_site && std::get_if<rir::IfOp>(&op.data) == &data;
    });
  });
}

const std::vector<Engine::NullCheck>& Engine::NullChecksOf(const rir::IfOp& data) {
  const auto [it, is_new] = null_checks_.try_emplace(&data);
  if (!is_new)
    return it->second;
  const rir::Function& f = *stack_.back().function;
  const Text text(module_, f);
  for (const NullTest& test : Tests(module_, f).Of(data.condition)) {
    const rir::BlockId fails = test.truth ? data.then_block : data.else_block;
    const rir::BlockId works = test.truth ? data.else_block : data.then_block;
    if (fails != rir::kNone || !text.OnlyFrees(works))
      it->second.push_back({test.pointer, fails, text.Stops(fails), test.decides});
  }
  return it->second;
}

const std::vector<Engine::NullChoice>& Engine::NullChoicesOf(const rir::ComputeOp& select) {
  const auto [it, is_new] = null_choices_.try_emplace(&select);
  if (is_new)
    for (const NullTest& test : Tests(module_, *stack_.back().function).Of(select.args[0]))
      if (test.decides)
        it->second.push_back({test.pointer, test.truth ? std::size_t{2} : std::size_t{1}});
  return it->second;
}

// `p ? p : q`, where what is known of p does not tell when it is null: the first p is not.
Value Engine::ChooseTested(const rir::Op& op, const rir::ComputeOp& select, const State& state) {
  std::array<Value, 3> args = {Operand(select.args[0]), Operand(select.args[1]), Operand(select.args[2])};
  for (const NullChoice& choice : NullChoicesOf(select)) {
    const Value& tested = stack_.back().values[choice.pointer];
    Value& chosen = args[choice.arg];
    const auto is_null = [](const Alternative& a) { return a.is_null; };
    if (tested.origin != ~ObjectId{0} && chosen.origin == tested.origin &&
        chosen.origin_offset == tested.origin_offset && chosen.alternatives == tested.alternatives &&
        !std::ranges::all_of(chosen.alternatives, is_null))
      std::erase_if(chosen.alternatives, is_null);
  }
  return Choose(args[0], args[1], args[2], op, state);
}

void Engine::NoteFallback(const rir::IfOp& data) {
  for (const NullCheck& check : NullChecksOf(data))
    for (const Alternative& a : PlacesOf(stack_.back().values[check.pointer])) {
      Object& o = objects[a.target.object];
      if (!o.can_fail)
        continue;
      if (check.stops)
        o.can_fail = !(check.decides && FollowsAllocation(data, o.site));
      else if (!Text(module_, *stack_.back().function).Allocates(check.fails, o.site))
        Assume(o);
    }
}

void Engine::Assume(const Object& o) {
  if (std::ranges::none_of(assumed, [&](const OpaqueRecord& r) { return r.location == o.site; }))
    assumed.push_back({o.name, o.site, "catalog", "does not fail: what the program does then is not followed"});
}

}  // namespace detrain::infer
