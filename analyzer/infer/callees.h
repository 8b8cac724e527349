// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions a call may reach whose pointer is not known: of those whose address the program takes, the ones that
// fit the call.
#ifndef DETRAIN_ANALYZER_INFER_CALLEES_H
#define DETRAIN_ANALYZER_INFER_CALLEES_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::infer {

class Callees {
 public:
  explicit Callees(const rir::Module& module);

  // Those that take and give back values of the kinds and sizes of the call's (a call by another type has no meaning in
  // C). A function that stands in tables of virtual functions only is reached by virtual calls only, and by those of
  // its place in the table. `caller` holds `op`, which is the call `data`. In rising order.
  [[nodiscard]] std::vector<rir::FunctionId> Of(const rir::Function& caller, const rir::Op& op,
                                                const rir::CallOp& data) const;
  // Of those, where the call is a virtual one: those that stand in the tables, at its place. Empty where it is not.
  [[nodiscard]] std::vector<rir::FunctionId> VirtualOf(const rir::Function& caller, const rir::Op& op,
                                                       const rir::CallOp& data) const;
  // What yields a value in `f`; null for what is no value.
  [[nodiscard]] const rir::Op* Yielding(const rir::Function& f, const rir::Operand& value) const {
    return Defining(DefinitionsOf(f), value);
  }
  // Whether each of them may be reached by calls from the other one.
  [[nodiscard]] bool AreInOneCycle(const rir::Function& f, const rir::Function& g) const;
  // The functions from which a call of `f` may be reached, itself with them.
  [[nodiscard]] const std::set<const rir::Function*>& CallersOf(const rir::Function& f) const;

 private:
  using Definitions = std::vector<const rir::Op*>;  // by value: what yields it
  struct Slot {
    rir::RegionId table = rir::kNone;
    std::int64_t index = 0;
  };

  [[nodiscard]] const Definitions& DefinitionsOf(const rir::Function& f) const;
  [[nodiscard]] static const rir::Op* Defining(const Definitions& definitions, const rir::Operand& value);
  [[nodiscard]] bool IsTable(rir::RegionId region) const;
  [[nodiscard]] std::optional<Slot> SlotAt(const Definitions& definitions, const rir::Operand& address) const;
  void Read(const rir::Function& f);
  [[nodiscard]] std::optional<std::int64_t> VirtualSlot(const Definitions& definitions, const rir::CallOp& data) const;
  [[nodiscard]] const rir::Type* ClassOf(const Definitions& definitions, const rir::Operand& object) const;
  [[nodiscard]] const rir::Type* RecordAt(rir::TypeId pointer) const;
  [[nodiscard]] bool IsPartOf(const rir::Type& base, const rir::Type& record) const;
  [[nodiscard]] bool TakesObject(const Definitions& definitions, const rir::CallOp& data,
                                 const rir::Function& callee) const;
  void FindCallers() const;
  [[nodiscard]] bool Fits(const Definitions& definitions, const rir::Op& op, const rir::CallOp& data,
                          const rir::Function& callee) const;
  [[nodiscard]] bool FitsType(const Definitions& definitions, const rir::Operand& given, rir::TypeId wanted) const;

  const rir::Module& module_;
  std::set<rir::FunctionId> free_;                          // whose address is taken elsewhere than in a table
  std::map<rir::RegionId, std::set<std::int64_t>> starts_;  // where objects point into a table
  std::map<rir::FunctionId, std::vector<Slot>> slots_;
  mutable std::map<const rir::Function*, Definitions> definitions_;
  // Direct ones; empty: not looked for.
  mutable std::map<const rir::Function*, std::vector<const rir::Function*>> callers_;
  mutable std::map<const rir::Function*, std::set<const rir::Function*>> all_callers_;
};

}  // namespace detrain::infer

#endif
