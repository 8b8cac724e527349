// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks that a program writes by hand: a loop that swaps a constant into a flag until it finds another one there
// (`while (held.exchange(true)) {}`), and a store to that flag, which lets the next thread in.
#ifndef DETRAIN_ANALYZER_FLOW_SPIN_LOCK_H
#define DETRAIN_ANALYZER_FLOW_SPIN_LOCK_H

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::flow {

// What the text says of an address: a variable, a member of a type, or anything of a size. Locks of one class are
// alike.
struct PlaceInText {
  enum class Kind : std::uint8_t { Variable, Member, Any };
  Kind kind = Kind::Any;
  std::uint64_t id = 0;  // the variable; the type of the record; the size
  std::uint32_t member = 0;
  auto operator<=>(const PlaceInText&) const = default;
};

class SpinLocks {
 public:
  explicit SpinLocks(const rir::Module& module) : module_(module) {}

  // The flag, where the loop does nothing but wait until the thread has it, and something stores to it; else nothing.
  std::optional<PlaceInText> AcquiredBy(const rir::Function& function, const rir::LoopOp& loop);

  // The place that an op of the function stores to.
  PlaceInText PlaceOf(const rir::Function& function, const rir::Operand& address, rir::TypeId stored);

 private:
  // A function, and the call that hands it its arguments; null: nobody knows.
  struct Frame {
    const rir::Function* function = nullptr;
    const rir::CallOp* call = nullptr;
    const Frame* caller = nullptr;
    unsigned depth = 0;
  };

  const rir::Op* Definition(const rir::Function& function, const rir::Operand& value);
  std::optional<PlaceInText> SwapBehind(const Frame& frame, const rir::Operand& condition);
  std::optional<PlaceInText> SwapIn(const Frame& frame, const rir::Op& op);
  std::optional<PlaceInText> SwapInCallee(const Frame& frame, const rir::CallOp& call);
  bool SwapsInConstant(const Frame& frame, const rir::AtomicOp& atomic);
  bool IsConstant(const Frame& frame, const rir::Operand& operand);
  std::optional<PlaceInText> LeavesWithSwap(const rir::Function& function, const rir::LoopOp& loop);
  bool OnlyWaits(const rir::Function& function, rir::BlockId block, unsigned depth);
  bool OnlyWaits(const rir::Function& function, const rir::Op& op, unsigned depth);
  bool IsStoredTo(const PlaceInText& place);

  const rir::Module& module_;
  std::unordered_map<const rir::Function*, std::vector<const rir::Op*>> definitions_;  // by value
  std::optional<std::set<PlaceInText>> stored_;                                        // once it is asked for
};

}  // namespace detrain::flow

#endif
