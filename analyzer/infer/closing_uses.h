// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to open files that the program only compares with null and closes: so little of them matters that any file
// will do. Told from the text of the functions, calls included.
#ifndef DETRAIN_ANALYZER_INFER_CLOSING_USES_H
#define DETRAIN_ANALYZER_INFER_CLOSING_USES_H

#include <map>

#include "analyzer/rir/rir.h"

namespace detrain::infer {

class ClosingUses {
 public:
  explicit ClosingUses(const rir::Module& module) : module_(module) {}

  // Whether what `load`, an operation of `function`, gives is a pointer to an open file of which no more is used.
  bool OnlyCloses(const rir::Function& function, const rir::Op& load);

 private:
  [[nodiscard]] bool IsFile(rir::TypeId type) const;
  bool Closes(const rir::Function& function, rir::ValueId value);
  bool ClosesIn(const rir::Function& function, const rir::Op& op, const rir::Operand& value);
  bool ClosesArgument(const rir::CallOp& call, const rir::Operand& value);
  bool ClosesParameter(rir::FunctionId function, std::uint32_t parameter);

  const rir::Module& module_;
  std::map<const rir::Function*, std::map<rir::ValueId, bool>> known_;  // the values that are such pointers
  std::map<rir::RegionId, bool> parameters_;                            // false while one is being looked at
};

}  // namespace detrain::infer

#endif
