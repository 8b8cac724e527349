// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of virtual functions that an object holds only while its base is constructed or destroyed.
#ifndef DETRAIN_ANALYZER_FLOW_BASE_TABLES_H
#define DETRAIN_ANALYZER_FLOW_BASE_TABLES_H

#include <optional>
#include <unordered_map>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::flow {

// The constructor of a base stores the base's table in the object, and that of the class stores its own there right
// after; with destructors it is the other way round. No virtual call finds the base's, unless the base's constructor or
// destructor makes one itself.
class BaseTables {
 public:
  explicit BaseTables(const rir::Module& module) : module_(module) {}

  // Whether the call is one of a base's constructor or destructor: `function` stores a table at the same place.
  bool IsOfBase(const rir::Function& function, const rir::Op& call);
  // Whether the store is of a table, at the beginning of the function's object.
  bool StoresAtBeginning(const rir::Function& function, const rir::StoreOp& store);

 private:
  // Of a function: by which op each value is made. Empty: it stores no table.
  using Definitions = std::vector<const rir::Op*>;

  const Definitions& DefinitionsOf(const rir::Function& function);
  [[nodiscard]] bool IsTable(const Definitions& definitions, const rir::Operand& value) const;
  // From the function's object to the address.
  [[nodiscard]] std::optional<std::uint64_t> OffsetOf(const rir::Function& function, const Definitions& definitions,
                                                      const rir::Operand& address) const;
  bool MayCallVirtually(rir::FunctionId id);

  const rir::Module& module_;
  std::unordered_map<const rir::Function*, Definitions> definitions_;
  std::unordered_map<rir::FunctionId, bool> may_call_;
};

}  // namespace detrain::flow

#endif
