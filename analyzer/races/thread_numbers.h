// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tells a thread of a launch from the others: its numbers in its block, and those of its block in the grid.
#ifndef DETRAIN_ANALYZER_RACES_THREAD_NUMBERS_H
#define DETRAIN_ANALYZER_RACES_THREAD_NUMBERS_H

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/races/origin_search.h"

namespace detrain::races {

inline constexpr std::size_t kDimensions = 3;
inline constexpr std::size_t kThreadNumbers = 2 * kDimensions;  // threadIdx.x, y, z, blockIdx.x, y, z
using Numbers = std::bitset<kThreadNumbers>;
inline const Numbers kOfBlock{0b000111};  // those that differ within a block

// What decides whether an access is done: inside of what it leads to, or behind (`if (i >= n) return;`).
struct ThreadTest {
  flow::NodeId condition = flow::kNone;
  bool is_inside = false;
  bool operator==(const ThreadTest&) const = default;
};

// Of one launch.
class ThreadNumbers {
 public:
  // `together`: the launch's scope, or that of a kernel's body. `shared`: what each block has for itself.
  ThreadNumbers(const flow::Flow& flow, OriginSearch& search, const Together& together,
                const std::set<flow::ObjectId>& shared)
      : flow_(flow), search_(search), together_(together), shared_(shared) {}

  // Which numbers differ between threads: the sizes of the grid and its blocks are set just before.
  [[nodiscard]] Numbers Several() const;
  // Which of them surely do: the text says how many there are.
  [[nodiscard]] Numbers SurelySeveral() const;

  // How many of them there are, where the text says it.
  [[nodiscard]] std::optional<std::int64_t> CountOf(std::size_t number) const;

  // Which of the numbers the node reads; kThreadNumbers: none.
  [[nodiscard]] std::size_t NumberOf(flow::NodeId id) const;

  // Of which dimension the node reads how many threads a block has; kDimensions: of none.
  [[nodiscard]] std::size_t BlockSizeOf(flow::NodeId id) const;

  // Whether it holds a size of the blocks or of the grid.
  [[nodiscard]] bool IsCount(flow::NodeId cell) const;

  // What a value is behind casts, and behind variables of the thread that one thing is stored to.
  [[nodiscard]] flow::NodeId Made(flow::NodeId node) const;

  // The numbers that a value is made from; `is_strict`: in ways that keep threads apart.
  Numbers From(flow::NodeId start, bool is_strict);

  // What tests of equality around an access fix, as in `if (threadIdx.x == 0)`.
  Numbers Elected(flow::NodeId access, bool is_strict);
  // The tests around an access in the launch; of `a && b` that holds, and `a || b` that does not, each of the two.
  [[nodiscard]] std::vector<ThreadTest> TestsOf(flow::NodeId access) const;
  // The parts of a condition; where it holds, or (`is_inside` false) does not.
  [[nodiscard]] std::vector<ThreadTest> TestsIn(flow::NodeId condition, bool is_inside) const;
  // What holds in a branch.
  [[nodiscard]] std::vector<ThreadTest> TestsOfBranch(flow::ScopeId branch) const;
  // What any of them is made from.
  Numbers Tested(flow::NodeId access);

  // OriginSearch::Formula within the launch; a constant's is its number.
  std::string FormulaOf(flow::NodeId value) { return search_.Formula(value, together_); }
  std::string FormulaOf(flow::NodeId user, const rir::Operand& operand);

  // Memory of the thread alone: what its functions declare, and what the launch says to it. A variable of another
  // function seems to be reached where one instance of a function stands for all of its calls.
  [[nodiscard]] bool IsOwn(flow::NodeId cell) const;

  // Memory of a block's threads together.
  [[nodiscard]] bool IsShared(flow::NodeId cell) const { return shared_.contains(flow_.nodes[cell].object); }

 private:
  // Calls it with each size that is set before the launch, by its number, and the value.
  template <typename Visit>
  void ForSizes(Visit visit) const;
  [[nodiscard]] std::string_view NameOf(const rir::Operand& address) const;
  [[nodiscard]] bool IsTicket(flow::NodeId node);
  [[nodiscard]] bool IsVariable(flow::NodeId cell) const;
  void AddTests(flow::NodeId condition, bool is_inside, std::vector<ThreadTest>& tests, unsigned depth = 0) const;
  [[nodiscard]] bool StandsIn(flow::NodeId access, const rir::Op* op) const;
  Numbers ElectedBy(flow::NodeId condition, bool is_inside, bool is_strict);

  const flow::Flow& flow_;
  OriginSearch& search_;
  const Together& together_;
  const std::set<flow::ObjectId>& shared_;
};

}  // namespace detrain::races

#endif
