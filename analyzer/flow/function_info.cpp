// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/function_info.h"

#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "analyzer/rir/fields.h"
#include "analyzer/rir/visit.h"

namespace detrain::flow {

namespace {

// Shows every operand and every block of an op.
template <typename OnOperand, typename OnBlock>
struct Shower {
  const OnOperand& on_operand;
  const OnBlock& on_block;
  void Positional(const rir::Operand& o) { on_operand(o); }
  void Trailing(const rir::Operand& o) { on_operand(o); }
  void Optional(const char*, const rir::Operand& o) { on_operand(o); }
  void List(const std::vector<rir::Operand>& all) { Group("", all); }
  void Group(const char*, const std::vector<rir::Operand>& all) {
    for (const rir::Operand& o : all)
      on_operand(o);
  }
  void Targets(const char*, const std::vector<rir::InputTarget>& all) {
    for (const rir::InputTarget& target : all) {
      on_operand(target.address);
      on_operand(target.bytes);
    }
  }
  void Reductions(const char*, const std::vector<rir::ParReduction>& all) {
    for (const rir::ParReduction& reduction : all)
      on_operand(reduction.address);
  }
  void Regions(const char*, const std::vector<rir::RegionId>&) {}
  void Region(const rir::RegionId&) {}
  void Type(const char*, const rir::TypeId&) {}
  void Loop(const rir::LoopId&) {}
  void Member(const char*, const rir::TypeId&, const std::uint32_t&, bool) {}
  void Flag(const char*, const bool&, bool) {}
  void Number(const char*, const std::uint32_t&, std::uint32_t) {}
  void Bound(const char*, const std::optional<std::uint64_t>&) {}
  void Text(const char*, const std::string&) {}
  template <typename E>
  void Choice(const char*, const E&, E) {}
  void Place() {}
  void Block(const char*, const rir::BlockId& block) {
    if (block != rir::kNone)
      on_block(block);
  }
};

template <typename OnOperand, typename OnBlock>
void Show(const rir::Op& op, const OnOperand& on_operand, const OnBlock& on_block) {
  Shower<OnOperand, OnBlock> shower{on_operand, on_block};
  std::visit([&](const auto& data) { rir::Fields(shower, data); }, op.data);
}

class Collector {
 public:
  Collector(const rir::Module& module, const rir::Function& function) : module_(module), function_(function) {
    info_.stored_in.resize(function.blocks.size());
  }

  FunctionInfo Collect() {
    for (const rir::RegionId param : function_.params)
      Use(param, 0);
    if (function_.body != rir::kNone)
      Block(function_.body, 0);
    for (const auto& [region, part] : part_of_)
      if (part != kSeveral && IsScalar(region) && !taken_.contains(region))
        info_.variables.emplace(region, 0);
    for (auto& [region, number] : info_.variables) {
      number = static_cast<std::uint32_t>(info_.regions.size());
      info_.regions.push_back(region);
    }
    if (function_.body != rir::kNone)
      StoredIn(function_.body);
    return std::move(info_);
  }

 private:
  static constexpr std::uint32_t kSeveral = rir::kNone;

  [[nodiscard]] bool IsScalar(rir::RegionId id) const {
    const rir::Region& region = module_.regions[id];
    const bool is_own = region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
    const rir::TypeKind kind = module_.types[region.type].kind;
    return is_own && (kind == rir::TypeKind::Int || kind == rir::TypeKind::Float || kind == rir::TypeKind::Pointer);
  }

  void Use(rir::RegionId region, std::uint32_t part) {
    const auto [place, is_new] = part_of_.emplace(region, part);
    if (!is_new && place->second != part)
      place->second = kSeveral;
  }

  void Block(rir::BlockId id, std::uint32_t part) {
    for (const rir::Op& op : function_.blocks[id].ops) {
      ++info_.ops;
      Op(op, part);
    }
  }

  void Op(const rir::Op& op, std::uint32_t part) {
    const auto take = [&](const rir::Operand& o) {
      if (o.kind == rir::OperandKind::Region)
        taken_.insert(o.id);
    };
    const auto direct = [&](const rir::Operand& o) {
      if (o.kind == rir::OperandKind::Region)
        Use(o.id, part);
    };
    const auto* par = std::get_if<rir::ParOp>(&op.data);
    const bool is_apart = par != nullptr && par->kind != rir::ParKind::Single && par->kind != rir::ParKind::Critical &&
                          par->kind != rir::ParKind::Ordered;
    const std::uint32_t inside = is_apart ? ++parts_ : part;
    const auto below = [&](rir::BlockId block) { Block(block, inside); };
    if (par != nullptr)
      for (const rir::RegionId region : par->privates)
        Use(region, inside);
    if (const auto* load = std::get_if<rir::LoadOp>(&op.data)) {
      direct(load->address);
    } else if (const auto* store = std::get_if<rir::StoreOp>(&op.data)) {
      direct(store->address);
      take(store->value);
    } else if (const auto* declare = std::get_if<rir::DeclareOp>(&op.data)) {
      Use(declare->region, part);
    } else {
      Show(op, take, below);
    }
  }

  const std::vector<std::uint32_t>& StoredIn(rir::BlockId id) {
    std::set<std::uint32_t> all;
    const auto add = [&](rir::RegionId region) {
      const auto found = info_.variables.find(region);
      if (found != info_.variables.end())
        all.insert(found->second);
    };
    for (const rir::Op& op : function_.blocks[id].ops) {
      if (const auto* store = std::get_if<rir::StoreOp>(&op.data);
          store && store->address.kind == rir::OperandKind::Region)
        add(store->address.id);
      if (const auto* declare = std::get_if<rir::DeclareOp>(&op.data))
        add(declare->region);
      if (const auto* par = std::get_if<rir::ParOp>(&op.data))
        for (const rir::RegionId region : par->privates)
          add(region);
      Show(
          op, [](const rir::Operand&) {},
          [&](rir::BlockId block) {
            const std::vector<std::uint32_t>& below = StoredIn(block);
            all.insert(below.begin(), below.end());
          });
    }
    info_.stored_in[id].assign(all.begin(), all.end());
    return info_.stored_in[id];
  }

  const rir::Module& module_;
  const rir::Function& function_;
  FunctionInfo info_;
  std::map<rir::RegionId, std::uint32_t> part_of_;
  std::set<rir::RegionId> taken_;
  std::uint32_t parts_ = 0;
};

class Sizer {
 public:
  explicit Sizer(const rir::Module& module) : module_(module), sizes_(module.functions.size(), 0) {}

  std::vector<std::size_t> All() {
    for (rir::FunctionId f = 0; f < sizes_.size(); ++f)
      Size(f);
    return std::move(sizes_);
  }

 private:
  std::size_t Size(rir::FunctionId id) {
    if (open_.contains(id))
      return kTooLarge;
    if (sizes_[id] != 0)
      return sizes_[id];
    open_.insert(id);
    std::size_t size = 1;
    for (const rir::Block& block : module_.functions[id].blocks)
      for (const rir::Op& op : block.ops) {
        ++size;
        const auto* call = std::get_if<rir::CallOp>(&op.data);
        if (call != nullptr && call->callee.kind == rir::OperandKind::Function)
          size += Size(call->callee.id);
      }
    open_.erase(id);
    return sizes_[id] = std::min(size, kTooLarge);
  }

  const rir::Module& module_;
  std::vector<std::size_t> sizes_;
  std::set<rir::FunctionId> open_;
};

}  // namespace

FunctionInfo InfoOf(const rir::Module& module, const rir::Function& function) {
  return Collector(module, function).Collect();
}

std::vector<std::size_t> WholeSizes(const rir::Module& module) {
  return Sizer(module).All();
}

}  // namespace detrain::flow
