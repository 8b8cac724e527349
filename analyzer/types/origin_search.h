// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about where a value comes from, answered by going back from it.
#ifndef DETRAIN_ANALYZER_TYPES_ORIGIN_SEARCH_H
#define DETRAIN_ANALYZER_TYPES_ORIGIN_SEARCH_H

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/types/flow.h"
#include "analyzer/types/given_numbers.h"
#include "analyzer/types/part_bounds.h"
#include "analyzer/types/queued_numbers.h"
#include "analyzer/types/taken_numbers.h"

namespace detrain::types {

// Part of a program that threads run beside each other: a parallel region or loop, or a thread's function.
struct Together {
  ScopeId scope = kNone;     // of it
  ScopeId work = kNone;      // the loop whose rounds threads share out; kNone: none
  std::vector<bool> inside;  // per scope
};

class OriginSearch {
 public:
  explicit OriginSearch(const Flow& flow)
      : flow_(flow),
        bounds_(flow, *this),
        given_(flow, *this),
        taken_(flow),
        queued_(flow),
        seen_(flow.nodes.size(), 0),
        seen_ways_(flow.nodes.size(), 0) {}
  OriginSearch(const OriginSearch&) = delete;
  OriginSearch& operator=(const OriginSearch&) = delete;

  // Whether no two threads (of a shared loop: no two rounds) compute the same number there: sums and products of the
  // round, of a thread's number, or of what the thread was started with.
  bool IsApart(NodeId node, const Together& where);
  // Whether two addresses are the same one, or lie in one element that only one thread or round has.
  bool AreOfOneOwner(NodeId a, NodeId b, const Together& where);
  // Whether threads or rounds may compute different numbers there, by whatever way.
  bool Varies(NodeId node, const Together& where);

  // How a store makes its value from the content of the cell that it stores to.
  enum class Update : std::uint8_t { None, FloatSum, IntegerSum, Choice };
  Update UpdateOf(NodeId store, NodeId cell);
  // The same of a value that is stored there.
  Update UpdateFrom(NodeId value, NodeId cell);
  // The same of a store to a variable whose address is not taken.
  Update UpdateOfVariable(NodeId store, rir::RegionId region);

  // The index's or address's formula, equal for equal numbers. Loops in `where` other than the shared one are "*".
  std::string Formula(NodeId node, const Together& where, unsigned depth = 0);

  // The formula of a number or pointer that is one in all rounds and threads, and in all of each.
  std::optional<std::string> NameOfSame(NodeId node, const Together& where);

  // The pointer that an address is an element or a member of, and its formula.
  [[nodiscard]] NodeId Root(NodeId address) const;
  std::string Base(NodeId address, const Together& where) { return Formula(Root(address), where); }

  // What threads read of a count that this store moves on under a lock, each another number; empty: nothing.
  [[nodiscard]] std::span<const NodeId> TakenAt(NodeId store, const Together& where) const;

  // Whether it is a number that threads take, under a lock, out of a container that they share.
  [[nodiscard]] bool IsFromShared(NodeId load, const Together& where);
  // Whether it is such a number, or one out of a container of the thread's own.
  [[nodiscard]] bool IsOfContainer(NodeId load) const { return queued_.ContainerOf(load) != kNone; }

  // The nodes of an op's operands; kNone for constants.
  NodeId OperandOf(NodeId node, const rir::Operand& operand) const;

 private:
  // The answers that are known: of a node, for a part, the shared loop, and strictly or not.
  using Question = std::tuple<NodeId, ScopeId, ScopeId, bool>;
  bool Search(NodeId node, const Together& where, bool is_strict);
  bool SearchAnew(NodeId node, const Together& where, bool is_strict);
  bool IsOwnMember(NodeId load, const Together& where);
  bool IsOwnCopy(NodeId cell, const Together& where);
  bool IsOwnNumber(NodeId node, const Together& where) const;
  [[nodiscard]] NodeId Around(NodeId address, const Together& where) const;
  [[nodiscard]] bool IsOfMany(const Node& cell) const;
  [[nodiscard]] bool IsMadeInside(const Node& cell, const Together& where) const;
  [[nodiscard]] bool IsIterator(const Node& node, NodeId cell, const Together& where) const;
  [[nodiscard]] bool IsMadeOnce(const Object& block, const Together& where) const;
  [[nodiscard]] bool IsOneNumber(const rir::Operand& operand, InstanceId instance) const;
  [[nodiscard]] bool IsTable(NodeId cell) const;
  [[nodiscard]] bool IsOnePlace(NodeId store) const;
  [[nodiscard]] bool IsConstant(NodeId store) const;
  [[nodiscard]] bool IsOfIterator(const Node& cell) const;
  [[nodiscard]] bool ReadsCounter(NodeId load, const Together& where) const;
  [[nodiscard]] bool CountsOn(NodeId store, NodeId cell, const Together& where) const;
  [[nodiscard]] bool IsOnePointer(NodeId load, const Together& where) const;
  // How a value comes from what a cell or variable held.
  struct Ways {
    bool chooses = false;                 // through a comparison
    bool computes = false;                // through arithmetic
    bool computes_float = false;          // of floating point
    bool keeps = false;                   // as it was
    std::vector<NodeId> conditions = {};  // what decided which way it came
    std::vector<ScopeId> parts = {};      // the parallel ones that update: what is read before them is no update's
  };
  bool DependsOn(NodeId from, NodeId cell, rir::RegionId region, Ways& ways);
  [[nodiscard]] NodeId SwappedIn(NodeId access) const;
  [[nodiscard]] std::vector<ScopeId> PartsAround(ScopeId scope) const;
  [[nodiscard]] bool IsNumber(NodeId cell) const;
  [[nodiscard]] bool RoundsFloats(const Node& node, const rir::ComputeOp& compute) const;
  [[nodiscard]] bool Loads(NodeId id, NodeId cell, rir::RegionId region) const;
  void AddConditions(NodeId control, std::vector<NodeId>& conditions) const;
  Update UpdateOfStore(NodeId store, NodeId cell, rir::RegionId region, Ways ways);
  Update UpdateBy(Ways ways, NodeId cell, rir::RegionId region);
  std::string WhichOf(NodeId load, const Node& cell, const Together& where, unsigned depth);
  std::string FormulaOf(const rir::Operand& operand, NodeId user, const Together& where, unsigned depth);

  const Flow& flow_;
  PartBounds bounds_;
  GivenNumbers given_;
  TakenNumbers taken_;
  QueuedNumbers queued_;
  std::vector<std::uint32_t> seen_;      // per node: the search that saw it last
  std::vector<std::uint8_t> seen_ways_;  // and in which ways DependsOn came to it, one bit for each
  std::uint32_t search_ = 0;
  std::map<Question, bool> answers_;
};

}  // namespace detrain::types

#endif
