// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about where a value comes from, answered by going back from it.
#ifndef DETRAIN_ANALYZER_RACES_ORIGIN_SEARCH_H
#define DETRAIN_ANALYZER_RACES_ORIGIN_SEARCH_H

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/races/given_numbers.h"
#include "analyzer/races/part_bounds.h"
#include "analyzer/races/queued_numbers.h"
#include "analyzer/races/taken_numbers.h"

namespace detrain::races {

// Part of a program that threads run beside each other: a parallel region or loop, or a thread's function.
struct Together {
  flow::ScopeId scope = flow::kNone;  // of it
  flow::ScopeId work = flow::kNone;   // the loop whose rounds threads share out; kNone: none
  std::vector<bool> inside;           // per scope
};

class OriginSearch {
 public:
  explicit OriginSearch(const flow::Flow& flow)
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
  bool IsApart(flow::NodeId node, const Together& where);
  // Whether two addresses are the same one, or lie in one element that only one thread or round has.
  bool AreOfOneOwner(flow::NodeId a, flow::NodeId b, const Together& where);
  // Whether threads or rounds may compute different numbers there, by whatever way.
  bool Varies(flow::NodeId node, const Together& where);

  // How a store makes its value from the content of the cell that it stores to.
  enum class Update : std::uint8_t { None, FloatSum, IntegerSum, Choice };
  Update UpdateOf(flow::NodeId store, flow::NodeId cell);
  // The same of a value that is stored there.
  Update UpdateFrom(flow::NodeId value, flow::NodeId cell);
  // The same of a store to a variable whose address is not taken.
  Update UpdateOfVariable(flow::NodeId store, rir::RegionId region);

  // The index's or address's formula, equal for equal numbers. Loops in `where` other than the shared one are "*".
  std::string Formula(flow::NodeId node, const Together& where, unsigned depth = 0);

  // The formula of a number or pointer that is one in all rounds and threads, and in all of each.
  std::optional<std::string> NameOfSame(flow::NodeId node, const Together& where);

  // The pointer that an address is an element or a member of, and its formula.
  [[nodiscard]] flow::NodeId Root(flow::NodeId address) const;
  std::string Base(flow::NodeId address, const Together& where) { return Formula(Root(address), where); }

  // What threads read of a count that this store moves on under a lock, each another number; empty: nothing.
  [[nodiscard]] std::span<const flow::NodeId> TakenAt(flow::NodeId store, const Together& where) const;

  // Whether it is a number that threads take, under a lock, out of a container that they share.
  [[nodiscard]] bool IsFromShared(flow::NodeId load, const Together& where);
  // Whether it is such a number, or one out of a container of the thread's own.
  [[nodiscard]] bool IsOfContainer(flow::NodeId load) const { return queued_.ContainerOf(load) != flow::kNone; }

  // The nodes of an op's operands; kNone for constants.
  flow::NodeId OperandOf(flow::NodeId node, const rir::Operand& operand) const;

 private:
  // The answers that are known: of a node, for a part, the shared loop, and strictly or not.
  using Question = std::tuple<flow::NodeId, flow::ScopeId, flow::ScopeId, bool>;
  bool Search(flow::NodeId node, const Together& where, bool is_strict);
  bool SearchAnew(flow::NodeId node, const Together& where, bool is_strict);
  bool IsOwnMember(flow::NodeId load, const Together& where);
  bool IsOwnCopy(flow::NodeId cell, const Together& where);
  bool IsOwnNumber(flow::NodeId node, const Together& where) const;
  [[nodiscard]] flow::NodeId Around(flow::NodeId address, const Together& where) const;
  [[nodiscard]] bool IsOfMany(const flow::Node& cell) const;
  [[nodiscard]] bool IsMadeInside(const flow::Node& cell, const Together& where) const;
  [[nodiscard]] bool IsIterator(const flow::Node& node, flow::NodeId cell, const Together& where) const;
  [[nodiscard]] bool IsMadeOnce(const flow::Object& block, const Together& where) const;
  [[nodiscard]] bool IsOneNumber(const rir::Operand& operand, flow::InstanceId instance) const;
  [[nodiscard]] bool IsTable(flow::NodeId cell) const;
  [[nodiscard]] bool IsOnePlace(flow::NodeId store) const;
  [[nodiscard]] bool IsConstant(flow::NodeId store) const;
  [[nodiscard]] bool IsOfIterator(const flow::Node& cell) const;
  [[nodiscard]] bool ReadsCounter(flow::NodeId load, const Together& where) const;
  [[nodiscard]] bool CountsOn(flow::NodeId store, flow::NodeId cell, const Together& where) const;
  [[nodiscard]] bool IsOnePointer(flow::NodeId load, const Together& where) const;
  // How a value comes from what a cell or variable held.
  struct Ways {
    bool chooses = false;                       // through a comparison
    bool computes = false;                      // through arithmetic
    bool computes_float = false;                // of floating point
    bool keeps = false;                         // as it was
    std::vector<flow::NodeId> conditions = {};  // what decided which way it came
    std::vector<flow::ScopeId> parts = {};  // the parallel ones that update: what is read before them is no update's
  };
  bool DependsOn(flow::NodeId from, flow::NodeId cell, rir::RegionId region, Ways& ways);
  [[nodiscard]] flow::NodeId SwappedIn(flow::NodeId access) const;
  [[nodiscard]] std::vector<flow::ScopeId> PartsAround(flow::ScopeId scope) const;
  [[nodiscard]] bool IsNumber(flow::NodeId cell) const;
  [[nodiscard]] bool RoundsFloats(const flow::Node& node, const rir::ComputeOp& compute) const;
  [[nodiscard]] bool Loads(flow::NodeId id, flow::NodeId cell, rir::RegionId region) const;
  void AddConditions(flow::NodeId control, std::vector<flow::NodeId>& conditions) const;
  Update UpdateOfStore(flow::NodeId store, flow::NodeId cell, rir::RegionId region, Ways ways);
  Update UpdateBy(Ways ways, flow::NodeId cell, rir::RegionId region);
  std::string WhichOf(flow::NodeId load, const flow::Node& cell, const Together& where, unsigned depth);
  std::string FormulaOf(const rir::Operand& operand, flow::NodeId user, const Together& where, unsigned depth);

  const flow::Flow& flow_;
  PartBounds bounds_;
  GivenNumbers given_;
  TakenNumbers taken_;
  QueuedNumbers queued_;
  std::vector<std::uint32_t> seen_;      // per node: the search that saw it last
  std::vector<std::uint8_t> seen_ways_;  // and in which ways DependsOn came to it, one bit for each
  std::uint32_t search_ = 0;
  std::map<Question, bool> answers_;
};

}  // namespace detrain::races

#endif
