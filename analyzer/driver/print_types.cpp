// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/print_types.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <variant>

#include "analyzer/rir/words.h"

namespace detrain::driver {

namespace {

// What a value may depend on, in the words of docs/rir.md: `rnd<libc::rand>`, `env<clock>`, `ord<train.c:12>`.
using Origin = std::string;

class Origins {
 public:
  Origins(const flow::Flow& flow, const races::Threads& threads) : flow_(flow), reach_(flow.nodes.size()) {
    std::map<Origin, std::vector<flow::NodeId>> sources;
    for (flow::NodeId id = 0; id < flow.nodes.size(); ++id)
      if (const Origin origin = OriginAt(id); !origin.empty())
        sources[origin].push_back(id);
    for (const races::Conflict& conflict : threads.conflicts)
      for (const flow::NodeId node : {conflict.write, conflict.other})
        sources[Order(conflict.write)].push_back(node);
    for (const races::SharedUpdate& update : threads.updates)
      if (update.update == races::OriginSearch::Update::FloatSum || update.varies)
        sources[Order(update.write)].push_back(update.write);
    for (const flow::NodeId node : threads.dealt)
      sources[Order(node)].push_back(node);
    for (const auto& [origin, nodes] : sources)
      Spread(origin, nodes);
  }

  [[nodiscard]] std::set<Origin> Of(flow::NodeId node) const {
    std::set<Origin> all;
    for (const std::uint32_t number : reach_[node])
      all.insert(names_[number]);
    return all;
  }

 private:
  [[nodiscard]] Origin Order(flow::NodeId node) const {
    const rir::Location at = flow_.PlaceOf(node);
    return "ord<" + (at.file == rir::kNone ? std::string("?") : flow_.module->files[at.file]) + ":" +
           std::to_string(at.line) + ">";
  }

  [[nodiscard]] bool ReadsNothing(flow::NodeId load) const {
    bool reads_nothing = false;
    flow_.ForBefore(load, [&](flow::NodeId from, flow::EdgeKind) {
      const flow::Node& held = flow_.nodes[from];
      reads_nothing = reads_nothing || (held.kind == flow::NodeKind::Undefined &&
                                        !flow_.module->regions[held.object].name.starts_with("tmp."));
    });
    return reads_nothing;
  }

  [[nodiscard]] Origin OriginAt(flow::NodeId id) const {
    const flow::Node& node = flow_.nodes[id];
    if (node.op == nullptr || (node.kind != flow::NodeKind::Value && node.kind != flow::NodeKind::Effect))
      return {};
    if (node.kind == flow::NodeKind::Value && std::holds_alternative<rir::LoadOp>(node.op->data))
      return ReadsNothing(id) ? "env<uninitialised>" : "";
    if (std::holds_alternative<rir::ParOp>(node.op->data))
      return Order(id);  // a reduction
    if (std::holds_alternative<rir::DrawOp>(node.op->data)) {
      const flow::Access* access = flow_.AccessOf(id);
      const auto cells = flow_.PointsTo(access == nullptr ? flow::kNone : access->address);
      return "rnd<" + (cells.empty() ? std::string("?") : flow_.NameOf(cells.front())) + ">";
    }
    const auto* input = std::get_if<rir::InputOp>(&node.op->data);
    const bool is_fixed =
        input == nullptr || input->source == rir::Source::File || input->source == rir::Source::Arguments;
    return is_fixed
               ? Origin()
               : "env<" + std::string(rir::Words<rir::Source>::texts[static_cast<std::size_t>(input->source)]) + ">";
  }

  void Spread(const Origin& origin, std::vector<flow::NodeId> open) {
    const auto number = static_cast<std::uint32_t>(names_.size());
    names_.push_back(origin);
    const auto mark = [&](flow::NodeId node) {
      if (!reach_[node].empty() && reach_[node].back() == number)
        return false;
      reach_[node].push_back(number);
      return true;
    };
    std::erase_if(open, [&](flow::NodeId node) { return !mark(node); });
    while (!open.empty()) {
      const flow::NodeId at = open.back();
      open.pop_back();
      flow_.ForEdges(at, [&](const flow::Edge& edge) {
        if (mark(edge.to))
          open.push_back(edge.to);
      });
    }
  }

  const flow::Flow& flow_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::uint32_t>> reach_;  // per node: the numbers of its origins, ascending
};

struct Line {
  std::string place;
  std::uint32_t line = 0;
  std::string name;
  auto operator<=>(const Line&) const = default;
};

struct Held {
  std::set<Origin> origins;
  bool is_carried = false, may_leave = false;
};

std::string TextOf(const Held& held) {
  std::string text;
  for (const Origin& origin : held.origins)
    text += (text.empty() ? "" : " + ") + origin;
  text = text.empty() ? "det" : text;
  return text + (held.is_carried ? "  carried" : "") + (held.may_leave ? "  leaves" : "");
}

rir::Location DeclarationOf(const flow::Flow& flow, flow::NodeId id) {
  const flow::Node& node = flow.nodes[id];
  if (node.kind != flow::NodeKind::Cell)
    return flow.module->regions[node.object].declared;
  const flow::Object& object = flow.objects[node.object];
  if (object.kind == flow::ObjectKind::Region)
    return flow.module->regions[object.id].declared;
  return object.op == nullptr ? rir::Location{} : flow.PlaceOf(object.op->location, object.instance);
}

}  // namespace

std::string PrintTypes(const flow::Flow& flow, const flow::State& state, const races::Threads& threads) {
  const Origins origins(flow, threads);
  std::map<Line, Held> lines;
  for (flow::NodeId id = 0; id < flow.nodes.size(); ++id) {
    const flow::Node& node = flow.nodes[id];
    const bool is_variable = node.kind == flow::NodeKind::Round || node.kind == flow::NodeKind::Merge ||
                             (node.kind == flow::NodeKind::Effect && node.object != flow::kNone);
    if (node.kind != flow::NodeKind::Cell && !is_variable)
      continue;
    const rir::Location at = DeclarationOf(flow, id);
    const std::string name = flow.NameOf(id);
    if (name.empty() || name.starts_with("tmp.") || flow.IsSystem(at.file))
      continue;
    Held& held = lines[{at.file == rir::kNone ? std::string() : flow.module->files[at.file], at.line, name}];
    held.origins.merge(origins.Of(id));
    held.is_carried = held.is_carried || state.carried.contains(id);
    held.may_leave = held.may_leave || state.leaves.contains(id);
  }
  std::string text;
  for (const auto& [line, held] : lines)
    text += (line.place.empty() ? std::string() : line.place + ":" + std::to_string(line.line) + ": ") + line.name +
            ": " + TextOf(held) + "\n";
  return text;
}

}  // namespace detrain::driver
