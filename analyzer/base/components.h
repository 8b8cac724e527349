// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strongly connected components of a directed graph, in one pass and without recursion (Tarjan 1972).
#ifndef DETRAIN_ANALYZER_BASE_COMPONENTS_H
#define DETRAIN_ANALYZER_BASE_COMPONENTS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace detrain {

inline constexpr std::uint32_t kNoComponent = std::numeric_limits<std::uint32_t>::max();

struct Components {
  std::vector<std::uint32_t> of;  // per vertex; kNoComponent: no root leads there
  std::vector<bool> is_cyclic;    // per component: an edge leads from it to itself
};

// Of the vertices to which the roots lead. `for_edges(v, visit)` calls `visit(w)` for each edge from v to w.
template <typename ForEdges>
Components ComponentsOf(std::size_t vertices, const std::vector<std::uint32_t>& roots, const ForEdges& for_edges) {
  struct Frame {
    std::uint32_t vertex;
    std::size_t first_target;  // in `targets`: those that are left to be visited, up to the end
  };
  Components out{std::vector<std::uint32_t>(vertices, kNoComponent), {}};
  std::vector<std::uint32_t> number(vertices, 0), low(vertices, 0);  // in the order of the visit; 0: not visited
  std::vector<std::uint32_t> targets, path;
  std::vector<Frame> frames;
  std::vector<bool> has_edge_to_self(vertices, false);
  std::uint32_t count = 0;
  const auto enter = [&](std::uint32_t vertex) {
    number[vertex] = low[vertex] = ++count;
    path.push_back(vertex);
    frames.push_back({vertex, targets.size()});
    for_edges(vertex, [&](std::uint32_t target) {
      has_edge_to_self[vertex] = has_edge_to_self[vertex] || target == vertex;
      targets.push_back(target);
    });
  };
  // The path from the vertex on is a component, where it leads back to nothing before it.
  const auto leave = [&](std::uint32_t vertex) {
    if (low[vertex] != number[vertex])
      return;
    const auto component = static_cast<std::uint32_t>(out.is_cyclic.size());
    const auto first = std::find(path.rbegin(), path.rend(), vertex).base() - 1;
    out.is_cyclic.push_back(path.end() - first > 1 || has_edge_to_self[vertex]);
    for (auto at = first; at != path.end(); ++at)
      out.of[*at] = component;
    path.erase(first, path.end());
  };
  for (const std::uint32_t root : roots) {
    if (number[root] != 0)
      continue;
    enter(root);
    while (!frames.empty()) {
      const Frame frame = frames.back();
      if (targets.size() == frame.first_target) {
        frames.pop_back();
        leave(frame.vertex);
        if (!frames.empty())
          low[frames.back().vertex] = std::min(low[frames.back().vertex], low[frame.vertex]);
        continue;
      }
      const std::uint32_t target = targets.back();
      targets.pop_back();
      if (number[target] == 0)
        enter(target);
      else if (out.of[target] == kNoComponent)
        low[frame.vertex] = std::min(low[frame.vertex], number[target]);
    }
  }
  return out;
}

}  // namespace detrain

#endif
