// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-vendor-distribution: distributions and shuffles of the C++ library.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "analyzer/check/library_calls.h"

namespace detrain::check {

namespace {

using flow::NodeId;

bool IsDistribution(std::string_view name) {
  return name.find("_distribution::operator()") != std::string_view::npos || name == "std::generate_canonical";
}

bool IsShuffle(std::string_view name) {
  constexpr std::array<std::string_view, 3> kShuffles = {"std::shuffle", "std::sample", "std::ranges::shuffle"};
  return std::ranges::find(kShuffles, name) != kShuffles.end();
}

// All that is called from there.
std::unordered_set<flow::InstanceId> Below(const flow::Flow& flow, flow::InstanceId top) {
  std::unordered_set<flow::InstanceId> below = {top};
  for (flow::InstanceId i = top + 1; i < flow.instances.size(); ++i)
    if (below.contains(flow.instances[i].caller))
      below.insert(i);
  return below;
}

// What it stores outside of itself and of the generator, its last argument.
std::vector<NodeId> StoredBy(const Context& context, const LibraryCall& call) {
  const flow::Flow& flow = context.flow;
  const auto below = Below(flow, call.instance);
  std::unordered_set<flow::ObjectId> generator;
  if (!call.args.empty())
    for (const NodeId cell : flow.PointsTo(call.args.back()))
      generator.insert(flow.nodes[cell].object);
  std::vector<NodeId> stored;
  for (const flow::Access& access : flow.accesses) {
    const flow::Node& node = flow.nodes[access.node];
    if (!access.writes || !below.contains(node.instance))
      continue;
    const bool leaves = std::ranges::any_of(flow.PointsTo(access.address), [&](NodeId cell) {
      const flow::Object& object = flow.objects[flow.nodes[cell].object];
      return !below.contains(object.instance) && !generator.contains(flow.nodes[cell].object);
    });
    if (leaves)
      stored.push_back(access.node);
  }
  return stored;
}

}  // namespace

void VendorDistribution(const Context& context, Findings& out) {
  std::map<std::pair<Location, std::string>, std::vector<NodeId>> sources;
  for (const LibraryCall& call : context.library_calls) {
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(call.node));
    if (!at.IsKnown() || !(IsDistribution(call.name) || IsShuffle(call.name)))
      continue;
    std::vector<NodeId>& nodes = sources[{at, call.name}];
    nodes.push_back(call.node);
    if (IsShuffle(call.name) && call.instance != flow::kNone) {
      const std::vector<NodeId> stored = StoredBy(context, call);
      nodes.insert(nodes.end(), stored.begin(), stored.end());
    }
  }
  for (const auto& [key, nodes] : sources) {
    const auto& [at, name] = key;
    const std::string shown = name.ends_with("::operator()") ? name.substr(0, name.size() - 12) : name;
    const Reached reached = context.reacher.From(nodes, Reacher::Spared::None);
    Keep(context,
         diag::Find<diag::Finding::VendorDistribution>(at, reached.reach, reached.certainty, shown,
                                                       context.reacher.Clause(reached)),
         reached, "'" + shown + "' draws", nodes.front(), out);
  }
}

}  // namespace detrain::check
