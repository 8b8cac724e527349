// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/touched.h"

#include <map>
#include <utility>
#include <vector>

#include "analyzer/rir/visit.h"

namespace detrain::infer {

namespace {

using Places = std::set<std::uint32_t>;  // numbers of locations

class Solver {
 public:
  Solver(const rir::Module& module, const rir::Function& function) : module_(module), top_(function) {}

  std::optional<Touched> Solve() {
    for (std::size_t i = 0; i < top_.params.size(); ++i) {
      const std::uint32_t deep = static_cast<std::uint32_t>(module_.regions.size() + i);
      content_[deep].insert(deep);
      content_[top_.params[i]].insert(deep);
    }
    called_.insert(&top_);
    do {
      changed_ = false;
      for (const rir::Function* f : std::set(called_))
        Function(*f);
    } while (changed_ && is_known_);
    if (!is_known_)
      return std::nullopt;
    return Touched{Named(read_), Named(written_)};
  }

 private:
  void Function(const rir::Function& f) {
    function_ = &f;
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops)
        Op(op);
  }

  void Op(const rir::Op& op) {
    rir::VisitOp(
        op, [&](const rir::LoadOp& data) { Load(op, data); },
        [&](const rir::StoreOp& data) { Put(Of(data.address), Of(data.value)); },
        [&](const rir::ComputeOp& data) {
          for (const rir::Operand& arg : data.args)
            Grow(values_[{function_, op.result}], Of(arg));
        },
        [&](const rir::CopyOp& data) { Put(Of(data.target), ContentOf(Of(data.source))); },
        [&](const rir::FillOp& data) { Put(Of(data.target), {}); },
        [&](const rir::FreeOp& data) { Grow(read_, Of(data.address)); }, [](const rir::HeaderOp&) {},
        [&](const rir::CallOp& data) { Call(op, data); },
        [&](const rir::ReturnOp& data) { Grow(returned_[function_], Of(data.value)); }, [](const rir::DeclareOp&) {},
        [](const rir::IfOp&) {}, [](const rir::LoopOp&) {}, [](const rir::BreakOp&) {}, [](const rir::ContinueOp&) {},
        [](const rir::StopOp&) {}, [](const std::monostate&) {}, [&](const auto&) { is_known_ = false; });
  }

  void Load(const rir::Op& op, const rir::LoadOp& data) {
    Grow(values_[{function_, op.result}], ContentOf(Of(data.address)));
  }

  void Call(const rir::Op& op, const rir::CallOp& data) {
    if (data.callee.kind != rir::OperandKind::Function || !module_.functions[data.callee.id].is_defined) {
      is_known_ = false;
      return;
    }
    const rir::Function& callee = module_.functions[data.callee.id];
    changed_ = called_.insert(&callee).second || changed_;
    for (std::size_t i = 0; i < callee.params.size() && i < data.args.size(); ++i) {
      const Places given = Of(data.args[i]);
      const bool is_record = module_.types[module_.regions[callee.params[i]].type].kind == rir::TypeKind::Record;
      Grow(content_[callee.params[i]], is_record ? ContentOf(given) : given);
    }
    const Places result = returned_[&callee];
    if (data.into)
      Put(Of(data.into), ContentOf(result));
    if (op.result != rir::kNone)
      Grow(values_[{function_, op.result}], result);
  }

  Places Of(const rir::Operand& operand) {
    if (operand.kind == rir::OperandKind::Value)
      return values_[{function_, operand.id}];
    if (operand.kind != rir::OperandKind::Region)
      return {};
    if (!IsOwn(operand.id))
      Grow(content_[operand.id], {operand.id});
    return {operand.id};
  }

  Places ContentOf(const Places& places) {
    Grow(read_, places);
    Places out;
    for (const std::uint32_t place : places)
      out.insert(content_[place].begin(), content_[place].end());
    return out;
  }

  void Put(const Places& to, const Places& what) {
    Grow(written_, to);
    for (const std::uint32_t place : to)
      Grow(content_[place], what);
  }

  void Grow(Places& set, const Places& by) {
    for (const std::uint32_t place : by)
      changed_ = set.insert(place).second || changed_;
  }

  // Whether each activation has one of its own.
  [[nodiscard]] bool IsOwn(rir::RegionId region) const {
    const rir::RegionKind kind = module_.regions[region].kind;
    return kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
  }

  [[nodiscard]] Touched::Places Named(const Places& places) const {
    Touched::Places out;
    for (const std::uint32_t place : places) {
      if (place >= module_.regions.size())
        out.params.insert(place - module_.regions.size());
      else if (!IsOwn(place))
        out.statics.insert(place);
    }
    return out;
  }

  const rir::Module& module_;
  const rir::Function& top_;
  const rir::Function* function_ = nullptr;
  std::set<const rir::Function*> called_;
  std::map<std::pair<const rir::Function*, rir::ValueId>, Places> values_;
  std::map<const rir::Function*, Places> returned_;
  std::map<std::uint32_t, Places> content_;  // locations: regions, then one for all that a parameter leads to
  Places read_, written_;
  bool changed_ = false, is_known_ = true;
};

}  // namespace

std::optional<Touched> TouchedBy(const rir::Module& module, const rir::Function& function) {
  return Solver(module, function).Solve();
}

}  // namespace detrain::infer
