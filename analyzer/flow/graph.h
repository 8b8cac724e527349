// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph while it is made: nodes, edges, and the constraints that tell which cells an address means. Constraints are
// solved as they come; what an address means only grows, and each growth is passed on once.
#ifndef DETRAIN_ANALYZER_FLOW_GRAPH_H
#define DETRAIN_ANALYZER_FLOW_GRAPH_H

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "analyzer/flow/flow.h"

namespace detrain::flow {

class Graph {
 public:
  using OnFunction = std::function<void(std::uint32_t call, rir::FunctionId callee)>;

  explicit Graph(const rir::Module& module);

  // Room for so many nodes: what grows bit by bit is copied again and again.
  void Reserve(std::size_t nodes);

  Flow& flow() { return flow_; }
  [[nodiscard]] const Flow& flow() const { return flow_; }

  NodeId Add(Node node);
  ObjectId Add(Object object);
  void Connect(NodeId from, NodeId to, EdgeKind kind);  // nothing where one is kNone

  NodeId Cell(ObjectId object, std::uint64_t offset);
  void Means(NodeId address, NodeId cell);

  // `bytes` kNone: to the end of the object.
  void Load(NodeId address, NodeId to, bool is_pointer);
  void Store(NodeId address, NodeId from);
  void StoreText(NodeId address, NodeId from);  // where a std::string has its text
  void Offset(NodeId address, NodeId to, std::int64_t bytes);
  void OwnText(NodeId address, NodeId to);  // the text that a std::string holds in itself
  void LoadRange(NodeId address, NodeId to, std::uint32_t bytes);
  void StoreRange(NodeId address, NodeId from, std::uint32_t bytes);
  void Copy(NodeId target, NodeId source, std::uint32_t bytes,
            EdgeKind kind = EdgeKind::Copy);  // Data: of text, which holds no addresses
  void Call(NodeId callee, std::uint32_t call);

  // Passes on what grew until nothing does. `on_function` is told of each function that a call's callee may be.
  void Solve(const OnFunction& on_function);

  // The content of memory that the outside hands in: each pointer in it leads to memory of its own, three steps deep.
  // `scope`: where it is handed in; kNone: before all.
  void MakeUnknown(NodeId address, ScopeId scope = kNone);

 private:
  enum class Kind : std::uint8_t {
    Load,
    LoadPointer,
    Store,
    StoreText,
    Text,
    OwnText,
    Offset,
    LoadRange,
    StoreRange,
    Target,
    Source,
    Call
  };
  struct Constraint {
    Kind kind;
    NodeId other = kNone;     // the other node; Target, Source: number of the copy; Call: number of the call
    std::int64_t amount = 0;  // bytes
    std::uint32_t next = kNone;
  };
  struct CopyOf {
    NodeId target, source;
    std::uint32_t bytes;
    EdgeKind kind;
  };
  // What is to happen with every cell of an object from `begin` on, those that come later too.
  struct Hook {
    Kind kind;  // LoadRange, StoreRange, or Target: the cells are copied
    std::uint64_t begin, end;
    NodeId node;            // Target: a cell of the object that they are copied to
    std::int64_t distance;  // Target: from a cell's offset to that of its copy
    EdgeKind edge;
  };

  // A cell that is copied to one that may not be there yet. Copies can go in circles, so this is no recursion.
  struct Pending {
    NodeId from;
    ObjectId object;
    std::uint64_t offset;
    EdgeKind edge;
  };

  void Constrain(NodeId address, Constraint constraint);
  void Apply(const Constraint& constraint, NodeId cell);
  void AddHook(NodeId cell, Hook hook);
  void Apply(const Hook& hook, NodeId cell);
  std::uint32_t OffsetFor(ObjectId object, std::uint64_t offset);
  [[nodiscard]] bool MayBeText(NodeId pointer, NodeId text) const;
  [[nodiscard]] std::uint64_t EndOf(NodeId cell, std::int64_t bytes) const;
  void CopyBetween(NodeId target, NodeId source, const CopyOf& copy);
  [[nodiscard]] bool IsPlain(const Node& node) const;
  void PassOn(NodeId node);
  void MakeUnknownContent(NodeId cell);

  Flow flow_;
  std::vector<Constraint> constraints_;
  std::vector<std::uint32_t> first_constraint_;  // per node
  std::vector<std::uint32_t> done_;              // per node: how many of its cells were passed on
  std::vector<CopyOf> copies_;
  std::set<std::tuple<NodeId, NodeId, std::uint32_t, EdgeKind>> copied_;
  std::unordered_map<std::uint64_t, NodeId> cells_;        // by object and, in the lower half, offset
  std::unordered_map<ObjectId, std::uint32_t> far_cells_;  // per object: how many lie beyond what all members have
  std::vector<std::vector<Hook>> hooks_;                   // per object
  std::size_t steps_ = 0;
  std::vector<NodeId> work_;
  std::vector<Pending> pending_;
  std::vector<bool> is_waiting_, is_plain_;
  std::set<NodeId> unknown_content_;
  std::unordered_set<NodeId> own_texts_;
  std::map<ObjectId, unsigned> unknown_depth_;
  OnFunction on_function_;
};

}  // namespace detrain::flow

#endif
