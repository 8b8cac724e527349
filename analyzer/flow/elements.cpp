// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/elements.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "analyzer/base/parallel.h"
#include "analyzer/flow/displacements.h"

namespace detrain::flow {

namespace {

constexpr std::size_t kMostWorkers = 4;    // each has marks for every node
constexpr std::size_t kMostElements = 16;  // of a cell; with more of them it stays one

// An access to one element, which the text names.
struct Named {
  NodeId node = kNone;
  std::int64_t bytes = 0;  // from the first element
  std::uint64_t size = 0;
};

class Parter {
 public:
  Parter(Flow& flow, std::size_t jobs) : flow_(flow), jobs_(std::clamp<std::size_t>(jobs, 1, kMostWorkers)) {}

  void Part() {
    const std::vector<ObjectAddresses> objects = AddressesOf(Candidates());
    FindAccesses(objects);
    const auto moved = DisplacementsOf(objects);
    for (std::size_t i = 0; i < objects.size(); ++i)
      for (std::size_t k = 0; k < objects[i].addresses.size(); ++k)
        AddNamed(objects[i].object, objects[i].addresses[k], moved[i][k]);
    for (auto& [cell, named] : named_)
      if (const auto elements = ElementsOf(named); !elements.empty())
        PartCell(cell, elements);
    if (!named_.empty())
      flow_.IndexBefore(jobs_);
  }

 private:
  // All that may lead to an object.
  struct ObjectAddresses {
    ObjectId object = kNone;
    std::vector<NodeId> addresses;
  };
  using Moved = std::vector<std::optional<std::int64_t>>;     // per address: bytes from the first element
  using Elements = std::unordered_map<NodeId, std::int64_t>;  // access: its element, in bytes from the first
  struct Parts {
    NodeId any = kNone;  // what varying indices store
    std::map<std::int64_t, NodeId> elements;
  };

  // Blocks and variables of which an access, or a function that is called, is given an element that is not the first.
  [[nodiscard]] std::vector<bool> Candidates() const {
    std::vector<std::vector<ObjectId>> by_part(jobs_);
    ParallelForRanges(jobs_, flow_.nodes.size(), [&](std::size_t part, std::size_t first, std::size_t last) {
      for (auto id = static_cast<NodeId>(first); id < last; ++id)
        if (IsUsedElement(id) && MovedBy(flow_, id).value_or(0) > 1)
          for (const NodeId cell : flow_.points_to[id])
            by_part[part].push_back(flow_.nodes[cell].object);
    });
    std::vector<bool> objects(flow_.objects.size(), false);
    for (const std::vector<ObjectId>& found : by_part)
      for (const ObjectId object : found)
        if (const ObjectKind kind = flow_.objects[object].kind; kind == ObjectKind::Region || kind == ObjectKind::Block)
          objects[object] = true;
    return objects;
  }

  // As an address, or by a call; a pointer that a loop moves on is only kept.
  [[nodiscard]] bool IsUsedElement(NodeId address) const {
    const rir::ComputeOp* index = ComputeOf(flow_, address);
    bool is_used = false;
    if (index == nullptr || index->opcode != rir::Opcode::Index)
      return false;
    flow_.ForEdges(address, [&](const Edge& edge) {
      is_used = is_used || edge.kind == EdgeKind::Address || flow_.nodes[edge.to].kind == NodeKind::Parameter;
    });
    return is_used;
  }

  [[nodiscard]] std::vector<ObjectAddresses> AddressesOf(const std::vector<bool>& objects) const {
    std::vector<std::vector<std::pair<ObjectId, NodeId>>> by_part(jobs_);
    ParallelForRanges(jobs_, flow_.nodes.size(), [&](std::size_t part, std::size_t first, std::size_t last) {
      for (auto id = static_cast<NodeId>(first); id < last; ++id)
        for (const NodeId cell : flow_.points_to[id])
          if (const ObjectId object = flow_.nodes[cell].object; objects[object])
            by_part[part].emplace_back(object, id);
    });
    std::vector<std::vector<NodeId>> by_object(objects.size());
    for (const auto& found : by_part)
      for (const auto& [object, id] : found)
        if (auto& all = by_object[object]; all.empty() || all.back() != id)
          all.push_back(id);
    std::vector<ObjectAddresses> addresses;
    for (ObjectId object = 0; object < by_object.size(); ++object)
      if (!by_object[object].empty())
        addresses.push_back({object, std::move(by_object[object])});
    return addresses;
  }

  // Those by one of the addresses.
  void FindAccesses(const std::vector<ObjectAddresses>& objects) {
    std::vector<bool> is_asked(flow_.nodes.size(), false);
    for (const ObjectAddresses& object : objects)
      for (const NodeId address : object.addresses)
        is_asked[address] = true;
    for (const Access& access : flow_.accesses)
      if (access.address != kNone && is_asked[access.address] && SizeOf(access) > 1)
        accesses_[access.address].push_back({access.node, 0, SizeOf(access)});
  }

  [[nodiscard]] std::vector<Moved> DisplacementsOf(const std::vector<ObjectAddresses>& objects) const {
    std::vector<Moved> moved(objects.size());
    std::vector<std::optional<Displacements>> by_worker(jobs_);
    ParallelForWorkers(jobs_, objects.size(), [&](std::size_t worker, std::size_t i) {
      if (!by_worker[worker])
        by_worker[worker].emplace(flow_);
      by_worker[worker]->Find(objects[i].object, objects[i].addresses);
      for (const NodeId address : objects[i].addresses)
        moved[i].push_back(by_worker[worker]->Of(address));
    });
    return moved;
  }

  void AddNamed(ObjectId object, NodeId address, std::optional<std::int64_t> bytes) {
    const auto accesses = accesses_.find(address);
    if (!bytes || accesses == accesses_.end())
      return;
    for (Named& access : accesses->second) {
      access.bytes = *bytes;
      for (const NodeId cell : flow_.points_to[address])
        if (flow_.nodes[cell].object == object)
          named_[cell].push_back(access);
    }
  }

  // What a load, store or atomic operation reads or writes; 0: any other access.
  [[nodiscard]] std::uint64_t SizeOf(const Access& access) const {
    const rir::Op& op = *flow_.nodes[access.node].op;
    const bool is_one =
        op.Kind() == rir::OpKind::Load || op.Kind() == rir::OpKind::Store || op.Kind() == rir::OpKind::Atomic;
    return is_one && op.type != rir::kNone ? flow_.module->types[op.type].size : 0;
  }

  // Elements are of one size and lie side by side; what does not fit in is an access to any of them.
  static Elements ElementsOf(const std::vector<Named>& named) {
    Elements elements;
    std::unordered_set<std::int64_t> places;
    const auto size = static_cast<std::int64_t>(named.front().size);
    for (const Named& one : named)
      if (one.size == named.front().size && one.bytes % size == 0) {
        elements[one.node] = one.bytes;
        places.insert(one.bytes);
      }
    return places.size() < 2 || places.size() > kMostElements ? Elements() : elements;
  }

  // The cell, and those nodes of it that stand for the rounds of a step loop.
  void PartCell(NodeId cell, const Elements& elements) {
    std::vector<std::pair<NodeId, Parts>> inner;
    std::vector<NodeId> rounds;
    flow_.ForBefore(cell, [&](NodeId from, EdgeKind) {
      if (flow_.AreSameCell(from, cell))
        rounds.push_back(from);
    });
    for (const NodeId round : rounds)
      inner.emplace_back(round, PartNode(round, elements));
    const Parts outer = PartNode(cell, elements);
    for (const auto& [round, parts] : inner) {
      Unlink(round, outer.any);
      Connect(parts.any, outer.any);
      for (const auto& [bytes, element] : parts.elements)
        Connect(element, outer.elements.at(bytes));
    }
  }

  Parts PartNode(NodeId cell, const Elements& elements) {
    Parts parts;
    parts.any = MakeLike(cell);
    for (const auto& [access, bytes] : elements)
      if (NodeId& element = parts.elements.try_emplace(bytes, kNone).first->second; element == kNone)
        element = MakeLike(cell);
    flow_.ForBefore(cell, [&](NodeId from, EdgeKind) {
      const auto named = elements.find(from);
      Retarget(from, cell, named == elements.end() ? parts.any : parts.elements.at(named->second));
    });
    MoveLoads(cell, parts, elements);
    Connect(parts.any, cell);
    for (const auto& [bytes, element] : parts.elements) {
      Connect(parts.any, element);
      Connect(element, cell);
    }
    return parts;
  }

  NodeId MakeLike(NodeId cell) {
    Node node = flow_.nodes[cell];
    node.first_edge = kNone;
    flow_.nodes.push_back(node);
    auto meant = flow_.points_to[cell];
    flow_.points_to.push_back(std::move(meant));
    return static_cast<NodeId>(flow_.nodes.size() - 1);
  }

  void Connect(NodeId from, NodeId to) {
    flow_.edges.push_back({to, flow_.nodes[from].first_edge, EdgeKind::Copy});
    flow_.nodes[from].first_edge = static_cast<std::uint32_t>(flow_.edges.size() - 1);
  }

  void Retarget(NodeId from, NodeId cell, NodeId to) {
    for (std::uint32_t e = flow_.nodes[from].first_edge; e != kNone; e = flow_.edges[e].next)
      if (flow_.edges[e].to == cell)
        flow_.edges[e].to = to;
  }

  void Unlink(NodeId from, NodeId to) {
    std::uint32_t* link = &flow_.nodes[from].first_edge;
    while (*link != kNone)
      if (Edge& edge = flow_.edges[*link]; edge.to == to)
        *link = edge.next;
      else
        link = &edge.next;
  }

  // What reads a named element reads that one.
  void MoveLoads(NodeId cell, const Parts& parts, const Elements& elements) {
    std::uint32_t* link = &flow_.nodes[cell].first_edge;
    while (*link != kNone) {
      const std::uint32_t at = *link;
      Edge& edge = flow_.edges[at];
      const auto named = elements.find(edge.to);
      if (named == elements.end() || edge.kind != EdgeKind::Copy) {
        link = &edge.next;
        continue;
      }
      *link = edge.next;
      std::uint32_t& first = flow_.nodes[parts.elements.at(named->second)].first_edge;
      edge.next = std::exchange(first, at);
    }
  }

  Flow& flow_;
  std::size_t jobs_;
  std::unordered_map<NodeId, std::vector<Named>> accesses_;  // by address
  std::map<NodeId, std::vector<Named>> named_;               // by cell
};

}  // namespace

void PartElements(Flow& flow, std::size_t jobs) {
  Parter(flow, jobs).Part();
}

}  // namespace detrain::flow
