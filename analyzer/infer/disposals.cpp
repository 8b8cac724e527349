// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/disposals.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/infer/callees.h"
#include "analyzer/rir/visit.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxParams = 64;

// The standard library's, or made by the compiler: how a closure is copied and ends.
bool IsLibrarys(const rir::Function& f) {
  const std::size_t last = f.name.rfind("::");
  const std::string_view name = std::string_view(f.name).substr(last == std::string::npos ? 0 : last + 2);
  return rir::IsStandardName(f.name) || name.starts_with("(lambda at ") || name.starts_with("~(lambda at ");
}

// Of what a std::shared_ptr or a std::future counts with: the object ends, or the counts themselves do.
bool IsDisposal(const rir::Function& f) {
  const bool is_of_counts =
      f.name.starts_with("std::_Sp_counted_") || f.name.starts_with("std::__future_base::_Block<");
  return is_of_counts && (f.name.ends_with("::_M_dispose") || f.name.ends_with("::_M_destroy"));
}

// Its object is no more when it is over.
bool EndsObject(const rir::Function& f) {
  return f.name.find("::~") != std::string::npos || IsDisposal(f);
}

bool AsksForCounts(const rir::Function& f) {
  constexpr std::array<std::string_view, 4> kNames = {"::use_count", "::unique", "::expired", "::lock"};
  return IsLibrarys(f) && f.name.find("_ptr<") != std::string::npos &&
         std::ranges::any_of(kNames, [&](std::string_view name) { return f.name.ends_with(name); });
}

// What is known of a pointer: whether the memory that it leads to dies, and whether all that is reached through there
// in the library's way does. `local`: the variable of the function's own that it leads into.
struct Known {
  bool dies = true, is_clean = true;
  rir::RegionId local = rir::kNone;
  bool operator==(const Known&) const = default;
};

// A function, and of which of its parameters all is clean.
using Context = std::pair<rir::FunctionId, std::uint64_t>;

class Ends {
 public:
  explicit Ends(const rir::Module& module) : module_(module), callees_(module) {}

  // The calls of `f` that can be left out.
  std::vector<const rir::Op*> Droppable(const rir::Function& f) {
    std::vector<const rir::Op*> out;
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops)
        if (const auto* call = std::get_if<rir::CallOp>(&op.data); call != nullptr && IsQuiet(f, op, *call))
          out.push_back(&op);
    return out;
  }

 private:
  // Starts at the best, and gets worse until nothing changes.
  struct Node {
    bool is_quiet = true, gives_clean = true;
    std::set<Context> callers;
  };

  bool IsQuiet(const rir::Function& f, const rir::Op& op, const rir::CallOp& call) {
    const std::vector<rir::FunctionId> callees = callees_.VirtualOf(f, op, call);
    const bool are_disposals = !callees.empty() && std::ranges::all_of(callees, [&](rir::FunctionId callee) {
      return IsDisposal(module_.functions[callee]);
    });
    if (!are_disposals)
      return false;
    for (const rir::FunctionId callee : callees)
      Want({callee, 1});
    Settle();
    return std::ranges::all_of(callees, [&](rir::FunctionId callee) { return nodes_[{callee, 1}].is_quiet; });
  }

  Node& Want(const Context& context) {
    const auto [at, is_new] = nodes_.try_emplace(context);
    if (is_new)
      open_.insert(context);
    return at->second;
  }

  void Settle() {
    while (!open_.empty()) {
      context_ = *open_.begin();
      open_.erase(open_.begin());
      const Node before = nodes_[context_];
      Read(module_.functions[context_.first]);
      Node& node = nodes_[context_];
      node.is_quiet = node.is_quiet && is_quiet_;
      node.gives_clean = node.gives_clean && gives_clean_;
      if (node.is_quiet != before.is_quiet || node.gives_clean != before.gives_clean)
        open_.insert(node.callers.begin(), node.callers.end());
    }
  }

  void Read(const rir::Function& f) {
    function_ = &f;
    is_quiet_ = f.is_defined && f.params.size() <= kMaxParams;
    gives_clean_ = true;
    values_.assign(f.value_count, {});
    stained_.clear();
    for (std::size_t i = 0; i < f.params.size() && is_quiet_; ++i)
      if ((context_.second >> i & 1U) == 0)
        stained_.insert(f.params[i]);
    do {
      changed_ = false;
      for (const rir::Block& block : f.blocks)
        for (const rir::Op& op : block.ops)
          if (is_quiet_)
            Op(op);
    } while (changed_ && is_quiet_);
  }

  void Op(const rir::Op& op) {
    rir::VisitOp(
        op, [](const std::monostate&) {}, [](const rir::DeclareOp&) {}, [](const rir::IfOp&) {},
        [](const rir::LoopOp&) {}, [](const rir::BreakOp&) {}, [](const rir::ContinueOp&) {}, [](const rir::FreeOp&) {},
        [](const rir::HeaderOp&) {}, [](const rir::AllocOp&) {}, [&](const rir::LoadOp& data) { Load(op, data); },
        [&](const rir::StoreOp& data) { Write(data.address, Of(data.value).is_clean || !IsPointer(op.type)); },
        [&](const rir::ComputeOp& data) { Compute(op, data); }, [&](const rir::CallOp& data) { Call(op, data); },
        [&](const rir::CopyOp& data) { Write(data.target, Of(data.source).is_clean); },
        [&](const rir::FillOp& data) { Write(data.target, true); },
        [&](const rir::AtomicOp& data) { Write(data.address, Of(data.value).is_clean || !IsPointer(op.type)); },
        [&](const rir::ReturnOp& data) { gives_clean_ = gives_clean_ && Of(data.value).is_clean; },
        [&](const rir::SyncOp& data) {
          is_quiet_ = is_quiet_ && (data.kind == rir::SyncKind::Flush || rir::IsOfStreams(data.kind));
        },
        [&](const rir::StopOp&) { is_quiet_ = is_quiet_ && IsLibrarys(*function_); },
        [&](const auto&) { is_quiet_ = false; });
  }

  [[nodiscard]] bool IsPointer(rir::TypeId type) const {
    return type == rir::kNone || module_.types[type].kind == rir::TypeKind::Pointer;
  }

  // Tables of virtual functions are constant, and lead to functions alone.
  [[nodiscard]] Known Of(const rir::Operand& operand) const {
    if (operand.kind == rir::OperandKind::Value)
      return values_[operand.id];
    if (operand.kind == rir::OperandKind::String)
      return {false, false, rir::kNone};
    if (operand.kind != rir::OperandKind::Region)
      return {};
    const rir::Region& region = module_.regions[operand.id];
    if (region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param)
      return {true, !stained_.contains(operand.id), operand.id};
    return {false, region.kind == rir::RegionKind::Hidden && region.is_const, rir::kNone};
  }

  void Set(const rir::Op& op, const Known& known) {
    if (op.result == rir::kNone)
      return;
    Known& value = values_[op.result];
    changed_ = changed_ || value != known;
    value = known;
  }

  void Load(const rir::Op& op, const rir::LoadOp& data) {
    const Known from = Of(data.address);
    const bool is_clean = from.is_clean && (from.local != rir::kNone || IsLibrarys(*function_));
    Set(op, {is_clean, is_clean, rir::kNone});
  }

  void Compute(const rir::Op& op, const rir::ComputeOp& data) {
    if (data.opcode == rir::Opcode::Field || data.opcode == rir::Opcode::Index)
      return Set(op, Of(data.args[0]));
    Known all;
    for (const rir::Operand& arg : data.args) {
      const Known known = Of(arg);
      all.dies = all.dies && known.dies;
      all.is_clean = all.is_clean && known.is_clean;
    }
    if (data.opcode == rir::Opcode::Cast)
      all.local = Of(data.args[0]).local;
    Set(op, all);
  }

  void Stain(rir::RegionId local) { changed_ = stained_.insert(local).second || changed_; }

  // Nothing that lives on may be led to from what dies: it would look as if it died too.
  void Write(const rir::Operand& address, bool is_clean) {
    const Known to = Of(address);
    if (to.local != rir::kNone && !is_clean)
      return Stain(to.local);
    is_quiet_ = is_quiet_ && to.dies && is_clean;
  }

  // What the library calls in this way are its own classes' virtual functions.
  [[nodiscard]] std::vector<rir::FunctionId> CalleesOf(const rir::Op& op, const rir::CallOp& data) const {
    if (data.callee.kind == rir::OperandKind::Function)
      return {data.callee.id};
    if (std::vector<rir::FunctionId> out = callees_.VirtualOf(*function_, op, data);
        IsLibrarys(*function_) && !out.empty())
      return out;
    return callees_.Of(*function_, op, data);
  }

  void Call(const rir::Op& op, const rir::CallOp& data) {
    const std::vector<rir::FunctionId> callees = CalleesOf(op, data);
    bool gives_clean = true;
    is_quiet_ = is_quiet_ && !callees.empty();
    for (const rir::FunctionId callee : callees) {
      Node& node = Want({callee, MaskOf(module_.functions[callee], data.args)});
      node.callers.insert(context_);
      is_quiet_ = is_quiet_ && node.is_quiet;
      gives_clean = gives_clean && node.gives_clean;
    }
    if (data.into && is_quiet_)
      Write(data.into, gives_clean);
    const bool is_clean = gives_clean && IsLibrarys(*function_);  // else it may be what the library shares
    Set(op, {is_clean, is_clean, rir::kNone});
  }

  [[nodiscard]] std::uint64_t MaskOf(const rir::Function& callee, const std::vector<rir::Operand>& args) const {
    std::uint64_t mask = EndsObject(callee) ? 1 : 0;
    for (std::size_t i = 0; i < args.size() && i < kMaxParams; ++i)
      if (const Known known = Of(args[i]); known.dies && known.is_clean)
        mask |= std::uint64_t{1} << i;
    return mask;
  }

  const rir::Module& module_;
  Callees callees_;
  std::map<Context, Node> nodes_;
  std::set<Context> open_;
  // Of the function that is read:
  Context context_;
  const rir::Function* function_ = nullptr;
  std::vector<Known> values_;
  std::set<rir::RegionId> stained_;  // its variables that may lead to what lives on
  bool is_quiet_ = true, gives_clean_ = true, changed_ = false;
};

bool AsksForCounts(const rir::Module& module) {
  for (const rir::Function& f : module.functions)
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops) {
        const auto* call = std::get_if<rir::CallOp>(&op.data);
        if (call != nullptr && !IsLibrarys(f) && call->callee.kind == rir::OperandKind::Function &&
            AsksForCounts(module.functions[call->callee.id]))
          return true;
      }
  return false;
}

}  // namespace

void DropDisposals(rir::Module& module) {
  if (AsksForCounts(module))
    return;
  std::set<const rir::Op*> dropped;
  Ends ends(module);
  for (const rir::Function& f : module.functions)
    if (IsLibrarys(f)) {
      const std::vector<const rir::Op*> found = ends.Droppable(f);
      dropped.insert(found.begin(), found.end());
    }
  for (rir::Function& f : module.functions)
    for (rir::Block& block : f.blocks)
      for (rir::Op& op : block.ops)
        if (dropped.contains(&op))
          op = {std::monostate{}, rir::kNone, rir::kNone, op.location};
}

}  // namespace detrain::infer
