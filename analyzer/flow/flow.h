// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phase flow: what flows where in a program, as a graph. See docs/flow.md.
//
// The graph is of the whole program. A function has an instance per call as long as there is a budget for it, then one
// for all further calls. Memory is cells: an object and an offset in it, all elements of an array alike; which cells an
// address means is found by inclusion constraints (Andersen 1994). Variables that no address is taken of are followed
// in the order of the program, with a node wherever two ways meet.
#ifndef DETRAIN_ANALYZER_FLOW_FLOW_H
#define DETRAIN_ANALYZER_FLOW_FLOW_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/flow/cells.h"
#include "analyzer/rir/rir.h"

namespace detrain::flow {

using NodeId = std::uint32_t;
using ObjectId = std::uint32_t;
using InstanceId = std::uint32_t;
using ScopeId = std::uint32_t;
inline constexpr std::uint32_t kNone = rir::kNone;

// Copy: the value itself. Data: computed from it. Address: of what is accessed. Control: whether the op runs.
enum class EdgeKind : std::uint8_t { Copy, Data, Address, Control };

struct Edge {
  NodeId to = kNone;
  std::uint32_t next = kNone;  // in Flow::edges
  EdgeKind kind = EdgeKind::Copy;
};

enum class NodeKind : std::uint8_t {
  Value,      // what an op computes
  Effect,     // what an op does: store, copy, fill, seed, output, input into memory, atomic
  Cell,       // content of memory: object, offset
  Merge,      // of a variable, where ways meet
  Round,      // of a variable, at the top of a loop: what comes from before it and from the last round
  Parameter,  // what a call passes
  Result,     // what a function returns
  Control,    // whether a block runs
  Undefined,  // of a variable that nothing was stored in yet
};

struct Node {
  const rir::Op* op = nullptr;  // Value, Effect; Round: the loop; Undefined, Cell: none
  InstanceId instance = kNone;
  ScopeId scope = kNone;
  std::uint32_t object = kNone;  // Cell: the object; Merge, Round, Parameter, Undefined: the region
  std::uint32_t offset = 0;      // Cell: bytes
  std::uint32_t first_edge = kNone;
  NodeKind kind = NodeKind::Value;
};
static_assert(sizeof(Node) <= 32);  // of a million nodes most lie in one line of the cache each

enum class ObjectKind : std::uint8_t { Region, Block, File, Function, Unknown };

struct Object {
  ObjectKind kind = ObjectKind::Region;
  std::uint32_t id = kNone;     // Region, Function: its number
  InstanceId instance = kNone;  // of whose call it is; kNone: the program's
  ScopeId scope = kNone;        // in which it is made
  const rir::Op* op = nullptr;  // Block, File: what made it
  std::vector<NodeId> cells;
};

struct Instance {
  rir::FunctionId function = kNone;  // kNone: init
  InstanceId caller = kNone;         // the first one, where it stands for several calls
  const rir::Op* op = nullptr;       // that call
  rir::Location call;
  NodeId result = kNone, control = kNone;
  ScopeId scope = kNone;
  bool is_shared = false;
};

// A part of a function's instance: its body, a loop, a branch, a parallel part. What happens in it is in order.
enum class ScopeKind : std::uint8_t { Function, Loop, Branch, Parallel };
struct Event {
  NodeId node = kNone;      // of an access
  ScopeId scope = kNone;    // or a scope inside; neither: threads wait for each other
  bool is_of_grid = false;  // those of all blocks of a launch do
};
// What a scope says of a GPU's streams: how many of Scope::events come before it, the sync op, and the first node that
// was made after it.
struct StreamEvent {
  std::size_t before = 0;
  const rir::Op* op = nullptr;
  NodeId next_node = kNone;
};
struct Scope {
  ScopeKind kind = ScopeKind::Function;
  InstanceId instance = kNone;
  std::vector<ScopeId> parents;  // several of a function that has one instance for several calls
  const rir::Op* op = nullptr;   // Loop, Branch, Parallel
  rir::BlockId block = kNone;    // Branch of an `if`: which of its two blocks
  std::vector<Event> events;
};

// An access to memory: a node of kind Value (load) or Effect, and the nodes of its addresses.
struct Access {
  NodeId node = kNone;
  NodeId address = kNone;  // kNone: of a variable whose address is not taken
  NodeId value = kNone;    // stored
  bool reads = false, writes = false;
  bool is_atomic = false;
  std::uint32_t locks = 0;  // Flow::locks: what is held
};

// An OpenMP critical section, among the addresses of locks.
inline constexpr NodeId kCritical = kNone - 1;

struct Flow {
  const rir::Module* module = nullptr;
  std::vector<bool> is_system_file;  // per file of the module
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Object> objects;
  std::vector<Instance> instances;
  std::vector<Scope> scopes;
  std::vector<Access> accesses;
  std::vector<std::vector<NodeId>> locks = {{}};  // sets of addresses of mutexes
  std::vector<std::uint32_t> access_of;           // per node, as far as it goes: the number of its access
  std::vector<Cells> points_to;                   // per node: the cells that it may be the address of
  std::map<std::pair<InstanceId, rir::RegionId>, NodeId> addresses;  // of variables; kNone: the program's
  std::vector<std::vector<NodeId>> values;                           // per instance: the nodes of its values
  std::vector<std::uint32_t> first_before, before;  // per node: where in `before` the nodes with edges to it begin
  std::vector<EdgeKind> before_kind;
  std::vector<std::uint32_t> first_inner;  // per scope: where in `inner` the scopes among its events begin
  std::vector<ScopeId> inner;
  std::vector<rir::FunctionId> roots;            // functions that the outside may call
  std::unordered_map<ObjectId, NodeId> holders;  // of a block: a variable that holds its address
  std::unordered_map<ScopeId, std::vector<StreamEvent>> stream_events;
  bool has_main = false;
  bool is_truncated = false;  // more than the limits allow: some flows are missing

  // The access that the node is; null: it is none.
  [[nodiscard]] const Access* AccessOf(NodeId node) const {
    const bool is_access = node < access_of.size() && access_of[node] != kNone;
    return is_access ? &accesses[access_of[node]] : nullptr;
  }

  // Visits the edges that leave the node.
  template <typename F>
  void ForEdges(NodeId node, const F& visit) const {
    for (std::uint32_t e = nodes[node].first_edge; e != kNone; e = edges[e].next)
      visit(edges[e]);
  }

  // Visits the edges that lead to the node: from where, and their kind.
  template <typename F>
  void ForBefore(NodeId node, const F& visit) const {
    for (std::uint32_t i = first_before[node]; i < first_before[node + 1]; ++i)
      visit(before[i], before_kind[i]);
  }

  // Whether both are nodes of one cell: it may have others for the rounds of a step loop (StateOf) and for elements
  // (PartElements), and what these hold goes on to it.
  [[nodiscard]] bool AreSameCell(NodeId a, NodeId b) const {
    return nodes[a].kind == NodeKind::Cell && nodes[b].kind == NodeKind::Cell && nodes[a].object == nodes[b].object &&
           nodes[a].offset == nodes[b].offset;
  }

  // Visits what is stored in a cell, by way of its other nodes too.
  template <typename F>
  void ForStored(NodeId cell, const F& visit) const {
    AllOfStored(cell, [&](NodeId from) {
      visit(from);
      return true;
    });
  }

  // Whether it holds for all of that; up to the first for which it does not.
  template <typename F>
  bool AllOfStored(NodeId cell, const F& holds) const {
    std::vector<NodeId> same = {cell};
    for (std::size_t i = 0; i < same.size(); ++i)
      for (std::uint32_t at = first_before[same[i]]; at < first_before[same[i] + 1]; ++at) {
        const NodeId from = before[at];
        if (!AreSameCell(from, cell)) {
          if (!holds(from))
            return false;
        } else if (std::find(same.begin(), same.end(), from) == same.end()) {
          same.push_back(from);
        }
      }
    return true;
  }

  [[nodiscard]] std::span<const NodeId> PointsTo(NodeId node) const {
    return node == kNone ? std::span<const NodeId>() : std::span<const NodeId>(points_to[node]);
  }

  // Where a user would look: the op's place, or that of the call in the user's code that leads there.
  [[nodiscard]] rir::Location PlaceOf(NodeId node) const;
  [[nodiscard]] rir::Location PlaceOf(rir::Location at, InstanceId instance) const;

  // The function that it is a call of; null: the program's own initialisation.
  [[nodiscard]] const rir::Function* FunctionOf(InstanceId instance) const;

  // The function of the user's in which that is.
  [[nodiscard]] rir::FunctionId UserFunctionOf(NodeId node) const;

  // The outermost call of a library's function that leads to the node from the user's code; kNone: none, or one of
  // several.
  [[nodiscard]] InstanceId LibraryCallOf(NodeId node) const;

  // What a user would call the memory: `model.params`, `sum`; of a heap block the pointer that holds it.
  [[nodiscard]] std::string NameOf(NodeId cell_or_variable) const;

  // Whether the object is a stream of the terminal: std::cout and its kind.
  [[nodiscard]] bool IsConsole(const Object& object) const;

  // Whether the cell is a stream that writes into memory, whose text goes on from there: a std::ostringstream.
  [[nodiscard]] bool IsStringStream(NodeId cell) const;

  [[nodiscard]] bool IsSystem(rir::FileId file) const { return file != kNone && is_system_file[file]; }

  // The node of an op's operand: kNone for constants. Of a variable, its address.
  [[nodiscard]] NodeId NodeOf(const rir::Operand& operand, InstanceId instance) const;

  void FindHolders();
  void PackEdges(std::size_t jobs = 1);  // those of a node lie beside one another
  void IndexBefore(std::size_t jobs = 1);
  void IndexInner();

  // Whether `scope` is `outer` or lies in it.
  [[nodiscard]] bool IsInside(ScopeId scope, ScopeId outer) const;
};

// The one node that the value is a copy of, where it is of one, and that is no cell: what a parameter, a result or a
// variable was given; else kNone.
NodeId OnlyCopied(const Flow& flow, NodeId value);

// What computes the value; null: it is none that is computed.
const rir::ComputeOp* ComputeOf(const Flow& flow, NodeId value);

// Whether it reads through a volatile pointer, which lift leaves open.
bool ReadsVolatile(const rir::Op& op);

bool IsSystemFile(std::string_view file);

// How far calls are told apart, in operations: a call of what is larger, with all that it calls, gets no instance of
// its own, and no call does once what all instances may have is spent.
struct Extent {
  std::size_t largest_own = 30'000;
  std::size_t per_op = 6, most = 600'000;  // in all instances: for each of the program's, and at most
};

// For one question about a whole program, which may take minutes; the default is what an editor can wait for.
inline constexpr Extent kThorough = {200'000, 20, 1'500'000};

// The flows of a module that passes rir::Verify.
// `jobs`: threads; the result does not depend on it.
Flow FlowOf(const rir::Module& module, std::size_t jobs = 1, const Extent& extent = {});

}  // namespace detrain::flow

#endif
